//! The dark chess engine of Chuhe: five profiles behind one boundary.
//!
//! * [`create`] gives an [`Engine`] of a profile in [`PROFILES`]; it searches a
//!   [`BanqiGame`] within [`search::Limits`].
//! * [`explain`] shows the evaluation of a position term by term.
//! * [`expectation`] is how outcomes of a flip are averaged, everywhere.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use banqi_engine::{BanqiGame, Signals};
//! use search::{Limits, control::NoClock};
//!
//! let mut engine = banqi_engine::create("chuhe", 1, 1).unwrap();
//! let game = BanqiGame::from_position(Default::default(), "8/8/8/Kp5r r".parse().unwrap(), 0);
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
//! let signals = Signals { clock: &NoClock, stop: &stop, pondering: &pondering };
//! let choice = engine.search(&game, &limits, signals, &mut |_| {});
//! // The pawn takes the king unless it runs.
//! assert_eq!(choice.ply.unwrap().to_string(), "a1a2");
//! ```
//!
//! Nothing here does I/O or reads a clock; threads are a default feature.
#![forbid(unsafe_code)]

mod baseline;
mod bench;
mod chuhe;
mod endings;
mod engine;
mod eval;
mod expectation;
mod flips;
mod walker;
mod win_rate;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, SIGNATURE, SIGNATURE_DEPTH, bench, bench_to};
pub use chuhe::{Features, SearchParams};
pub use endings::{Endings, Exact};
pub use engine::{
    BanqiGame, Choice, Engine, EngineError, EngineOption, Info, PROFILES, Signals, create,
};
pub use eval::{EvalParams, EvalRow, Explanation, explain, static_values};
pub use expectation::{LARGEST_EVAL, WON, expectation, outcome_value};
pub use flips::{FLIP_POLICIES, FlipOutcome, FlipReport, FlipRow, analyse_flips};
pub use win_rate::{WIN_CURVE, fullness, win_model};
