//! What a position's answer needs to know of each of its games, without reading rows:
//! twelve bytes a game, in blocks.

use std::collections::HashMap;

use records::GameResult;
use rusqlite::{Connection, OptionalExtension, params};

use super::{Date, damaged};

/// So many games stand in a block.
const BLOCK: u32 = 1024;
const BYTES: usize = 12;

/// What is known of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Facts {
    pub date: Date,
    pub result: GameResult,
    /// Black makes the first ply.
    pub second_begins: bool,
    pub red: u32,
    pub black: u32,
}

impl Facts {
    fn write(self) -> [u8; BYTES] {
        let result = result_number(self.result) << 30;
        let first = self.date.number() | result | u32::from(self.second_begins) << 28;
        let mut bytes = [0; BYTES];
        for (place, number) in bytes.chunks_exact_mut(4).zip([first, self.red, self.black]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Facts> {
        let (numbers, []) = bytes.as_chunks::<4>() else { return None };
        let &[first, red, black] = numbers else { return None };
        let first = u32::from_le_bytes(first);
        Some(Facts {
            date: Date::from_number(first & ((1 << 28) - 1)),
            result: result_of_number(first >> 30),
            second_begins: first >> 28 & 1 == 1,
            red: u32::from_le_bytes(red),
            black: u32::from_le_bytes(black),
        })
    }
}

/// The number of a result in files.
pub(super) const fn result_number(result: GameResult) -> u32 {
    match result {
        GameResult::Unknown => 0,
        GameResult::First => 1,
        GameResult::Second => 2,
        GameResult::Draw => 3,
    }
}

/// The result of a number in files.
pub(super) const fn result_of_number(number: u32) -> GameResult {
    match number {
        1 => GameResult::First,
        2 => GameResult::Second,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// Adds the facts of games with ids from `first` on.
pub(super) fn append(connection: &Connection, first: u32, facts: &[Facts]) -> rusqlite::Result<()> {
    let mut id = first;
    let mut facts = facts.iter();
    while !facts.as_slice().is_empty() {
        let (block, within) = (id / BLOCK, (id % BLOCK) as usize);
        let mut data = block_data(connection, block)?.unwrap_or_default();
        data.resize(within * BYTES, 0);
        let room = BLOCK as usize - within;
        for fact in facts.by_ref().take(room) {
            data.extend(fact.write());
            id += 1;
        }
        let sql = "INSERT OR REPLACE INTO facts (id, data) VALUES (?1, ?2)";
        connection.prepare_cached(sql)?.execute(params![block, data])?;
    }
    Ok(())
}

fn block_data(connection: &Connection, block: u32) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut statement = connection.prepare_cached("SELECT data FROM facts WHERE id = ?1")?;
    statement.query_row([block], |row| row.get(0)).optional()
}

/// Blocks that were asked for.
pub(super) struct Blocks<'a> {
    connection: &'a Connection,
    blocks: HashMap<u32, Vec<u8>>,
    /// The last one: games come in order.
    last: (u32, Vec<u8>),
}

impl<'a> Blocks<'a> {
    pub(super) fn new(connection: &'a Connection) -> Blocks<'a> {
        Blocks { connection, blocks: HashMap::new(), last: (u32::MAX, Vec::new()) }
    }

    /// The facts of a game.
    pub(super) fn get(&mut self, id: u32) -> rusqlite::Result<Facts> {
        if id / BLOCK != self.last.0 {
            self.turn_to(id / BLOCK)?;
        }
        let begin = (id % BLOCK) as usize * BYTES;
        let bytes = self.last.1.get(begin..begin + BYTES);
        bytes
            .and_then(Facts::read)
            .ok_or_else(|| damaged(&format!("nothing is known of game {id}")))
    }

    fn turn_to(&mut self, block: u32) -> rusqlite::Result<()> {
        let data = match self.blocks.remove(&block) {
            Some(data) => data,
            None => block_data(self.connection, block)?.unwrap_or_default(),
        };
        let (before, old) = std::mem::replace(&mut self.last, (block, data));
        self.blocks.insert(before, old);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_were_written() {
        for (date, result) in [
            ("2008.11.07", GameResult::First),
            ("9999.12.31", GameResult::Draw),
            ("", GameResult::Unknown),
            ("1905", GameResult::Second),
        ] {
            for second_begins in [false, true] {
                let (red, black) = (7, u32::MAX);
                let facts = Facts { date: Date::read(date), result, second_begins, red, black };
                assert_eq!(Facts::read(&facts.write()), Some(facts));
            }
        }
    }
}
