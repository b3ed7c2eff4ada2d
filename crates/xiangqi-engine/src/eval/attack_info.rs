//! What every piece reaches, computed once per evaluation and shared by all terms.

use game::{BySide, Side};
use xiangqi::{Bitboard, Kind, Position, Square, attacks};

use super::lines::Lines;

const LEFT_FILE: u128 = Bitboard::file(0).0;
const RIGHT_FILE: u128 = Bitboard::file(8).0;

/// At most two pieces of a kind.
#[derive(Clone, Debug)]
pub struct Few<T> {
    items: [T; 2],
    count: usize,
}

impl<T> Few<T> {
    /// Those there are.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().take(self.count)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Both, if there are two.
    #[inline]
    pub fn both(&self) -> Option<&[T; 2]> {
        (self.count == 2).then_some(&self.items)
    }

    #[inline]
    fn push(&mut self, item: T) {
        debug_assert!(self.count < 2);
        self.items[self.count & 1] = item;
        self.count += 1;
    }
}

/// A rook or horse.
#[derive(Clone, Copy, Debug)]
pub struct Seer {
    /// Where it stands.
    pub square: Square,
    /// The points it attacks.
    pub attacks: Bitboard,
}

/// A cannon and its two ways to look at the board.
#[derive(Clone, Copy, Debug)]
pub struct Cannon {
    /// Where it stands.
    pub square: Square,
    /// Empty points it can slide to.
    pub slides: Bitboard,
    /// Points behind exactly one piece, up to and with the next: where it captures
    /// whatever stands or steps there.
    pub jumps: Bitboard,
}

/// For each point, how many pieces of a side attack it, as three bit planes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    ones: u128,
    twos: u128,
    fours: u128,
}

impl Counters {
    #[inline]
    fn add(&mut self, set: Bitboard) {
        let carry = self.ones & set.0;
        self.ones ^= set.0;
        self.fours |= self.twos & carry;
        self.twos ^= carry;
    }

    /// Points attacked at all.
    #[inline]
    pub fn any(&self) -> Bitboard {
        Bitboard(self.ones | self.twos | self.fours)
    }

    /// How many attacks fall into a zone.
    #[inline]
    pub fn hits(&self, zone: Bitboard) -> i32 {
        let number = |plane: u128| (plane & zone.0).count_ones() as i32;
        number(self.ones) + 2 * number(self.twos) + 4 * number(self.fours)
    }

    /// Points where this side has more attackers than the other.
    #[inline]
    pub fn above(&self, other: &Counters) -> Bitboard {
        let by_ones = self.ones & !other.ones;
        let by_twos = self.twos & !other.twos | !(self.twos ^ other.twos) & by_ones;
        Bitboard(self.fours & !other.fours | !(self.fours ^ other.fours) & by_twos)
    }
}

/// One side's pieces and what they reach.
#[derive(Clone, Debug)]
pub struct SideAttacks {
    /// Whose they are.
    pub side: Side,
    /// Where its king stands.
    pub king: Square,
    /// All its pieces.
    pub own: Bitboard,
    /// Rooks.
    pub rooks: Few<Seer>,
    /// Horses.
    pub horses: Few<Seer>,
    /// Cannons.
    pub cannons: Few<Cannon>,
    /// Points its pawns attack.
    pub by_pawns: Bitboard,
    /// Points its advisors and elephants attack.
    pub by_guards: Bitboard,
    /// Points its rooks attack.
    pub by_rooks: Bitboard,
    /// Points its horses attack.
    pub by_horses: Bitboard,
    /// Points its cannons attack over one piece.
    pub by_cannons: Bitboard,
    /// How often each point is attacked.
    pub counters: Counters,
    /// Every attacked point.
    pub all: Bitboard,
    /// From its king: empty points and the first piece each way.
    pub king_lines: Bitboard,
    /// From its king: points behind exactly one piece, up to and with the next.
    pub king_jumps: Bitboard,
    /// Its pieces that may not leave the line between the king and an enemy.
    pub held: Bitboard,
    /// Enemy rooks and cannons that hold at least one of them.
    pub pinners: Bitboard,
}

/// Both sides and the whole board.
#[derive(Clone, Debug)]
pub struct AttackInfo {
    /// Every piece.
    pub occupied: Bitboard,
    /// By side.
    pub sides: BySide<SideAttacks>,
}

impl AttackInfo {
    /// Looks at a position.
    #[inline]
    pub fn new(position: &Position) -> AttackInfo {
        let occupied = position.occupied();
        let lines = Lines::new(occupied);
        let blank = |side| SideAttacks::blank(position, side);
        let mut info =
            AttackInfo { occupied, sides: BySide([blank(Side::Red), blank(Side::Black)]) };
        info.sides.0[0].look(position, &lines, Side::Red, occupied);
        info.sides.0[1].look(position, &lines, Side::Black, occupied);
        info
    }

    /// One side and the other.
    #[inline]
    pub fn pair(&self, side: Side) -> (&SideAttacks, &SideAttacks) {
        (&self.sides[side], &self.sides[!side])
    }
}

