//! Why a run cannot go on.

use std::path::{Path, PathBuf};

use jobs::JobsError;
use search::{CreateError, ParamError};

use crate::suite::SuiteError;

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A parameter is unknown or out of range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] CreateError),
    /// The test sets are no good.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The jobs could not be done.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// No parameter is left.
    #[error("no parameter is chosen: see `chuhe params show` for their names")]
    NothingToTune,
    /// A parameter that is not a weight.
    #[error(
        "parameter {0} is no weight of a sum: gradient tuning cannot trace it; leave it out with \
         --params '-{0}'"
    )]
    NotTraceable(String),
    /// Settings that make no sense.
    #[error("{0}")]
    Settings(String),
    /// A file of the run.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file of the run that means nothing.
    #[error("{path}: {error}; it is written by `chuhe tune` and must not be changed",
        path = path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: String,
    },
    /// A folder that has a run already.
    #[error("{path} has a run already: go on with `chuhe tune resume {path}`, or choose another \
             folder", path = path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The engine is not the one that began the run.
    #[error(
        "{path} was begun with other parameters or another search: its results would be mixed; \
         begin a new run", path = path.display()
    )]
    OtherEngine {
        /// The folder.
        path: PathBuf,
    },
    /// Every candidate failed.
    #[error("no candidate could be judged: {0}")]
    AllFailed(String),
}

impl TuneError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> TuneError + '_ {
        move |error| TuneError::File { path: path.to_owned(), error }
    }
}
