//! The loop that makes networks better: self-play with the best so far, training on
//! all data there is, a sequential test against the best, and again.
//!
//! | file | what |
//! |---|---|
//! | [`settings`] | what can be chosen about each generation |
//! | [`state`] | what a run remembers, in one file that is always whole |
//! | `directory` | the folder of a run, its lock and its log |
//! | `control` | ending and pausing from outside |
//! | `steps` | self-play, training and match of one generation |
//! | `run` | the loop |
//! | `commands` | the commands that would do the same |
//! | `report`, `chart`, `words` | what came of it |
//! | `status` | where a run stands |
//!
//! Every step is resumable by itself, and the state moves on only when a step is
//! complete; so a run can end anywhere and goes on where it was.

mod chart;
mod commands;
mod control;
mod directory;
mod error;
mod report;
mod run;
pub mod settings;
pub mod state;
mod status;
mod steps;
mod words;

pub use commands::evolve as resume_command;
pub use control::Control;
pub use directory::{Directory, Places};
pub use error::EvolveError;
pub use report::rebuild as rebuild_report;
pub use run::{End, RunPlan, evolve, evolve_by, open};
pub use settings::{Changes, Settings};
pub use state::State;
pub use status::Status;
pub use steps::Workers;

use std::path::Path;

/// Lets a run pause, or go on if it pauses; whether it is to pause now.
///
/// # Errors
/// If the file that says so cannot be made or removed.
pub fn toggle_pause(folder: &Path) -> Result<bool, EvolveError> {
    let path = Places::new(folder).pause();
    if path.exists() {
        std::fs::remove_file(&path).map_err(EvolveError::file(&path))?;
        Ok(false)
    } else {
        std::fs::write(&path, "").map_err(EvolveError::file(&path))?;
        Ok(true)
    }
}
