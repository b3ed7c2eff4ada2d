//! Many games: what is to be played, by whom, what came out, and going on after
//! an interruption.

mod config;
mod directory;
mod events;
mod runner;
mod summary;

pub use config::{Engine, RunConfig, RunConfigError, SprtConfig};
pub use directory::{DirectoryError, GameLine, RunDirectory};
pub use events::{Event, Listener};
pub use runner::{RunError, RunOutcome, run};
pub use summary::{DarkChessCounts, EngineCounts, PairingSummary, Summary, WON_MATERIAL};
