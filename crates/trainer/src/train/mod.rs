//! Training: (inputs → width) twice → eight outputs, squared clipped rectifier, in
//! 32-bit floating point on as many cores as there are.
//!
//! The width is cut into blocks of 64 columns. A thread owns some blocks: their
//! weights, gradients and moments, so nothing is shared but the positions of a batch
//! and the partial sums of the outputs. Sums are always added in the order of the
//! blocks, so the number of threads changes nothing, not even the last bit.

mod adam;
mod batch;
mod checkpoint;
mod columns;
mod curve;
mod error;
mod export;
#[cfg(test)]
mod gradient_tests;
mod meeting;
mod model;
mod options;
mod passes;
mod trainer;
mod worker;

pub use curve::{Curve, CurvePoint};
pub use error::TrainError;
pub use export::QuantisationError;
pub use model::Model;
pub use options::Options;
pub use trainer::{Progress, Trainer, baseline_loss, loss_of_scores};
