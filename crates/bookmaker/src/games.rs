//! What was played in a position, by chosen games of the archive.

use std::collections::BTreeMap;

use book::Counts;
use game::GameKind;
use library::Archive;
use library::archive::Tally;
use records::{Board, Played, Start};

use crate::MakeError;

/// Chosen games of an archive.
pub struct Games<'a> {
    archive: &'a Archive,
    /// Their ids, in order; `None` for all.
    chosen: Option<Vec<u32>>,
}

/// A move that was played in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The move, in dark chess with what it turned up.
    pub ply: Played,
    /// Games with it, those without a result too.
    pub games: u32,
    /// Games with a result.
    pub counts: Counts,
    /// The last year; 0 if none is known.
    pub year: u16,
}

impl<'a> Games<'a> {
    /// Chosen games: their ids in order, or all.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(archive: &'a Archive, chosen: Option<Vec<u32>>) -> Result<Games<'a>, MakeError> {
        let none = match &chosen {
            Some(ids) => ids.is_empty(),
            None => archive.count()? == 0,
        };
        if none { Err(MakeError::NoGames) } else { Ok(Games { archive, chosen }) }
    }

    /// How many there are, and one number for which they are: another choice is another
    /// book.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn fingerprint(&self) -> Result<String, MakeError> {
        let total = self.archive.count()?;
        Ok(match &self.chosen {
            None => format!("all {total}"),
            Some(ids) => {
                let mix = |all: u64, id: &u32| game::splitmix64(all ^ u64::from(*id));
                format!("{} of {total} ({:016x})", ids.len(), ids.iter().fold(0, mix))
            }
        })
    }

    /// What was played in a position, the most played first.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn moves(&self, board: &Board) -> Result<Vec<Seen>, MakeError> {
        let explored = self.archive.explore(board, self.chosen.as_deref(), 0)?;
        let seen = explored.plies.iter().filter_map(|found| {
            let Tally { games, wins, draws, losses } = found.tally;
            let counts = Counts { wins, draws, losses };
            Some(Seen { ply: found.played?, games, counts, year: found.years.1 })
        });
        Ok(seen.collect())
    }
}

/// Moves with those that differ only in what a flip turned up taken together, in the
/// order they came.
pub fn by_choice(seen: &[Seen]) -> Vec<Seen> {
    let mut sums: BTreeMap<u16, (usize, Seen)> = BTreeMap::new();
    for (place, seen) in seen.iter().enumerate() {
        let ply = book::table::plain(seen.ply);
        let (_, sum) = sums
            .entry(ply.code())
            .or_insert_with(|| (place, Seen { ply, games: 0, counts: Counts::default(), year: 0 }));
        sum.games += seen.games;
        sum.counts.add(&seen.counts);
        sum.year = sum.year.max(seen.year);
    }
    let mut sums: Vec<(usize, Seen)> = sums.into_values().collect();
    sums.sort_by_key(|&(place, _)| place);
    sums.into_iter().map(|(_, seen)| seen).collect()
}

/// The usual start of a game.
///
/// # Errors
/// Never in a program that works.
pub fn start(kind: GameKind) -> Result<Board, MakeError> {
    Board::open(&Start::usual(kind)).map_err(MakeError::Position)
}

/// The position after a move.
///
/// # Errors
/// If it cannot be played.
pub fn after(board: &Board, ply: Played) -> Result<Board, MakeError> {
    let mut next = board.clone();
    next.play(ply).map_err(MakeError::Position)?;
    Ok(next)
}
