//! The shipped puzzles, and an owner's own ones.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use library::Library;
use play::GameKind;
use puzzles::{Puzzle, shipped};

use crate::error::ApiError;

/// So many puzzles of his own an owner may have.
pub const MOST_OWN: u64 = 2_000;
/// So many owners' puzzles are kept in memory.
const KEPT: usize = 16;

type Own = Arc<Vec<Puzzle>>;

/// Own puzzles as they were read last.
#[derive(Default)]
pub struct Sets {
    own: Mutex<HashMap<(String, GameKind), Own>>,
    turn: Mutex<()>,
}

impl Sets {
    /// An owner's own puzzles of a game.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn own(&self, library: &Library, owner: &str, game: GameKind) -> Result<Own, ApiError> {
        let key = (owner.to_owned(), game);
        let known = self.own.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let lines = library.own_puzzles(owner, game.name())?;
        // A line of another version that cannot be read any more is left out.
        let read = lines.iter().filter_map(|line| Puzzle::read(game, line).ok());
        let read: Own = Arc::new(read.collect());
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.len() >= KEPT {
            own.clear();
        }
        own.insert(key, Arc::clone(&read));
        Ok(read)
    }

    /// Whoever has it changes an attempt: what was looked at is what is changed.
    pub fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Own puzzles were added: they are read again.
    pub fn forget(&self) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// A puzzle by its name, and whether it is the owner's own.
    ///
    /// # Errors
    /// If there is none, or the library cannot be read.
    pub fn find(
        &self,
        library: &Library,
        owner: &str,
        game: GameKind,
        id: &str,
    ) -> Result<(Puzzle, bool), ApiError> {
        let in_set = |set: &[Puzzle]| set.iter().find(|puzzle| puzzle.id == id).cloned();
        if let Some(puzzle) = in_set(shipped::shipped(game)) {
            return Ok((puzzle, false));
        }
        let own = in_set(&self.own(library, owner, game)?);
        own.map(|puzzle| (puzzle, true)).ok_or_else(|| ApiError::not_found("puzzle"))
    }
}
