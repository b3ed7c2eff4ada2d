//! What can go wrong with the file.

use std::path::PathBuf;

/// Why the library could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The folder cannot be made or reached.
    #[error("cannot make the folder of {path}: {error}", path = path.display())]
    Folder {
        /// The database file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is no database, or a broken one.
    #[error(
        "{path} is damaged or is no Chuhe library ({error}): move it away and start again, or \
         restore a copy",
        path = path.display()
    )]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What SQLite says.
        error: String,
    },
    /// The file or its folder is write-protected, or out of reach.
    #[error(
        "{path} cannot be written ({error}): nothing would be kept. Allow writing to the file and \
         its folder, or use another data folder",
        path = path.display()
    )]
    Unwritable {
        /// The database file.
        path: PathBuf,
        /// What the system or SQLite says.
        error: std::io::Error,
    },
    /// Another Chuhe serves it.
    #[error(
        "{path} is in use by the Chuhe {at}: open that one, or end it, or use another data folder",
        path = path.display(),
        at = address.as_ref().map_or("of another process".to_owned(), |url| format!("at {url}"))
    )]
    Held {
        /// The database file.
        path: PathBuf,
        /// Where the other one can be reached, if it says so.
        address: Option<String>,
    },
    /// Another process writes it.
    #[error(
        "{path} is being written by {who}: wait until that is done, or use another data folder",
        path = path.display()
    )]
    Writing {
        /// The database file.
        path: PathBuf,
        /// Who does.
        who: String,
    },
    /// A newer Chuhe wrote it.
    #[error(
        "{path} was written by a newer Chuhe (version {found} of the file, this program knows up \
         to {known}): use that program, or another data folder",
        path = path.display()
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The version in the file.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// No room left.
    #[error("no room left for {path}: nothing was changed", path = path.display())]
    Full {
        /// The database file.
        path: PathBuf,
    },
    /// Another process holds the file.
    #[error("{path} is in use by another program that does not let go", path = path.display())]
    Busy {
        /// The database file.
        path: PathBuf,
    },
    /// The game is not as it was when the change was made.
    #[error("game {id} has changed since: look again")]
    Stale {
        /// Its id.
        id: String,
    },
    /// An owner has as many as may be.
    #[error("{most} {what} already: delete some")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there may be.
        most: u64,
    },
    /// It is not there any more.
    #[error("there is no {what} {id}")]
    Gone {
        /// What was looked for.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// Anything else.
    #[error("{path}: {error}", path = path.display())]
    Other {
        /// The database file.
        path: PathBuf,
        /// What SQLite says.
        error: String,
    },
}

impl LibraryError {
    /// The error that names the file and what to do.
    pub(crate) fn from_sqlite(path: &std::path::Path, error: &rusqlite::Error) -> LibraryError {
        use rusqlite::ErrorCode;
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => LibraryError::Full { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                LibraryError::Busy { path }
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                LibraryError::Damaged { path, error: error.to_string() }
            }
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                LibraryError::Unwritable { path, error: std::io::Error::other(error.to_string()) }
            }
            _ => LibraryError::Other { path, error: error.to_string() },
        }
    }

    /// Whether nothing is wrong with the file: the row was not there.
    pub fn is_gone(&self) -> bool {
        matches!(self, LibraryError::Gone { .. })
    }
}
