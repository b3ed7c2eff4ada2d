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
pub use samples::{Said, SampleFault, Samples, SamplesError, Wanted};

use crate::player::GameKind;

/// What our engine's scores are worth in a game.
pub const fn curve(game: GameKind) -> search::WinCurve {
    match game {
        GameKind::Xiangqi => xiangqi_engine::WIN_CURVE,
        GameKind::Banqi => banqi_engine::WIN_CURVE,
    }
}
