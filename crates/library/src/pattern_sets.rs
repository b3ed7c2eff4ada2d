//! Sets of patterns that owners wrote, as texts.

use rusqlite::{OptionalExtension, params};

use crate::games::read_id;
use crate::{Id, Library, LibraryError};

/// A set of patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternSetRow {
    /// Its name.
    pub id: Id,
    /// Whose it is.
    pub owner: String,
    /// Its title.
    pub title: String,
    /// The patterns.
    pub text: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// How often it has changed.
    pub revision: u64,
}

impl Library {
    /// Keeps a new set if its owner has fewer than `most`.
    ///
    /// # Errors
    /// If the owner has too many, or the file cannot be written.
    pub fn create_pattern_set(
        &self,
        owner: &str,
        title: &str,
        text: &str,
        most: u64,
        now: i64,
    ) -> Result<Id, LibraryError> {
        let id = Id::random();
        let made = self.read(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO pattern_sets (id, owner, title, text, created, updated) \
                     SELECT ?1, ?2, ?3, ?4, ?5, ?5 \
                     WHERE (SELECT count(*) FROM pattern_sets WHERE owner = ?2) < ?6",
                )?
                .execute(params![id.to_string(), owner, title, text, now, most as i64])
        })?;
        if made == 0 { Err(LibraryError::TooMany { what: "pattern sets", most }) } else { Ok(id) }
    }

    /// A set; `None` if there is none of that name.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn pattern_set(&self, id: &Id) -> Result<Option<PatternSetRow>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT owner, title, text, created, updated, revision FROM pattern_sets \
                     WHERE id = ?1",
                )?
                .query_row([id.to_string()], |row| {
                    Ok(PatternSetRow {
                        id: *id,
                        owner: row.get(0)?,
                        title: row.get(1)?,
                        text: row.get(2)?,
                        created: row.get(3)?,
                        updated: row.get(4)?,
                        revision: row.get::<_, i64>(5)? as u64,
                    })
                })
                .optional()
        })
    }

    /// An owner's sets without their texts, the last changed first, `limit` at most:
    /// name, title and when it last changed.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn pattern_sets(
        &self,
        owner: &str,
        limit: u32,
    ) -> Result<Vec<(Id, String, i64)>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, title, updated FROM pattern_sets WHERE owner = ?1 \
                     ORDER BY updated DESC, id LIMIT ?2",
                )?
                .query_map(params![owner, limit], |row| {
                    Ok((read_id(row, 0)?, row.get(1)?, row.get(2)?))
                })?
                .collect()
        })
    }

    /// Changes a set that nobody has changed since `revision`; the revision after it.
    ///
    /// # Errors
    /// If the set is gone or was changed, or the file cannot be written.
    pub fn update_pattern_set(
        &self,
        id: &Id,
        title: &str,
        text: &str,
        revision: u64,
        now: i64,
    ) -> Result<u64, LibraryError> {
        let changed = self.read(|connection| {
            let sql = "UPDATE pattern_sets SET title = ?2, text = ?3, updated = ?4, \
                       revision = revision + 1 WHERE id = ?1 AND revision = ?5";
            let mut statement = connection.prepare_cached(sql)?;
            statement.execute(params![id.to_string(), title, text, now, revision as i64])
        })?;
        if changed > 0 {
            return Ok(revision + 1);
        }
        match self.pattern_set(id)? {
            Some(_) => Err(LibraryError::Stale { id: id.to_string() }),
            None => Err(LibraryError::Gone { what: "pattern set", id: id.to_string() }),
        }
    }

    /// Forgets a set.
    ///
    /// # Errors
    /// If the set is gone or the file cannot be written.
    pub fn delete_pattern_set(&self, id: &Id) -> Result<(), LibraryError> {
        self.delete("pattern set", id, |transaction| {
            let sql = "DELETE FROM pattern_sets WHERE id = ?1";
            Ok(transaction.prepare_cached(sql)?.execute([id.to_string()])? > 0)
        })
    }
}
