//! Many games: what is to be played, by whom, what came out, and going on after
//! an interruption.

pub mod assembly;
mod config;
mod curve;
mod directory;
mod directory_error;
mod events;
pub mod fingerprint;
mod runner;
mod spread;
mod summary;
mod worker;

pub use config::{Engine, RuleSet, RuleSetError, RunConfig, RunConfigError, SeatRule, SprtConfig};
pub use curve::{Curve, CurvePoint};
pub use directory::{GameLine, RunDirectory, read_record, records_name};
pub use directory_error::DirectoryError;
pub use events::{Event, Listener};
pub use runner::{RunError, RunOutcome, run, run_by};
pub use spread::{MatchWork, PairJob, PlayedPair};
pub use summary::{
    DarkChessCounts, EngineCounts, PairingSummary, Summary, WON_MATERIAL, standing, time_warning,
};
pub use worker::BoardError;
