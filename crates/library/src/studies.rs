//! Variation trees: of a game, and on their own as studies. The library keeps
//! them as the text they come as.

use rusqlite::{OptionalExtension, Row, params};

use crate::games::{any_text, read_id};
use crate::{Id, Library, LibraryError};

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// Its name.
    pub id: Id,
    /// Whose it is.
    pub owner: String,
    /// `xiangqi` or `banqi`.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The tree as JSON.
    pub tree: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// A line of the list of studies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudySummary {
    /// Its name.
    pub id: Id,
    /// `xiangqi` or `banqi`.
    pub game: String,
    /// Its title.
    pub title: String,
    /// When it was made.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

impl Library {
    /// Keeps a new study if its owner has fewer than `most`.
    ///
    /// # Errors
    /// If the owner has too many, or the file cannot be written.
    pub fn create_study(
        &self,
        owner: &str,
        game: &str,
        title: &str,
        tree: &str,
        most: u64,
        now: i64,
    ) -> Result<Id, LibraryError> {
        let id = Id::random();
        let made = self.read(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO studies (id, owner, game, title, tree, created, updated) \
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?6 \
                     WHERE (SELECT count(*) FROM studies WHERE owner = ?2) < ?7",
                )?
                .execute(params![id.to_string(), owner, game, title, tree, now, most as i64])
        })?;
        if made == 0 { Err(LibraryError::TooMany { what: "studies", most }) } else { Ok(id) }
    }

    /// A study; `None` if there is none of that name.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn study(&self, id: &Id) -> Result<Option<Study>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT owner, game, title, tree, created, updated FROM studies WHERE id = ?1",
                )?
                .query_row([id.to_string()], |row| {
                    Ok(Study {
                        id: *id,
                        owner: row.get(0)?,
                        game: row.get(1)?,
                        title: row.get(2)?,
                        tree: row.get(3)?,
                        created: row.get(4)?,
                        updated: row.get(5)?,
                    })
                })
                .optional()
        })
    }

    /// An owner's studies, the last changed first, `limit` at most.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn studies(&self, owner: &str, limit: u32) -> Result<Vec<StudySummary>, LibraryError> {
        let studies = self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, game, title, created, updated FROM studies WHERE owner = ?1 \
                     ORDER BY updated DESC, id LIMIT ?2",
                )?
                .query_map(params![owner, limit], |row| Ok(read_summary(row).ok()))?
                .collect::<rusqlite::Result<Vec<_>>>()
        })?;
        // A row that cannot be read must not hide all others.
        Ok(studies.into_iter().flatten().collect())
    }

    /// Changes a study's title and tree.
    ///
    /// # Errors
    /// If the study is gone or the file cannot be written.
    pub fn update_study(
        &self,
        id: &Id,
        title: &str,
        tree: &str,
        now: i64,
    ) -> Result<(), LibraryError> {
        self.change("study", id, |transaction| {
            let sql = "UPDATE studies SET title = ?2, tree = ?3, updated = ?4 WHERE id = ?1";
            let mut statement = transaction.prepare_cached(sql)?;
            Ok(statement.execute(params![id.to_string(), title, tree, now])? > 0)
        })
    }

    /// Forgets a study.
    ///
    /// # Errors
    /// If the study is gone or the file cannot be written.
    pub fn delete_study(&self, id: &Id) -> Result<(), LibraryError> {
        self.delete("study", id, |transaction| {
            let sql = "DELETE FROM studies WHERE id = ?1";
            Ok(transaction.prepare_cached(sql)?.execute([id.to_string()])? > 0)
        })
    }

    /// Whose study it is.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn owner_of_study(&self, id: &Id) -> Result<Option<String>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT owner FROM studies WHERE id = ?1")?
                .query_row([id.to_string()], |row| row.get(0))
                .optional()
        })
    }

    /// The tree of a game; `None` if it has none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tree(&self, game: &Id) -> Result<Option<String>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT tree FROM trees WHERE game = ?1")?
                .query_row([game.to_string()], |row| row.get(0))
                .optional()
        })
    }

    /// Keeps the tree of a game.
    ///
    /// # Errors
    /// If the game is gone or the file cannot be written.
    pub fn set_tree(&self, game: &Id, tree: &str, now: i64) -> Result<(), LibraryError> {
        self.change("game", game, |transaction| {
            let sql = "INSERT INTO trees (game, tree, updated) \
                       SELECT id, ?2, ?3 FROM games WHERE id = ?1 \
                       ON CONFLICT (game) DO UPDATE SET tree = ?2, updated = ?3";
            let mut statement = transaction.prepare_cached(sql)?;
            Ok(statement.execute(params![game.to_string(), tree, now])? > 0)
        })
    }
}

fn read_summary(row: &Row<'_>) -> rusqlite::Result<StudySummary> {
    Ok(StudySummary {
        id: read_id(row, 0)?,
        game: any_text(row, 1)?,
        title: any_text(row, 2)?,
        created: row.get(3)?,
        updated: row.get(4)?,
    })
}
