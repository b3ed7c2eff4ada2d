//! What can go wrong with test sets.

use std::path::PathBuf;

use library::LibraryError;

/// Why a test set was not made, read or checked.
#[derive(Debug, thiserror::Error)]
pub enum TestsetError {
    /// A selection without games.
    #[error("no game is like that: a test set needs games")]
    NoGames,
    /// Games without results.
    #[error("none of the {0} chosen games has a result: nothing can be said about moves")]
    NoResults(u64),
    /// A number that makes no sense.
    #[error("{name} is {value}: expected {expected}")]
    Range {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// Nothing was found.
    #[error("no position is like that: {0}")]
    Nothing(String),
    /// A line of a file cannot be read.
    #[error("{file}:{line}: {fault}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The archive cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The search for positions could not be carried out.
    #[error(transparent)]
    Jobs(#[from] jobs::JobsError),
    /// A batch of games could not be looked through.
    #[error("games cannot be looked through: {0}")]
    Job(String),
}

impl TestsetError {
    /// A number out of its range.
    pub(crate) fn range(
        name: &'static str,
        value: impl ToString,
        expected: impl Into<String>,
    ) -> TestsetError {
        TestsetError::Range { name, value: value.to_string(), expected: expected.into() }
    }
}
