//! Results, and how far they can be trusted.

use serde::{Deserialize, Serialize};

/// Games with a result, from the view of who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won by who was to move.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// How many standard errors a share of points is taken below what was counted.
const CAUTION: f64 = 1.0;

impl Counts {
    /// Games with a result.
    pub const fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The share of points, between 0 and 1; a half without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// The share of points that is there with some certainty: Wilson's lower bound, one
    /// standard error down. Few games are worth little, whatever they say.
    ///
    /// ```
    /// use book::Counts;
    /// let few = Counts { wins: 1, draws: 0, losses: 0 };
    /// let many = Counts { wins: 60, draws: 20, losses: 20 };
    /// assert!(few.score() > many.score() && few.lower() < many.lower());
    /// ```
    pub fn lower(&self) -> f64 {
        let games = f64::from(self.games());
        if games == 0.0 {
            return 0.0;
        }
        let (share, square) = (self.score(), CAUTION * CAUTION);
        let middle = share + square / (2.0 * games);
        let spread = share * (1.0 - share) / games + square / (4.0 * games * games);
        ((middle - CAUTION * spread.sqrt()) / (1.0 + square / games)).max(0.0)
    }

    /// Adds the games of another.
    pub fn add(&mut self, other: &Counts) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

/// What a recorded move must have to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trust {
    /// So many games.
    pub games: u32,
    /// So many of a hundred points.
    pub score: u32,
}

impl Default for Trust {
    /// Kao 2009 distrusts moves of fewer than five games; his example of a bad move has
    /// 20 of a hundred points, our line is drawn above it.
    fn default() -> Trust {
        Trust { games: 5, score: 35 }
    }
}

impl Trust {
    /// Whether a move with these results is trusted.
    pub fn has(&self, counts: &Counts) -> bool {
        counts.games() >= self.games.max(1) && counts.score() * 100.0 >= f64::from(self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: u32, draws: u32, losses: u32) -> Counts {
        Counts { wins, draws, losses }
    }

    #[test]
    fn more_games_are_worth_more_and_the_bound_stays_below() {
        let mut before = 0.0;
        for times in [1, 2, 5, 20, 1_000, 100_000] {
            let some = counts(3 * times, 2 * times, times);
            assert!(some.lower() > before && some.lower() < some.score(), "{some:?}");
            before = some.lower();
        }
        // p = 0.6, n = 100: (0.6 + 0.005 - sqrt(0.0024 + 0.000025)) / 1.01.
        assert!((counts(60, 0, 40).lower() - 0.550_25).abs() < 1e-4);
        assert_eq!(Counts::default().lower(), 0.0);
    }

    #[test]
    fn the_documents_examples_are_distrusted() {
        let trust = Trust::default();
        assert!(!trust.has(&counts(4, 0, 0)), "fewer than five games");
        assert!(!trust.has(&counts(10, 20, 70)), "10 % won, 70 % lost");
        assert!(trust.has(&counts(3, 1, 1)));
        assert!(!Trust { games: 0, score: 0 }.has(&Counts::default()), "nothing is no game");
    }
}
