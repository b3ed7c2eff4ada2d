//! Protection and threats between pieces (Kao 2009, section 1.1, figure 1-4:
//! linked horses fear no rook, an unprotected horse does).

use game::Side;
use xiangqi::{Bitboard, Kind, Position, attacks};

use super::attack_info::AttackInfo;
use super::numbers::tapered;
use super::packed::Packed;

tapered! {
    /// Weights of threats, to the side that makes them, and of protection.
    pub struct ThreatParams {
        /// An unprotected rook attacked.
        loose_rook: 11, 11, -60, 200, 4;
        /// An unprotected horse attacked.
        loose_horse: 69, 72, -60, 150, 4;
        /// An unprotected cannon attacked.
        loose_cannon: 63, 65, -60, 150, 4;
        /// An unprotected advisor or elephant attacked.
        loose_guard: 19, 21, -60, 150, 4;
        /// An unprotected pawn attacked.
        loose_pawn: 7, 40, -60, 150, 4;
        /// A rook attacked by anything but a rook, protected or not.
        rook_by_lesser: 77, 10, -60, 200, 4;
        /// A horse or cannon attacked by a pawn, advisor or elephant.
        major_by_weak: 48, 35, -60, 150, 4;
        /// An advisor or elephant attacked though protected.
        guard_attacked: 4, -14, -60, 100, 2;
        /// An own horse protected.
        protected_horse: -6, -7, -60, 60, 2;
        /// An own cannon protected.
        protected_cannon: 6, 9, -60, 60, 2;
        /// An own pawn beyond the river protected.
        protected_pawn: 26, 2, -60, 60, 2;
        /// An enemy rook pinned to its king.
        pinned_rook: 66, 28, -60, 200, 4;
        /// An enemy horse pinned to its king.
        pinned_horse: 53, 47, -60, 150, 4;
        /// An enemy cannon pinned to its king.
        pinned_cannon: 0, 11, -60, 150, 4;
    }
}

/// The numbers ready for adding.
pub type Threats = ThreatParams<Packed>;

impl Threats {
    /// A side's threats and protected pieces.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position, info: &AttackInfo, side: Side) -> Packed {
        self.attacked(position, info, side)
            + self.pinned(position, info, side)
            + self.protected(position, info, side)
    }

    #[inline(always)]
    fn attacked(&self, position: &Position, info: &AttackInfo, side: Side) -> Packed {
        let (own, enemy) = info.pair(side);
        let attacked = own.all() & enemy.own;
        if attacked.is_empty() {
            return Packed::ZERO;
        }
        let loose = Bitboard(attacked.0 & !enemy.all().0);
        let theirs = |kind| position.pieces(!side, kind);
        let guards = theirs(Kind::Advisor) | theirs(Kind::Elephant);
        let majors = theirs(Kind::Horse) | theirs(Kind::Cannon);
        let weak = own.by_pawns | own.by_guards;
        let lesser = weak | own.by_horses | own.by_cannons;
        let number = |set: Bitboard| set.count() as i32;
        let mut sum = self.rook_by_lesser * number(theirs(Kind::Rook) & lesser)
            + self.major_by_weak * number(majors & weak)
            + self.guard_attacked * number(guards & attacked & enemy.all());
        if loose.any() {
            sum += self.loose_rook * number(theirs(Kind::Rook) & loose)
                + self.loose_horse * number(theirs(Kind::Horse) & loose)
                + self.loose_cannon * number(theirs(Kind::Cannon) & loose)
                + self.loose_guard * number(guards & loose)
                + self.loose_pawn * number(theirs(Kind::Pawn) & loose);
        }
        sum
    }

    #[inline(always)]
    fn pinned(&self, position: &Position, info: &AttackInfo, side: Side) -> Packed {
        let held = info.side(!side).held;
        if held.is_empty() {
            return Packed::ZERO;
        }
        let number = |kind| (position.pieces(!side, kind) & held).count() as i32;
        self.pinned_rook * number(Kind::Rook)
            + self.pinned_horse * number(Kind::Horse)
            + self.pinned_cannon * number(Kind::Cannon)
    }

    #[inline(always)]
    fn protected(&self, position: &Position, info: &AttackInfo, side: Side) -> Packed {
        let own = info.side(side).all();
        let number = |kind| (position.pieces(side, kind) & own).count() as i32;
        let beyond = own & attacks::home_half(!side);
        self.protected_horse * number(Kind::Horse)
            + self.protected_cannon * number(Kind::Cannon)
            + self.protected_pawn * (position.pieces(side, Kind::Pawn) & beyond).count() as i32
    }
}
