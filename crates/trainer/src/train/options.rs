//! What can be chosen about a training run.

use network::{Inputs, Role, Shape};

use super::TrainError;
use super::batch::CHUNK;

/// What can be chosen about a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options<I> {
    /// The network's shape.
    pub shape: Shape<I>,
    /// How many positions are trained on in all, counting repeated ones.
    pub positions: u64,
    /// Positions of one step; a multiple of 1024.
    pub batch: usize,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// The learning rate at the end, reached along half a cosine.
    pub final_rate: f32,
    /// How strongly weights are drawn to nought (AdamW).
    pub decay: f32,
    /// How much the result counts beside the score, 0 to 1.
    pub result_share: f32,
    /// The score of a logit of one; see [`Inputs::SCALE`].
    pub scale: i32,
    /// Where random numbers begin.
    pub seed: u64,
    /// How many threads work; the result does not depend on it.
    pub threads: usize,
    /// Whether positions are shown as one of their images, by chance.
    pub augment: bool,
    /// What the network is to be: a whole evaluation, or a correction of the
    /// hand-written one.
    pub role: Role,
    /// Batches between two reports.
    pub report_every: u64,
}

impl<I: Inputs> Options<I> {
    /// What is good for most runs.
    pub fn new(shape: Shape<I>) -> Options<I> {
        Options {
            shape,
            positions: 100_000_000,
            batch: 16_384,
            rate: 1e-3,
            final_rate: 1e-6,
            decay: 0.01,
            result_share: 0.3,
            scale: I::SCALE,
            seed: 1,
            threads: 2,
            augment: true,
            role: Role::Whole,
            report_every: 64,
        }
    }

    /// How many steps there are.
    pub fn batches(&self) -> u64 {
        self.positions.div_ceil(self.batch.max(1) as u64)
    }

    /// The learning rate of a step: half a cosine from the first rate to the last.
    pub fn rate_at(&self, batch: u64) -> f32 {
        let part = batch as f64 / self.batches().max(1) as f64;
        let falling = 0.5 * (1.0 + (std::f64::consts::PI * part.min(1.0)).cos());
        self.final_rate + (self.rate - self.final_rate) * falling as f32
    }

    pub(super) fn check(&self) -> Result<(), TrainError> {
        let wrong = |text: String| Err(TrainError::Options(text));
        if self.batch == 0 || !self.batch.is_multiple_of(CHUNK) {
            return wrong(format!("batch {}: expected a multiple of {CHUNK}", self.batch));
        }
        if !(0.0..=1.0).contains(&self.result_share) {
            return wrong(format!("result share {}: expected 0 to 1", self.result_share));
        }
        if !(self.rate > 0.0 && self.rate.is_finite() && self.final_rate >= 0.0) {
            return wrong(format!("learning rate {}: expected more than 0", self.rate));
        }
        if !(0.0..1000.0).contains(&self.decay) {
            return wrong(format!("decay {}: expected 0 or more", self.decay));
        }
        if self.scale < 1 || self.report_every == 0 || self.threads == 0 || self.positions == 0 {
            return wrong("scale, threads, positions and reports: expected at least 1".into());
        }
        Ok(())
    }
}