impl SideAttacks {
    /// Nothing looked at yet.
    #[inline(always)]
    fn blank(position: &Position, side: Side) -> SideAttacks {
        let king = position.king(side);
        let seer = Seer { square: king, attacks: Bitboard::EMPTY };
        let cannon = Cannon { square: king, slides: Bitboard::EMPTY, jumps: Bitboard::EMPTY };
        SideAttacks {
            side,
            king,
            own: position.side(side),
            rooks: Few { items: [seer; 2], count: 0 },
            horses: Few { items: [seer; 2], count: 0 },
            cannons: Few { items: [cannon; 2], count: 0 },
            by_pawns: Bitboard::EMPTY,
            by_guards: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_horses: Bitboard::EMPTY,
            by_cannons: Bitboard::EMPTY,
            counters: Counters::default(),
            all: Bitboard::EMPTY,
            king_lines: Bitboard::EMPTY,
            king_jumps: Bitboard::EMPTY,
            held: Bitboard::EMPTY,
            pinners: Bitboard::EMPTY,
        }
    }

    /// The side is given again so that each call is compiled for its colour.
    #[inline(always)]
    fn look(&mut self, position: &Position, lines: &Lines, side: Side, occupied: Bitboard) {
        let mut counters = Counters::default();
        counters.add(attacks::king(self.king));
        self.look_at_pawns(position.pieces(side, Kind::Pawn), side, &mut counters);
        self.look_at_guards(position, side, occupied, &mut counters);
        self.look_at_rooks(position, side, lines, &mut counters);
        self.look_at_horses(position, side, occupied, &mut counters);
        self.look_at_cannons(position, side, lines, &mut counters);
        self.look_from_king(position, side, lines, occupied);
        self.counters = counters;
        self.all = counters.any();
    }

    #[inline(always)]
    fn look_at_pawns(&mut self, pawns: Bitboard, side: Side, counters: &mut Counters) {
        let crossed = pawns.0 & attacks::home_half(!side).0;
        let forward = match side {
            Side::Red => pawns.0 << 9 & Bitboard::ALL.0,
            Side::Black => pawns.0 >> 9,
        };
        let left = (crossed & !LEFT_FILE) >> 1;
        let right = (crossed & !RIGHT_FILE) << 1;
        self.by_pawns = Bitboard(forward | left | right);
        for set in [forward, left, right] {
            counters.add(Bitboard(set));
        }
    }

    #[inline(always)]
    fn look_at_guards(
        &mut self,
        position: &Position,
        side: Side,
        occupied: Bitboard,
        counters: &mut Counters,
    ) {
        let mut all = Bitboard::EMPTY;
        for square in position.pieces(side, Kind::Advisor) {
            let set = attacks::advisor(square);
            all |= set;
            counters.add(set);
        }
        for square in position.pieces(side, Kind::Elephant) {
            let set = attacks::elephant(square, occupied);
            all |= set;
            counters.add(set);
        }
        self.by_guards = all;
    }

    #[inline(always)]
    fn look_at_rooks(
        &mut self,
        position: &Position,
        side: Side,
        lines: &Lines,
        counters: &mut Counters,
    ) {
        for square in position.pieces(side, Kind::Rook) {
            let attacks = lines.view(square).seen;
            self.by_rooks |= attacks;
            counters.add(attacks);
            self.rooks.push(Seer { square, attacks });
        }
    }

    #[inline(always)]
    fn look_at_horses(
        &mut self,
        position: &Position,
        side: Side,
        occupied: Bitboard,
        counters: &mut Counters,
    ) {
        for square in position.pieces(side, Kind::Horse) {
            let attacks = attacks::horse(square, occupied);
            self.by_horses |= attacks;
            counters.add(attacks);
            self.horses.push(Seer { square, attacks });
        }
    }

    #[inline(always)]
    fn look_at_cannons(
        &mut self,
        position: &Position,
        side: Side,
        lines: &Lines,
        counters: &mut Counters,
    ) {
        let occupied = position.occupied();
        for square in position.pieces(side, Kind::Cannon) {
            let view = lines.view(square);
            self.by_cannons |= view.jumps;
            counters.add(view.jumps);
            let slides = Bitboard(view.seen.0 & !occupied.0);
            self.cannons.push(Cannon { square, slides, jumps: view.jumps });
        }
    }

    /// The king's lines, and the pins on them. A rook, or the other king, holds a
    /// lone piece in front of our king; a cannon holds each of exactly two.
    #[inline(always)]
    fn look_from_king(
        &mut self,
        position: &Position,
        side: Side,
        lines: &Lines,
        occupied: Bitboard,
    ) {
        let view = lines.view(self.king);
        (self.king_lines, self.king_jumps) = (view.seen, view.jumps);
        let straight = position.pieces(!side, Kind::Rook) | position.pieces(!side, Kind::King);
        for sniper in straight & view.jumps {
            let held = attacks::between(self.king, sniper) & self.own;
            self.held |= held;
            if held.any() && sniper != position.king(!side) {
                self.pinners |= Bitboard::of(sniper);
            }
        }
        let cannons = position.pieces(!side, Kind::Cannon).0 & !view.seen.0 & !view.jumps.0;
        for sniper in Bitboard(cannons) {
            let between = attacks::between(self.king, sniper) & occupied;
            if between.count() == 2 && (between & self.own).any() {
                self.held |= between & self.own;
                self.pinners |= Bitboard::of(sniper);
            }
        }
    }
}
