//! King safety (Shenxiang, section 5): threats to the king that become mate only later.
//!
//! Two parts. *Danger* counts attackers near the palace, points they hit, safe
//! checks and missing guards in units, and grows with the square of the units:
//! one attacker is harmless, three are not. The rest are plain weights for open
//! files, bottom cannons and attackers massed on one wing.

use game::Side;
use xiangqi::{Bitboard, Kind, Position, attacks};

use super::attack_info::{AttackInfo, SideAttacks};
use super::control::ring;
use super::features::king_home;
use super::lines::file_of;
use super::material::Army;
use super::numbers::tapered;
use super::packed::Packed;

search::params! {
    /// Units of danger.
    pub struct DangerParams {
        /// Rooks see the palace.
        rook: 6, 0, 60, 2;
        /// Horses see the palace.
        horse: 18, 0, 60, 2;
        /// Cannons aim at the palace.
        cannon: 13, 0, 60, 2;
        /// Pawns that attack the palace.
        pawn: 37, 0, 60, 2;
        /// Each attack on a palace point, whoever makes it.
        hit: 2, 0, 20, 1;
        /// Each palace point attacked and defended by nobody but the king.
        weak_point: 0, 0, 30, 1;
        /// A rook can give check unharmed.
        rook_check: 33, 0, 60, 2;
        /// A horse can give check unharmed.
        horse_check: 40, 0, 60, 2;
        /// A cannon can give check unharmed.
        cannon_check: 26, 0, 60, 2;
        /// A pawn can give check unharmed.
        pawn_check: 9, 0, 60, 2;
        /// Each check that waits for a piece of the attacker to step aside.
        battery: 22, 0, 60, 2;
        /// The king has no safe step.
        stuck: 15, 0, 60, 2;
        /// Each missing advisor.
        missing_advisor: 8, 0, 40, 2;
        /// Each missing elephant.
        missing_elephant: 3, 0, 40, 2;
        /// The king has left its start point.
        away: 11, 0, 40, 2;
        /// The attacker has no rook.
        no_rook: -16, -60, 0, 2;
        /// Units that are always harmless.
        harmless: 0, 0, 80, 2;
        /// Early score per squared unit, in 1024ths.
        per_square_early: 24, 0, 80, 1;
        /// Late score per squared unit, in 1024ths.
        per_square_late: 12, 0, 80, 1;
    }
}

tapered! {
    /// Plain weights of king safety.
    pub struct KingParams {
        /// A rook on a file without pawns.
        rook_on_open_file: 27, 13, -60, 80, 2;
        /// A rook on a file without own pawns.
        rook_on_half_open_file: 10, 28, -60, 80, 2;
        /// The own king sees a point of the enemy palace along its file.
        king_on_open_file: 6, -5, -60, 100, 4;
        /// An enemy rook on the king's file, seen by the owner of the rook.
        rook_on_king_file: 20, -6, -60, 100, 4;
        /// A cannon on the enemy's home rank with nothing between it and the king.
        bottom_cannon: 25, 30, -60, 200, 4;
        /// A cannon on the enemy's home rank while a rook is beyond the river.
        bottom_cannon_with_rook: 29, 12, -60, 200, 4;
        /// A cannon on the centre file while the enemy king stands at home.
        central_cannon: -17, 20, -60, 100, 4;
        /// Each attacker on a wing beyond what the enemy has there.
        wing_surplus: 1, 2, -60, 100, 2;
    }
}

/// The numbers ready for use.
#[derive(Clone, Debug)]
pub struct KingSafety {
    danger: DangerParams,
    /// By the defender's army: units for missing guards.
    bare: Box<[i16]>,
    plain: KingParams<Packed>,
}

/// More units than any real attack has.
const MOST_UNITS: i32 = 400;

impl KingSafety {
    pub(super) fn new(danger: &DangerParams, plain: &KingParams) -> KingSafety {
        let missing = |army: Army, kind| 2 - army.count(kind);
        let bare = |army| {
            danger.missing_advisor * missing(army, Kind::Advisor)
                + danger.missing_elephant * missing(army, Kind::Elephant)
        };
        KingSafety {
            danger: danger.clone(),
            bare: Army::all().map(|army| bare(army) as i16).collect(),
            plain: plain.packed(),
        }
    }

    /// What a side gains by attacking the other king.
    #[inline(always)]
    pub(super) fn score(
        &self,
        position: &Position,
        info: &AttackInfo,
        armies: [Army; 2],
        side: Side,
    ) -> Packed {
        let (own, enemy) = info.pair(side);
        let units = self.attackers(own, enemy)
            + self.checks(info.occupied, own, enemy)
            + self.shelter(own, enemy, armies[(!side).index()]);
        self.danger(units)
            + self.rooks(position, own, enemy)
            + self.cannons(position, own, enemy)
            + self.king(own, enemy)
            + self.plain.wing_surplus * wing_surplus(position, side)
    }

    /// Danger grows with the square of its units.
    #[inline(always)]
    fn danger(&self, units: i32) -> Packed {
        let units = (units - self.danger.harmless).clamp(0, MOST_UNITS);
        let square = units * units;
        Packed::early_late(
            square * self.danger.per_square_early / 1024,
            square * self.danger.per_square_late / 1024,
        )
    }

