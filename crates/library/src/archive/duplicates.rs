//! Games that are the same, or nearly.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rusqlite::Connection;

use super::index::{Entry, Index};
use super::line::{LineHash, kind_of_number, open_start, plies};
use super::{Archive, damaged};
use crate::LibraryError;

/// In which way two games are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sameness {
    /// The same moves from the same start, left and right or colours swapped perhaps.
    Same,
    /// One is the beginning of the other, left and right or colours swapped perhaps. The
    /// shorter one is told once, with the longest game that begins with it.
    Prefix,
    /// They share most positions of the shorter one, those of known openings left out.
    Near,
}

impl Sameness {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Sameness::Same => "same",
            Sameness::Prefix => "prefix",
            Sameness::Near => "near",
        }
    }
}

/// Two games that are the same or nearly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair {
    /// The one that came first.
    pub first: u32,
    /// The other.
    pub second: u32,
    /// In which way.
    pub sameness: Sameness,
    /// How many positions they share, openings that many games share left out.
    pub shared: u32,
}

/// What counts as nearly the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Nearness {
    /// So many positions beyond the opening must be shared.
    pub least: u32,
    /// And as many as this part of the plies of the shorter game.
    pub share: f64,
}

impl Default for Nearness {
    fn default() -> Nearness {
        Nearness { least: 20, share: 0.6 }
    }
}

/// A position of more games than this is known opening theory and tells nothing.
const COMMON: usize = 24;

/// What is known of a game.
#[derive(Clone, Copy)]
struct Game {
    line: i64,
    plies: u32,
}

impl Archive {
    /// Finds games that are the same or nearly, in the order of their ids.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn duplicates(&self, nearness: Nearness) -> Result<Vec<Pair>, LibraryError> {
        self.read(|connection| {
            let games = games(connection)?;
            let shared = shared_positions(connection)?;
            let beginnings = beginnings(connection, &games)?;
            let same = same_lines(&games).into_iter().map(|pair| (pair, Sameness::Same));
            let prefix = beginnings.longest().map(|pair| (pair, Sameness::Prefix));
            let told: HashMap<(u32, u32), Sameness> = same.chain(prefix).collect();
            let is_near = |pair: &(u32, u32)| {
                !told.contains_key(pair)
                    && !beginnings.pairs.contains(pair)
                    && shared.are_near(*pair, &games, nearness)
            };
            let near = shared.pairs.keys().copied().filter(is_near);
            let near = near.map(|pair| (pair, Sameness::Near)).collect::<Vec<_>>();
            let pairs = told.iter().map(|(&pair, &sameness)| (pair, sameness)).chain(near);
            let mut pairs: Vec<Pair> = pairs
                .map(|(pair, sameness)| {
                    let shared = shared.pairs.get(&pair).copied().unwrap_or_default();
                    Pair { first: pair.0, second: pair.1, sameness, shared }
                })
                .collect();
            pairs.sort_unstable();
            Ok(pairs)
        })
    }
}

fn games(connection: &Connection) -> rusqlite::Result<HashMap<u32, Game>> {
    let mut statement = connection
        .prepare("SELECT id, line, plies FROM games WHERE id NOT IN (SELECT id FROM removed)")?;
    let rows = statement
        .query_map([], |row| Ok((row.get(0)?, Game { line: row.get(1)?, plies: row.get(2)? })))?;
    rows.collect()
}

/// How many positions beyond known openings two games share.
#[derive(Default)]
struct Shared {
    pairs: HashMap<(u32, u32), u32>,
}

impl Shared {
    fn are_near(&self, pair: (u32, u32), games: &HashMap<u32, Game>, nearness: Nearness) -> bool {
        let shared = self.pairs.get(&pair).copied().unwrap_or_default();
        let (Some(one), Some(two)) = (games.get(&pair.0), games.get(&pair.1)) else { return false };
        let shorter = one.plies.min(two.plies);
        shared >= nearness.least && f64::from(shared) >= nearness.share * f64::from(shorter)
    }
}

/// Goes once through the index and puts together what few games share.
fn shared_positions(connection: &Connection) -> rusqlite::Result<Shared> {
    // Segments are in order each for itself: the games of a key come from all of them.
    let mut entries: Vec<Entry> = Vec::new();
    Index::open(connection)?.each(connection, |entry| entries.push(entry))?;
    entries.sort_unstable();
    let mut shared = Shared::default();
    for group in entries.chunk_by(|one, two| one.key == two.key) {
        if group.len() > COMMON {
            continue;
        }
        for (index, one) in group.iter().enumerate() {
            for two in &group[index + 1..] {
                *shared.pairs.entry((one.game, two.game)).or_default() += 1;
            }
        }
    }
    Ok(shared)
}

/// Games by their line.
fn by_line(games: &HashMap<u32, Game>) -> HashMap<(i64, u32), Vec<u32>> {
    let mut lines: HashMap<(i64, u32), Vec<u32>> = HashMap::new();
    for (&id, game) in games {
        lines.entry((game.line, game.plies)).or_default().push(id);
    }
    lines
}

/// Games with the same moves.
fn same_lines(games: &HashMap<u32, Game>) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for mut ids in by_line(games).into_values() {
        ids.sort_unstable();
        for (index, &first) in ids.iter().enumerate() {
            pairs.extend(ids[index + 1..].iter().map(|&second| (first, second)));
        }
    }
    pairs
}

/// Games that others begin with.
#[derive(Default)]
struct Beginnings {
    /// Both, the one with the lower id first.
    pairs: HashSet<(u32, u32)>,
    /// Of each shorter game the longest that begins with it, of equal ones the first.
    longest: HashMap<u32, (u32, Reverse<u32>)>,
}

impl Beginnings {
    fn longest(&self) -> impl Iterator<Item = (u32, u32)> {
        self.longest.iter().map(|(&short, &(_, Reverse(long)))| (short.min(long), short.max(long)))
    }
}

/// Looks for the line of a game at every ply of every other one.
fn beginnings(connection: &Connection, games: &HashMap<u32, Game>) -> rusqlite::Result<Beginnings> {
    let lines = by_line(games);
    let sql = "SELECT id, kind, start, moves FROM games JOIN bodies USING (id) \
               WHERE id NOT IN (SELECT id FROM removed)";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Beginnings::default();
    while let Some(row) = rows.next()? {
        let (id, kind): (u32, _) = (row.get(0)?, kind_of_number(row.get(1)?));
        let wrong = |message: &str| damaged(&format!("game {id}: {message}"));
        let start = row.get_ref(2)?.as_str_or_null()?;
        let board = open_start(kind, start).map_err(|message| wrong(&message))?;
        let mut hash = LineHash::new(&board);
        let moves = row.get_ref(3)?.as_blob()?;
        let length = (moves.len() / 2) as u32;
        // The whole line is its own beginning.
        for (played, plies) in plies(kind, moves).zip(1..length) {
            hash.play(played.ok_or_else(|| wrong("a number that is no ply"))?);
            for &short in lines.get(&(hash.value() as i64, plies)).into_iter().flatten() {
                found.pairs.insert((short.min(id), short.max(id)));
                let longest = found.longest.entry(short).or_default();
                *longest = (*longest).max((length, Reverse(id)));
            }
        }
    }
    Ok(found)
}
