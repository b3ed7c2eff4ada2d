//! What people change: games are added, removed, brought back, and take the place of others.
//!
//! The index and its sums are never changed in their places. A game that is changed is
//! removed and its successor is added, both at once; a game that was removed is still
//! there and can be brought back.

use records::Game;
use rusqlite::{Connection, OptionalExtension, params};

use super::import::Prepared;
use super::stored::load;
use super::writer::Writer;
use super::{Archive, damaged};
use crate::LibraryError;

/// So many games are removed or brought back at once: each has its positions noted.
pub const MOST_AT_ONCE: usize = 5_000;

/// What the right to write is taken for.
const WHAT: &str = "changing games";

/// The name under which games stand that people wrote themselves.
const OWN: &str = "chuhe";

/// A change that was not made.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Too many at once.
    #[error("{0} games are too many for one change: at most {MOST_AT_ONCE} at once")]
    TooMany(usize),
    /// A game that cannot be kept.
    #[error("the game cannot be kept: {0}")]
    Game(String),
    /// The archive cannot be read or written.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl Archive {
    /// Removes games; those that are not there are left out. Gives the ids of those that
    /// were removed, which [`Archive::restore`] brings back.
    ///
    /// # Errors
    /// If there are too many, another process writes, or the file cannot be written.
    pub fn remove(&self, ids: &[u32]) -> Result<Vec<u32>, EditError> {
        check_number(ids)?;
        let mut writer = Writer::take(self, WHAT)?;
        let mut removed = Vec::with_capacity(ids.len());
        for &id in ids {
            if writer.run(|connection| take_away(connection, id, None))? {
                removed.push(id);
            }
        }
        writer.commit()?;
        Ok(removed)
    }

    /// Brings removed games back; a game's successor goes instead. Gives the ids of those
    /// that are back.
    ///
    /// # Errors
    /// If there are too many, another process writes, or the file cannot be written.
    pub fn restore(&self, ids: &[u32]) -> Result<Vec<u32>, EditError> {
        check_number(ids)?;
        let mut writer = Writer::take(self, WHAT)?;
        let mut back = Vec::with_capacity(ids.len());
        for &id in ids {
            if writer.run(|connection| bring_back(connection, id))? {
                back.push(id);
            }
        }
        writer.commit()?;
        Ok(back)
    }

    /// Adds a game that somebody wrote here; its id.
    ///
    /// # Errors
    /// If the game cannot be played, another process writes, or the file cannot be
    /// written.
    pub fn add(&self, game: &Game) -> Result<u32, EditError> {
        let prepared = Prepared::of(game).map_err(EditError::Game)?;
        let mut writer = Writer::take(self, WHAT)?;
        let source = writer.run(own_source)?;
        let id = add_one(&mut writer, &prepared, source)?;
        writer.commit()?;
        Ok(id)
    }

    /// Puts a game in the place of another, which can be brought back; the new id. Tags go
    /// along, and so does the name of the file it came from.
    ///
    /// # Errors
    /// If there is no such game, the new one cannot be played, another process writes, or
    /// the file cannot be written.
    pub fn replace(&self, id: u32, game: &Game) -> Result<u32, EditError> {
        let prepared = Prepared::of(game).map_err(EditError::Game)?;
        let mut writer = Writer::take(self, WHAT)?;
        let place = writer.run(|connection| place_of(connection, id))?;
        let Some((source, place)) = place else {
            return Err(LibraryError::Gone { what: "game", id: id.to_string() }.into());
        };
        let prepared = Prepared { place, ..prepared };
        let new = add_one(&mut writer, &prepared, source)?;
        writer.run(|connection| {
            connection.execute(
                "INSERT INTO tags (game, tag) SELECT ?2, tag FROM tags WHERE game = ?1",
                params![id, new],
            )?;
            take_away(connection, id, Some(new))
        })?;
        writer.commit()?;
        Ok(new)
    }

    /// Whether a game was removed; nothing is said of a game that never was.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_removed(&self, id: u32) -> Result<bool, LibraryError> {
        self.read(|connection| is_removed(connection, id))
    }
}

fn check_number(ids: &[u32]) -> Result<(), EditError> {
    if ids.len() > MOST_AT_ONCE { Err(EditError::TooMany(ids.len())) } else { Ok(()) }
}

fn add_one(writer: &mut Writer<'_>, game: &Prepared, source: i64) -> Result<u32, EditError> {
    let id = writer.next_id();
    // The same game twice is what somebody wanted.
    writer.add(game, source, true)?;
    Ok(id)
}

fn is_removed(connection: &Connection, id: u32) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM removed WHERE id = ?1")?;
    statement.exists([id])
}

/// Removes a game with its positions; `false` if it is not there.
fn take_away(connection: &Connection, id: u32, successor: Option<u32>) -> rusqlite::Result<bool> {
    if is_removed(connection, id)? {
        return Ok(false);
    }
    let Some(stored) = load(connection, id)? else { return Ok(false) };
    let prepared = Prepared::of(&stored.game).map_err(|message| damaged(&message))?;
    let sql = "INSERT INTO removed (id, successor) VALUES (?1, ?2)";
    connection.prepare_cached(sql)?.execute(params![id, successor])?;
    let sql = "INSERT OR IGNORE INTO removed_positions (key, game) VALUES (?1, ?2)";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in &prepared.line.entries {
        statement.execute(params![entry.key as i64, id])?;
    }
    Ok(true)
}

/// Brings a game back in the place of its successor; `false` if it was not removed.
fn bring_back(connection: &Connection, id: u32) -> rusqlite::Result<bool> {
    let sql = "DELETE FROM removed WHERE id = ?1 RETURNING successor";
    let row = |row: &rusqlite::Row<'_>| row.get::<_, Option<u32>>(0);
    let Some(successor) = connection.prepare_cached(sql)?.query_row([id], row).optional()? else {
        return Ok(false);
    };
    // By game there is no index: few games are removed, and this is seldom asked.
    connection.prepare_cached("DELETE FROM removed_positions WHERE game = ?1")?.execute([id])?;
    if let Some(successor) = successor {
        // The other way round: what is brought back stands in its place.
        take_away(connection, successor, Some(id))?;
    }
    Ok(true)
}

/// Where a game came from: its source, and its place there.
fn place_of(connection: &Connection, id: u32) -> rusqlite::Result<Option<(i64, u64)>> {
    let sql = "SELECT source, place FROM games WHERE id = ?1 \
               AND id NOT IN (SELECT id FROM removed)";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
    connection.prepare_cached(sql)?.query_row([id], row).optional()
}

/// The source of games that people wrote themselves.
fn own_source(connection: &Connection) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO sources (name, digest, complete) VALUES (?1, ?2, 1) \
               ON CONFLICT (digest) DO UPDATE SET name = excluded.name RETURNING id";
    // No file has an empty digest.
    let digest: &[u8] = &[];
    connection.prepare_cached(sql)?.query_row(params![OWN, digest], |row| row.get(0))
}
