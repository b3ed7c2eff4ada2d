//! The tables, and how a file of an older version becomes one of the newest.
//!
//! The version is SQLite's `user_version`. Each step is one transaction: a file
//! is of one version or of the next, never between.

use rusqlite::{Connection, TransactionBehavior};

/// The newest version this program knows.
pub const VERSION: i64 = STEPS.len() as i64;

/// Step n makes version n + 1 out of version n.
const STEPS: [&str; 6] = [GAMES, STUDIES, NAMES, RUNS, PATTERN_SETS, PUZZLES];

/// Games and plies.
const GAMES: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    rules TEXT NOT NULL,
    start TEXT NOT NULL,
    position TEXT NOT NULL,
    seed TEXT,
    clock TEXT,
    revision INTEGER NOT NULL DEFAULT 0,
    plies INTEGER NOT NULL DEFAULT 0,
    winner TEXT,
    reason TEXT,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_owner ON games (owner, updated DESC, id);

CREATE TABLE plies (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ply TEXT NOT NULL,
    reveal TEXT,
    spent INTEGER,
    first_left INTEGER,
    second_left INTEGER,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
";

/// Studies, trees of games, settings.
const STUDIES: &str = "
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    tree TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX studies_by_owner ON studies (owner, updated DESC, id);

CREATE TABLE trees (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    tree TEXT NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    owner TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// Names of games; an empty one is none.
const NAMES: &str = "ALTER TABLE games ADD COLUMN name TEXT NOT NULL DEFAULT '';";

/// Matches and tuning that somebody started.
const RUNS: &str = "
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    settings TEXT NOT NULL,
    brief TEXT NOT NULL,
    error TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_owner ON runs (owner, created);
";

/// Sets of patterns that owners wrote.
const PATTERN_SETS: &str = "
CREATE TABLE pattern_sets (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX pattern_sets_by_owner ON pattern_sets (owner, updated DESC, id);
";

/// Ratings, puzzles that were tried, those that are open, and an owner's own ones.
const PUZZLES: &str = "
CREATE TABLE ratings (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (owner, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_history (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    rating REAL NOT NULL,
    score REAL NOT NULL,
    played INTEGER NOT NULL,
    PRIMARY KEY (owner, kind, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_states (
    owner TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    step INTEGER,
    due INTEGER,
    updated INTEGER NOT NULL,
    PRIMARY KEY (owner, puzzle)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_attempts (
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    value TEXT NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (owner, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE own_puzzles (
    owner TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    line TEXT NOT NULL,
    added INTEGER NOT NULL,
    PRIMARY KEY (owner, puzzle)
) STRICT, WITHOUT ROWID;
";

/// What went wrong while making a file new.
pub(crate) enum MigrationError {
    Newer(i64),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for MigrationError {
    fn from(error: rusqlite::Error) -> MigrationError {
        MigrationError::Sqlite(error)
    }
}

/// Brings a file to [`VERSION`]. Two processes may do this at the same moment:
/// the version is read again once the file is locked.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), MigrationError> {
    loop {
        let found = version(connection)?;
        if !(0..=VERSION).contains(&found) {
            return Err(MigrationError::Newer(found));
        }
        if found == VERSION {
            return Ok(());
        }
        step(connection, found)?;
    }
}

fn step(connection: &mut Connection, from: i64) -> Result<(), MigrationError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == from {
        transaction.execute_batch(STEPS[from as usize])?;
        transaction.pragma_update(None, "user_version", from + 1)?;
    }
    Ok(transaction.commit()?)
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Makes a file of version 1 as the first Chuhe wrote it, for tests of migration.
#[doc(hidden)]
pub fn make_version_one(path: &std::path::Path) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    connection.execute_batch(GAMES)?;
    connection.pragma_update(None, "user_version", 1)
}
