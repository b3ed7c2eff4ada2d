//! The seven named features (Shenxiang, section 5, tables 4-8 to 4-14). Their
//! effect shows only after ten or twenty plies, so the evaluation must know them.

use game::Side;
use xiangqi::{Bitboard, Kind, Position, Square, attacks};

use super::attack_info::{AttackInfo, SideAttacks};
use super::lines::file_of;
use super::numbers::{Tapered, tapered};
use super::packed::Packed;

tapered! {
    /// What each feature is worth to its owner.
    pub struct FeatureParams {
        /// 空頭炮 (table 4-8): a cannon and the enemy king on one file with nothing
        /// between.
        hollow_cannon: 152, 10, -100, 400, 8;
        /// 炮鎮窩心馬 (table 4-9): a cannon on the centre file against an enemy horse
        /// on the palace centre in front of its king.
        palace_horse: 87, 221, -100, 700, 8;
        /// 栓鍊 (table 4-10): a rook or cannon that pins a piece to its king.
        pin: 15, 36, -100, 300, 4;
        /// 中炮鐵門栓 (table 4-11): a cannon on the centre file and a rook that holds
        /// the d or f file of the palace.
        iron_bolt: -3, 76, -100, 400, 8;
        /// 連環馬 (table 4-12): two horses that protect each other.
        linked_horses: 70, 16, -100, 200, 4;
        /// 牽手兵 (table 4-13): two pawns side by side.
        joined_pawns: -43, 5, -100, 200, 4;
        /// 擔子炮 (table 4-14): two cannons in line with exactly one piece between.
        linked_cannons: -12, -19, -100, 200, 4;
    }
}

impl FeatureParams {
    /// The bonuses printed in tables 4-8 to 4-14.
    pub fn shenxiang() -> FeatureParams {
        FeatureParams {
            hollow_cannon: Tapered::flat(150),
            palace_horse: Tapered::flat(520),
            pin: Tapered::flat(80),
            iron_bolt: Tapered::flat(200),
            linked_horses: Tapered::flat(32),
            joined_pawns: Tapered::flat(32),
            linked_cannons: Tapered::flat(32),
        }
    }
}

/// The numbers ready for adding.
pub type Features = FeatureParams<Packed>;

/// How often each feature is on the board for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FeatureCounts {
    /// 空頭炮
    pub hollow_cannon: i32,
    /// 炮鎮窩心馬
    pub palace_horse: i32,
    /// 栓鍊
    pub pin: i32,
    /// 中炮鐵門栓
    pub iron_bolt: i32,
    /// 連環馬
    pub linked_horses: i32,
    /// 牽手兵
    pub joined_pawns: i32,
    /// 擔子炮
    pub linked_cannons: i32,
}

impl FeatureCounts {
    /// Looks for the features of a side.
    #[inline(always)]
    pub fn of(position: &Position, info: &AttackInfo, side: Side) -> FeatureCounts {
        let (own, enemy) = info.pair(side);
        let cannons = position.pieces(side, Kind::Cannon);
        let central = (cannons & CENTRE_FILE).any();
        FeatureCounts {
            hollow_cannon: hollow_cannons(cannons, enemy),
            palace_horse: i32::from(central && smothered_by_horse(position, enemy)),
            pin: enemy.pinners.count() as i32,
            iron_bolt: i32::from(central && bolted(position, info, side)),
            linked_horses: i32::from(linked_horses(own, position.pieces(side, Kind::Horse))),
            joined_pawns: joined_pawns(position.pieces(side, Kind::Pawn)),
            linked_cannons: i32::from(linked_cannons(own, cannons)),
        }
    }
}

impl Features {
    /// What the features of a side are worth.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position, info: &AttackInfo, side: Side) -> Packed {
        let counts = FeatureCounts::of(position, info, side);
        self.hollow_cannon * counts.hollow_cannon
            + self.palace_horse * counts.palace_horse
            + self.pin * counts.pin
            + self.iron_bolt * counts.iron_bolt
            + self.linked_horses * counts.linked_horses
            + self.joined_pawns * counts.joined_pawns
            + self.linked_cannons * counts.linked_cannons
    }
}

const CENTRE_FILE: Bitboard = Bitboard::file(4);
/// The outer files of the palaces: d and f.
const BOLT_FILES: Bitboard = Bitboard(Bitboard::file(3).0 | Bitboard::file(5).0);
/// King's home and the palace centre before it, red's and black's.
const HOMES: [(usize, usize); 2] = [(4, 13), (85, 76)];

/// The king's start point of a side.
#[inline(always)]
pub(super) fn king_home(side: Side) -> Square {
    Square::from_index(HOMES[side.index()].0)
}

/// The middle of a side's palace.
#[inline(always)]
pub(super) fn palace_centre(side: Side) -> Square {
    Square::from_index(HOMES[side.index()].1)
}

#[inline(always)]
fn hollow_cannons(cannons: Bitboard, enemy: &SideAttacks) -> i32 {
    (cannons & enemy.king_lines & file_of(enemy.king)).count() as i32
}

#[inline(always)]
fn smothered_by_horse(position: &Position, enemy: &SideAttacks) -> bool {
    enemy.king == king_home(enemy.side)
        && position.pieces(enemy.side, Kind::Horse).has(palace_centre(enemy.side))
}

/// A rook on the d or f file that sees, or stands on, a palace point of that
/// file, while the king is still on the centre file behind the bolt.
#[inline(always)]
fn bolted(position: &Position, info: &AttackInfo, side: Side) -> bool {
    if info.side(!side).king.file() != 4 {
        return false;
    }
    let rooks = position.pieces(side, Kind::Rook) & BOLT_FILES;
    rooks.into_iter().any(|rook| {
        let gate = file_of(rook) & attacks::palace(!side);
        let open = |point| (attacks::between(rook, point) & info.occupied).is_empty();
        gate.has(rook) || gate.into_iter().any(open)
    })
}

#[inline(always)]
fn linked_horses(own: &SideAttacks, horses: Bitboard) -> bool {
    own.horses.both().is_some_and(|[a, b]| (*a & horses).any() && (*b & horses).any())
}

#[inline(always)]
fn linked_cannons(own: &SideAttacks, cannons: Bitboard) -> bool {
    own.cannons.both().is_some_and(|[a, _]| (a.jumps & cannons).any())
}

#[inline(always)]
fn joined_pawns(pawns: Bitboard) -> i32 {
    const LAST_FILE: u128 = Bitboard::file(8).0;
    (pawns.0 & (pawns.0 & !LAST_FILE) << 1).count_ones() as i32
}
