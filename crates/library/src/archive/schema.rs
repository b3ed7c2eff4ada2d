//! The tables of the archive. The version is SQLite's `user_version`; each step is one
//! transaction.

use rusqlite::{Connection, TransactionBehavior, params};

use super::openings;
use crate::schema::MigrationError;

/// The newest version this program knows.
pub const VERSION: i64 = STEPS.len() as i64;

/// Tells an archive from any other database.
const APPLICATION: i64 = 0x4368_5841;

/// Step n makes version n + 1 out of version n.
const STEPS: [&str; 3] = [TABLES, SUMS, EDITS];

const TABLES: &str = "
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE openings (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    english TEXT NOT NULL,
    traditional TEXT NOT NULL,
    simplified TEXT NOT NULL
) STRICT;
-- A file of which games came; `pieces` of it are in, all if it is complete.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    pieces INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 0,
    games INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0,
    problems INTEGER NOT NULL DEFAULT 0
) STRICT;
-- What is searched; 0 stands for what is not known.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    red INTEGER NOT NULL,
    black INTEGER NOT NULL,
    event INTEGER NOT NULL,
    date INTEGER NOT NULL,
    result INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    line INTEGER NOT NULL,
    material INTEGER NOT NULL,
    source INTEGER NOT NULL,
    place INTEGER NOT NULL
) STRICT;
CREATE INDEX games_by_line ON games (line);
CREATE INDEX games_by_red ON games (red);
CREATE INDEX games_by_black ON games (black);
CREATE INDEX games_by_event ON games (event);
-- What is shown: start (none if it is the usual one), moves, headers, and the whole game
-- if it has variations or remarks.
CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    start TEXT,
    moves BLOB NOT NULL,
    headers BLOB NOT NULL,
    tree BLOB
) STRICT;
-- What the position index asks of every game, in blocks.
CREATE TABLE facts (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY,
    level INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    directory BLOB NOT NULL
) STRICT;
CREATE TABLE pages (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
";

/// What the games of frequent positions add up to. Segments that are older than this
/// table have no sums: their games are counted one by one.
const SUMS: &str = "
CREATE TABLE sums (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    key INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (segment, key)
) STRICT;
";

/// What people change. A game is never changed in its place, since the index and its sums
/// are not: it is removed, and its successor is added. `removed_positions` has the keys of
/// removed games, so that a position knows whether its sums still hold.
const EDITS: &str = "
CREATE TABLE removed (
    id INTEGER PRIMARY KEY,
    successor INTEGER
) STRICT;
CREATE TABLE removed_positions (
    key INTEGER NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE tags (
    game INTEGER NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (game, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags (tag);
";

/// Makes an archive of the newest version of an empty file or an older archive.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), MigrationError> {
    let found = version(connection)?;
    if found == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let found = version(&transaction)?;
    let steps = usize::try_from(found).ok().and_then(|found| STEPS.get(found..));
    let steps = steps.ok_or(MigrationError::Newer(found))?;
    steps.iter().try_for_each(|step| transaction.execute_batch(step))?;
    if found == 0 {
        fill_openings(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// The version of an archive; an empty file has version 0.
fn version(connection: &Connection) -> rusqlite::Result<i64> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (version, application) = (number("user_version")?, number("application_id")?);
    if version != 0 && application != APPLICATION {
        return Err(super::damaged(&"a database of something else"));
    }
    Ok(version)
}

/// The table of openings may grow with the program: rows are added, never changed.
pub(super) fn fill_openings(connection: &Connection) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO openings (id, code, english, traditional, simplified) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut statement = connection.prepare(sql)?;
    for (index, opening) in openings::all().iter().enumerate() {
        let names = params![
            index as i64 + 1,
            opening.code,
            opening.english,
            opening.traditional,
            opening.simplified
        ];
        statement.execute(names)?;
    }
    Ok(())
}
