//! The natural move limit with the check discount: `docs/xiangqi-rules.md`,
//! "Natural limit".

use game::{BySide, Side};

/// Checks of each side that count towards the limit.
const COUNTED_CHECKS: u32 = 10;

/// The counter of the natural limit: plies without a capture, where only the
/// first ten checks of each side, and the replies to them, count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LimitCounter {
    plies: u32,
    checks: BySide<u32>,
}

impl LimitCounter {
    /// A counter as a FEN gives it; the checks behind it are unknown.
    pub const fn starting_at(plies: u32) -> LimitCounter {
        LimitCounter { plies, checks: BySide([0, 0]) }
    }

    /// What counts towards the limit.
    #[inline]
    pub const fn plies(self) -> u32 {
        self.plies
    }

    /// The counter after a ply of `side`.
    #[inline]
    #[must_use]
    pub fn after(
        mut self,
        side: Side,
        was_in_check: bool,
        gives_check: bool,
        captures: bool,
    ) -> LimitCounter {
        if captures {
            return LimitCounter::default();
        }
        if gives_check {
            self.checks[side] += 1;
        }
        let excess_check = gives_check && self.checks[side] > COUNTED_CHECKS;
        let excess_reply = was_in_check && self.checks[!side] > COUNTED_CHECKS;
        if !excess_check && !excess_reply {
            self.plies += 1;
        }
        self
    }
}
