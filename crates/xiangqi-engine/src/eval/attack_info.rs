//! What every piece reaches, computed once per evaluation and shared by all terms.

use game::Side;
use xiangqi::{Bitboard, Kind, Position, Square, attacks};

use super::lines::{Lines, View, cross};

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
    /// How many enemy rooks and cannons check this king as soon as a piece of
    /// their own side steps aside.
    pub batteries: i32,
}

/// Both sides and the whole board.
#[derive(Clone, Debug)]
pub struct AttackInfo {
    /// Every piece.
    pub occupied: Bitboard,
    /// Red's view.
    pub red: SideAttacks,
    /// Black's view.
    pub black: SideAttacks,
}

impl AttackInfo {
    /// Looks at a position: in place, since copying what was just written costs
    /// more than finding it out.
    #[inline(always)]
    pub fn new(position: &Position) -> AttackInfo {
        let mut info = AttackInfo {
            occupied: position.occupied(),
            red: SideAttacks::blank(position, Side::Red),
            black: SideAttacks::blank(position, Side::Black),
        };
        let lines = Lines::new(info.occupied);
        info.red.look(position, &lines, info.occupied);
        info.black.look(position, &lines, info.occupied);
        info
    }

    /// One side.
    #[inline]
    pub fn side(&self, side: Side) -> &SideAttacks {
        self.pair(side).0
    }

    /// One side and the other.
    #[inline]
    pub fn pair(&self, side: Side) -> (&SideAttacks, &SideAttacks) {
        match side {
            Side::Red => (&self.red, &self.black),
            Side::Black => (&self.black, &self.red),
        }
    }
}

impl SideAttacks {
    /// Every attacked point.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.counters.once
    }

    #[inline(always)]
    fn blank(position: &Position, side: Side) -> SideAttacks {
        const NONE: Bitboard = Bitboard::EMPTY;
        SideAttacks {
            side,
            king: position.king(side),
            own: position.side(side),
            rooks: Few::none(NONE),
            horses: Few::none(NONE),
            cannons: Few::none(Cannon { slides: NONE, jumps: NONE }),
            by_pawns: NONE,
            by_guards: NONE,
            by_rooks: NONE,
            by_horses: NONE,
            by_cannons: NONE,
            counters: Counters::NONE,
            by_others: NONE,
            king_lines: NONE,
            king_jumps: NONE,
            held: NONE,
            pinners: NONE,
            batteries: 0,
        }
    }

    /// Fills in what the pieces reach.
    #[inline(never)]
    fn look(&mut self, position: &Position, lines: &Lines, occupied: Bitboard) {
        let side = self.side;
        let mut counters = Counters::NONE;
        self.by_pawns = look_at_pawns(position.pieces(side, Kind::Pawn), side, &mut counters);
        self.by_guards = look_at_guards(position, side, occupied, &mut counters);
        self.by_rooks = look_at_rooks(position, side, lines, &mut self.rooks, &mut counters);
        self.by_horses = look_at_horses(position, side, occupied, &mut self.horses, &mut counters);
        self.by_cannons = look_at_cannons(position, side, lines, &mut self.cannons, &mut counters);
        self.by_others = counters.once;
        counters.add(attacks::king(self.king));
        self.counters = counters;
        let view = lines.view(self.king);
        self.king_lines = view.seen;
        self.king_jumps = view.jumps;
        (self.held, self.pinners, self.batteries) = look_at_pins(position, side, view, occupied);
    }
}

#[inline(always)]
fn look_at_pawns(pawns: Bitboard, side: Side, counters: &mut Counters) -> Bitboard {
    let crossed = pawns.0 & attacks::home_half(!side).0;
    let forward = match side {
        Side::Red => pawns.0 << 9 & Bitboard::ALL.0,
        Side::Black => pawns.0 >> 9,
    };
    let left = (crossed & !LEFT_FILE) >> 1;
    let right = (crossed & !RIGHT_FILE) << 1;
    for set in [forward, left, right] {
        counters.add(Bitboard(set));
    }
    Bitboard(forward | left | right)
}

#[inline(always)]
fn look_at_guards(
    position: &Position,
    side: Side,
    occupied: Bitboard,
    counters: &mut Counters,
) -> Bitboard {
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
    all
}

#[inline(always)]
fn look_at_rooks(
    position: &Position,
    side: Side,
    lines: &Lines,
    rooks: &mut Few<Bitboard>,
    counters: &mut Counters,
) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for square in position.pieces(side, Kind::Rook) {
        let set = lines.view(square).seen;
        all |= set;
        counters.add(set);
        rooks.push(set);
    }
    all
}

#[inline(always)]
fn look_at_horses(
    position: &Position,
    side: Side,
    occupied: Bitboard,
    horses: &mut Few<Bitboard>,
    counters: &mut Counters,
) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for square in position.pieces(side, Kind::Horse) {
        let set = attacks::horse(square, occupied);
        all |= set;
        counters.add(set);
        horses.push(set);
    }
    all
}

#[inline(always)]
fn look_at_cannons(
    position: &Position,
    side: Side,
    lines: &Lines,
    cannons: &mut Few<Cannon>,
    counters: &mut Counters,
) -> Bitboard {
    let occupied = position.occupied();
    let mut all = Bitboard::EMPTY;
    for square in position.pieces(side, Kind::Cannon) {
        let view = lines.view(square);
        all |= view.jumps;
        counters.add(view.jumps);
        cannons.push(Cannon { slides: Bitboard(view.seen.0 & !occupied.0), jumps: view.jumps });
    }
    all
}

/// The held pieces, who holds them, and how many checks wait to be uncovered. A
/// rook, or the other king, holds a lone piece in front of our king; a cannon
/// holds each of exactly two.
#[inline(always)]
fn look_at_pins(
    position: &Position,
    side: Side,
    view: View,
    occupied: Bitboard,
) -> (Bitboard, Bitboard, i32) {
    let (king, own) = (position.king(side), position.side(side));
    let (mut all_held, mut pinners, mut batteries) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
    all_held |= held_by_king(position, side, view);
    for sniper in position.pieces(!side, Kind::Rook) & view.jumps {
        let held = attacks::between(king, sniper) & own;
        if held.any() {
            all_held |= held;
            pinners |= Bitboard::of(sniper);
        } else {
            batteries += 1;
        }
    }
    for sniper in position.pieces(!side, Kind::Cannon) & cross(king) {
        let between = attacks::between(king, sniper) & occupied;
        if between.count() == 2 {
            let held = between & own;
            if held.any() {
                all_held |= held;
                pinners |= Bitboard::of(sniper);
            }
            batteries += i32::from(held != between);
        }
    }
    (all_held, pinners, batteries)
}

/// A lone piece of ours between the kings.
#[inline(always)]
fn held_by_king(position: &Position, side: Side, view: View) -> Bitboard {
    if !view.jumps.has(position.king(!side)) {
        return Bitboard::EMPTY;
    }
    attacks::between(position.king(side), position.king(!side)) & position.side(side)
}
