//! The one who writes.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::facts::{self, Facts, result_number};
use super::import::Prepared;
use super::index::{self, Entry};
use super::line::kind_number;
use super::names::Name;
use super::{Archive, Date};
use crate::{Hold, LibraryError};

/// The right to write, and what is not committed yet.
pub(super) struct Writer<'a> {
    archive: &'a Archive,
    connection: Connection,
    _hold: Hold,
    players: HashMap<String, u32>,
    events: HashMap<String, u32>,
    /// The id of the next game.
    next: u32,
    first_of_batch: u32,
    facts: Vec<Facts>,
    entries: Vec<Entry>,
}

impl<'a> Writer<'a> {
    /// Takes the right to write and begins a batch.
    pub(super) fn take(archive: &'a Archive, what: &str) -> Result<Writer<'a>, LibraryError> {
        let hold = Hold::take(&archive.path).map_err(|error| match error {
            LibraryError::Held { path, address } => {
                let who = address.unwrap_or_else(|| "another process".to_owned());
                LibraryError::Writing { path, who }
            }
            other => other,
        })?;
        // Who cannot say its name is held for "another process": no reason to stop.
        let _ = hold.announce(&format!("{what} (process {})", std::process::id()));
        let mut connection = archive.connect()?;
        connection.set_prepared_statement_cache_capacity(64);
        let next = begin(&mut connection).map_err(|error| archive.error(&error))?;
        Ok(Writer {
            archive,
            connection,
            _hold: hold,
            players: HashMap::new(),
            events: HashMap::new(),
            next,
            first_of_batch: next,
            facts: Vec::new(),
            entries: Vec::new(),
        })
    }

    /// Runs a statement of the batch.
    pub(super) fn run<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LibraryError> {
        change(&self.connection).map_err(|error| self.archive.error(&error))
    }

    /// How many games the batch has.
    pub(super) fn batch(&self) -> usize {
        self.facts.len()
    }

    /// Adds a game; `false` if it is there already.
    pub(super) fn add(
        &mut self,
        game: &Prepared,
        source: i64,
        keep_duplicates: bool,
    ) -> Result<bool, LibraryError> {
        self.add_game(game, source, keep_duplicates).map_err(|error| self.archive.error(&error))
    }

    fn add_game(
        &mut self,
        game: &Prepared,
        source: i64,
        keep_duplicates: bool,
    ) -> rusqlite::Result<bool> {
        let red = player(&self.connection, &mut self.players, "players", &game.red)?;
        let black = player(&self.connection, &mut self.players, "players", &game.black)?;
        if !keep_duplicates && self.knows(game, red, black)? {
            return Ok(false);
        }
        let event = player(&self.connection, &mut self.events, "events", &game.event)?;
        let id = self.next;
        let sql = "INSERT INTO games (id, kind, red, black, event, date, result, opening, plies, \
                   line, material, source, place) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
        self.connection.prepare_cached(sql)?.execute(params![
            id,
            kind_number(game.kind),
            red,
            black,
            event,
            game.date.number(),
            result_number(game.result),
            game.line.opening,
            game.line.plies,
            game.line.hash as i64,
            game.line.material as i64,
            source,
            game.place as i64,
        ])?;
        let sql =
            "INSERT INTO bodies (id, start, moves, headers, tree) VALUES (?1, ?2, ?3, ?4, ?5)";
        let body = params![id, game.start, game.line.moves, game.headers, game.tree];
        self.connection.prepare_cached(sql)?.execute(body)?;
        let (date, result, second_begins) = (game.date, game.result, game.second_begins);
        self.facts.push(Facts { date, result, second_begins, red, black });
        self.entries.extend(game.line.entries.iter().map(|&entry| Entry { game: id, ..entry }));
        self.next += 1;
        Ok(true)
    }

    /// The id of the next game.
    pub(super) fn next_id(&self) -> u32 {
        self.next
    }

    /// Whether a game with these moves, these players (as far as they are known) and a
    /// date that may be the same is there.
    fn knows(&self, game: &Prepared, red: u32, black: u32) -> rusqlite::Result<bool> {
        let sql = "SELECT red, black, date, plies FROM games WHERE line = ?1 AND kind = ?2 \
                   AND id NOT IN (SELECT id FROM removed)";
        let mut statement = self.connection.prepare_cached(sql)?;
        let key = params![game.line.hash as i64, kind_number(game.kind)];
        let mut rows = statement.query(key)?;
        while let Some(row) = rows.next()? {
            let (one, two): (u32, u32) = (row.get(0)?, row.get(1)?);
            let same = |a: u32, b: u32| a == b || a == 0 || b == 0;
            // An image with colours swapped has its players swapped too.
            let players = same(red, one) && same(black, two) || same(red, two) && same(black, one);
            let date = Date::from_number(row.get(2)?).may_be(game.date);
            if players && date && row.get::<_, u32>(3)? == game.line.plies {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the batch lasting and begins the next one.
    pub(super) fn commit(&mut self) -> Result<(), LibraryError> {
        let done = self.commit_batch();
        if done.is_err() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        done.map_err(|error| self.archive.error(&error))
    }

    fn commit_batch(&mut self) -> rusqlite::Result<()> {
        facts::append(&self.connection, self.first_of_batch, &self.facts)?;
        index::write_segment(&self.connection, &mut self.entries)?;
        index::settle(&self.connection)?;
        self.connection.execute_batch("COMMIT")?;
        self.facts.clear();
        self.entries.clear();
        self.first_of_batch = begin(&mut self.connection)?;
        self.next = self.first_of_batch;
        Ok(())
    }

    /// Ends with what is committed, and moves everything into the main file.
    pub(super) fn finish(mut self) -> Result<(), LibraryError> {
        self.commit()?;
        self.run(|connection| {
            connection.execute_batch("ROLLBACK")?;
            connection.execute_batch("PRAGMA optimize")?;
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }

    /// Allows the file only so many more pages, so that tests can fill the disk.
    pub(super) fn limit_pages(&mut self, more: i64) -> Result<(), LibraryError> {
        self.run(|connection| {
            let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
            connection.pragma_update_and_check(None, "max_page_count", pages + more, |_| Ok(()))
        })
    }
}

/// Begins a batch; the id of its first game.
fn begin(connection: &mut Connection) -> rusqlite::Result<u32> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let sql = "SELECT coalesce(max(id), 0) + 1 FROM games";
    connection.query_row(sql, [], |row| row.get(0))
}

/// The id of a player or an event, made if it is new; 0 for none.
fn player(
    connection: &Connection,
    known: &mut HashMap<String, u32>,
    table: &str,
    name: &Name,
) -> rusqlite::Result<u32> {
    if name.folded.is_empty() {
        return Ok(0);
    }
    if let Some(&id) = known.get(&name.folded) {
        return Ok(id);
    }
    let select = format!("SELECT id FROM {table} WHERE folded = ?1");
    let found = connection.prepare_cached(&select)?.query_row([&name.folded], |row| row.get(0));
    let id = match found.optional()? {
        Some(id) => id,
        None => {
            let insert = format!("INSERT INTO {table} (name, folded) VALUES (?1, ?2)");
            connection.prepare_cached(&insert)?.execute(params![name.shown, name.folded])?;
            connection.last_insert_rowid() as u32
        }
    };
    known.insert(name.folded.clone(), id);
    Ok(id)
}
