//! What an owner has chosen: one JSON text for each.

use rusqlite::{OptionalExtension, params};

use crate::{Library, LibraryError};

impl Library {
    /// An owner's settings; `None` if nothing was chosen yet.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn settings(&self, owner: &str) -> Result<Option<String>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT value FROM settings WHERE owner = ?1")?
                .query_row([owner], |row| row.get(0))
                .optional()
        })
    }

    /// Keeps an owner's settings.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_settings(&self, owner: &str, value: &str, now: i64) -> Result<(), LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO settings (owner, value, updated) VALUES (?1, ?2, ?3) \
                     ON CONFLICT (owner) DO UPDATE SET value = ?2, updated = ?3",
                )?
                .execute(params![owner, value, now])
        })?;
        Ok(())
    }
}
