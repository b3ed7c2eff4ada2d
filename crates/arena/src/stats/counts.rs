//! What happened in a match, counted by game and by game pair.

use std::ops::{Add, AddAssign};

use game::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::distribution::{mean, probabilities, score_grid};
use super::strength::Strength;

/// One game from the view of the engine whose strength is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// It lost: 0 points.
    Loss,
    /// Nobody won: half a point.
    Draw,
    /// It won: 1 point.
    Win,
}

impl GameResult {
    /// The result of a game for the engine that played `side`.
    pub fn of(outcome: Outcome, side: Side) -> GameResult {
        match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::Win(winner) if winner == side => GameResult::Win,
            Outcome::Win(_) => GameResult::Loss,
        }
    }

    /// The same game from the opponent's view.
    pub const fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }
}

/// Mean and spread of a sample of results, the common ground of [`Wdl`] and
/// [`Pentanomial`]. A unit is what was observed independently: a game or a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// How many units were observed.
    pub units: u64,
    /// 1 if a unit is a game, 2 if it is a pair.
    pub games_per_unit: u32,
    /// Mean score of a unit, scaled to `0.0..=1.0`; 0.5 for an empty sample.
    pub score: f64,
    /// Variance of a unit's score, scaled to `0.0..=1.0`; 0 for an empty sample.
    pub variance: f64,
}

impl Moments {
    fn of<const N: usize>(counts: [u64; N], games_per_unit: u32) -> Moments {
        let units = counts.iter().sum();
        if units == 0 {
            return Moments { units, games_per_unit, score: 0.5, variance: 0.0 };
        }
        // Whole numbers first: a balanced match scores exactly one half.
        let steps: u64 = counts.iter().zip(0..).map(|(count, step)| count * step).sum();
        let score = steps as f64 / (units * (N as u64 - 1)) as f64;
        let squares = score_grid().map(|value: f64| (value - score) * (value - score));
        let variance = mean(&squares, &probabilities(&counts.map(|count| count as f64)));
        // A sample of equal results has no spread; rounding must not invent one.
        let equal = counts.contains(&units);
        Moments { units, games_per_unit, score, variance: if equal { 0.0 } else { variance } }
    }

    /// How many games the sample holds.
    pub fn games(&self) -> u64 {
        self.units * u64::from(self.games_per_unit)
    }

    /// Variance per game: what one independent game would need to have to give
    /// the same certainty. For pairs it is twice the variance of the pair's
    /// mean score, usually less than the plain variance of the games.
    pub fn variance_per_game(&self) -> f64 {
        self.variance * f64::from(self.games_per_unit)
    }

    /// Standard error of [`Moments::score`]; infinite for an empty sample.
    pub fn standard_error(&self) -> f64 {
        if self.units == 0 { f64::INFINITY } else { (self.variance / self.units as f64).sqrt() }
    }
}

