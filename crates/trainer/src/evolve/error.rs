//! Why a run cannot begin or go on.

use std::path::{Path, PathBuf};

use arena::run::RunError;
use arena::run::assembly::AssemblyError;
use game::GameKind;
use jobs::JobsError;

use crate::data::DataError;
use crate::selfplay::SelfplayError;
use crate::train::TrainError;

/// Why a run cannot begin or go on. Whatever happens, the best network stays what it
/// was.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// A file could not be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The state file says nothing that can be used.
    #[error("{path} is damaged: {what}", path = path.display())]
    State {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A run of the other game.
    #[error("{path} is a run of {found}: expected one of {expected}", path = path.display())]
    Game {
        /// Which folder.
        path: PathBuf,
        /// Its game.
        found: GameKind,
        /// The game asked for.
        expected: GameKind,
    },
    /// No run there.
    #[error("{path} holds no run: begin one with `chuhe evolve`", path = .0.display())]
    NoRun(PathBuf),
    /// Another process works there.
    #[error("{path} is in use by another process", path = .0.display())]
    Locked(PathBuf),
    /// What can only be chosen at the beginning.
    #[error("{path} has begun already: {what}", path = path.display())]
    Begun {
        /// Which folder.
        path: PathBuf,
        /// What cannot be changed.
        what: &'static str,
    },
    /// A setting makes no sense.
    #[error("{0}")]
    Settings(String),
    /// A network cannot be used.
    #[error("network {path}: {what}", path = path.display())]
    Network {
        /// Which file.
        path: PathBuf,
        /// Why not.
        what: String,
    },
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Self-play.
    #[error("self-play: {0}")]
    Selfplay(#[from] SelfplayError),
    /// Training.
    #[error("training: {0}")]
    Train(#[from] TrainError),
    /// The workers.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The match could not be put together.
    #[error("match: {0}")]
    Assembly(#[from] AssemblyError),
    /// The match.
    #[error("match: {0}")]
    Match(#[from] RunError),
}

impl EvolveError {
    pub(super) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> EvolveError {
        let path = path.to_owned();
        move |error| EvolveError::File { path, error }
    }
}
