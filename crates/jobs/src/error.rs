//! What can go wrong around jobs; what goes wrong inside one is its
//! [`Failure`](crate::Failure).

use std::path::PathBuf;

/// Why a batch was not done.
#[derive(Debug, thiserror::Error)]
pub enum JobsError {
    /// The archive cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line of the archive is not a result.
    #[error("{path}, line {line}: {error}; expected a result as JSON", path = path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// Somebody else works on it.
    #[error("{path} is in use by another process: two coordinators would mix their results",
        path = path.display())]
    InUse {
        /// The locked file.
        path: PathBuf,
    },
    /// The work cannot be done here.
    #[error("the work cannot be done: {0}")]
    Tools(String),
    /// A job or result cannot be written as JSON.
    #[error("job {index} cannot be written: {error}")]
    Text {
        /// Which job.
        index: u64,
        /// What is wrong.
        error: String,
    },
    /// A broker cannot be reached, or refuses.
    #[error("NATS at {url}: {error}")]
    Broker {
        /// Where it should be.
        url: String,
        /// What is wrong.
        error: String,
    },
    /// Another coordinator works on the run.
    #[error("run {run} has a coordinator already ({who}): end that one first")]
    TwoCoordinators {
        /// Which run.
        run: String,
        /// Who answered.
        who: String,
    },
}
