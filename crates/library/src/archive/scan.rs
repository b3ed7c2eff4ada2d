//! Playing through chosen games, in several threads.

use records::Board;
use rusqlite::OptionalExtension;

use super::line::{kind_of_number, replay};
use super::{Archive, damaged};
use crate::LibraryError;

/// So many games are read in one go.
const CHUNK: usize = 256;

impl Archive {
    /// Those of the games in which a position is wanted, in their order.
    pub(super) fn scan(
        &self,
        ids: &[u32],
        wanted: &(dyn Fn(&Board) -> bool + Sync),
    ) -> Result<Vec<u32>, LibraryError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = ids.len().div_ceil(threads).max(1);
        let parts: Vec<_> = std::thread::scope(|scope| {
            let parts = ids.chunks(share);
            let parts = parts.map(|part| scope.spawn(move || self.scan_part(part, wanted)));
            let parts: Vec<_> = parts.collect();
            parts.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
        });
        let mut found = Vec::new();
        for part in parts {
            found.extend(part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(found)
    }

    fn scan_part(
        &self,
        ids: &[u32],
        wanted: &(dyn Fn(&Board) -> bool + Sync),
    ) -> Result<Vec<u32>, LibraryError> {
        let mut found = Vec::new();
        for chunk in ids.chunks(CHUNK) {
            self.read(|connection| {
                for &id in chunk {
                    if reaches(connection, id, wanted)? {
                        found.push(id);
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }
}

fn reaches(
    connection: &rusqlite::Connection,
    id: u32,
    wanted: &(dyn Fn(&Board) -> bool + Sync),
) -> rusqlite::Result<bool> {
    let sql = "SELECT kind, start, moves FROM games JOIN bodies USING (id) WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([id], |row| {
        let mut found = false;
        let start = row.get_ref(1)?.as_str_or_null()?;
        let moves = row.get_ref(2)?.as_blob()?;
        let played = replay(kind_of_number(row.get(0)?), start, moves, |board, _| {
            found = wanted(board);
            !found
        });
        played.map_err(|message| damaged(&format!("game {id}: {message}")))?;
        Ok(found)
    });
    Ok(found.optional()?.unwrap_or(false))
}
