//! A network beside the hand-written evaluation.

use std::time::{Duration, Instant};

use game::Position as _;
use network::{Network, State};

use super::columns::Columns;
use super::losses::{Losses, label_scores};
use crate::data::Record;
use crate::train::Options;
use crate::training::network_scores;
use crate::variety::{InputsOf, Variety};

/// How much the values of a position and its image differ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Asymmetry {
    /// What the image exchanges.
    pub name: &'static str,
    /// How many positions have a value that their image has not.
    pub different: usize,
    /// The mean difference.
    pub mean: f64,
    /// The largest difference.
    pub most: i32,
}

/// Nanoseconds an evaluation takes, worked out for one position after another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Speed {
    /// The network.
    pub network: f64,
    /// The hand-written evaluation.
    pub hand_written: f64,
}

/// What a network is worth on some positions.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkTest {
    /// How many positions.
    pub positions: usize,
    /// The network.
    pub network: Losses,
    /// The hand-written evaluation.
    pub hand_written: Losses,
    /// The labels' own scores: their loss is what the results alone cost.
    pub labels: Losses,
    /// Images of positions and their values.
    pub asymmetries: Vec<Asymmetry>,
    /// How it uses its columns.
    pub columns: Columns,
    /// How long evaluations take.
    pub speed: Speed,
}

/// Tests a network on legal positions.
pub fn test<V: Variety>(
    network: &Network<InputsOf<V>>,
    records: &[V::Record],
    result_share: f32,
) -> NetworkTest {
    let options = Options { result_share, ..Options::new(network.shape()) };
    // The first call makes tables.
    V::hand_written(&records[..records.len().min(1)]);
    let begin = Instant::now();
    let hand_written = V::hand_written(records);
    let by_hand = begin.elapsed().saturating_sub(time_of_unpacking::<V>(records));
    let each = |scores: &[f32]| Losses::of(records, &options, scores);
    let labels = label_scores(records);
    NetworkTest {
        positions: records.len(),
        network: each(&network_scores(network, records)),
        hand_written: each(&hand_written),
        labels: each(&labels),
        asymmetries: asymmetries::<V>(network, records),
        columns: Columns::of(network, records),
        speed: Speed {
            network: nanoseconds::<V>(network, records),
            hand_written: by_hand.as_nanos() as f64 / records.len().max(1) as f64,
        },
    }
}

/// What it takes to make positions of records.
fn time_of_unpacking<V: Variety>(records: &[V::Record]) -> Duration {
    let begin = Instant::now();
    let legal = records.iter().filter(|record| record.position().is_ok()).count();
    std::hint::black_box(legal);
    begin.elapsed()
}

/// The time of an evaluation, without the time its position takes to be made.
fn nanoseconds<V: Variety>(network: &Network<InputsOf<V>>, records: &[V::Record]) -> f64 {
    let unpacked = |record: &V::Record| record.position().ok().map(|p| (p, record.clock()));
    let positions: Vec<_> = records.iter().filter_map(unpacked).collect();
    let mut state = State::new(network);
    let mut sum = 0i64;
    let begin = Instant::now();
    for (position, clock) in &positions {
        state.start(position, *clock);
        sum += i64::from(state.evaluate(position));
    }
    let taken = begin.elapsed().as_nanos() as f64;
    std::hint::black_box(sum);
    taken / positions.len().max(1) as f64
}

fn asymmetries<V: Variety>(
    network: &Network<InputsOf<V>>,
    records: &[V::Record],
) -> Vec<Asymmetry> {
    let mut found: Vec<Asymmetry> = V::MIRRORS
        .iter()
        .map(|&name| Asymmetry { name, different: 0, mean: 0.0, most: 0 })
        .collect();
    let mut state = State::new(network);
    for record in records {
        let Ok(position) = record.position() else { continue };
        let mut value = |position: &V::Position| {
            state.start(position, record.clock());
            state.evaluate(position)
        };
        let own = value(&position);
        for (which, found) in found.iter_mut().enumerate() {
            let difference = (value(&position.mirror(which)) - own).abs();
            found.different += usize::from(difference > 0);
            found.mean += f64::from(difference) / records.len() as f64;
            found.most = found.most.max(difference);
        }
    }
    found
}
