//! The archive: games that were played elsewhere, by the hundred thousand.
//!
//! It is a file of its own, beside the library of the page: an import may run for
//! minutes and take megabytes while a game on the page wants its ply written at once,
//! and a damaged or deleted archive can be made again from the files it came from.
//!
//! | module | what |
//! |---|---|
//! | [`import`] | files, folders and compressed files into the archive |
//! | [`names`], [`dates`] | names, events and dates as they are compared |
//! | [`openings`] | our classification of openings |
//! | [`fold`] | keys of positions, their images folded: `records` has them |
//! | [`index`] | which games reached a position |
//! | [`explore`] | what was played in a position, by whom, with what result, when |
//! | [`common`] | the positions that many games came to |
//! | [`select`], [`material`], [`places`], [`shape`] | choosing games |
//! | [`order`], [`model`] | putting them in order, and the best examples first |
//! | [`statistics`], [`heat`], [`duplicates`] | what can be said about chosen games |
//! | [`stored`], [`lines`] | games as they are kept and given back |
//! | [`edit`], [`tags`] | what people change |

pub mod common;
pub mod dates;
pub mod duplicates;
pub mod edit;
pub mod explore;
mod facts;
pub mod heat;
pub mod import;
pub mod index;
mod known;
mod line;
pub mod lines;
pub mod material;
pub mod model;
pub mod names;
pub mod openings;
pub mod order;
pub mod places;
mod scan;
mod schema;
pub mod select;
pub mod shape;
pub mod statistics;
pub mod stored;
mod sums;
pub mod tags;
mod writer;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

pub use dates::Date;
pub use explore::{Continuation, Explored, Tally};
pub use records::fold;
pub use scan::{Look, Occurrence};
pub use select::{Selection, SelectionError};
pub use stored::{Stored, Summary};
#[doc(hidden)]
pub use sums::are_sums;

use crate::LibraryError;
use crate::journal::write_ahead;
use crate::schema::MigrationError;
use crate::store::make_folder;

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of a page of the file; it is chosen when the file is made.
const PAGE_SIZE: i64 = 8192;
/// So much of the file is kept in memory by each connection, in kB.
const CACHE: i64 = 32_000;
/// So much of the file is read without copying it, in bytes.
const MAPPED: i64 = 1 << 30;
/// So many connections wait to be used again.
const POOL: usize = 8;

/// The archive's file, to be read by any number of threads and processes while one
/// writes.
pub struct Archive {
    path: PathBuf,
    pool: Mutex<Vec<Connection>>,
}

impl Archive {
    /// The usual name of the file in a data folder.
    pub const FILE: &str = "archive.sqlite";

    /// Opens the file, made new if it does not exist.
    ///
    /// # Errors
    /// Names the file and says whether it is damaged, newer than this program, in use or
    /// out of reach.
    pub fn open(path: &Path) -> Result<Archive, LibraryError> {
        make_folder(path)?;
        let archive = Archive { path: path.to_owned(), pool: Mutex::default() };
        let mut connection = archive.connect()?;
        match schema::migrate(&mut connection) {
            Ok(()) => {}
            Err(MigrationError::Newer(found)) => {
                let path = path.to_owned();
                return Err(LibraryError::Newer { path, found, known: schema::VERSION });
            }
            Err(MigrationError::Sqlite(error)) => return Err(archive.error(&error)),
        }
        archive.give_back(connection);
        Ok(archive)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes the file has.
    pub fn bytes(&self) -> u64 {
        std::fs::metadata(&self.path).map_or(0, |file| file.len())
    }

    fn connect(&self) -> Result<Connection, LibraryError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(&self.path, flags)?;
            connection.pragma_update(None, "page_size", PAGE_SIZE)?;
            write_ahead(&connection, PATIENCE)?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "cache_size", -CACHE)?;
            connection.pragma_update_and_check(None, "mmap_size", MAPPED, |_| Ok(()))?;
            Ok(connection)
        };
        open().map_err(|error| self.error(&error))
    }

    fn error(&self, error: &rusqlite::Error) -> LibraryError {
        LibraryError::from_sqlite(&self.path, error)
    }

    /// Asks something; what is asked in one go sees one state of the file.
    pub(crate) fn read<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LibraryError> {
        let pooled = self.pool.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        let connection = match pooled {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let asked = connection.unchecked_transaction().and_then(|transaction| {
            let answer = ask(&transaction)?;
            transaction.finish()?;
            Ok(answer)
        });
        self.give_back(connection);
        asked.map_err(|error| self.error(&error))
    }

    fn give_back(&self, connection: Connection) {
        let mut pool = self.pool.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if pool.len() < POOL {
            pool.push(connection);
        }
    }

    /// How many games there are.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<u64, LibraryError> {
        self.read(|connection| {
            let sql = "SELECT (SELECT count(*) FROM games) - (SELECT count(*) FROM removed)";
            connection.query_row(sql, [], |row| row.get::<_, u32>(0).map(u64::from))
        })
    }
}

/// What is not as it was written, as an error of the database.
fn damaged(what: &impl Display) -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(what.to_string()))
}
