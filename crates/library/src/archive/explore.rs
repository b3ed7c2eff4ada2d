//! What was played in a position, by whom, with what result, when.

use std::collections::HashMap;

use game::GameKind;
use records::{Board, GameResult, Played};
use rusqlite::{Connection, OptionalExtension};

use super::Archive;
use super::facts::{Blocks, Facts};
use super::fold::Folded;
use super::index::{Entry, Index};
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
    fn add(&mut self, points: Option<i8>) {
        self.games += 1;
        match points {
            Some(1) => self.wins += 1,
            Some(0) => self.draws += 1,
            Some(_) => self.losses += 1,
            None => {}
        }
    }

    fn join(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// The points of who was to move, of games with a result; between 0 and 1.
    pub fn score(&self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
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
            let mut sums = Sums::default();
            let mut blocks = Blocks::new(connection);
            Index::open(connection)?.each_of(connection, folded.key, |entry| {
                if chosen.is_none_or(|chosen| chosen.binary_search(&entry.game).is_ok()) {
                    sums.add(entry, board.kind(), &blocks.get(entry.game)?);
                }
                Ok(())
            })?;
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
            let hit = |entry: &Entry| Hit { game: entry.game, ply: entry.ply };
            let mut hits: Vec<Hit> = entries.iter().map(hit).collect();
            hits.sort_unstable_by_key(|hit| hit.game);
            Ok(hits)
        })
    }
}

/// The start of all games has all of them: what is counted for each is found by
/// indexing and not by hashing.
#[derive(Default)]
struct Sums {
    tally: Tally,
    plies: Vec<(u16, Sum)>,
    years: Vec<Tally>,
    /// Players of the first games.
    players: HashMap<u32, Tally>,
    /// Those of all others, by id.
    crowd: Vec<Tally>,
}

/// From so many games on players are counted in one row.
const CROWD: u32 = 500;

/// A place of a row, made if it is not there.
fn place(row: &mut Vec<Tally>, index: usize) -> &mut Tally {
    if row.len() <= index {
        row.resize(index + 1, Tally::default());
    }
    &mut row[index]
}

#[derive(Default)]
struct Sum {
    tally: Tally,
    years: (u16, u16),
    latest: (u32, u32),
}

impl Sums {
    fn add(&mut self, entry: Entry, kind: GameKind, facts: &Facts) {
        let second = (entry.ply % 2 == 1) != (kind == GameKind::Xiangqi && facts.second_begins);
        let points = points(facts.result, second);
        let year = facts.date.year();
        self.tally.add(points);
        place(&mut self.years, year.into()).add(points);
        let player = if second { facts.black } else { facts.red };
        match self.tally.games {
            0..CROWD => self.players.entry(player).or_default().add(points),
            _ => place(&mut self.crowd, player as usize).add(points),
        }
        let known = self.plies.iter().position(|&(code, _)| code == entry.next);
        let at = known.unwrap_or_else(|| {
            self.plies.push((entry.next, Sum::default()));
            self.plies.len() - 1
        });
        let sum = &mut self.plies[at].1;
        sum.tally.add(points);
        sum.latest = sum.latest.max((facts.date.number(), entry.game));
        if year > 0 {
            let (first, last) = sum.years;
            sum.years = (if first == 0 { year } else { first.min(year) }, last.max(year));
        }
    }

    /// Known players and their games.
    fn players(&mut self) -> Vec<(u32, Tally)> {
        let few = std::mem::take(&mut self.players);
        let known = |&(id, tally): &(u32, Tally)| id > 0 && tally.games > 0;
        if self.crowd.is_empty() {
            return few.into_iter().filter(known).collect();
        }
        for (id, tally) in few {
            place(&mut self.crowd, id as usize).join(&tally);
        }
        (0..).zip(std::mem::take(&mut self.crowd)).filter(known).collect()
    }

    fn explored(
        mut self,
        connection: &Connection,
        kind: GameKind,
        folded: &Folded,
        most: usize,
    ) -> rusqlite::Result<Explored> {
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
        let mut ids = self.players();
        ids.sort_by_key(|&(id, tally)| (std::cmp::Reverse(tally.games), id));
        ids.truncate(most);
        let mut players = Vec::with_capacity(ids.len());
        let mut statement = connection.prepare_cached("SELECT name FROM players WHERE id = ?1")?;
        for (id, tally) in ids {
            let name = statement.query_row([id], |row| row.get::<_, String>(0)).optional()?;
            players.extend(name.map(|name| (name, tally)));
        }
        let years = (0..).zip(self.years).filter(|(_, tally)| tally.games > 0).collect();
        Ok(Explored { tally: self.tally, plies, years, players })
    }
}

/// 1, 0 or -1 for who is to move.
fn points(result: GameResult, second: bool) -> Option<i8> {
    match (result, second) {
        (GameResult::Unknown, _) => None,
        (GameResult::Draw, _) => Some(0),
        (GameResult::First, false) | (GameResult::Second, true) => Some(1),
        (GameResult::First, true) | (GameResult::Second, false) => Some(-1),
    }
}