    /// Pieces that reach into the palace, and how far.
    #[inline(always)]
    fn attackers(&self, own: &SideAttacks, enemy: &SideAttacks) -> i32 {
        let zone = attacks::palace(enemy.side) | ring(enemy.king);
        let unit = |set: Bitboard, weight: i32| if (set & zone).any() { weight } else { 0 };
        unit(own.by_pawns, self.danger.pawn)
            + unit(own.by_rooks, self.danger.rook)
            + unit(own.by_horses, self.danger.horse)
            + unit(own.by_cannons, self.danger.cannon)
            + self.danger.hit * own.counters.hits(zone)
    }

    /// Points from where each kind could give check without being taken.
    #[inline(always)]
    fn checks(&self, occupied: Bitboard, own: &SideAttacks, enemy: &SideAttacks) -> i32 {
        let safe = !(own.own | enemy.all());
        let reach = own.cannons.iter().fold(Bitboard::EMPTY, |all, cannon| all | cannon.slides);
        let cannon_reach = reach | own.by_cannons & enemy.own;
        let from_pawns = attacks::pawn_to(own.side, enemy.king);
        let from_horses = attacks::horse_to(enemy.king, occupied);
        let unit = |set: Bitboard, weight: i32| if (set & safe).any() { weight } else { 0 };
        unit(enemy.king_lines & own.by_rooks, self.danger.rook_check)
            + unit(from_horses & own.by_horses, self.danger.horse_check)
            + unit(enemy.king_jumps & cannon_reach, self.danger.cannon_check)
            + unit(from_pawns & own.by_pawns, self.danger.pawn_check)
    }

    /// What the defender lacks.
    #[inline(always)]
    fn shelter(&self, own: &SideAttacks, enemy: &SideAttacks, defender: Army) -> i32 {
        let palace = attacks::palace(enemy.side);
        let weak = Bitboard(palace.0 & own.all().0 & !enemy.by_others.0);
        let steps = Bitboard(attacks::king(enemy.king).0 & !(own.all().0 | enemy.own.0));
        self.danger.weak_point * weak.count() as i32
            + i32::from(self.bare[defender.index()])
            + self.danger.battery * enemy.batteries
            + self.danger.stuck * i32::from(steps.is_empty())
            + self.danger.away * i32::from(enemy.king != king_home(enemy.side))
            + self.danger.no_rook * i32::from(own.by_rooks.is_empty())
    }

    #[inline(always)]
    fn rooks(&self, position: &Position, own: &SideAttacks, enemy: &SideAttacks) -> Packed {
        let own_pawns = position.pieces(own.side, Kind::Pawn);
        let their_pawns = position.pieces(enemy.side, Kind::Pawn);
        let mut sum = Packed::ZERO;
        for rook in position.pieces(own.side, Kind::Rook) {
            let file = file_of(rook);
            if (file & own_pawns).is_empty() {
                sum += if (file & their_pawns).is_empty() {
                    self.plain.rook_on_open_file
                } else {
                    self.plain.rook_on_half_open_file
                };
            }
            if rook.file() == enemy.king.file() {
                sum += self.plain.rook_on_king_file;
            }
        }
        sum
    }

    #[inline(always)]
    fn cannons(&self, position: &Position, own: &SideAttacks, enemy: &SideAttacks) -> Packed {
        let cannons = position.pieces(own.side, Kind::Cannon);
        let home_rank = Bitboard::rank(king_home(enemy.side).rank());
        let bottom = cannons & home_rank;
        let mut sum = Packed::ZERO;
        if bottom.any() {
            let along = if home_rank.has(enemy.king) { enemy.king_lines } else { Bitboard::EMPTY };
            sum += self.plain.bottom_cannon * (bottom & along).count() as i32;
            let rooks = position.pieces(own.side, Kind::Rook);
            if (rooks & attacks::home_half(enemy.side)).any() {
                sum += self.plain.bottom_cannon_with_rook * bottom.count() as i32;
            }
        }
        if enemy.king == king_home(enemy.side) && (cannons & Bitboard::file(4)).any() {
            sum += self.plain.central_cannon;
        }
        sum
    }

    #[inline(always)]
    fn king(&self, own: &SideAttacks, enemy: &SideAttacks) -> Packed {
        let file = file_of(own.king);
        let sees = (own.king_lines & file & attacks::palace(enemy.side)).any();
        self.plain.king_on_open_file * i32::from(sees)
    }
}

/// The files left and right of the centre.
const WINGS: [Bitboard; 2] = {
    let mut wings = [Bitboard::EMPTY; 2];
    let mut file = 0;
    while file < 4 {
        wings[0] = Bitboard(wings[0].0 | Bitboard::file(file).0);
        wings[1] = Bitboard(wings[1].0 | Bitboard::file(8 - file).0);
        file += 1;
    }
    wings
};

/// Majors beyond the river on each wing, minus the enemy's majors that stayed
/// there; the wings where the attacker has more, added up.
#[inline(always)]
fn wing_surplus(position: &Position, side: Side) -> i32 {
    let theirs = attacks::home_half(!side);
    let majors = |side| {
        (position.pieces(side, Kind::Rook)
            | position.pieces(side, Kind::Horse)
            | position.pieces(side, Kind::Cannon))
            & theirs
    };
    let attackers = majors(side);
    if attackers.is_empty() {
        return 0;
    }
    let defenders = majors(!side);
    let surplus = |wing: Bitboard| {
        ((attackers & wing).count() as i32 - (defenders & wing).count() as i32).max(0)
    };
    surplus(WINGS[0]) + surplus(WINGS[1])
}
