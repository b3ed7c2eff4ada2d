//! The tables, and how a file of an older version becomes one of the newest.
//!
//! The version is SQLite's `user_version`. Each step is one transaction: a file
//! is of one version or of the next, never between.

use rusqlite::{Connection, TransactionBehavior};

/// The newest version this program knows.
pub const VERSION: i64 = STEPS.len() as i64;

/// Step n makes version n + 1 out of version n.
const STEPS: [&str; 3] = [GAMES, STUDIES, NAMES];

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
