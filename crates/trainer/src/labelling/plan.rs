//! What is to be labelled, and how.

use std::path::{Path, PathBuf};

use jobs::JobsError;

use crate::data::DataError;
use crate::engines::{EngineChoice, EngineError};

/// How positions are labelled.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelPlan {
    /// The folder that gets the positions.
    pub folder: PathBuf,
    /// Threads, a searcher each; the labels do not depend on them.
    pub threads: usize,
    /// Nodes of a search: it ends with the iteration that passes them; 0: no search, but
    /// the value of the network, or of the hand-written evaluation without one.
    pub nodes: u64,
    /// The engine that searches.
    pub engine: EngineChoice,
}

impl LabelPlan {
    /// A plan with the usual numbers.
    pub fn new(folder: PathBuf) -> LabelPlan {
        LabelPlan { folder, threads: 1, nodes: 5_000, engine: EngineChoice::default() }
    }
}

/// Why labelling ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// A file could not be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The positions could not be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The engine could not be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The positions could not be handed out to workers.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// Workers could not label some positions.
    #[error("the positions from number {first} on could not be labelled: {reason}")]
    Chunk {
        /// The number of the first of them, from 1.
        first: u64,
        /// What was wrong.
        reason: String,
    },
    /// The folder was begun with something else.
    #[error("{path}: begun as '{found}', now '{wanted}': choose another folder", path = path.display())]
    OtherRun {
        /// The file that says so.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What is asked for.
        wanted: String,
    },
    /// A text that holds no game and no position.
    #[error("{path}: {reason}", path = path.display())]
    Text {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl LabelError {
    pub(super) fn file(path: &Path, error: std::io::Error) -> LabelError {
        LabelError::File { path: path.to_owned(), error }
    }
}
