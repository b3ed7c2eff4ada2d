//! Games that are the same, or nearly.

use std::collections::{HashMap, HashSet};

use rusqlite::Connection;

use super::Archive;
use super::index::{Entry, Index};
use crate::LibraryError;

/// In which way two games are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sameness {
    /// The same moves from the same start, left and right or colours swapped perhaps.
    Same,
    /// One is the beginning of the other.
    Prefix,
    /// Most positions of the shorter one occur in the other.
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
    /// And this part of those of the shorter game.
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
            let mut pairs = same_lines(&games, &shared.pairs);
            let known: HashSet<(u32, u32)> =
                pairs.iter().map(|pair| (pair.first, pair.second)).collect();
            for (&(first, second), &count) in &shared.pairs {
                if !known.contains(&(first, second)) {
                    let ends = [shared.last(first), shared.last(second)];
                    pairs.extend(judge(&games, (first, second), count, ends, nearness));
                }
            }
            pairs.sort_unstable();
            Ok(pairs)
        })
    }
}

fn games(connection: &Connection) -> rusqlite::Result<HashMap<u32, Game>> {
    let mut statement = connection.prepare("SELECT id, line, plies FROM games")?;
    let rows = statement
        .query_map([], |row| Ok((row.get(0)?, Game { line: row.get(1)?, plies: row.get(2)? })))?;
    rows.collect()
}

/// Positions two games share.
#[derive(Default)]
struct Shared {
    pairs: HashMap<(u32, u32), u32>,
    /// The key of each game's last position.
    last: HashMap<u32, u64>,
    /// The positions that are some game's last, with the games that went through them.
    through: HashMap<u64, Vec<u32>>,
}

impl Shared {
    /// A game's last position and who else came to it.
    fn last(&self, game: u32) -> &[u32] {
        let key = self.last.get(&game);
        key.and_then(|key| self.through.get(key)).map_or(&[], Vec::as_slice)
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
        let ends = group.iter().filter(|entry| entry.next == Entry::END);
        let mut ended = false;
        for end in ends {
            shared.last.insert(end.game, end.key);
            ended = true;
        }
        if group.len() > COMMON {
            continue;
        }
        if ended && group.len() > 1 {
            let through = group.iter().map(|entry| entry.game).collect();
            shared.through.insert(group[0].key, through);
        }
        for (index, one) in group.iter().enumerate() {
            for two in &group[index + 1..] {
                *shared.pairs.entry((one.game, two.game)).or_default() += 1;
            }
        }
    }
    Ok(shared)
}

/// Games with the same moves, each with the first of them.
fn same_lines(games: &HashMap<u32, Game>, shared: &HashMap<(u32, u32), u32>) -> Vec<Pair> {
    let mut lines: HashMap<(i64, u32), Vec<u32>> = HashMap::new();
    for (&id, game) in games {
        lines.entry((game.line, game.plies)).or_default().push(id);
    }
    let mut pairs = Vec::new();
    for mut ids in lines.into_values() {
        ids.sort_unstable();
        for (index, &first) in ids.iter().enumerate() {
            for &second in &ids[index + 1..] {
                let shared = shared.get(&(first, second)).copied().unwrap_or_default();
                pairs.push(Pair { first, second, sameness: Sameness::Same, shared });
            }
        }
    }
    pairs
}

/// What two games that share positions are to each other.
fn judge(
    games: &HashMap<u32, Game>,
    (first, second): (u32, u32),
    shared: u32,
    ends: [&[u32]; 2],
    nearness: Nearness,
) -> Option<Pair> {
    let (one, two) = (games.get(&first)?, games.get(&second)?);
    let shorter = one.plies.min(two.plies);
    let pair = |sameness| Some(Pair { first, second, sameness, shared });
    // The shorter one's last position occurs in the longer one, and so do most others.
    let end = if one.plies <= two.plies { (ends[0], second) } else { (ends[1], first) };
    let enough = f64::from(shared) >= nearness.share * f64::from(shorter);
    if end.0.contains(&end.1) && one.plies != two.plies && enough {
        return pair(Sameness::Prefix);
    }
    if shared >= nearness.least && enough { pair(Sameness::Near) } else { None }
}
