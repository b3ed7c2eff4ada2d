//! What the engine's scores are worth.

use ::search::{WinCurve, WinModel};
use xiangqi::{Kind, Position, Side};

/// Fitted to the engine's own games: see docs/experiments/win-rate.md.
pub const WIN_CURVE: WinCurve =
    WinCurve { bare: WinModel::new(1220.0, 250.0), full: WinModel::new(137.0, 200.0) };

/// What each kind counts for [`fullness`].
const WEIGHTS: [(Kind, u32); 6] = [
    (Kind::Rook, 9),
    (Kind::Cannon, 5),
    (Kind::Horse, 4),
    (Kind::Advisor, 1),
    (Kind::Elephant, 1),
    (Kind::Pawn, 1),
];
/// The sum of the start position.
const FULL: f64 = 90.0;

/// How much is left on the board: 1 at the start, 0 for two bare kings.
pub fn fullness(position: &Position) -> f64 {
    let of = |side: Side| -> u32 {
        WEIGHTS.iter().map(|&(kind, weight)| weight * position.count(side, kind)).sum()
    };
    f64::from(of(Side::Red) + of(Side::Black)) / FULL
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
    fn fullness_goes_from_the_start_to_bare_kings() {
        assert_eq!(fullness(&Position::start()), 1.0);
        assert_eq!(fullness(&"3k5/9/9/9/9/9/9/9/9/4K4 w".parse().unwrap()), 0.0);
        let rooks = fullness(&"3k5/9/9/9/9/9/9/9/r8/R3K4 w".parse().unwrap());
        assert!((rooks - 0.2).abs() < 1e-9);
    }
}
