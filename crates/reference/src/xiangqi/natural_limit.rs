//! The counter behind the natural move limit (自然限着).

use super::board::Board;
use super::square::Move;
use crate::Colour;

/// Only the first ten checks of each side count towards the limit.
const COUNTED_CHECKS: u32 = 10;

/// Counted plies since the last capture, and the checks each side gave since then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NaturalCounter {
    /// Counted plies: what the halfmove field of a FEN holds.
    pub plies: u32,
    /// Checks given by red since the last capture, and replies not counted because of them.
    pub red_checks: u32,
    /// The same for black.
    pub black_checks: u32,
}

impl NaturalCounter {
    fn checks(&mut self, side: Colour) -> &mut u32 {
        match side {
            Colour::Red => &mut self.red_checks,
            Colour::Black => &mut self.black_checks,
        }
    }

    /// The counter after `chosen` was played on `before`.
    #[must_use]
    pub fn after(mut self, before: &Board, chosen: Move) -> NaturalCounter {
        if before.at(chosen.to).is_some() {
            return NaturalCounter::default();
        }
        let side = before.side_to_move();
        let other = side.other();
        let gives_check = before.after(chosen).is_in_check(other);
        if gives_check {
            *self.checks(side) += 1;
        }
        let is_excess_check = gives_check && *self.checks(side) > COUNTED_CHECKS;
        let answers_excess_check = before.is_in_check(side) && *self.checks(other) > COUNTED_CHECKS;
        if !is_excess_check {
            if answers_excess_check {
                *self.checks(other) += 1;
            } else {
                self.plies += 1;
            }
        }
        self
    }
}
