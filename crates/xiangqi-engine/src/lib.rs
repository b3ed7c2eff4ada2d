//! The xiangqi engine: an explainable evaluation, today's search, and profiles.
//!
//! Nothing here reads a clock or a file: time comes in through the trait `Clock`.
#![forbid(unsafe_code)]

pub mod bench;
mod engine;
pub mod eval;
mod level;
pub mod search;
mod win_rate;

pub use engine::{Engine, EngineError, PROFILES, Request};
pub use level::Level;
pub use win_rate::{WIN_CURVE, fullness, win_model};
