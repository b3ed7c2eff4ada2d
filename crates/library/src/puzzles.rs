//! Ratings, puzzles that were tried, those that are open, and an owner's own ones. What a
//! puzzle is, the library does not know: it keeps texts and numbers.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use crate::{Library, LibraryError};

/// A rating and what it comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingRow {
    /// The rating.
    pub rating: f64,
    /// How sure it is.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
    /// Rated games or tries.
    pub games: u32,
    /// How many were won.
    pub won: u32,
    /// Won in a row, up to now.
    pub streak: u32,
    /// The longest of those rows.
    pub best_streak: u32,
}

/// What is known of a puzzle that was tried.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleState {
    /// Its name.
    pub puzzle: String,
    /// `xiangqi` or `banqi`.
    pub game: String,
    /// Its own rating.
    pub rating: f64,
    /// How sure that is.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
    /// How often it was tried.
    pub tries: u32,
    /// How often it was solved.
    pub solved: u32,
    /// If it is to come back: successes since the last failure, and when.
    pub review: Option<(u32, i64)>,
}

/// A point of a rating's history.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// The rating after it.
    pub rating: f64,
    /// What was scored.
    pub score: f64,
    /// When, in milliseconds since 1970.
    pub played: i64,
}

impl Library {
    /// An owner's rating in something; `None` before the first game.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rating(&self, owner: &str, kind: &str) -> Result<Option<RatingRow>, LibraryError> {
        let sql = "SELECT rating, deviation, volatility, games, won, streak, best_streak \
                   FROM ratings WHERE owner = ?1 AND kind = ?2";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_row([owner, kind], read_rating).optional()
        })
    }

    /// Keeps a rating after a game, with its place in the history.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_rating(
        &self,
        owner: &str,
        kind: &str,
        row: &RatingRow,
        score: f64,
        now: i64,
    ) -> Result<(), LibraryError> {
        self.write(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            write_rating(&transaction, owner, kind, row, score, now)?;
            transaction.commit()
        })
    }

    /// The last points of a rating's history, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rating_history(
        &self,
        owner: &str,
        kind: &str,
        most: u32,
    ) -> Result<Vec<RatingPoint>, LibraryError> {
        let sql = "SELECT rating, score, played FROM rating_history \
                   WHERE owner = ?1 AND kind = ?2 ORDER BY number DESC LIMIT ?3";
        let mut points = self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let read = |row: &Row<'_>| {
                Ok(RatingPoint { rating: row.get(0)?, score: row.get(1)?, played: row.get(2)? })
            };
            statement.query_map(params![owner, kind, most], read)?.collect::<Result<Vec<_>, _>>()
        })?;
        points.reverse();
        Ok(points)
    }

    /// Every puzzle of a game that an owner has tried.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn puzzle_states(&self, owner: &str, game: &str) -> Result<Vec<PuzzleState>, LibraryError> {
        let sql = "SELECT puzzle, game, rating, deviation, volatility, tries, solved, step, due \
                   FROM puzzle_states WHERE owner = ?1 AND game = ?2";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([owner, game], read_state)?.collect()
        })
    }

    /// Keeps what came of a try: the puzzle's state, the owner's rating where the try was
    /// rated, and the open attempt; all or nothing.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record_try(
        &self,
        owner: &str,
        state: &PuzzleState,
        rated: Option<(&str, &RatingRow, f64)>,
        attempt: &str,
        now: i64,
    ) -> Result<(), LibraryError> {
        self.write(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            write_state(&transaction, owner, state, now)?;
            if let Some((kind, row, score)) = rated {
                write_rating(&transaction, owner, kind, row, score, now)?;
            }
            write_attempt(&transaction, owner, &state.game, attempt, now)?;
            transaction.commit()
        })
    }

    /// The attempt that is open in a game.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn attempt(&self, owner: &str, game: &str) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT value FROM puzzle_attempts WHERE owner = ?1 AND game = ?2";
        self.read(|connection| {
            connection.prepare_cached(sql)?.query_row([owner, game], |row| row.get(0)).optional()
        })
    }

    /// Keeps the attempt that is open in a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_attempt(
        &self,
        owner: &str,
        game: &str,
        value: &str,
        now: i64,
    ) -> Result<(), LibraryError> {
        self.read(|connection| write_attempt(connection, owner, game, value, now))
    }

    /// An owner's own puzzles of a game, as lines of text.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn own_puzzles(&self, owner: &str, game: &str) -> Result<Vec<String>, LibraryError> {
        let sql = "SELECT line FROM own_puzzles WHERE owner = ?1 AND game = ?2 ORDER BY puzzle";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([owner, game], |row| row.get(0))?.collect()
        })
    }

    /// Adds to an owner's own puzzles, names and lines, as long as there are fewer than
    /// `most`. How many were added.
    ///
    /// # Errors
    /// If the file cannot be written; nothing is added then.
    pub fn add_own_puzzles(
        &self,
        owner: &str,
        game: &str,
        puzzles: &[(String, String)],
        most: u64,
        now: i64,
    ) -> Result<usize, LibraryError> {
        let sql = "INSERT OR IGNORE INTO own_puzzles (owner, puzzle, game, line, added) \
                   SELECT ?1, ?2, ?3, ?4, ?5 \
                   WHERE (SELECT count(*) FROM own_puzzles WHERE owner = ?1) < ?6";
        self.write(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut added = 0;
            for (puzzle, line) in puzzles {
                let mut statement = transaction.prepare_cached(sql)?;
                added += statement.execute(params![owner, puzzle, game, line, now, most as i64])?;
            }
            transaction.commit()?;
            Ok(added)
        })
    }
}

