//! Control points: empty points where one side has more attackers than the other
//! (Shenxiang, section 4), weighted by how close they are to the enemy king.

use game::Side;
use xiangqi::{Bitboard, Square, attacks};

use super::attack_info::AttackInfo;
use super::numbers::tapered;
use super::packed::Packed;

tapered! {
    /// The weight of a controlled empty point, by its distance to the enemy king
    /// (the larger of file and rank difference).
    pub struct ControlParams {
        /// Next to the king.
        next: -9, -5, -20, 60, 2;
        /// Two away.
        near: 5, 0, -20, 60, 2;
        /// Three away.
        middle: 3, 0, -20, 60, 2;
        /// Farther, but in the enemy's half.
        enemy_half: 6, 1, -20, 60, 1;
        /// In the own half.
        own_half: -2, 3, -20, 60, 1;
    }
}

/// Points by distance to a point: 1, 2 and 3 away.
static RINGS: [[u128; 3]; 90] = {
    let mut rings = [[0; 3]; 90];
    let mut from = 0;
    while from < 90 {
        let mut to = 0;
        while to < 90 {
            let (a, b) = (Square::from_index(from), Square::from_index(to));
            let files = a.file().abs_diff(b.file());
            let ranks = a.rank().abs_diff(b.rank());
            let distance = if files > ranks { files } else { ranks };
            if distance >= 1 && distance <= 3 {
                rings[from][distance - 1] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    rings
};

/// The points next to a point, diagonals included.
#[inline(always)]
pub(super) fn ring(square: Square) -> Bitboard {
    Bitboard(RINGS[square.index()][0])
}

/// The numbers ready for adding.
pub type Control = ControlParams<Packed>;

impl Control {
    /// Both sides, red first: who controls an empty point gets its weight.
    #[inline(always)]
    pub(super) fn score(&self, info: &AttackInfo, side: Side) -> Packed {
        let (own, enemy) = info.pair(side);
        let controlled = own.counters.above(&enemy.counters).0 & !info.occupied.0;
        let [next, near, middle] = RINGS[enemy.king.index()];
        let rest = controlled & !(next | near | middle);
        let theirs = attacks::home_half(!side).0;
        let points = |set: u128| set.count_ones() as i32;
        self.next * points(controlled & next)
            + self.near * points(controlled & near)
            + self.middle * points(controlled & middle)
            + self.enemy_half * points(rest & theirs)
            + self.own_half * points(rest & !theirs)
    }
}
