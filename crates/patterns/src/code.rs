//! What generated code calls.

use xiangqi::{Bitboard, Piece, Position, Side, Square};

use crate::board;
use crate::interpret;
use crate::pattern::{Area, Condition, Directions, Item, PieceSet, Subject};

/// Where the pieces of a set stand.
#[inline]
pub fn on(position: &Position, set: u16) -> u128 {
    board::standing(position, PieceSet(set))
}

/// Where one piece stands, by its number.
#[inline]
pub fn of(position: &Position, piece: usize) -> u128 {
    let piece = Piece::from_index(piece);
    position.pieces(piece.side(), piece.kind()).0
}

/// Whether something is so for one of some points.
#[inline]
pub fn any(points: u128, is_so: impl FnMut(Square) -> bool) -> bool {
    Bitboard(points).into_iter().any(is_so)
}

/// One point.
#[inline]
pub fn point(square: Square) -> u128 {
    Bitboard::of(square).0
}

/// The point some files and ranks away.
#[inline]
pub fn offset(square: Square, files: i32, ranks: i32) -> u128 {
    square.offset(files, ranks).map_or(0, point)
}

/// The points around a point.
pub fn around(square: Square, steps: u8) -> u128 {
    let mut bound = [None; 8];
    bound[0] = Some(square);
    board::points(&Area::Around(0, steps), &bound)
}

/// The file of a point.
#[inline]
pub fn file_of(square: Square) -> u128 {
    Bitboard::file(square.file()).0
}

/// The rank of a point.
#[inline]
pub fn rank_of(square: Square) -> u128 {
    Bitboard::rank(square.rank()).0
}

/// Whether a number of points is in a range.
#[inline]
pub fn count(points: u128, least: u32, most: u32) -> bool {
    (least..=most).contains(&points.count_ones())
}

/// Whether some attack some.
#[inline]
pub fn attacks(position: &Position, from: u128, to: u128) -> bool {
    to != 0 && any(from, |square| reach(position, square, false) & to != 0)
}

/// Whether some guard some.
#[inline]
pub fn guards(position: &Position, from: u128, to: u128) -> bool {
    to != 0 && any(from, |square| reach(position, square, true) & to != 0)
}

/// Whether some pin some.
pub fn pins(position: &Position, from: u128, to: u128) -> bool {
    to != 0 && any(from, |square| board::held_by(position, square) & to != 0)
}

#[inline]
fn reach(position: &Position, square: Square, friends: bool) -> u128 {
    let Some(piece) = position.piece_at(square) else { return 0 };
    let own = position.side(piece.side()).0;
    position.attacks_from(piece, square).0 & if friends { own } else { !own }
}

/// Whether one of some is pinned.
pub fn pinned(position: &Position, points: u128) -> bool {
    points & (board::pinned(position, Side::Red) | board::pinned(position, Side::Black)) != 0
}

/// Whether one of some has no safe point to go to.
pub fn trapped(position: &Position, points: u128) -> bool {
    any(points, |square| board::is_trapped(position, square))
}

/// Whether a side has so many of each kind.
#[inline]
pub fn material(position: &Position, red: bool, counts: [(u32, u32); 7]) -> bool {
    let side = if red { Side::Red } else { Side::Black };
    let fits = |kind: xiangqi::Kind| {
        let (least, most) = counts[kind.index()];
        (least..=most).contains(&position.count(side, kind))
    };
    xiangqi::Kind::ALL.into_iter().all(fits)
}

/// Whether it is a side's turn.
#[inline]
pub fn turn(position: &Position, red: bool) -> bool {
    (position.turn() == Side::Red) == red
}

/// Whether the phase is one of some.
#[inline]
pub fn phase(position: &Position, phases: u8) -> bool {
    board::phase(position) & phases != 0
}

/// What is next on a line: how many empty points before it (`None`: any number) and on
/// which points a piece must stand.
pub type Step = (Option<u32>, u128);

/// Whether a line begins on one of some points and goes on so.
#[inline]
pub fn line(position: &Position, starts: u128, directions: u8, steps: &[Step]) -> bool {
    any(starts, |start| {
        (0..4).any(|way| {
            directions >> way & 1 != 0 && crate::matcher::goes(position, start, way, steps)
        })
    })
}

/// The same for a line of any items.
pub fn items(
    position: &Position,
    starts: u128,
    directions: u8,
    items: &[Item],
    bound: &board::Bound,
) -> bool {
    let from = Subject::Points(Area::Fixed(starts));
    let condition = Condition::Line(from, Directions(directions), items.to_vec());
    interpret::holds_one(position, &condition, bound)
}

/// Where the so-and-so-many piece of a kind stands; 90 if there are fewer.
#[inline]
pub fn place(position: &Position, piece: usize, slot: usize) -> usize {
    Bitboard(of(position, piece)).into_iter().nth(slot).map_or(90, Square::index)
}