/// Games won, drawn and lost (the trinomial model).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts one game.
    pub fn add_game(&mut self, result: GameResult) {
        match result {
            GameResult::Loss => self.losses += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Win => self.wins += 1,
        }
    }

    /// Losses, draws, wins: in the order of their scores 0, ½, 1.
    pub const fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// How many games were played.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game; 0.5 if there are no games.
    pub fn score(&self) -> f64 {
        self.moments().score
    }

    /// Share of drawn games; 0 if there are no games.
    pub fn draw_ratio(&self) -> f64 {
        share(self.draws, self.games())
    }

    /// Mean and variance by game.
    pub fn moments(&self) -> Moments {
        Moments::of(self.counts(), 1)
    }

    /// Elo, normalised Elo and likelihood of superiority by game.
    pub fn strength(&self) -> Strength {
        Strength::from(self.moments())
    }

    /// The same games from the opponent's view.
    pub const fn reversed(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Wdl {
    type Output = Wdl;

    fn add(self, other: Wdl) -> Wdl {
        Wdl {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        *self = *self + other;
    }
}

/// Game pairs by their results (the pentanomial model). Two games with the same
/// opening and swapped colours score 0, ½, 1, 1½ or 2 points together; a win
/// with a loss and two draws both make 1 point but are counted apart, because
/// their ratio tells how lopsided the openings are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial {
    /// Two losses: 0 points.
    pub ll: u64,
    /// A loss and a draw: ½ point.
    pub ld: u64,
    /// A win and a loss: 1 point.
    pub wl: u64,
    /// Two draws: 1 point.
    pub dd: u64,
    /// A win and a draw: 1½ points.
    pub wd: u64,
    /// Two wins: 2 points.
    pub ww: u64,
}

impl Pentanomial {
    /// From the five counts other tools print, by points 0, ½, 1, 1½, 2. They
    /// do not tell WL from DD: the middle goes to `dd`, so [`Pentanomial::wdl`]
    /// and [`Pentanomial::wl_dd_ratio`] of the result mean little.
    pub const fn from_counts([ll, ld, middle, wd, ww]: [u64; 5]) -> Pentanomial {
        Pentanomial { ll, ld, wl: 0, dd: middle, wd, ww }
    }

    /// Counts one pair; the order of its two games does not matter.
    pub fn add_pair(&mut self, first: GameResult, second: GameResult) {
        use GameResult::{Draw, Loss, Win};
        let count = match (first, second) {
            (Loss, Loss) => &mut self.ll,
            (Loss, Draw) | (Draw, Loss) => &mut self.ld,
            (Win, Loss) | (Loss, Win) => &mut self.wl,
            (Draw, Draw) => &mut self.dd,
            (Win, Draw) | (Draw, Win) => &mut self.wd,
            (Win, Win) => &mut self.ww,
        };
        *count += 1;
    }

    /// The five counts by points 0, ½, 1, 1½, 2.
    pub const fn counts(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// How many pairs were played.
    pub const fn pairs(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// The games of all pairs.
    pub const fn wdl(&self) -> Wdl {
        Wdl {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }

    /// Points per game; 0.5 if there are no pairs.
    pub fn score(&self) -> f64 {
        self.moments().score
    }

    /// Share of pairs that scored exactly 1 point; 0 if there are no pairs.
    pub fn draw_ratio(&self) -> f64 {
        share(self.wl + self.dd, self.pairs())
    }

    /// Pairs won to pairs lost, see [`Pentanomial::wl_dd_ratio`] for zeros.
    pub fn pairs_ratio(&self) -> f64 {
        ratio(self.ww + self.wd, self.ll + self.ld)
    }

    /// WL pairs to DD pairs: above 1 the openings are lopsided, below 1 they are
    /// drawish. Infinite if only the first happened, 1 if neither did.
    pub fn wl_dd_ratio(&self) -> f64 {
        ratio(self.wl, self.dd)
    }

    /// Mean and variance by pair.
    pub fn moments(&self) -> Moments {
        Moments::of(self.counts(), 2)
    }

    /// Elo, normalised Elo and likelihood of superiority by pair.
    pub fn strength(&self) -> Strength {
        Strength::from(self.moments())
    }

    /// The same pairs from the opponent's view.
    pub const fn reversed(&self) -> Pentanomial {
        Pentanomial { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }
}

impl Add for Pentanomial {
    type Output = Pentanomial;

    fn add(self, other: Pentanomial) -> Pentanomial {
        Pentanomial {
            ll: self.ll + other.ll,
            ld: self.ld + other.ld,
            wl: self.wl + other.wl,
            dd: self.dd + other.dd,
            wd: self.wd + other.wd,
            ww: self.ww + other.ww,
        }
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        *self = *self + other;
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn ratio(above: u64, below: u64) -> f64 {
    match (above, below) {
        (0, 0) => 1.0,
        (_, 0) => f64::INFINITY,
        _ => above as f64 / below as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::GameResult::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn pairs_and_games_count_the_same_points() {
        let mut pairs = Pentanomial::default();
        let mut games = Wdl::default();
        for first in [Loss, Draw, Win] {
            for second in [Loss, Draw, Win] {
                pairs.add_pair(first, second);
                games.add_game(first);
                games.add_game(second);
                assert_eq!(pairs.wdl(), games);
            }
        }
        assert_eq!(pairs, Pentanomial { ll: 1, ld: 2, wl: 2, dd: 1, wd: 2, ww: 1 });
        assert_eq!(pairs.counts(), [1, 2, 3, 2, 1]);
        assert_eq!(games.counts(), [6, 6, 6]);
        assert_eq!(pairs.reversed().wdl(), games.reversed());
        assert_eq!((pairs + pairs).wdl(), games + games);
    }

    #[test]
    fn independent_games_have_the_same_variance_either_way() {
        // All nine ordered pairs of {L, D, W}: the games of a pair are independent.
        let pairs = Pentanomial { ll: 1, ld: 2, wl: 2, dd: 1, wd: 2, ww: 1 };
        let by_pair = pairs.moments();
        let by_game = pairs.wdl().moments();
        assert!((by_pair.variance_per_game() - by_game.variance_per_game()).abs() < 1e-15);
        assert!((by_pair.standard_error() - by_game.standard_error()).abs() < 1e-15);
        assert_eq!((by_pair.games(), by_pair.score), (18, 0.5));
    }

    #[test]
    fn results_are_read_from_the_engines_side() {
        assert_eq!(GameResult::of(Outcome::Win(Side::Red), Side::Red), Win);
        assert_eq!(GameResult::of(Outcome::Win(Side::Red), Side::Black), Loss);
        assert_eq!(GameResult::of(Outcome::Draw, Side::Black), Draw);
        assert_eq!([Win, Draw, Loss].map(GameResult::reversed), [Loss, Draw, Win]);
    }

    #[test]
    fn ratios_of_zeros_are_defined() {
        assert_eq!(Pentanomial::default().pairs_ratio(), 1.0);
        assert_eq!(Pentanomial { ww: 3, ..Pentanomial::default() }.pairs_ratio(), f64::INFINITY);
        assert_eq!(Pentanomial { ll: 3, ..Pentanomial::default() }.pairs_ratio(), 0.0);
        assert_eq!(Pentanomial::default().draw_ratio(), 0.0);
        assert_eq!(Wdl::default().draw_ratio(), 0.0);
        assert_eq!(Wdl::default().score(), 0.5);
    }
}
