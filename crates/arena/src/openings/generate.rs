//! Random openings that favour nobody.

use std::collections::HashSet;

use game::{NullObserver, Position as _, Rng, Side};
use xiangqi::{ExchangeValues, Position, Stage};

const VALUES: ExchangeValues = [0, 2, 2, 4, 9, 4, 1];

/// `count` different xiangqi positions, each `plies` random plies from the start
/// (an even number: red to move), with all 32 pieces, nobody in check and no
/// capture that wins anything for either side.
pub fn balanced(count: usize, plies: usize, seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    // Two plies have only so many positions; give up rather than loop for ever.
    let mut tries = count.saturating_mul(200).max(10_000);
    while openings.len() < count && tries > 0 {
        tries -= 1;
        let Some(position) = walk(&mut rng, plies) else { continue };
        if is_balanced(&position) && seen.insert(position.zobrist_key()) {
            openings.push(position.to_string());
        }
    }
    openings
}

fn walk(rng: &mut Rng, plies: usize) -> Option<Position> {
    let mut position = Position::start();
    for _ in 0..plies {
        let quiets = position.plies(Stage::Quiets);
        let &ply = rng.choose(&quiets)?;
        position.make_ply(ply, &mut NullObserver);
    }
    Some(position)
}

fn is_balanced(position: &Position) -> bool {
    if Side::BOTH.iter().any(|&side| position.is_in_check(side)) {
        return false;
    }
    let mut other = position.clone();
    other.make_null();
    !wins_something(position) && !wins_something(&other)
}

fn wins_something(position: &Position) -> bool {
    position.plies(Stage::Captures).iter().any(|&ply| position.exchange_wins(ply, 1, &VALUES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_legal_and_quiet() {
        let openings = balanced(200, 6, 3);
        assert_eq!(openings.len(), 200);
        let different: HashSet<_> = openings.iter().collect();
        assert_eq!(different.len(), 200);
        for fen in &openings {
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.turn(), Side::Red);
            assert_eq!(position.occupied().count(), 32);
        }
        assert_eq!(openings, balanced(200, 6, 3), "the seed decides everything");
    }
}
