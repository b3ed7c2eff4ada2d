//! Many games: what is to be played, by whom, what came out, and going on after
//! an interruption.

pub mod assembly;
mod config;
mod directory;
mod directory_error;
mod events;
pub mod fingerprint;
mod runner;
mod summary;
mod worker;

pub use config::{Engine, RuleSet, RuleSetError, RunConfig, RunConfigError, SeatRule, SprtConfig};
pub use directory::{GameLine, RunDirectory};
pub use directory_error::DirectoryError;
pub use events::{Event, Listener};
pub use runner::{RunError, RunOutcome, run};
pub use summary::{
    DarkChessCounts, EngineCounts, PairingSummary, Summary, WON_MATERIAL, time_warning,
};
pub use worker::BoardError;
