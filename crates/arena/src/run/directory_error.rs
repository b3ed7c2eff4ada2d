//! What can be wrong with a run directory.

use std::path::PathBuf;

use super::config::RunConfigError;

/// Why a run directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The system refused something.
    #[error("cannot {what} {path}: {error}")]
    System {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// There is a run already.
    #[error(
        "{path} already holds a run: go on with it by `chuhe match --resume {path}`, or choose another --out"
    )]
    Exists {
        /// The directory.
        path: String,
    },
    /// There is no run.
    #[error("{0} holds no run: run.toml is missing")]
    NoRun(String),
    /// Another process has it open.
    #[error("{0} is in use by another chuhe match")]
    Locked(String),
    /// run.toml cannot be understood.
    #[error("{path}/run.toml: {what}")]
    Config {
        /// The directory.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// A line in the middle of the results is broken.
    #[error("{path}/results.jsonl, line {line}: {what}")]
    Results {
        /// The directory.
        path: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The openings are not those the run began with.
    #[error(
        "{0}/openings.epd has changed since the run began: games from other openings would be mixed; put it back, or begin a new run"
    )]
    Openings(String),
    /// Records of finished games are missing.
    #[error(
        "{path} has {found} bytes, but the finished games fill {expected}: records are lost; put the file back, or keep only the first {kept} lines of results.jsonl and the others are played again"
    )]
    Records {
        /// The records file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// Where the last record ends.
        expected: u64,
        /// How many games have their record.
        kept: usize,
    },
}

impl From<(&str, RunConfigError)> for DirectoryError {
    fn from((path, error): (&str, RunConfigError)) -> DirectoryError {
        DirectoryError::Config { path: path.to_owned(), what: error.to_string() }
    }
}
