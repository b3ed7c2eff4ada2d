//! What the ten levels may see. A weak level looks at less and is less sure
//! between plies of nearly equal worth; it never throws a game away for nothing,
//! and a win it sees it takes.

use game::{Rng, Score};

/// How strong an engine plays, 1 to 10.
pub const LEVELS: u8 = 10;

/// What a level of dark chess below the last may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BanqiLevel {
    /// Nodes of the search.
    pub nodes: u64,
    /// Plies deep.
    pub depth: i32,
    /// How far from the best ply it may stray, in hundredths of a pawn.
    pub margin: i32,
}

/// Levels 1 to 9: nodes, depth, margin.
const BANQI: [(u64, i32, i32); 9] = [
    (2_000, 1, 250),
    (4_000, 1, 140),
    (10_000, 2, 100),
    (20_000, 2, 60),
    (40_000, 3, 50),
    (80_000, 4, 30),
    (160_000, 5, 20),
    (400_000, 7, 10),
    (1_200_000, 10, 5),
];

/// A beginner soon has had enough of going to and fro: more often does not count.
pub const MOST_RETURNS: u32 = 3;

/// The limits of a dark chess level; `None` for full strength.
pub fn banqi(level: u8) -> Option<BanqiLevel> {
    let row = BANQI.get(usize::from(level.max(1)) - 1)?;
    Some(BanqiLevel { nodes: row.0, depth: row.1, margin: row.2 })
}

/// An advantage at which a player is half as unsure as in an even game.
const CLEAR: i32 = 400;

/// Chooses among plies with their values, the best first: likely the best,
/// sometimes one not much worse, never one outside the margin. Who stands much
/// better knows better what to do: won games are not shuffled into draws.
pub fn choose(values: &[Score], margin: i32, dice: &mut Rng) -> usize {
    let Some(&best) = values.first() else { return 0 };
    let margin = margin * CLEAR / (CLEAR + best.get().abs());
    if best.is_decided() || margin <= 0 {
        return 0;
    }
    let weight = |value: Score| {
        let behind = best.get() - value.get();
        if behind > margin { 0.0 } else { (-2.0 * f64::from(behind) / f64::from(margin)).exp() }
    };
    let mut left = dice.unit() * values.iter().map(|&value| weight(value)).sum::<f64>();
    for (index, &value) in values.iter().enumerate() {
        left -= weight(value);
        if left <= 0.0 {
            return index;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_looks_further_and_strays_less() {
        for level in 1..9 {
            let (this, next) = (banqi(level).unwrap(), banqi(level + 1).unwrap());
            assert!(this.nodes < next.nodes && this.depth <= next.depth);
            assert!(this.margin >= next.margin);
        }
        assert_eq!(banqi(10), None);
    }

    #[test]
    fn a_choice_stays_within_the_margin_and_takes_a_win() {
        let values = [50, 20, -60, -400].map(Score::new);
        let mut dice = Rng::new(2);
        let mut seen = [0; 4];
        for _ in 0..1_000 {
            seen[choose(&values, 90, &mut dice)] += 1;
        }
        assert!(seen[0] > seen[1] && seen[1] > 0 && seen[2] == 0 && seen[3] == 0, "{seen:?}");
        let won = [Score::win_in(3), Score::new(400)];
        assert!((0..100).all(|_| choose(&won, 1_000, &mut dice) == 0));
        assert_eq!(choose(&[], 10, &mut dice), 0);
        let ahead = [3_000, 2_970].map(Score::new);
        assert!((0..100).all(|_| choose(&ahead, 90, &mut dice) == 0), "no doubt when far ahead");
    }
}
