//! What can be said about chosen games.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use game::GameKind;
use records::GameResult;
use rusqlite::{Connection, OptionalExtension};

use super::facts::result_of_number;
use super::line::kind_of_number;
use super::openings::{self, Opening};
use super::{Archive, Date};
use crate::LibraryError;

/// Results of games: red's, in dark chess those of who played first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games.
    pub games: u64,
    /// Won by red.
    pub red: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by black.
    pub black: u64,
}

impl Results {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::First => self.red += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Second => self.black += 1,
            GameResult::Unknown => {}
        }
    }

    /// Games whose result is not known.
    pub fn unknown(&self) -> u64 {
        self.games - self.red - self.draws - self.black
    }
}

/// A player's games: won, drawn and lost with either colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

/// What can be said about chosen games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// All of them.
    pub results: Results,
    /// Of which dark chess.
    pub dark: u64,
    /// Plies of all of them, and of the shortest and the longest.
    pub plies: u64,
    /// The shortest game.
    pub shortest: u32,
    /// The longest game.
    pub longest: u32,
    /// The first and the last date that is known.
    pub dates: Option<(Date, Date)>,
    /// By year; 0 if it is not known.
    pub years: Vec<(u16, Results)>,
    /// By opening, the most played first; `None` is no opening.
    pub openings: Vec<(Option<&'static Opening>, Results)>,
    /// By player, the most frequent first.
    pub players: Vec<(String, Record)>,
    /// By event, the one with the most games first.
    pub events: Vec<(String, Results)>,
    /// How many players there are.
    pub player_count: usize,
    /// How many events.
    pub event_count: usize,
}

#[derive(Default)]
struct Sums {
    whole: Statistics,
    years: BTreeMap<u16, Results>,
    openings: HashMap<u32, Results>,
    players: HashMap<u32, Record>,
    events: HashMap<u32, Results>,
}

impl Archive {
    /// Sums up games; so many openings, players and events are named.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn statistics(&self, ids: &[u32], most: usize) -> Result<Statistics, LibraryError> {
        self.read(|connection| {
            let sql = "SELECT id, kind, red, black, event, date, result, opening, plies \
                       FROM games ORDER BY id";
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            let mut sums = Sums::default();
            let mut wanted = ids.iter().peekable();
            // Both are in order: one goes along the other.
            while let (Some(&&id), Some(row)) = (wanted.peek(), rows.next()?) {
                let found: u32 = row.get(0)?;
                while wanted.next_if(|&&id| id < found).is_some() {}
                if id == found || wanted.peek() == Some(&&found) {
                    sums.add(row)?;
                    wanted.next();
                }
            }
            sums.finish(connection, most)
        })
    }
}

impl Sums {
    fn add(&mut self, row: &rusqlite::Row<'_>) -> rusqlite::Result<()> {
        let (red, black): (u32, u32) = (row.get(2)?, row.get(3)?);
        let (date, result) = (Date::from_number(row.get(5)?), result_of_number(row.get(6)?));
        let plies: u32 = row.get(8)?;
        let whole = &mut self.whole;
        whole.results.add(result);
        whole.dark += u64::from(kind_of_number(row.get(1)?) == GameKind::Banqi);
        whole.plies += u64::from(plies);
        whole.longest = whole.longest.max(plies);
        whole.shortest = if whole.results.games == 1 { plies } else { whole.shortest.min(plies) };
        if date != Date::UNKNOWN {
            let (first, last) = whole.dates.unwrap_or((date, date));
            whole.dates = Some((first.min(date), last.max(date)));
        }
        self.years.entry(date.year()).or_default().add(result);
        self.openings.entry(row.get(7)?).or_default().add(result);
        self.events.entry(row.get(4)?).or_default().add(result);
        for (player, own) in [(red, GameResult::First), (black, GameResult::Second)] {
            let record = self.players.entry(player).or_default();
            record.games += 1;
            match result {
                GameResult::Unknown => {}
                GameResult::Draw => record.draws += 1,
                result if result == own => record.wins += 1,
                _ => record.losses += 1,
            }
        }
        Ok(())
    }

    fn finish(mut self, connection: &Connection, most: usize) -> rusqlite::Result<Statistics> {
        let mut whole = self.whole;
        whole.years = self.years.into_iter().collect();
        self.players.remove(&0);
        self.events.remove(&0);
        (whole.player_count, whole.event_count) = (self.players.len(), self.events.len());
        let of_row = |row: u32| openings::all().get((row as usize).checked_sub(1)?);
        let openings = top(self.openings, most, |results| results.games).into_iter();
        whole.openings = openings.map(|(row, results)| (of_row(row), results)).collect();
        let players = top(self.players, most, |record| record.games);
        whole.players = named(connection, "players", players)?;
        let events = top(self.events, most, |results| results.games);
        whole.events = named(connection, "events", events)?;
        Ok(whole)
    }
}

/// The largest, of equal ones the first.
fn top<K: Copy + Eq + Hash + Ord, T>(
    all: HashMap<K, T>,
    most: usize,
    games: impl Fn(&T) -> u64,
) -> Vec<(K, T)> {
    let mut all: Vec<(K, T)> = all.into_iter().collect();
    all.sort_by_key(|(key, value)| (std::cmp::Reverse(games(value)), *key));
    all.truncate(most);
    all
}

fn named<T>(
    connection: &Connection,
    table: &str,
    ids: Vec<(u32, T)>,
) -> rusqlite::Result<Vec<(String, T)>> {
    let mut statement = connection.prepare(&format!("SELECT name FROM {table} WHERE id = ?1"))?;
    let mut found = Vec::with_capacity(ids.len());
    for (id, value) in ids {
        let name = statement.query_row([id], |row| row.get(0)).optional()?;
        found.extend(name.map(|name| (name, value)));
    }
    Ok(found)
}
