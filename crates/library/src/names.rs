//! Names of games, and finding games.

use rusqlite::params;

use crate::games::{any_text, read_id};
use crate::{GameFilter, GameSummary, Id, Library, LibraryError};

/// So many games are looked at with one question to the file.
const AT_ONCE: u32 = 500;

/// Who played a finished game, and who won it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The game.
    pub id: Id,
    /// Who plays first, as JSON.
    pub first: String,
    /// Who plays second, as JSON.
    pub second: String,
    /// `first` or `second`; `None` is a draw.
    pub winner: Option<String>,
    /// When it last changed.
    pub updated: i64,
}

impl Library {
    /// The results of an owner's last finished games from one start, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn results(
        &self,
        owner: &str,
        game: &str,
        start: &str,
        most: u32,
    ) -> Result<Vec<GameResult>, LibraryError> {
        let sql = "SELECT id, first, second, winner, updated FROM games WHERE owner = ?1 AND \
                   game = ?2 AND start = ?3 AND reason IS NOT NULL \
                   ORDER BY updated DESC, id LIMIT ?4";
        let mut results = self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok(GameResult {
                    id: read_id(row, 0)?,
                    first: any_text(row, 1)?,
                    second: any_text(row, 2)?,
                    winner: row.get(3)?,
                    updated: row.get(4)?,
                })
            };
            statement
                .query_map(params![owner, game, start, most], read)?
                .collect::<Result<Vec<_>, _>>()
        })?;
        results.reverse();
        Ok(results)
    }

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
