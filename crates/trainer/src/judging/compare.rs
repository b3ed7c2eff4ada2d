//! Two networks side by side.

use network::Network;

use super::losses::{Losses, correlation};
use crate::data::Record;
use crate::train::Options;
use crate::training::network_scores;
use crate::variety::{InputsOf, Variety};

/// A position two networks disagree about.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The position in the game's notation.
    pub position: String,
    /// What each says.
    pub scores: [f32; 2],
    /// What the hand-written evaluation says.
    pub hand_written: f32,
    /// What the label says.
    pub label: i16,
}

/// Two networks side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// How many positions.
    pub positions: usize,
    /// How good each is.
    pub networks: [Losses; 2],
    /// How good the hand-written evaluation is.
    pub hand_written: Losses,
    /// How the scores of the two go together, −1 to 1.
    pub correlation: f64,
    /// How far they are apart on average.
    pub mean_difference: f64,
    /// Where they are furthest apart, that first.
    pub largest: Vec<Difference>,
}

/// Compares two networks on legal positions; `count` is how many of the largest
/// differences are wanted.
pub fn compare<V: Variety>(
    networks: [&Network<InputsOf<V>>; 2],
    records: &[V::Record],
    result_share: f32,
    count: usize,
) -> Comparison {
    let options = Options { result_share, ..Options::new(networks[0].shape()) };
    let scores = networks.map(|network| network_scores(network, records));
    let hand_written = V::hand_written(records);
    let apart = |at: usize| (scores[0][at] - scores[1][at]).abs();
    let mut order: Vec<usize> = (0..records.len()).collect();
    order.sort_by(|&a, &b| apart(b).total_cmp(&apart(a)).then(a.cmp(&b)));
    let largest = order.iter().take(count).map(|&at| Difference {
        position: records[at].position().map_or(String::new(), |position| position.to_string()),
        scores: [scores[0][at], scores[1][at]],
        hand_written: hand_written[at],
        label: records[at].label().score,
    });
    let sum: f64 = (0..records.len()).map(|at| f64::from(apart(at))).sum();
    Comparison {
        positions: records.len(),
        networks: [0, 1].map(|which| Losses::of(records, &options, &scores[which])),
        hand_written: Losses::of(records, &options, &hand_written),
        correlation: correlation(&scores[0], &scores[1]),
        mean_difference: sum / records.len().max(1) as f64,
        largest: largest.collect(),
    }
}
