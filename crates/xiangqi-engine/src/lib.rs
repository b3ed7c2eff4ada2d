//! The xiangqi engine: an explainable evaluation, today's search, and profiles.
//!
//! Nothing here reads a clock or a file: time comes in through [`search::Clock`].
#![forbid(unsafe_code)]

pub mod evaluator;
pub mod search;

pub use evaluator::Evaluator;
