//! What the engine's scores are worth.

use banqi::Position;
use search::{WinCurve, WinModel};

/// Fitted to the engine's own games: see docs/experiments/win-rate.md.
pub const WIN_CURVE: WinCurve = WinCurve {
    bare: WinModel { pawn: 2020.0, spread: 500.0 },
    full: WinModel { pawn: 600.0, spread: 1145.0 },
};

/// How much is left on the board: 1 at the start, 0 if nothing is.
pub fn fullness(position: &Position) -> f64 {
    f64::from(position.occupied().count()) / 32.0
}

/// What scores are worth in a position.
pub fn win_model(position: &Position) -> WinModel {
    WIN_CURVE.at(fullness(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    #[test]
    fn fullness_counts_what_lies_face_down_too() {
        assert_eq!(fullness(&Position::start()), 1.0);
        assert_eq!(fullness(&"7X/8/8/K6h r P1".parse().unwrap()), 3.0 / 32.0);
    }
}
