//! Games and their plies.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::{Id, Library, LibraryError};

/// A game before its first ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewGame {
    /// Whose it is.
    pub owner: String,
    /// `xiangqi` or `banqi`.
    pub game: String,
    /// Who plays first, as JSON.
    pub first: String,
    /// Who plays second, as JSON.
    pub second: String,
    /// The rules as text.
    pub rules: String,
    /// The start position as text.
    pub start: String,
    /// What the deal is made from.
    pub seed: Option<u64>,
    /// The clock as JSON.
    pub clock: Option<String>,
}

/// A ply as it was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlyRow {
    /// The ply in coordinates.
    pub ply: String,
    /// What a flip turned up.
    pub reveal: Option<String>,
    /// Milliseconds thought.
    pub spent: Option<u64>,
    /// Milliseconds left to both after it.
    pub left: Option<[u64; 2]>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// `first` or `second`; `None` is a draw.
    pub winner: Option<String>,
    /// The reason's code.
    pub reason: String,
}

/// A game with everything about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its name.
    pub id: Id,
    /// What it began with.
    pub new: NewGame,
    /// What its owner calls it; empty if it has no name.
    pub name: String,
    /// How often it has changed.
    pub revision: u64,
    /// The plies.
    pub plies: Vec<PlyRow>,
    /// How it ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// Which state of a game a change was made for, and what it makes of it. The
/// library takes a change only if the game is still at `seen`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The revision the library has.
    pub seen: u64,
    /// The revision it has afterwards.
    pub next: u64,
    /// When, in milliseconds since 1970.
    pub now: i64,
}

impl Change {
    /// The next change of a game at a revision.
    pub fn after(seen: u64, now: i64) -> Change {
        Change { seen, next: seen + 1, now }
    }
}

/// A line of the list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its name.
    pub id: Id,
    /// What its owner calls it; empty if it has no name.
    pub name: String,
    /// `xiangqi` or `banqi`.
    pub game: String,
    /// Who plays first, as JSON.
    pub first: String,
    /// Who plays second, as JSON.
    pub second: String,
    /// The present position as text.
    pub position: String,
    /// How many plies were played.
    pub plies: u32,
    /// How it ended.
    pub ending: Option<Ending>,
    /// When it began.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// Which games are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Only this game.
    pub game: Option<String>,
    /// Only finished ones, or only unfinished ones.
    pub finished: Option<bool>,
    /// Only those that come after this one in the list.
    pub after: Option<Id>,
    /// How many at most.
    pub limit: u32,
}

