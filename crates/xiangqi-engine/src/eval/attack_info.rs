//! What every piece reaches, computed once per evaluation and shared by all terms.

use arrayvec::ArrayVec;
use game::{BySide, Side};
use xiangqi::{Bitboard, Kind, Position, Square, attacks};

const LEFT_FILE: u128 = Bitboard::file(0).0;
const RIGHT_FILE: u128 = Bitboard::file(8).0;

/// A rook or horse and the points it sees.
pub type Seer = (Square, Bitboard);

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
    pub rooks: ArrayVec<Seer, 2>,
    /// Horses.
    pub horses: ArrayVec<Seer, 2>,
    /// Cannons.
    pub cannons: ArrayVec<Cannon, 2>,
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
        let sides = BySide([
            SideAttacks::new(position, Side::Red, occupied),
            SideAttacks::new(position, Side::Black, occupied),
        ]);
        AttackInfo { occupied, sides }
    }

    /// One side and the other.
    #[inline]
    pub fn pair(&self, side: Side) -> (&SideAttacks, &SideAttacks) {
        (&self.sides[side], &self.sides[!side])
    }
}

/// Points behind the first piece each way, up to and with the second.
#[inline]
fn jumps(square: Square, occupied: Bitboard, seen: Bitboard) -> Bitboard {
    let without_screens = Bitboard(occupied.0 & !seen.0);
    Bitboard(attacks::rook(square, without_screens).0 & !seen.0)
}

impl SideAttacks {
    #[inline(always)]
    fn new(position: &Position, side: Side, occupied: Bitboard) -> SideAttacks {
        let king = position.king(side);
        let king_lines = attacks::rook(king, occupied);
        let mut info = SideAttacks {
            side,
            king,
            own: position.side(side),
            rooks: ArrayVec::new(),
            horses: ArrayVec::new(),
            cannons: ArrayVec::new(),
            by_pawns: Bitboard::EMPTY,
            by_guards: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_horses: Bitboard::EMPTY,
            by_cannons: Bitboard::EMPTY,
            counters: Counters::default(),
            all: Bitboard::EMPTY,
            king_lines,
            king_jumps: jumps(king, occupied, king_lines),
            held: Bitboard::EMPTY,
            pinners: Bitboard::EMPTY,
        };
        info.counters.add(attacks::king(king));
        info.look_at_pawns(position.pieces(side, Kind::Pawn));
        info.look_at_guards(position, occupied);
        info.look_at_majors(position, occupied);
        info.look_at_pins(position, occupied);
        info.all = info.counters.any();
        info
    }

    #[inline(always)]
    fn look_at_pawns(&mut self, pawns: Bitboard) {
        let crossed = pawns.0 & attacks::home_half(!self.side).0;
        let forward = match self.side {
            Side::Red => pawns.0 << 9 & Bitboard::ALL.0,
            Side::Black => pawns.0 >> 9,
        };
        let left = (crossed & !LEFT_FILE) >> 1;
        let right = (crossed & !RIGHT_FILE) << 1;
        self.by_pawns = Bitboard(forward | left | right);
        for set in [forward, left, right] {
            self.counters.add(Bitboard(set));
        }
    }

    #[inline(always)]
    fn look_at_guards(&mut self, position: &Position, occupied: Bitboard) {
        for square in position.pieces(self.side, Kind::Advisor) {
            let set = attacks::advisor(square);
            self.by_guards |= set;
            self.counters.add(set);
        }
        for square in position.pieces(self.side, Kind::Elephant) {
            let set = attacks::elephant(square, occupied);
            self.by_guards |= set;
            self.counters.add(set);
        }
    }

    #[inline(always)]
    fn look_at_majors(&mut self, position: &Position, occupied: Bitboard) {
        for square in position.pieces(self.side, Kind::Rook) {
            let set = attacks::rook(square, occupied);
            self.by_rooks |= set;
            self.counters.add(set);
            self.rooks.push((square, set));
        }
        for square in position.pieces(self.side, Kind::Horse) {
            let set = attacks::horse(square, occupied);
            self.by_horses |= set;
            self.counters.add(set);
            self.horses.push((square, set));
        }
        for square in position.pieces(self.side, Kind::Cannon) {
            let seen = attacks::rook(square, occupied);
            let jumps = jumps(square, occupied, seen);
            self.by_cannons |= jumps;
            self.counters.add(jumps);
            self.cannons.push(Cannon { square, slides: Bitboard(seen.0 & !occupied.0), jumps });
        }
    }

    /// A rook, or the other king, holds a lone piece in front of our king; a
    /// cannon holds each of exactly two.
    #[inline(always)]
    fn look_at_pins(&mut self, position: &Position, occupied: Bitboard) {
        let enemy = !self.side;
        let straight = position.pieces(enemy, Kind::Rook) | position.pieces(enemy, Kind::King);
        for sniper in straight & self.king_jumps {
            let held = attacks::between(self.king, sniper) & self.own;
            self.held |= held;
            if held.any() && sniper != position.king(enemy) {
                self.pinners |= Bitboard::of(sniper);
            }
        }
        for sniper in position.pieces(enemy, Kind::Cannon) & attacks::lines(self.king) {
            let between = attacks::between(self.king, sniper) & occupied;
            if between.count() == 2 && (between & self.own).any() {
                self.held |= between & self.own;
                self.pinners |= Bitboard::of(sniper);
            }
        }
    }
}
