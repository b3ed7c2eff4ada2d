//! Sums of frequent positions: the start of all games is one position in ninety of those
//! that people ask about, and has every game.

use rusqlite::{Connection, OptionalExtension, params};

use super::page::Entry;
use crate::archive::facts::Blocks;
use crate::archive::sums::Sums;

/// From so many games of a segment on their sums are kept.
const MANY: usize = 1024;

/// Sums up the games of each key while a segment is written.
pub(super) struct Frequent<'a> {
    connection: &'a Connection,
    segment: i64,
    blocks: Blocks<'a>,
    /// The games of the key, while they are few.
    few: Vec<Entry>,
    /// Those of a frequent one.
    many: Option<(u64, Sums)>,
}

impl<'a> Frequent<'a> {
    pub(super) fn new(connection: &'a Connection, segment: i64) -> Frequent<'a> {
        let blocks = Blocks::new(connection);
        Frequent { connection, segment, blocks, few: Vec::with_capacity(MANY), many: None }
    }

    /// Takes the next entry; keys come in order.
    pub(super) fn push(&mut self, entry: Entry) -> rusqlite::Result<()> {
        match &mut self.many {
            Some((key, sums)) if *key == entry.key => {
                sums.add(entry, &self.blocks.get(entry.game)?);
                return Ok(());
            }
            Some(_) => self.keep()?,
            None if self.few.first().is_some_and(|first| first.key != entry.key) => {
                self.few.clear();
            }
            None => {}
        }
        self.few.push(entry);
        if self.few.len() == MANY {
            let mut sums = Sums::default();
            for entry in self.few.drain(..) {
                sums.add(entry, &self.blocks.get(entry.game)?);
            }
            self.many = Some((entry.key, sums));
        }
        Ok(())
    }

    /// Writes the sums of the last key.
    pub(super) fn keep(&mut self) -> rusqlite::Result<()> {
        let Some((key, sums)) = self.many.take() else { return Ok(()) };
        let sql = "INSERT INTO sums (segment, key, data) VALUES (?1, ?2, ?3)";
        let row = params![self.segment, key as i64, sums.write()];
        self.connection.prepare_cached(sql)?.execute(row).map(drop)
    }
}

/// The sums of a key that a segment keeps.
pub(in super::super) fn kept_sums(
    connection: &Connection,
    segment: i64,
    key: u64,
) -> rusqlite::Result<Option<Vec<u8>>> {
    let sql = "SELECT data FROM sums WHERE segment = ?1 AND key = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_row(params![segment, key as i64], |row| row.get(0)).optional()
}

/// Forgets the sums of a segment that is no more.
pub(super) fn forget(connection: &Connection, segment: i64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM sums WHERE segment = ?1", [segment]).map(drop)
}
