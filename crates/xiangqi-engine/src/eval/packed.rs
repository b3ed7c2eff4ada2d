//! Three numbers, one per phase, in one machine word.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

const LANE: u32 = 19;
const HALF: i64 = 1 << (LANE - 1);
const MASK: i64 = (1 << LANE) - 1;
/// Lifts every lane above zero, so that reading one needs no care for borrows.
const LIFT: i64 = HALF | HALF << LANE | HALF << (2 * LANE);

/// The weights of opening, middlegame and endgame in a blend; they sum to
/// [`Blend::WHOLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blend {
    /// Weight of the opening.
    pub opening: i32,
    /// Weight of the middlegame.
    pub middlegame: i32,
    /// Weight of the endgame.
    pub endgame: i32,
}

impl Blend {
    /// The sum of the three weights.
    pub const WHOLE: i32 = 256;
    /// Nothing but the opening.
    pub const OPENING: Blend = Blend { opening: Self::WHOLE, middlegame: 0, endgame: 0 };
    /// Nothing but the middlegame.
    pub const MIDDLEGAME: Blend = Blend { opening: 0, middlegame: Self::WHOLE, endgame: 0 };
    /// Nothing but the endgame.
    pub const ENDGAME: Blend = Blend { opening: 0, middlegame: 0, endgame: Self::WHOLE };
}

/// A score of the opening, one of the middlegame and one of the endgame, added
/// and multiplied at once. Each may reach ±262,143. The seven bits above them
/// count pieces that have not left home (see `PhaseRule`).
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed(i64);

impl Packed {
    /// Nothing.
    pub const ZERO: Packed = Packed(0);
    /// One piece at home, worth nothing.
    pub const AT_HOME: Packed = Packed(1 << (3 * LANE));

    /// The three numbers together.
    #[inline]
    pub const fn new(opening: i32, middlegame: i32, endgame: i32) -> Packed {
        Packed(opening as i64 + ((middlegame as i64) << LANE) + ((endgame as i64) << (2 * LANE)))
    }

    /// One number before the endgame and one in it.
    #[inline]
    pub const fn early_late(early: i32, late: i32) -> Packed {
        Packed::new(early, early, late)
    }

    /// The number of the opening.
    #[inline]
    pub const fn opening(self) -> i32 {
        self.lane(0)
    }

    /// The number of the middlegame.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.lane(1)
    }

    /// The number of the endgame.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.lane(2)
    }

    /// How many pieces at home were counted.
    #[inline]
    pub const fn at_home(self) -> usize {
        (self.0.wrapping_add(LIFT) as u64 >> (3 * LANE)) as usize
    }

    /// One number out of three, rounded towards zero so that both colours are
    /// treated alike.
    #[inline]
    pub const fn blend(self, by: Blend) -> i32 {
        let sum = self.opening() * by.opening
            + self.middlegame() * by.middlegame
            + self.endgame() * by.endgame;
        sum / Blend::WHOLE
    }

    #[inline]
    const fn lane(self, which: u32) -> i32 {
        ((self.0.wrapping_add(LIFT) >> (which * LANE) & MASK) - HALF) as i32
    }
}

impl Add for Packed {
    type Output = Packed;
    #[inline]
    fn add(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }
}

impl Sub for Packed {
    type Output = Packed;
    #[inline]
    fn sub(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Packed {
    type Output = Packed;
    #[inline]
    fn neg(self) -> Packed {
        Packed(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Packed {
    type Output = Packed;
    #[inline]
    fn mul(self, times: i32) -> Packed {
        Packed(self.0.wrapping_mul(i64::from(times)))
    }
}

impl AddAssign for Packed {
    #[inline]
    fn add_assign(&mut self, other: Packed) {
        *self = *self + other;
    }
}

impl SubAssign for Packed {
    #[inline]
    fn sub_assign(&mut self, other: Packed) {
        *self = *self - other;
    }
}

impl Sum for Packed {
    fn sum<I: Iterator<Item = Packed>>(parts: I) -> Packed {
        parts.fold(Packed::ZERO, Add::add)
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.opening(), self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_disturb_each_other() {
        let numbers = [-20_000, -1_300, -1, 0, 1, 77, 20_000];
        for a in numbers {
            for b in numbers {
                for c in numbers {
                    let sum = Packed::new(a, b, c) * 3 - Packed::new(b, c, a) + Packed::AT_HOME;
                    let expected = (3 * a - b, 3 * b - c, 3 * c - a);
                    assert_eq!((sum.opening(), sum.middlegame(), sum.endgame()), expected);
                    assert_eq!(sum.at_home(), 1);
                }
            }
        }
    }

    #[test]
    fn blending_is_the_same_for_both_colours() {
        let by = Blend { opening: 100, middlegame: 100, endgame: 56 };
        for value in [Packed::new(7, -3, 12), Packed::new(-1, 0, 1), Packed::new(999, 3, -5)] {
            assert_eq!(value.blend(by), -(-value).blend(by));
        }
        assert_eq!(Packed::new(5, 6, 7).blend(Blend::ENDGAME), 7);
    }
}
