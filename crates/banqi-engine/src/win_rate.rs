//! What the engine's scores are worth.

use banqi::Position;
use network::{BanqiNetwork, Role};
use search::{WinCurve, WinModel};

use crate::learned::POINTS;
use crate::shipped::shipped;

/// Fitted to the engine's own games: see docs/experiments/win-rate.md.
pub const WIN_CURVE: WinCurve =
    WinCurve { bare: WinModel::new(2020.0, 500.0), full: WinModel::new(600.0, 1145.0) };

/// How much is left on the board: 1 at the start, 0 if nothing is.
pub fn fullness(position: &Position) -> f64 {
    f64::from(position.occupied().count()) / 32.0
}

/// What scores of the hand-written evaluation are worth in a position: the curve is in
/// its units.
pub fn curve_model(position: &Position) -> WinModel {
    WIN_CURVE.at(fullness(position))
}

/// What scores of the profile `chuhe` are worth in a position.
pub fn win_model(position: &Position) -> WinModel {
    model_with(shipped(), position)
}

/// What scores are worth that rest on a network, or on none.
pub(crate) fn model_with(network: Option<&BanqiNetwork>, position: &Position) -> WinModel {
    let model = curve_model(position);
    match network {
        None => model,
        Some(network) if network.role() == Role::Whole => model.in_points(POINTS),
        Some(network) => model.in_logits(network.scale()),
    }
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