impl Library {
    /// Keeps a new game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create_game(&self, game: &NewGame, now: i64) -> Result<Id, LibraryError> {
        self.create_game_within(game, i64::MAX as u64, now)
    }

    /// Keeps a new game if its owner has fewer than `most`, however many ask at
    /// the same moment.
    ///
    /// # Errors
    /// If the owner has too many, or the file cannot be written.
    pub fn create_game_within(
        &self,
        game: &NewGame,
        most: u64,
        now: i64,
    ) -> Result<Id, LibraryError> {
        let id = Id::random();
        let seed = game.seed.map(|seed| seed.to_string());
        let made = self.read(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO games (id, owner, game, first, second, rules, start, position, \
                     seed, clock, created, updated) \
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9, ?10, ?10 \
                     WHERE (SELECT count(*) FROM games WHERE owner = ?2) < ?11",
                )?
                .execute(params![
                    id.to_string(),
                    game.owner,
                    game.game,
                    game.first,
                    game.second,
                    game.rules,
                    game.start,
                    seed,
                    game.clock,
                    now,
                    whole(most)
                ])
        })?;
        if made == 0 { Err(LibraryError::TooMany { what: "games", most }) } else { Ok(id) }
    }

    /// Adds ply number `number` (from 0), the position after it, which the list
    /// of games shows, and the ending if it ends the game.
    ///
    /// # Errors
    /// If the game is gone or has changed by now, or the file cannot be written;
    /// nothing is changed then.
    pub fn append_ply(
        &self,
        id: &Id,
        change: Change,
        number: u32,
        ply: &PlyRow,
        position: &str,
        ending: Option<&Ending>,
    ) -> Result<(), LibraryError> {
        self.change_game(id, |transaction| {
            let changed = transaction
                .prepare_cached(
                    "UPDATE games SET plies = plies + 1, revision = ?8, winner = ?3, \
                     reason = ?4, updated = ?5, position = ?6 \
                     WHERE id = ?1 AND plies = ?2 AND revision = ?7",
                )?
                .execute(params![
                    id.to_string(),
                    number,
                    ending.and_then(|ending| ending.winner.as_deref()),
                    ending.map(|ending| ending.reason.as_str()),
                    change.now,
                    position,
                    whole(change.seen),
                    whole(change.next)
                ])?;
            if changed == 0 {
                return Ok(false);
            }
            insert_ply(transaction, id, number, ply)?;
            Ok(true)
        })
    }

    /// Takes back all plies from number `keep` on; the game is open again.
    ///
    /// # Errors
    /// If the game is gone or has changed by now, or the file cannot be written;
    /// nothing is changed then.
    pub fn truncate(
        &self,
        id: &Id,
        change: Change,
        keep: u32,
        position: &str,
    ) -> Result<(), LibraryError> {
        self.change_game(id, |transaction| {
            let changed = transaction
                .prepare_cached(
                    "UPDATE games SET plies = ?2, revision = ?6, winner = NULL, \
                     reason = NULL, updated = ?3, position = ?4 \
                     WHERE id = ?1 AND plies >= ?2 AND revision = ?5",
                )?
                .execute(params![
                    id.to_string(),
                    keep,
                    change.now,
                    position,
                    whole(change.seen),
                    whole(change.next)
                ])?;
            transaction
                .prepare_cached("DELETE FROM plies WHERE game = ?1 AND number >= ?2")?
                .execute(params![id.to_string(), keep])?;
            Ok(changed > 0)
        })
    }

    /// Ends a game otherwise than by a ply.
    ///
    /// # Errors
    /// If the game is gone or has changed by now, or the file cannot be written.
    pub fn finish(&self, id: &Id, change: Change, ending: &Ending) -> Result<(), LibraryError> {
        self.change_game(id, |transaction| {
            let changed = transaction
                .prepare_cached(
                    "UPDATE games SET revision = ?6, winner = ?2, reason = ?3, \
                     updated = ?4 WHERE id = ?1 AND revision = ?5",
                )?
                .execute(params![
                    id.to_string(),
                    ending.winner,
                    ending.reason,
                    change.now,
                    whole(change.seen),
                    whole(change.next)
                ])?;
            Ok(changed > 0)
        })
    }

    /// A change that tells a game which has moved on from one that is gone.
    fn change_game(
        &self,
        id: &Id,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), LibraryError> {
        match self.change("game", id, change) {
            Err(LibraryError::Gone { .. }) if self.owner_of_game(id)?.is_some() => {
                Err(LibraryError::Stale { id: id.to_string() })
            }
            done => done,
        }
    }

    /// A game with its plies; `None` if there is none of that name.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn game(&self, id: &Id) -> Result<Option<GameRow>, LibraryError> {
        self.read(|connection| {
            let found = connection
                .prepare_cached(
                    "SELECT owner, game, first, second, rules, start, seed, clock, revision, \
                     winner, reason, created, updated, name FROM games WHERE id = ?1",
                )?
                .query_row([id.to_string()], |row| read_game(*id, row))
                .optional()?;
            let Some(mut game) = found else { return Ok(None) };
            game.plies = read_plies(connection, id)?;
            Ok(Some(game))
        })
    }

    /// Whose game it is.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn owner_of_game(&self, id: &Id) -> Result<Option<String>, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT owner FROM games WHERE id = ?1")?
                .query_row([id.to_string()], |row| row.get(0))
                .optional()
        })
    }

    /// An owner's games, the last changed first, and whether there are more.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games(
        &self,
        owner: &str,
        filter: &GameFilter,
    ) -> Result<(Vec<GameSummary>, bool), LibraryError> {
        let wanted = i64::from(filter.limit);
        let mut games = self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, game, first, second, position, plies, winner, reason, created, \
                     updated, name FROM games WHERE owner = ?1 AND (?2 IS NULL OR game = ?2) \
                     AND (?3 IS NULL OR (reason IS NOT NULL) = ?3) \
                     AND (?4 IS NULL OR (updated, id) < \
                          (SELECT updated, id FROM games WHERE id = ?4)) \
                     ORDER BY updated DESC, id DESC LIMIT ?5",
                )?
                .query_map(
                    params![
                        owner,
                        filter.game,
                        filter.finished,
                        filter.after.map(|id| id.to_string()),
                        wanted + 1
                    ],
                    |row| Ok(read_summary(row).ok()),
                )?
                .collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let more = games.len() as i64 > wanted;
        games.truncate(filter.limit as usize);
        // A row that cannot be read must not hide all others.
        Ok((games.into_iter().flatten().collect(), more))
    }

    /// How many games an owner has.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count_games(&self, owner: &str) -> Result<u64, LibraryError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT count(*) FROM games WHERE owner = ?1")?
                .query_row([owner], |row| row.get::<_, i64>(0).map(|count| count as u64))
        })
    }

    /// Forgets a game with its plies and its tree.
    ///
    /// # Errors
    /// If the game is gone or the file cannot be written.
    pub fn delete_game(&self, id: &Id) -> Result<(), LibraryError> {
        self.delete("game", id, |transaction| {
            let sql = "DELETE FROM games WHERE id = ?1";
            Ok(transaction.prepare_cached(sql)?.execute([id.to_string()])? > 0)
        })
    }
}

