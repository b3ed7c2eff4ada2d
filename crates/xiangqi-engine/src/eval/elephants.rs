//! A raised elephant (Shenxiang, section 5): on the river bank an elephant usually
//! stands badly, but there it blocks an enemy horse on the opposite elephant point.

use game::Side;
use xiangqi::{Bitboard, Kind, Position};

use super::numbers::tapered;
use super::packed::Packed;

tapered! {
    /// The weight of the raised elephant.
    pub struct ElephantParams {
        /// An elephant on the river bank before an enemy horse on its own bank's
        /// elephant point: the horse's leg forward is blocked.
        raised_before_horse: 53, 8, -60, 100, 4;
    }
}

/// The numbers ready for adding.
pub type Elephants = ElephantParams<Packed>;

/// c4 and g4, where red's elephants stand on the bank.
const RED_BANK: u128 = 1 << (4 * 9 + 2) | 1 << (4 * 9 + 6);

/// How many raised elephants of a side block a horse.
#[inline(always)]
pub fn raised_before_horse(position: &Position, side: Side) -> i32 {
    let (red, black) = match side {
        Side::Red => (Kind::Elephant, Kind::Horse),
        Side::Black => (Kind::Horse, Kind::Elephant),
    };
    let on_red_bank = position.pieces(Side::Red, red).0 & RED_BANK;
    let facing = Bitboard(on_red_bank << 9) & position.pieces(Side::Black, black);
    facing.count() as i32
}

impl Elephants {
    /// What raised elephants gain.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position, side: Side) -> Packed {
        self.raised_before_horse * raised_before_horse(position, side)
    }
}
