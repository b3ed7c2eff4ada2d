//! Who meets whom, from which opening, in which order.

use std::fmt;
use std::str::FromStr;

use game::splitmix64;
use serde::{Deserialize, Serialize};

use crate::player::Seat;

/// The form of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two engines.
    #[default]
    Match,
    /// The first engine against each other one.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
    /// Each engine against the next in the list.
    Ladder,
}

impl Format {
    /// Every form.
    pub const ALL: [Format; 4] =
        [Format::Match, Format::Gauntlet, Format::RoundRobin, Format::Ladder];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Match => "match",
            Format::Gauntlet => "gauntlet",
            Format::RoundRobin => "round-robin",
            Format::Ladder => "ladder",
        }
    }

    /// The pairs of engines (by index) that meet.
    pub fn pairings(self, engines: usize) -> Vec<(usize, usize)> {
        match self {
            Format::Match | Format::Gauntlet => (1..engines).map(|other| (0, other)).collect(),
            Format::Ladder => (1..engines).map(|other| (other - 1, other)).collect(),
            Format::RoundRobin => {
                (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect()
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no form of tournament.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a form of tournament: expected match, gauntlet, round-robin or ladder")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let same =
            |format: &Format| format.name() == text || format.name().replace('-', "") == text;
        let found = Format::ALL.into_iter().find(same);
        found.ok_or_else(|| UnknownFormat(text.chars().take(60).collect()))
    }
}

/// The plan of a run: games in pairs, both games of a pair from the same opening
/// (or deal) with seats swapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    pairs_each: u32,
    seed: u64,
}

/// One planned game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// Number of the game, from 0.
    pub game: u32,
    /// Number of its pair, from 0.
    pub pair: u32,
    /// Which pairing of the tournament it belongs to.
    pub pairing: usize,
    /// Index of the engine in the first seat (see [`crate::run::SeatRule`]).
    pub first: usize,
    /// Index of the engine in the second seat.
    pub second: usize,
    /// The round: pairs of one round share their opening.
    pub round: u32,
}

impl Schedule {
    /// A plan of `games_each` games (rounded up to pairs) for each pairing.
    pub fn new(format: Format, engines: usize, games_each: u32, seed: u64) -> Schedule {
        Schedule { pairings: format.pairings(engines), pairs_each: games_each.div_ceil(2), seed }
    }

    /// The pairings.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// How many games are planned.
    pub fn games(&self) -> u32 {
        self.pairs_each.saturating_mul(2).saturating_mul(self.pairings.len() as u32)
    }

    /// Game number `game`, if there is one.
    pub fn game(&self, game: u32) -> Option<Planned> {
        if game >= self.games() {
            return None;
        }
        let pair = game / 2;
        let pairing = pair as usize % self.pairings.len();
        let (a, b) = self.pairings[pairing];
        let (first, second) = if game.is_multiple_of(2) { (a, b) } else { (b, a) };
        Some(Planned {
            game,
            pair,
            pairing,
            first,
            second,
            round: pair / self.pairings.len() as u32,
        })
    }

    /// The seed of a round's deal: both games of a pair, and every pairing of the
    /// round, get the same one.
    pub fn deal_seed(&self, planned: &Planned) -> u64 {
        splitmix64(self.seed ^ splitmix64(u64::from(planned.round)))
    }

    /// The seed of a built-in player's dice in a game; `seat` is its place in the plan.
    pub fn dice_seed(&self, planned: &Planned, seat: Seat) -> u64 {
        splitmix64(
            self.seed.wrapping_add(splitmix64(u64::from(planned.game) * 2 + seat.index() as u64)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_swap_seats_and_share_the_round() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 3, 7);
        assert_eq!(schedule.games(), 12);
        for game in (0..schedule.games()).step_by(2) {
            let (a, b) = (schedule.game(game).unwrap(), schedule.game(game + 1).unwrap());
            assert_eq!((a.first, a.second), (b.second, b.first));
            assert_eq!((a.pair, a.round), (b.pair, b.round));
            assert_eq!(schedule.deal_seed(&a), schedule.deal_seed(&b));
        }
        assert_eq!(schedule.game(12), None);
    }

    #[test]
    fn everybody_meets_as_the_form_says() {
        assert_eq!(Format::Gauntlet.pairings(4), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(Format::Ladder.pairings(4), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(Format::RoundRobin.pairings(4).len(), 6);
        assert_eq!("roundrobin".parse(), Ok(Format::RoundRobin));
    }
}
