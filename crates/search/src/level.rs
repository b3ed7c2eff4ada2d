//! Levels of play: a weaker opponent sees less and is less sure, but never throws a
//! game away for nothing, and a win it sees it takes.

use game::{Rng, Score};

/// How strong an engine plays, 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// What a level below the last may look at, and how far from the best ply it may
/// stray. Each engine has its own nine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Nodes of the search.
    pub nodes: u64,
    /// Plies deep.
    pub depth: i32,
    /// How far a ply may be below the best, in hundredths of a pawn.
    pub margin: i32,
}

impl Level {
    /// Everything the engine can do.
    pub const FULL: Level = Level(10);
    /// The weakest.
    pub const FIRST: Level = Level(1);

    /// A level from 1 to 10.
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 10 { Some(Level(level)) } else { None }
    }

    /// 1 to 10.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// What it may use of an engine's nine rows; `None` for full strength.
    pub fn of(self, rows: &[Strength; 9]) -> Option<Strength> {
        rows.get(usize::from(self.0) - 1).copied()
    }
}

/// An advantage at which a player is half as unsure as in an even game.
const CLEAR: i32 = 400;

impl Strength {
    /// The number of the ply it plays among plies with their scores, the best first:
    /// likely the best, sometimes one not much worse, never one outside the margin.
    /// Who stands much better knows better what to do: won games are not shuffled
    /// into draws.
    pub fn choose(&self, scores: &[Score], dice: &mut Rng) -> usize {
        let Some(&best) = scores.first() else { return 0 };
        let margin = self.margin * CLEAR / (CLEAR + best.get().abs());
        if best.is_decided() || margin <= 0 {
            return 0;
        }
        let weight = |score: Score| {
            let behind = best.get() - score.get();
            if behind > margin { 0.0 } else { (-2.0 * f64::from(behind) / f64::from(margin)).exp() }
        };
        let mut left = dice.unit() * scores.iter().map(|&score| weight(score)).sum::<f64>();
        for (index, &score) in scores.iter().enumerate() {
            left -= weight(score);
            if left <= 0.0 {
                return index;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_to_ten() {
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
        let row = Strength { nodes: 1, depth: 1, margin: 1 };
        assert_eq!(Level::FIRST.of(&[row; 9]), Some(row));
        assert_eq!(Level::FULL.of(&[row; 9]), None);
    }

    #[test]
    fn a_choice_stays_within_the_margin_and_takes_a_win() {
        let strength = |margin| Strength { nodes: 1, depth: 1, margin };
        let values = [50, 20, -60, -400].map(Score::new);
        let mut dice = Rng::new(2);
        let mut seen = [0; 4];
        for _ in 0..1_000 {
            seen[strength(90).choose(&values, &mut dice)] += 1;
        }
        assert!(seen[0] > seen[1] && seen[1] > 0 && seen[2] == 0 && seen[3] == 0, "{seen:?}");
        let won = [Score::win_in(3), Score::new(400)];
        assert!((0..100).all(|_| strength(1_000).choose(&won, &mut dice) == 0));
        assert_eq!(strength(10).choose(&[], &mut dice), 0);
        let ahead = [3_000, 2_970].map(Score::new);
        assert!((0..100).all(|_| strength(90).choose(&ahead, &mut dice) == 0), "far ahead");
    }
}
