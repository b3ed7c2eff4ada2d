//! A thorough look at the file, for quiet moments: it reads every page.

use rusqlite::{Connection, OpenFlags};

use crate::{Library, LibraryError};

/// So many faults are told; one is enough to act on.
const MOST_TOLD: usize = 20;

impl Library {
    /// Reads the whole file on a connection of its own, so that nobody waits, and
    /// tells what is wrong with it; nothing if all is well.
    ///
    /// # Errors
    /// If the file cannot be read at all.
    pub fn examine(&self) -> Result<Vec<String>, LibraryError> {
        if !self.is_file() {
            return Ok(Vec::new());
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let examined = Connection::open_with_flags(self.path(), flags).and_then(|connection| {
            let missing = self.missing_bytes(&connection)?;
            Ok(missing.into_iter().chain(integrity(&connection)?).collect())
        });
        let examined = examined.map_err(|error| LibraryError::from_sqlite(self.path(), &error));
        match examined {
            // Some damage ends the reading.
            Err(LibraryError::Damaged { error, .. }) => Ok(vec![error]),
            other => other,
        }
    }

    /// A page that lacks its end reads as one that ends in zeros, which SQLite
    /// does not notice.
    fn missing_bytes(&self, connection: &Connection) -> rusqlite::Result<Option<String>> {
        let page: u64 =
            connection.pragma_query_value(None, "page_size", |row| row.get::<_, u32>(0))?.into();
        let bytes = std::fs::metadata(self.path()).map_or(0, |file| file.len());
        let odd = bytes % page;
        Ok((odd != 0).then(|| format!("the last page has {odd} of {page} bytes")))
    }
}

fn integrity(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("PRAGMA integrity_check({MOST_TOLD})"))?;
    let told = statement.query_map([], |row| row.get::<_, String>(0))?;
    let told: Vec<String> = told.collect::<rusqlite::Result<_>>()?;
    Ok(told.into_iter().filter(|line| line != "ok").collect())
}
