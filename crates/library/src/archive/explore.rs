//! What was played in a position, by whom, with what result, when.

use std::collections::HashSet;

use game::GameKind;
use records::{Board, Played};
use rusqlite::{Connection, OptionalExtension};

use super::facts::Blocks;
use super::fold::Folded;
use super::index::{Entry, Index, kept_sums};
use super::sums::{Sum, Sums};
use super::{Archive, damaged};
use crate::LibraryError;

/// Results, from the view of who is to move in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Won by who was to move.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Tally {
    pub(super) fn add(&mut self, points: Option<i8>) {
        self.games += 1;
        match points {
            Some(1) => self.wins += 1,
            Some(0) => self.draws += 1,
            Some(_) => self.losses += 1,
            None => {}
        }
    }

    /// Adds the games of another; a damaged file must not make it overflow.
    pub(super) fn join(&mut self, other: &Tally) {
        self.games = self.games.saturating_add(other.games);
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }

    /// The points of who was to move, of games with a result; between 0 and 1.
    pub fn score(&self) -> Option<f64> {
        let known = self.wins.saturating_add(self.draws).saturating_add(self.losses);
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (known > 0).then(|| points / f64::from(known))
    }
}

/// What was played in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// The ply, as it is played in the position that was asked about; none where games
    /// ended.
    pub played: Option<Played>,
    /// Its games.
    pub tally: Tally,
    /// The first and the last year it was played, 0 if no year is known.
    pub years: (u16, u16),
    /// A game with it: the latest.
    pub game: u32,
}

/// What the archive knows of a position. Results are those of who is to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// All games.
    pub tally: Tally,
    /// By ply, the most played first.
    pub plies: Vec<Continuation>,
    /// By year; 0 if it is not known.
    pub years: Vec<(u16, Tally)>,
    /// By who was to move, the most frequent first.
    pub players: Vec<(String, Tally)>,
}

/// A game that reached a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The game.
    pub game: u32,
    /// After how many plies.
    pub ply: u16,
}

impl Archive {
    /// What is known of a position: of all games, or of chosen ones (their ids, in
    /// order). So many players are named.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn explore(
        &self,
        board: &Board,
        chosen: Option<&[u32]>,
        players: usize,
    ) -> Result<Explored, LibraryError> {
        let folded = Folded::of(board);
        self.read(|connection| {
            let index = Index::open(connection)?;
            let sums = match chosen {
                None => sum_all(connection, &index, folded.key)?,
                Some(chosen) => sum_chosen(connection, &index, folded.key, chosen)?,
            };
            sums.explored(connection, board.kind(), &folded, players)
        })
    }

    /// The games that reached a position, in the order of their ids.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games_at(&self, board: &Board) -> Result<Vec<Hit>, LibraryError> {
        let key = Folded::of(board).key;
        self.read(|connection| {
            let entries = Index::open(connection)?.find(connection, key)?;
            let gone = removed_at(connection, key)?;
            let there = entries.iter().filter(|entry| !gone.contains(&entry.game));
            let hit = |entry: &Entry| Hit { game: entry.game, ply: entry.ply };
            let mut hits: Vec<Hit> = there.map(hit).collect();
            hits.sort_unstable_by_key(|hit| hit.game);
            Ok(hits)
        })
    }
}

/// The sums of all games of a key: those that are kept, and the others one by one.
fn sum_all(connection: &Connection, index: &Index, key: u64) -> rusqlite::Result<Sums> {
    let mut sums = Sums::default();
    let mut blocks = Blocks::new(connection);
    // Sums cannot be taken apart: where a game of theirs is gone, all others are counted.
    let gone = removed_at(connection, key)?;
    for segment in index.segments() {
        match kept_sums(connection, segment.id, key)?.filter(|_| gone.is_empty()) {
            Some(bytes) => {
                sums.add_written(&bytes).ok_or_else(|| damaged(&"the sums of a position"))?;
            }
            None => segment.each_of(connection, key, |entry| {
                if !gone.contains(&entry.game) {
                    sums.add(entry, &blocks.get(entry.game)?);
                }
                Ok(())
            })?,
        }
    }
    Ok(sums)
}

/// The removed games that came to a position.
pub(super) fn removed_at(connection: &Connection, key: u64) -> rusqlite::Result<HashSet<u32>> {
    let sql = "SELECT game FROM removed_positions WHERE key = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map([key as i64], |row| row.get(0))?.collect()
}

/// The sums of chosen games of a key.
fn sum_chosen(
    connection: &Connection,
    index: &Index,
    key: u64,
    chosen: &[u32],
) -> rusqlite::Result<Sums> {
    let mut sums = Sums::default();
    let mut blocks = Blocks::new(connection);
    for segment in index.segments() {
        segment.each_of(connection, key, |entry| {
            if chosen.binary_search(&entry.game).is_ok() {
                sums.add(entry, &blocks.get(entry.game)?);
            }
            Ok(())
        })?;
    }
    Ok(sums)
}

impl Sums {
    /// What was played, the most played first.
    pub(super) fn continuations(&mut self, kind: GameKind, folded: &Folded) -> Vec<Continuation> {
        let continuation = |(code, sum): (u16, Sum)| Continuation {
            played: if code == Entry::END { None } else { folded.ply(kind, code) },
            tally: sum.tally,
            years: sum.years,
            game: sum.latest.1,
        };
        let plies = std::mem::take(&mut self.plies).into_iter();
        let mut plies: Vec<Continuation> = plies.map(continuation).collect();
        plies.sort_by_key(|ply| {
            let code = ply.played.map_or(u16::MAX, Played::code);
            (ply.played.is_none(), std::cmp::Reverse(ply.tally.games), code)
        });
        plies
    }

    fn explored(
        mut self,
        connection: &Connection,
        kind: GameKind,
        folded: &Folded,
        most: usize,
    ) -> rusqlite::Result<Explored> {
        let plies = self.continuations(kind, folded);
        let mut ids = self.players();
        ids.retain(|&(id, _)| id > 0);
        ids.sort_by_key(|&(id, tally)| (std::cmp::Reverse(tally.games), id));
        ids.truncate(most);
        let mut players = Vec::with_capacity(ids.len());
        let mut statement = connection.prepare_cached("SELECT name FROM players WHERE id = ?1")?;
        for (id, tally) in ids {
            let name = statement.query_row([id], |row| row.get::<_, String>(0)).optional()?;
            players.extend(name.map(|name| (name, tally)));
        }
        Ok(Explored { tally: self.tally, plies, years: self.years(), players })
    }
}
