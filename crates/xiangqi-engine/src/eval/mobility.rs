//! Mobility: the choice of points a piece has (Shenxiang, section 3, table 4-7).
//!
//! Shenxiang multiplies the number of reachable points by 5 for a rook, 8 for a horse
//! and 1 for a cannon; its program counts only the horse. Ours counts safe
//! points, for every kind, and looks the number up in a table, because the first
//! few points matter most.

use game::Side;
use xiangqi::{Bitboard, Kind, Piece, Position, attacks};

use super::attack_info::{AttackInfo, SideAttacks};
use super::numbers::{Range, Tapered, Visitor, tapered, visit_row};
use super::packed::Packed;
use super::tuned;

/// Shenxiang, table 4-7: the weight of a point a piece can reach.
pub const PRINTED_WEIGHTS: [(&str, i32); 3] = [("rook", 5), ("horse", 8), ("cannon", 1)];

/// The most points a rook or cannon can reach, plus one.
const LINE: usize = 18;
/// The most points a horse can reach, plus one.
const JUMP: usize = 9;

tapered! {
    /// Weights per safe point of the kinds that seldom have many.
    pub struct SlowMobility {
        /// Points pawns attack.
        pawns: -10, 2, -30, 60, 2;
        /// Points advisors and elephants attack.
        guards: -6, -8, -30, 60, 2;
        /// Steps of the king.
        king: -11, 17, -60, 60, 2;
    }
}

/// The numbers of mobility, by early and late.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MobilityParams {
    /// By the rook's safe points.
    pub rook: [[i32; LINE]; 2],
    /// By the horse's safe points.
    pub horse: [[i32; JUMP]; 2],
    /// By the cannon's safe points.
    pub cannon: [[i32; LINE]; 2],
    /// The other kinds, by point.
    pub slow: SlowMobility,
}

impl Default for MobilityParams {
    fn default() -> MobilityParams {
        MobilityParams {
            rook: tuned::ROOK_MOBILITY,
            horse: tuned::HORSE_MOBILITY,
            cannon: tuned::CANNON_MOBILITY,
            slow: SlowMobility::default(),
        }
    }
}

impl MobilityParams {
    const RANGE: Range = Range { min: -300, max: 300, step: 4 };

    /// What the program Shenxiang counts: 8 per point of a horse.
    pub fn shenxiang() -> MobilityParams {
        let horse = std::array::from_fn(|points| PRINTED_WEIGHTS[1].1 * points as i32);
        MobilityParams {
            rook: [[0; LINE]; 2],
            horse: [horse; 2],
            cannon: [[0; LINE]; 2],
            slow: SlowMobility::zero(),
        }
    }

    pub(super) fn visit(&mut self, key: &str, visitor: &mut Visitor<'_>) {
        for (phase, name) in ["early", "late"].into_iter().enumerate() {
            let mut row = |kind: &str, numbers: &mut [i32]| {
                visit_row(&format!("{key}.{kind}.{name}"), numbers, Self::RANGE, visitor);
            };
            row("rook", &mut self.rook[phase]);
            row("horse", &mut self.horse[phase]);
            row("cannon", &mut self.cannon[phase]);
        }
        self.slow.visit(key, visitor);
    }
}

/// The numbers ready for adding.
#[derive(Clone, Debug)]
pub struct Mobility {
    rook: [Packed; LINE],
    horse: [Packed; JUMP],
    cannon: [Packed; LINE],
    slow: SlowMobility<Packed>,
}

impl Mobility {
    pub(super) fn new(params: &MobilityParams) -> Mobility {
        Mobility {
            rook: pack(&params.rook),
            horse: pack(&params.horse),
            cannon: pack(&params.cannon),
            slow: params.slow.packed(),
        }
    }

    /// Safe points of every kind. A rook avoids what any lesser piece attacks, the
    /// others what pawns, advisors and elephants attack; a pinned piece keeps to
    /// its king's lines.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position, info: &AttackInfo, side: Side) -> Packed {
        let (own, enemy) = info.pair(side);
        let weak = own.own | enemy.by_pawns | enemy.by_guards;
        let lesser = weak | enemy.by_horses | enemy.by_cannons;
        let mut sum = self.slow(own, enemy);
        for &rook in own.rooks.iter() {
            sum += self.rook[count(rook, lesser).min(LINE - 1)];
        }
        for &horse in own.horses.iter() {
            sum += self.horse[count(horse, weak).min(JUMP - 1)];
        }
        for cannon in own.cannons.iter() {
            let reach = cannon.slides | cannon.jumps & enemy.own;
            sum += self.cannon[count(reach, weak).min(LINE - 1)];
        }
        if own.held.any() {
            sum += self.held(position, info, side, [weak, lesser]);
        }
        sum
    }

    /// What pinned pieces lose: they keep only the points on their king's lines.
    #[cold]
    fn held(
        &self,
        position: &Position,
        info: &AttackInfo,
        side: Side,
        [weak, lesser]: [Bitboard; 2],
    ) -> Packed {
        let own = info.side(side);
        let king_lines = attacks::lines(own.king);
        let loss = |kind, table: &[Packed], avoid: Bitboard| -> Packed {
            let held = position.pieces(side, kind) & own.held;
            let place = |set| table[count(set, avoid).min(table.len() - 1)];
            let one = |square| {
                let set = position.reach(Piece::new(side, kind), square);
                place(set & king_lines) - place(set)
            };
            held.into_iter().map(one).sum()
        };
        loss(Kind::Rook, &self.rook, lesser)
            + loss(Kind::Horse, &self.horse, weak)
            + loss(Kind::Cannon, &self.cannon, weak)
    }

    #[inline]
    fn slow(&self, own: &SideAttacks, enemy: &SideAttacks) -> Packed {
        let unsafe_points = own.own | enemy.all();
        let points = |set| count(set, unsafe_points) as i32;
        self.slow.pawns * points(own.by_pawns)
            + self.slow.guards * points(own.by_guards)
            + self.slow.king * points(attacks::king(own.king))
    }

    /// What the program Shenxiang counts: every point a horse may jump to.
    #[inline]
    pub(super) fn horses_only(&self, info: &AttackInfo, side: Side) -> Packed {
        let own = info.side(side);
        own.horses.iter().map(|&horse| self.horse[count(horse, own.own).min(JUMP - 1)]).sum()
    }
}

#[inline]
fn count(set: Bitboard, without: Bitboard) -> usize {
    (set.0 & !without.0).count_ones() as usize
}

fn pack<const N: usize>(tables: &[[i32; N]; 2]) -> [Packed; N] {
    std::array::from_fn(|i| Tapered { early: tables[0][i], late: tables[1][i] }.into())
}
