//! Long work that somebody started: matches, tuning. The library knows whose a run is
//! and where it stands in a few words; the run's own folder has the rest.

use rusqlite::{Row, params};

use crate::games::read_id;
use crate::{Id, Library, LibraryError};

/// A run as it is remembered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunRow {
    /// Its name, also that of its folder.
    pub id: Id,
    /// Whose it is.
    pub owner: String,
    /// What kind of work.
    pub kind: String,
    /// What its owner calls it.
    pub title: String,
    /// `waiting`, `running`, `stopped`, `done` or `failed`.
    pub state: String,
    /// What was asked for, as JSON.
    pub settings: String,
    /// Where it stands, as JSON.
    pub brief: String,
    /// Why it failed; empty if it did not.
    pub error: String,
    /// When it was started, in milliseconds since 1970.
    pub created: i64,
    /// When something was last heard of it.
    pub updated: i64,
}

impl Library {
    /// Remembers a new run if its owner has fewer than `most`.
    ///
    /// # Errors
    /// If the owner has too many, or the file cannot be written.
    pub fn create_run(&self, run: &RunRow, most: u64) -> Result<(), LibraryError> {
        let made = self.read(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO runs (id, owner, kind, title, state, settings, brief, error, created, updated) \
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 \
                     WHERE (SELECT count(*) FROM runs WHERE owner = ?2) < ?11",
                )?
                .execute(params![
                    run.id.to_string(),
                    run.owner,
                    run.kind,
                    run.title,
                    run.state,
                    run.settings,
                    run.brief,
                    run.error,
                    run.created,
                    run.updated,
                    most as i64
                ])
        })?;
        if made == 0 { Err(LibraryError::TooMany { what: "runs", most }) } else { Ok(()) }
    }

    /// Every run, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn runs(&self) -> Result<Vec<RunRow>, LibraryError> {
        let rows = self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, owner, kind, title, state, settings, brief, error, created, updated \
                     FROM runs ORDER BY created, id",
                )?
                .query_map([], |row| Ok(read_row(row).ok()))?
                .collect::<rusqlite::Result<Vec<_>>>()
        })?;
        // A row that cannot be read must not hide all others.
        Ok(rows.into_iter().flatten().collect())
    }

    /// Notes where a run stands.
    ///
    /// # Errors
    /// If the run is gone or the file cannot be written.
    pub fn update_run(
        &self,
        id: &Id,
        state: &str,
        brief: &str,
        error: &str,
        now: i64,
    ) -> Result<(), LibraryError> {
        self.change("run", id, |transaction| {
            let sql =
                "UPDATE runs SET state = ?2, brief = ?3, error = ?4, updated = ?5 WHERE id = ?1";
            let mut statement = transaction.prepare_cached(sql)?;
            Ok(statement.execute(params![id.to_string(), state, brief, error, now])? > 0)
        })
    }

    /// Forgets a run.
    ///
    /// # Errors
    /// If the run is gone or the file cannot be written.
    pub fn delete_run(&self, id: &Id) -> Result<(), LibraryError> {
        self.delete("run", id, |transaction| {
            let sql = "DELETE FROM runs WHERE id = ?1";
            Ok(transaction.prepare_cached(sql)?.execute([id.to_string()])? > 0)
        })
    }
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        id: read_id(row, 0)?,
        owner: row.get(1)?,
        kind: row.get(2)?,
        title: row.get(3)?,
        state: row.get(4)?,
        settings: row.get(5)?,
        brief: row.get(6)?,
        error: row.get(7)?,
        created: row.get(8)?,
        updated: row.get(9)?,
    })
}
