//! Tempo: the right to move is worth something. Neither source counts it; the
//! number is ours.

use super::numbers::tapered;

tapered! {
    /// The weight of the move.
    pub struct TempoParams {
        /// To the side to move.
        to_move: 35, 15, 0, 80, 2;
    }
}
