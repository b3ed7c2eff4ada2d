//! Must-play moves (Kao 2009, section 2.3.4): where one move did much better than all
//! others, whoever is to move should find it.
//!
//! With d = won − lost, in percent of a move's games: the best d is at least X above the
//! second and at least X + c for red, X − c for black, where c is red's own d over all
//! games. A move that nobody varied from needs only the latter.

use game::Side;
use library::Archive;
use library::archive::common::CommonPosition;
use library::archive::{Continuation, Tally};
use records::{Board, Played};

use crate::TestsetError;
use crate::epd::{Problem, fen_of, id_of};

/// What makes a move one that must be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// X, in percent.
    pub gap: f64,
    /// c, in percent; measured if it is not given.
    pub advantage: Option<f64>,
    /// Moves with fewer games with a result are left out.
    pub min_games: u32,
}

/// What came of a rule.
#[derive(Clone, Debug)]
pub struct MustPlaySet {
    /// c.
    pub advantage: f64,
    /// Positions in which some move had enough games.
    pub considered: usize,
    /// The positions, in the order of their keys.
    pub positions: Vec<MustPlay>,
}

/// A position with the move that must be played.
#[derive(Clone, Debug)]
pub struct MustPlay {
    /// The position.
    pub position: CommonPosition,
    /// Who is to move.
    pub turn: Side,
    /// The move and its d.
    pub best: (Played, f64),
    /// Its games.
    pub tally: Tally,
    /// The d of the second, if there is one.
    pub second: Option<f64>,
}

/// Won − lost, in percent of the games with a result; none if there are fewer than that.
fn difference(tally: &Tally, at_least: u32) -> Option<f64> {
    let known = tally.wins + tally.draws + tally.losses;
    let percent = |part: u32| 100.0 * f64::from(part) / f64::from(known);
    (known >= at_least.max(1)).then(|| percent(tally.wins) - percent(tally.losses))
}

/// Red's d over games: won − lost, in percent of those with a result.
///
/// # Errors
/// If no game has a result, or the archive cannot be read.
pub fn advantage(archive: &Archive, ids: &[u32]) -> Result<f64, TestsetError> {
    let results = archive.statistics(ids, 0)?.results;
    let known = results.games - results.unknown();
    if known == 0 {
        return Err(TestsetError::NoResults(results.games));
    }
    Ok(100.0 * (results.red as f64 - results.black as f64) / known as f64)
}

/// Finds the positions with a move that must be played, in chosen games of xiangqi (their
/// ids, in order).
///
/// # Errors
/// If the selection is empty, a number is out of range, or the archive cannot be read.
pub fn find(archive: &Archive, ids: &[u32], rule: &Rule) -> Result<MustPlaySet, TestsetError> {
    check(ids, rule)?;
    let advantage = match rule.advantage {
        Some(advantage) => advantage,
        None => advantage(archive, ids)?,
    };
    if rule.gap - advantage.abs() > 100.0 || rule.gap + advantage.abs() > 200.0 {
        return Err(TestsetError::range("X", rule.gap, "a number that some move can reach"));
    }
    let common = archive.common_positions(ids, rule.min_games)?;
    let mut set = MustPlaySet { advantage, considered: 0, positions: Vec::new() };
    for position in common {
        let ranked = ranked(&position.plies, rule.min_games);
        let Board::Xiangqi(board) = &position.board else { continue };
        let (Some(&(best, tally, most)), turn) = (ranked.first(), board.turn()) else { continue };
        set.considered += 1;
        let second = ranked.get(1).map(|&(_, _, second)| second);
        let floor = match turn {
            Side::Red => rule.gap + advantage,
            Side::Black => rule.gap - advantage,
        };
        if most >= floor && second.is_none_or(|second| most - second >= rule.gap) {
            set.positions.push(MustPlay { turn, best: (best, most), tally, second, position });
        }
    }
    Ok(set)
}

fn check(ids: &[u32], rule: &Rule) -> Result<(), TestsetError> {
    if ids.is_empty() {
        return Err(TestsetError::NoGames);
    }
    if !(rule.gap > 0.0 && rule.gap <= 100.0) {
        return Err(TestsetError::range("X", rule.gap, "more than 0 and at most 100 percent"));
    }
    if rule.advantage.is_some_and(|advantage| !(-100.0..=100.0).contains(&advantage)) {
        let value = rule.advantage.unwrap_or_default();
        return Err(TestsetError::range("c", value, "between -100 and 100 percent"));
    }
    if rule.min_games == 0 {
        return Err(TestsetError::range("the least number of games", 0, "at least 1"));
    }
    Ok(())
}

/// The moves with enough games, the best d first; of equal ones the most played.
fn ranked(plies: &[Continuation], min_games: u32) -> Vec<(Played, Tally, f64)> {
    let mut ranked: Vec<(Played, Tally, f64)> = plies
        .iter()
        .filter_map(|one| Some((one.played?, one.tally, difference(&one.tally, min_games)?)))
        .collect();
    ranked.sort_by(|one, other| other.2.total_cmp(&one.2));
    ranked
}

impl MustPlay {
    /// The position as a line of EPD.
    pub fn problem(&self) -> Problem {
        let (played, most) = self.best;
        let Tally { games, wins, draws, losses } = self.tally;
        let second = match self.second {
            Some(second) => format!("second {second:+.1} %"),
            None => "no other".to_owned(),
        };
        Problem {
            fen: fen_of(&self.position.board),
            best: vec![played.to_string()],
            mate: None,
            id: id_of("must-play", self.position.key),
            remarks: vec![
                format!("{most:+.1} % in {games} games (+{wins} ={draws} -{losses}), {second}"),
                format!("game {} after {} plies", self.position.game, self.position.ply),
            ],
        }
    }
}
