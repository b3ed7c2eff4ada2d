//! The xiangqi engine: an explainable evaluation, today's search, and profiles.
//!
//! Nothing here reads a clock or a file: time comes in through the trait
//! [`Host`](::search::Host).
//!
//! ```
//! use ::search::{Request, Settings, Unattended};
//! use xiangqi::XiangqiRules;
//! use xiangqi_engine::{XiangqiGame, create};
//!
//! let mut engine = create("chuhe", &Settings::default()).unwrap();
//! let game = XiangqiGame::new(XiangqiRules::default());
//! let answer = engine.search(&game, &Request::to_depth(4), &Unattended, &mut |_| {});
//! assert!(answer.ply().is_some() && answer.depth == 4);
//! ```
#![forbid(unsafe_code)]

pub mod bench;
mod beside;
mod engine;
pub mod eval;
mod guided;
mod learned;
mod level;
mod numbers;
mod patterns;
mod profile;
mod search;
mod win_rate;

pub use beside::Beside;
pub use engine::{BoxedEngine, XiangqiGame, create};
pub use profile::PROFILES;
pub use win_rate::{WIN_CURVE, fullness, win_model};
