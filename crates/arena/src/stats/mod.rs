//! Match statistics: pure functions from counts to numbers, no I/O.
//!
//! | module | what it answers |
//! |---|---|
//! | [`counts`] | what happened: [`Wdl`] by game, [`Pentanomial`] by game pair |
//! | [`strength`] | how much stronger: Elo, normalised Elo, likelihood of superiority |
//! | [`sprt`] | may the match stop: the generalised sequential probability ratio test |
//! | [`ratings`] | who stands where: a rating list from pairwise results |
//! | [`report`] | all of it for people and for JSON |
//!
//! Games of a pair (same opening or deal, colours swapped) are correlated, so
//! pairs, not games, are the independent observations: wherever pairs are
//! known, use [`Pentanomial`]. [`Wdl`] is there for games without partners and
//! for comparison.
//!
//! No function here returns NaN or panics on odd counts. What cannot be bounded
//! is infinite, and JSON shows infinite numbers as `null`.
//!
//! ```
//! use arena::stats::{Pentanomial, Sprt, SprtState};
//! let pairs = Pentanomial { ll: 50, ld: 287, wl: 283, dd: 327, wd: 387, ww: 73 };
//! let strength = pairs.strength();
//! assert_eq!(strength.elo.to_string(), "18.04 +/- 8.23");
//!
//! let sprt: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.05".parse()?;
//! assert_eq!(sprt.decide(sprt.llr(&pairs)), SprtState::AcceptH1);
//! # Ok::<(), arena::stats::SprtError>(())
//! ```

pub mod counts;
mod distribution;
mod likelihood;
mod linear;
mod normal;
pub mod ratings;
pub mod report;
pub mod sprt;
pub mod strength;

pub use counts::{GameResult, Moments, Pentanomial, Wdl};
pub use ratings::{ErrorModel, Rating, RatingError, RatingList, RatingOptions, ResultTable};
pub use report::Report;

pub use sprt::{EloModel, Sprt, SprtError, SprtState};
pub use strength::{Estimate, Strength};
