//! Levels of play: a weaker opponent sees less and is less sure, but never throws
//! a game away for nothing.

use game::Rng;

use crate::search::Line;

/// How strong the engine plays, 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(u8);

/// What each level below the last may look at, and how far from the best move it
/// may stray, in hundredths of a pawn: nodes, depth, margin.
const LEVELS: [(u64, i32, i32); 9] = [
    (512, 2, 180),
    (512, 3, 140),
    (1_024, 4, 110),
    (2_560, 5, 85),
    (6_144, 6, 65),
    (15_000, 8, 45),
    (40_000, 10, 30),
    (120_000, 13, 18),
    (400_000, 18, 8),
];

impl Level {
    /// Everything the engine can do.
    pub const FULL: Level = Level(10);

    /// A level from 1 to 10.
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 10 { Some(Level(level)) } else { None }
    }

    /// Whether it is below full strength.
    pub const fn is_weak(self) -> bool {
        self.0 < 10
    }

    const fn row(self) -> (u64, i32, i32) {
        LEVELS[if self.0 >= 10 { 8 } else { self.0 as usize - 1 }]
    }

    /// How many nodes it looks at.
    pub const fn nodes(self) -> u64 {
        self.row().0
    }

    /// How deep it looks.
    pub const fn depth(self) -> i32 {
        self.row().1
    }

    /// How many moves it compares.
    pub const fn lines(self) -> usize {
        5
    }

    /// Puts the move it plays first: likely the best one, sometimes one that is not
    /// much worse, never one outside the level's margin.
    pub fn choose(self, lines: &mut [Line], dice: &mut Rng) {
        let (_, _, margin) = self.row();
        let Some(best) = lines.first().map(|line| line.score) else { return };
        if best.is_decided() {
            return;
        }
        let weight = |line: &Line| {
            let behind = best.get() - line.score.get();
            if behind > margin { 0.0 } else { (-f64::from(behind) * 2.0 / f64::from(margin)).exp() }
        };
        let mut left = dice.unit() * lines.iter().map(weight).sum::<f64>();
        for index in 0..lines.len() {
            left -= weight(&lines[index]);
            if left <= 0.0 {
                lines[..=index].rotate_right(1);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Score;

    #[test]
    fn a_weak_level_strays_but_not_far() {
        let ply = xiangqi::Ply::from_code(1).unwrap();
        let line = |score: i32| Line { score: Score::new(score), plies: vec![ply] };
        let mut dice = Rng::new(4);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..1000 {
            let mut lines = [line(50), line(20), line(-100), line(-400)];
            Level::new(2).unwrap().choose(&mut lines, &mut dice);
            *seen.entry(lines[0].score.get()).or_insert(0) += 1;
        }
        assert!(seen[&50] > seen[&20], "{seen:?}");
        assert!(seen.contains_key(&20) && !seen.contains_key(&-100) && !seen.contains_key(&-400));
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
    }
}
