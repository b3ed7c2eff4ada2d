//! Playing through chosen games, in several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use records::Board;
use rusqlite::OptionalExtension;

use super::line::{kind_of_number, replay};
use super::{Archive, damaged};
use crate::LibraryError;

/// So many games are read in one go.
const CHUNK: usize = 256;

/// Looks at the boards of games, one after the other; `true` where it found what it wants.
pub type Look<'a> = Box<dyn FnMut(&Board) -> bool + 'a>;

/// A game and the ply after which something is first found in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The game.
    pub id: u32,
    /// Plies played before it.
    pub ply: u32,
}

impl Archive {
    /// The games in which something occurs, in their order, with where it does first.
    /// `look` makes an eye for each thread; `seen` hears how many games are done and says
    /// whether to go on: if not, what was found so far is all.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn occurrences(
        &self,
        ids: &[u32],
        look: &(dyn Fn() -> Look<'static> + Sync),
        seen: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Vec<Occurrence>, LibraryError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = ids.len().div_ceil(threads).max(1);
        let done = AtomicUsize::new(0);
        let tell = |games: usize| seen(done.fetch_add(games, Ordering::Relaxed) + games);
        let parts: Vec<_> = std::thread::scope(|scope| {
            let tell = &tell;
            let part = |part| scope.spawn(move || self.scan_part(part, &mut look(), tell));
            let parts: Vec<_> = ids.chunks(share).map(part).collect();
            parts.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
        });
        let mut found = Vec::new();
        for part in parts {
            found.extend(part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(found)
    }

    /// Plays games through until a position is wanted.
    fn scan_part(
        &self,
        ids: &[u32],
        wanted: &mut Look<'_>,
        tell: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<Occurrence>, LibraryError> {
        let mut found = Vec::new();
        for chunk in ids.chunks(CHUNK) {
            self.read(|connection| {
                for &id in chunk {
                    let ply = reaches(connection, id, wanted)?;
                    found.extend(ply.map(|ply| Occurrence { id, ply }));
                }
                Ok(())
            })?;
            if !tell(chunk.len()) {
                break;
            }
        }
        Ok(found)
    }
}

fn reaches(
    connection: &rusqlite::Connection,
    id: u32,
    wanted: &mut Look<'_>,
) -> rusqlite::Result<Option<u32>> {
    let sql = "SELECT kind, start, moves FROM games JOIN bodies USING (id) WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([id], |row| {
        let mut found = None;
        let start = row.get_ref(1)?.as_str_or_null()?;
        let moves = row.get_ref(2)?.as_blob()?;
        let played = replay(kind_of_number(row.get(0)?), start, moves, |board, ply| {
            found = wanted(board).then_some(ply as u32);
            found.is_none()
        });
        played.map_err(|message| damaged(&format!("game {id}: {message}")))?;
        Ok(found)
    });
    Ok(found.optional()?.flatten())
}
