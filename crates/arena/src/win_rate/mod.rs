//! What scores are worth, measured: reads what players said in finished games
//! and how the games ended, fits a [`search::WinCurve`] to it, and compares a
//! curve with what happened.
//!
//! | module | what it does |
//! |---|---|
//! | [`samples`] | scores and results out of run directories and PGN files |
//! | [`mod@fit`] | the most likely curve, log-loss, calibration |

pub mod fit;
pub mod samples;

pub use fit::{Calibration, CalibrationRow, fit};
pub use samples::{Said, Samples, SamplesError, Wanted};
