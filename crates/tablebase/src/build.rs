//! What building tables of either game has in common.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::GameKind;

use crate::error::TableError;
use crate::file::TableFile;
use crate::shelf::{folder_of, path_of};
use crate::solve::{SolveError, Step};

/// How tables are built.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    /// The folder of all tables; each game has a folder below.
    pub folder: &'a Path,
    /// Threads to build on.
    pub threads: usize,
    /// Bytes of memory a class may take.
    pub memory: u64,
    /// Classes with at most so many indices get distances to the end too.
    pub end_up_to: u64,
    /// Set by whoever wants it to stop.
    pub stop: &'a AtomicBool,
}

/// What is told while tables are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A table is already there.
    There {
        /// The class.
        name: &'a str,
    },
    /// A class is begun.
    Begins {
        /// The class.
        name: &'a str,
        /// Its indices per side to move.
        size: u64,
        /// The indices of all classes still to be built, this one included.
        left: u64,
        /// How many classes of the build come before it.
        at: usize,
        /// How many classes the build has.
        of: usize,
    },
    /// A level was worked off.
    Step {
        /// The class.
        name: &'a str,
        /// What was done.
        step: Step,
    },
    /// A table was written.
    Ends {
        /// The class.
        name: &'a str,
        /// Bytes of its file.
        bytes: u64,
        /// How long it took.
        time: Duration,
    },
}

/// Why tables were not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Every position is a draw, or the class is no class.
    #[error("no table can be made of {0}")]
    Dead(String),
    /// More memory than was allowed.
    #[error("{name} needs {} MB of memory, {} MB are allowed: give more with --memory",
        needs.div_ceil(1 << 20), allowed >> 20)]
    Memory {
        /// The class.
        name: String,
        /// Bytes it takes.
        needs: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A table that is needed cannot be read.
    #[error("the table of {name} is needed and cannot be used: {error}; remove it and build again")]
    Needed {
        /// The class.
        name: String,
        /// What is wrong with it.
        error: TableError,
    },
    /// A table for other rules.
    #[error("the table of {0} was made for other rules: remove it and build it again")]
    OtherRules(String),
    /// Another program builds there.
    #[error("another program builds tables in {}: wait until it has ended", .0.display())]
    Busy(std::path::PathBuf),
    /// It could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The error with the class whose table it is about.
pub(crate) fn needed(name: String, error: BuildError) -> BuildError {
    match error {
        BuildError::Table(error) => BuildError::Needed { name, error },
        error => error,
    }
}

impl Builder<'_> {
    /// Opens a table that is already there.
    pub(crate) fn open(&self, game: GameKind, name: &str) -> Result<TableFile, TableError> {
        let path = path_of(game, self.folder, name);
        let what = format!("cannot open {}", path.display());
        let source = File::open(&path).map_err(TableError::io(what))?;
        let file = TableFile::open(Box::new(source))?;
        if file.header().name != name {
            let found = file.header().name.clone();
            return Err(TableError::Class { found, expected: name.to_owned() });
        }
        Ok(file)
    }

    /// Makes the folder of a game, and keeps others from building there as long as the
    /// file lives. The system forgets the lock of a program that is gone, however it went.
    pub(crate) fn prepare(&self, game: GameKind) -> Result<File, BuildError> {
        let folder = folder_of(game, self.folder);
        let what = || format!("cannot build tables in {}", folder.display());
        std::fs::create_dir_all(&folder).map_err(TableError::io(what()))?;
        let lock = File::create(folder.join("lock")).map_err(TableError::io(what()))?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy(folder)),
            // A file system without locks: whole files are written, so nothing is lost.
            Err(TryLockError::Error(_)) => Ok(lock),
        }
    }
}
