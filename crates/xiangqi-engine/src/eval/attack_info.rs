//! What every piece reaches, computed once per evaluation and shared by all terms.

use game::{BySide, Side};
use xiangqi::{Bitboard, Kind, Position, Square, attacks};

use super::lines::Lines;

const LEFT_FILE: u128 = Bitboard::file(0).0;
const RIGHT_FILE: u128 = Bitboard::file(8).0;

/// At most two pieces of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Few<T> {
    items: [T; 2],
    count: u8,
}

impl<T: Copy> Few<T> {
    const fn none(blank: T) -> Few<T> {
        Few { items: [blank; 2], count: 0 }
    }

    /// Those there are.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().take(usize::from(self.count))
    }

    /// Both, if there are two.
    #[inline]
    pub fn both(&self) -> Option<&[T; 2]> {
        (self.count == 2).then_some(&self.items)
    }

    #[inline]
    fn push(&mut self, item: T) {
        debug_assert!(self.count < 2);
        self.items[usize::from(self.count & 1)] = item;
        self.count += 1;
    }
}

/// A cannon's two ways to look at the board.
#[derive(Clone, Copy, Debug)]
pub struct Cannon {
    /// Empty points it can slide to.
    pub slides: Bitboard,
    /// Points behind exactly one piece, up to and with the next: where it captures
    /// whatever stands or steps there.
    pub jumps: Bitboard,
}

/// For each point, whether no, one, or two and more pieces of a side attack it.
#[derive(Clone, Copy, Debug)]
pub struct Counters {
    /// Points attacked at all.
    pub once: Bitboard,
    /// Points attacked by two pieces or more.
    pub twice: Bitboard,
}

impl Counters {
    const NONE: Counters = Counters { once: Bitboard::EMPTY, twice: Bitboard::EMPTY };

    #[inline(always)]
    fn add(&mut self, set: Bitboard) {
        self.twice |= self.once & set;
        self.once |= set;
    }

    /// How many attacks fall into a zone, two on a point at most.
    #[inline]
    pub fn hits(&self, zone: Bitboard) -> i32 {
        ((self.once & zone).count() + (self.twice & zone).count()) as i32
    }

    /// Points where this side has more attackers than the other.
    #[inline]
    pub fn above(&self, other: &Counters) -> Bitboard {
        Bitboard(self.once.0 & !other.once.0 | self.twice.0 & !other.twice.0)
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
    /// What each rook attacks.
    pub rooks: Few<Bitboard>,
    /// What each horse attacks.
    pub horses: Few<Bitboard>,
    /// What each cannon reaches.
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
    /// Points attacked by anybody but the king.
    pub by_others: Bitboard,
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
    const BLANK: AttackInfo =
        AttackInfo { occupied: Bitboard::EMPTY, sides: BySide([SideAttacks::BLANK; 2]) };

    /// Looks at a position.
    #[inline(always)]
    pub fn new(position: &Position) -> AttackInfo {
        let occupied = position.occupied();
        let lines = Lines::new(occupied);
        let mut info = AttackInfo::BLANK;
        info.occupied = occupied;
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
    const BLANK: SideAttacks = SideAttacks {
        side: Side::Red,
        king: Square::from_index(0),
        own: Bitboard::EMPTY,
        rooks: Few::none(Bitboard::EMPTY),
        horses: Few::none(Bitboard::EMPTY),
        cannons: Few::none(Cannon { slides: Bitboard::EMPTY, jumps: Bitboard::EMPTY }),
        by_pawns: Bitboard::EMPTY,
        by_guards: Bitboard::EMPTY,
        by_rooks: Bitboard::EMPTY,
        by_horses: Bitboard::EMPTY,
        by_cannons: Bitboard::EMPTY,
        counters: Counters::NONE,
        by_others: Bitboard::EMPTY,
        king_lines: Bitboard::EMPTY,
        king_jumps: Bitboard::EMPTY,
        held: Bitboard::EMPTY,
        pinners: Bitboard::EMPTY,
    };

    /// Every attacked point.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.counters.once
    }

    /// The side is given again so that each call is compiled for its colour.
    #[inline(always)]
    fn look(&mut self, position: &Position, lines: &Lines, side: Side, occupied: Bitboard) {
        self.side = side;
        self.king = position.king(side);
        self.own = position.side(side);
        let mut counters = Counters::NONE;
        self.look_at_pawns(position.pieces(side, Kind::Pawn), side, &mut counters);
        self.look_at_guards(position, side, occupied, &mut counters);
        self.look_at_rooks(position, side, lines, &mut counters);
        self.look_at_horses(position, side, occupied, &mut counters);
        self.look_at_cannons(position, side, lines, &mut counters);
        self.look_from_king(position, side, lines, occupied);
        self.by_others = counters.once;
        counters.add(attacks::king(self.king));
        self.counters = counters;
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
            self.rooks.push(attacks);
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
            self.horses.push(attacks);
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
            self.cannons.push(Cannon { slides, jumps: view.jumps });
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