fn insert_ply(
    connection: &Connection,
    id: &Id,
    number: u32,
    ply: &PlyRow,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "INSERT INTO plies (game, number, ply, reveal, spent, first_left, second_left) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            id.to_string(),
            number,
            ply.ply,
            ply.reveal,
            ply.spent.map(whole),
            ply.left.map(|left| whole(left[0])),
            ply.left.map(|left| whole(left[1]))
        ])
}

/// SQLite's numbers are signed; no clock runs that long.
fn whole(milliseconds: u64) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

fn read_plies(connection: &Connection, id: &Id) -> rusqlite::Result<Vec<PlyRow>> {
    connection
        .prepare_cached(
            "SELECT ply, reveal, spent, first_left, second_left FROM plies WHERE game = ?1 \
             ORDER BY number",
        )?
        .query_map([id.to_string()], |row| {
            let milliseconds = |index| {
                row.get::<_, Option<i64>>(index).map(|number| number.map(|n| n.max(0) as u64))
            };
            let left = (milliseconds(3)?, milliseconds(4)?);
            Ok(PlyRow {
                ply: row.get(0)?,
                reveal: row.get(1)?,
                spent: milliseconds(2)?,
                left: left.0.zip(left.1).map(|(first, second)| [first, second]),
            })
        })?
        .collect()
}

fn read_game(id: Id, row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id,
        new: NewGame {
            owner: row.get(0)?,
            game: row.get(1)?,
            first: row.get(2)?,
            second: row.get(3)?,
            rules: row.get(4)?,
            start: row.get(5)?,
            seed: row.get::<_, Option<String>>(6)?.and_then(|seed| seed.parse().ok()),
            clock: row.get(7)?,
        },
        revision: row.get::<_, i64>(8)?.max(0) as u64,
        plies: Vec::new(),
        ending: ending(row.get(9)?, row.get(10)?),
        created: row.get(11)?,
        updated: row.get(12)?,
        name: row.get(13)?,
    })
}

fn read_summary(row: &Row<'_>) -> rusqlite::Result<GameSummary> {
    Ok(GameSummary {
        id: read_id(row, 0)?,
        game: any_text(row, 1)?,
        first: any_text(row, 2)?,
        second: any_text(row, 3)?,
        position: any_text(row, 4)?,
        plies: row.get::<_, i64>(5)?.clamp(0, i64::from(u32::MAX)) as u32,
        ending: ending(row.get(6)?, row.get(7)?),
        created: row.get(8)?,
        updated: row.get(9)?,
        name: row.get(10)?,
    })
}

/// A text of which some bytes may be damaged: the list shows what is left.
pub(crate) fn any_text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(column)?.as_bytes()?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

fn ending(winner: Option<String>, reason: Option<String>) -> Option<Ending> {
    reason.map(|reason| Ending { winner, reason })
}

pub(crate) fn read_id(row: &Row<'_>, column: usize) -> rusqlite::Result<Id> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    })
}
