//! The dark chess engine of Chuhe: six profiles behind one boundary.
//!
//! * [`create`] gives a [`search::Engine`] of a profile in [`PROFILES`]; it searches
//!   a [`BanqiGame`].
//! * [`analyse_flips`] looks at every outcome of every flip.
//! * [`expectation`] is how outcomes of a flip are averaged, everywhere.
//!
//! ```
//! use banqi_engine::BanqiGame;
//! use search::{Request, Settings, Unattended};
//!
//! let mut engine = banqi_engine::create("chuhe", &Settings::default()).unwrap();
//! let game = BanqiGame::from_position(Default::default(), "8/8/8/Kp5r r".parse().unwrap(), 0);
//! let answer = engine.search(&game, &Request::to_depth(6), &Unattended, &mut |_| {});
//! // The pawn takes the king unless it runs.
//! assert_eq!(answer.ply().unwrap().to_string(), "a1a2");
//! ```
//!
//! Nothing here does I/O or reads a clock; threads are a default feature.
#![forbid(unsafe_code)]

mod baseline;
mod bench;
mod chuhe;
mod draw_limit;
mod engine;
mod eval;
mod expectation;
mod flips;
mod judge;
mod kept;
mod learned;
mod levels;
mod numbers;
mod progress;
mod shipped;
mod walker;
mod win_rate;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, SIGNATURE_DEPTH, SIGNATURES, bench};
pub use chuhe::{Features, SearchParams};
pub use engine::{BanqiGame, BoxedEngine, PROFILES, create};
pub use eval::{EvalParams, Static, static_values};
pub use expectation::{LARGEST_EVAL, WON, expectation, outcome_value};
pub use flips::{FLIP_POLICIES, FlipOutcome, FlipReport, FlipRequest, FlipRow, analyse_flips};
pub use progress::returns;
pub use tablebase::banqi::{Endings, Exact};
pub use win_rate::{WIN_CURVE, curve_model, fullness, win_model};
