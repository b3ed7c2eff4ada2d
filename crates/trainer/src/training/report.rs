//! What came of a training run.

use network::{Inputs, Network, Role, State};

use crate::data::{Damage, Record};
use crate::train::{Curve, QuantisationError};

/// Losses on positions that were not trained on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HeldOut {
    /// How many positions.
    pub positions: usize,
    /// The trained network's loss.
    pub network: f64,
    /// That of the network as it is written: in whole numbers. `None` before the end.
    pub quantised: Option<f64>,
    /// The hand-written evaluation's.
    pub hand_written: f64,
    /// That of the labels' own scores: no evaluation that learns from them has less.
    pub labels: f64,
}

/// What came of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingReport {
    /// Whether it came to its end; otherwise the same plan goes on.
    pub finished: bool,
    /// Batches trained on, and how many there are.
    pub batches: [u64; 2],
    /// Positions trained on, counting repeated ones.
    pub positions: u64,
    /// Positions of this call, and the seconds it took.
    pub this_call: (u64, f64),
    /// Positions there are in the files.
    pub records: u64,
    /// Losses over the run; the last is that of the end.
    pub curve: Curve,
    /// Losses on positions held out, if there are any.
    pub held_out: Option<HeldOut>,
    /// What rounding to whole numbers changed, at the end.
    pub quantisation: Option<QuantisationError>,
    /// The bytes of the network, at the end.
    pub bytes: Option<usize>,
    /// What of the data could not be read.
    pub damage: Vec<Damage>,
}

impl TrainingReport {
    /// The training loss of the last report.
    pub fn training_loss(&self) -> Option<f64> {
        self.curve.points.last().map(|point| point.training)
    }
}

/// What a network says about positions; an illegal one counts as level.
pub fn network_scores<R: Record>(network: &Network<R::Inputs>, records: &[R]) -> Vec<f32> {
    let mut state = State::new(network);
    let each = |record: &R| {
        let Ok(position) = record.position() else { return 0.0 };
        state.start(&position, record.clock());
        let value = state.evaluate(&position) as f32;
        match network.role() {
            Role::Whole => value,
            Role::Correction => corrected(record, value),
        }
    };
    records.iter().map(each).collect()
}

/// The hand-written evaluation with a network's correction in points.
fn corrected<R: Record>(record: &R, points: f32) -> f32 {
    R::score(record.base() + points / R::LOGIT as f32, R::Inputs::SCALE as f32)
}
