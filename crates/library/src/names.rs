//! Names of games, and finding games.

use rusqlite::params;

use crate::{GameFilter, GameSummary, Id, Library, LibraryError};

/// So many games are looked at with one question to the file.
const AT_ONCE: u32 = 500;

impl Library {
    /// Gives a game another name; an empty one is none. Neither its revision nor
    /// its place in the list changes: nothing was played.
    ///
    /// # Errors
    /// If the game is gone or the file cannot be written.
    pub fn rename_game(&self, id: &Id, name: &str) -> Result<(), LibraryError> {
        self.change("game", id, |transaction| {
            let sql = "UPDATE games SET name = ?2 WHERE id = ?1";
            Ok(transaction.prepare_cached(sql)?.execute(params![id.to_string(), name])? > 0)
        })
    }

    /// Like [`Library::games`], but only those that `wanted` accepts.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn find_games(
        &self,
        owner: &str,
        filter: &GameFilter,
        wanted: impl Fn(&GameSummary) -> bool,
    ) -> Result<(Vec<GameSummary>, bool), LibraryError> {
        let mut found = Vec::new();
        let mut page = GameFilter { limit: AT_ONCE, ..filter.clone() };
        loop {
            let (games, more) = self.games(owner, &page)?;
            page.after = games.last().map(|game| game.id);
            found.extend(games.into_iter().filter(&wanted));
            if found.len() > filter.limit as usize {
                found.truncate(filter.limit as usize);
                return Ok((found, true));
            }
            if !more {
                return Ok((found, false));
            }
        }
    }
}