fn read_rating(row: &Row<'_>) -> rusqlite::Result<RatingRow> {
    Ok(RatingRow {
        rating: row.get(0)?,
        deviation: row.get(1)?,
        volatility: row.get(2)?,
        games: row.get(3)?,
        won: row.get(4)?,
        streak: row.get(5)?,
        best_streak: row.get(6)?,
    })
}

fn read_state(row: &Row<'_>) -> rusqlite::Result<PuzzleState> {
    let step: Option<u32> = row.get(7)?;
    let due: Option<i64> = row.get(8)?;
    Ok(PuzzleState {
        puzzle: row.get(0)?,
        game: row.get(1)?,
        rating: row.get(2)?,
        deviation: row.get(3)?,
        volatility: row.get(4)?,
        tries: row.get(5)?,
        solved: row.get(6)?,
        review: step.zip(due),
    })
}

fn write_rating(
    connection: &Connection,
    owner: &str,
    kind: &str,
    row: &RatingRow,
    score: f64,
    now: i64,
) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO ratings (owner, kind, rating, deviation, volatility, \
               games, won, streak, best_streak, updated) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, \
               ?9, ?10)";
    connection.prepare_cached(sql)?.execute(params![
        owner,
        kind,
        row.rating,
        row.deviation,
        row.volatility,
        row.games,
        row.won,
        row.streak,
        row.best_streak,
        now
    ])?;
    let sql = "INSERT OR REPLACE INTO rating_history (owner, kind, number, rating, score, played) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = params![owner, kind, row.games, row.rating, score, now];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

fn write_state(
    connection: &Connection,
    owner: &str,
    state: &PuzzleState,
    now: i64,
) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO puzzle_states (owner, puzzle, game, rating, deviation, \
               volatility, tries, solved, step, due, updated) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \
               ?8, ?9, ?10, ?11)";
    connection.prepare_cached(sql)?.execute(params![
        owner,
        state.puzzle,
        state.game,
        state.rating,
        state.deviation,
        state.volatility,
        state.tries,
        state.solved,
        state.review.map(|(step, _)| step),
        state.review.map(|(_, due)| due),
        now
    ])?;
    Ok(())
}

fn write_attempt(
    connection: &Connection,
    owner: &str,
    game: &str,
    value: &str,
    now: i64,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO puzzle_attempts (owner, game, value, updated) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (owner, game) DO UPDATE SET value = ?3, updated = ?4";
    connection.prepare_cached(sql)?.execute(params![owner, game, value, now])?;
    Ok(())
}
