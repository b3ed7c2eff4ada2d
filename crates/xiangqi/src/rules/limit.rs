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

    /// Plies since the last capture, uncounted checks and replies included.
    #[inline]
    pub fn reversible(self) -> u32 {
        let excess = |side| self.checks[side].saturating_sub(COUNTED_CHECKS);
        self.plies + excess(Side::Red) + excess(Side::Black)
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
        if !excess_check {
            if was_in_check && self.checks[!side] > COUNTED_CHECKS {
                // The reply to an excess check is not counted either; the checker's
                // number grows so that the true length stays known.
                self.checks[!side] += 1;
            } else {
                self.plies += 1;
            }
        }
        self
    }
}
