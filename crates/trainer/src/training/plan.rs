//! What is to be trained, and on what.

use std::path::PathBuf;
use std::time::Duration;

use network::{KingBuckets, Middle, Role, Shape, Width};

use super::sources::Data;
use crate::data::Filter;
use crate::train::{Options, TrainError};
use crate::variety::{InputsOf, Variety};

/// How long a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// Rounds over all data.
    Epochs(f64),
    /// Steps.
    Batches(u64),
}

/// A training run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingPlan {
    /// Files and folders of labelled positions.
    pub data: Vec<Data>,
    /// The file that gets the network; its curve is put beside it.
    pub out: PathBuf,
    /// The file that keeps the run while it is not complete.
    pub checkpoint: PathBuf,
    /// Columns for each view.
    pub width: Width,
    /// Sets of weights the own king chooses from; dark chess has one.
    pub kings: KingBuckets,
    /// How the board is seen while the own king stands in the middle.
    pub middle: Middle,
    /// What the network is to be: a whole evaluation, or a correction of the
    /// hand-written one.
    pub role: Role,
    /// How long it is.
    pub amount: Amount,
    /// Positions of one step.
    pub batch: usize,
    /// The learning rate at the beginning and at the end.
    pub rates: [f32; 2],
    /// How much the result counts beside the score, 0 to 1.
    pub result_share: f32,
    /// Which positions are trained on.
    pub filter: Filter,
    /// Where all chance comes from.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
    /// How much of the data is held out, 0 to 1.
    pub hold_out: f64,
    /// How many positions are in memory at a time, to be mixed.
    pub room: usize,
    /// Time between two checkpoints.
    pub save_every: Duration,
    /// What the network's file says besides the numbers of the run.
    pub comment: String,
}

/// Positions held out at most: enough for the fifth digit of a loss.
pub(super) const MOST_HELD_OUT: usize = 1 << 16;
/// A run has about so many reports, unless it is long.
const REPORTS: u64 = 100;
const MOST_BATCHES_A_REPORT: u64 = 64;

impl TrainingPlan {
    /// A plan with the usual numbers.
    pub fn new(data: Vec<Data>, out: PathBuf) -> TrainingPlan {
        let mut checkpoint = out.clone().into_os_string();
        checkpoint.push(".checkpoint");
        TrainingPlan {
            data,
            out,
            checkpoint: checkpoint.into(),
            width: Width::W256,
            kings: KingBuckets::One,
            middle: Middle::default(),
            role: Role::Whole,
            amount: Amount::Epochs(10.0),
            batch: 16_384,
            rates: [1e-3, 1e-6],
            result_share: 0.3,
            filter: Filter { quiet_only: true, ..Filter::default() },
            seed: 1,
            threads: 1,
            hold_out: 0.02,
            room: 1 << 21,
            save_every: Duration::from_secs(60),
            comment: String::new(),
        }
    }

    /// The file of the loss curve.
    pub fn curve(&self) -> PathBuf {
        self.out.with_extension("svg")
    }

    /// The trainer's options, if a round over the data brings so many positions and
    /// each report judges so many held out.
    pub(super) fn options<V: Variety>(
        &self,
        round: f64,
        held_out: usize,
    ) -> Result<Options<InputsOf<V>>, TrainError> {
        let inputs = V::inputs(self.kings, self.middle).ok_or_else(|| {
            let kings = self.kings.count();
            TrainError::Options(format!("{kings} king buckets: {} has 1", V::GAME))
        })?;
        let batch = self.batch.max(1) as u64;
        let batches = match self.amount {
            Amount::Batches(batches) => batches,
            Amount::Epochs(epochs) => (epochs * round / batch as f64).ceil().max(1.0) as u64,
        };
        // Judging should not take longer than training.
        let fewest = (4 * held_out as u64 / batch).clamp(1, MOST_BATCHES_A_REPORT);
        Ok(Options {
            positions: batches.saturating_mul(batch),
            batch: self.batch,
            rate: self.rates[0],
            final_rate: self.rates[1],
            result_share: self.result_share,
            role: self.role,
            seed: self.seed,
            threads: self.threads,
            report_every: (batches / REPORTS).clamp(fewest, MOST_BATCHES_A_REPORT),
            ..Options::new(Shape { width: self.width, inputs })
        })
    }
}
