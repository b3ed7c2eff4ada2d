//! The open file.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::journal::write_ahead;
use crate::reserve::Reserve;
use crate::schema::{self, MigrationError};
use crate::{Id, LibraryError};

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// The library: one file, one connection, calls one after the other.
pub struct Library {
    path: PathBuf,
    connection: Mutex<Connection>,
    reserve: Reserve,
}

impl Library {
    /// Opens the file, made new if it does not exist, and brings it to the
    /// newest version.
    ///
    /// # Errors
    /// Names the file and says whether it is damaged, newer than this program,
    /// in use, out of reach, or not to be written.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        make_folder(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|error| LibraryError::from_sqlite(path, &error))?;
        Library::prepare(path.to_owned(), connection, Reserve::of)
    }

    /// A library that is forgotten with the process.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn in_memory() -> Result<Library, LibraryError> {
        let path = PathBuf::from(":memory:");
        let connection = Connection::open_in_memory();
        let connection = connection.map_err(|error| LibraryError::from_sqlite(&path, &error))?;
        Library::prepare(path, connection, |_| Reserve::none())
    }

    fn prepare(
        path: PathBuf,
        mut connection: Connection,
        reserve: impl FnOnce(&Path) -> Reserve,
    ) -> Result<Library, LibraryError> {
        let made_ready = settle(&connection)
            .map_err(MigrationError::from)
            .and_then(|()| schema::migrate(&mut connection))
            .and_then(|()| Ok(try_to_write(&mut connection)?));
        match made_ready {
            Ok(()) => {
                let reserve = reserve(&path);
                Ok(Library { path, connection: Mutex::new(connection), reserve })
            }
            Err(MigrationError::Newer(found)) => {
                Err(LibraryError::Newer { path, found, known: schema::VERSION })
            }
            Err(MigrationError::Sqlite(error)) => Err(LibraryError::from_sqlite(&path, &error)),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_file(&self) -> bool {
        self.lock().path().is_some_and(|path| !path.is_empty())
    }

    /// Moves everything into the main file, so that it can be copied; done when
    /// a server goes down.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn checkpoint(&self) -> Result<(), LibraryError> {
        self.read(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }

    /// Allows the file only so many more pages, so that tests can fill the disk.
    #[doc(hidden)]
    pub fn limit_pages(&self, more: i64) -> Result<(), LibraryError> {
        self.read(|connection| {
            let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
            connection.pragma_update_and_check(None, "max_page_count", pages + more, |_| Ok(()))
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic between two statements leaves no transaction open: they roll
        // back when dropped.
        self.connection.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn read<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LibraryError> {
        ask(&self.lock()).map_err(|error| LibraryError::from_sqlite(&self.path, &error))
    }

    /// Runs something that makes its own transaction.
    pub(crate) fn write<T>(
        &self,
        change: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LibraryError> {
        change(&mut self.lock()).map_err(|error| LibraryError::from_sqlite(&self.path, &error))
    }

    /// Runs a change as one transaction; `false` means the row was not there,
    /// and nothing is changed then.
    pub(crate) fn change(
        &self,
        what: &'static str,
        id: &Id,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), LibraryError> {
        let mut connection = self.lock();
        let done = (|| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let found = change(&transaction)?;
            if found {
                transaction.commit()?;
            }
            Ok(found)
        })();
        match done {
            Ok(true) => Ok(()),
            Ok(false) => Err(LibraryError::Gone { what, id: id.to_string() }),
            Err(error) => Err(LibraryError::from_sqlite(&self.path, &error)),
        }
    }

    /// A change that only takes away: it works on a full disk too.
    pub(crate) fn delete(
        &self,
        what: &'static str,
        id: &Id,
        change: impl Fn(&Transaction<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), LibraryError> {
        match self.change(what, id, &change) {
            Err(LibraryError::Full { .. }) if self.reserve.release() => {}
            done => return done,
        }
        let done = self.change(what, id, &change);
        let _ = self.checkpoint();
        self.reserve.fill();
        done
    }
}

fn settle(connection: &Connection) -> rusqlite::Result<()> {
    write_ahead(connection, PATIENCE)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// A file that cannot be written is told when the program starts and not in the
/// middle of a game.
fn try_to_write(connection: &mut Connection) -> rusqlite::Result<()> {
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY);
        return Err(rusqlite::Error::SqliteFailure(code, None));
    }
    connection.transaction_with_behavior(TransactionBehavior::Immediate)?.rollback()
}

/// Makes the folder of a file.
pub(crate) fn make_folder(path: &Path) -> Result<(), LibraryError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|error| LibraryError::Folder { path: path.to_owned(), error })
}
