//! What conditions ask of a position, written plainly. The interpreter uses nothing
//! else; the fast matcher is tested against it.

use xiangqi::{Bitboard, Kind, Position, Side, Square, attacks, attacks_from};

use crate::pattern::{Area, PieceSet};

/// Where the bound pieces stand.
pub type Bound = [Option<Square>; 8];

/// The points of an area.
#[inline]
pub fn points(area: &Area, bound: &Bound) -> u128 {
    if let Area::Fixed(points) = area { *points } else { told_points(area, bound) }
}

fn told_points(area: &Area, bound: &Bound) -> u128 {
    let of = |variable: u8| bound[usize::from(variable)];
    match area {
        Area::Fixed(points) => *points,
        Area::Offset(variable, files, ranks) => of(*variable)
            .and_then(|square| square.offset(i32::from(*files), i32::from(*ranks)))
            .map_or(0, |square| Bitboard::of(square).0),
        Area::Around(variable, steps) => of(*variable).map_or(0, |square| around(square, *steps)),
        Area::FileOf(variable) => of(*variable).map_or(0, |square| Bitboard::file(square.file()).0),
        Area::RankOf(variable) => of(*variable).map_or(0, |square| Bitboard::rank(square.rank()).0),
        Area::Union(parts) => parts.iter().fold(0, |all, part| all | points(part, bound)),
        Area::Common(parts) => {
            parts.iter().fold(Bitboard::ALL.0, |all, part| all & points(part, bound))
        }
        Area::Minus(from, what) => points(from, bound) & !points(what, bound),
    }
}

fn around(centre: Square, steps: u8) -> u128 {
    let steps = usize::from(steps);
    let (left, right) = (centre.file().saturating_sub(steps), (centre.file() + steps).min(8));
    let (low, high) = (centre.rank().saturating_sub(steps), (centre.rank() + steps).min(9));
    let row = ((1u128 << (right - left + 1)) - 1) << left;
    let all = (low..=high).fold(0, |all, rank| all | row << (9 * rank));
    all & !Bitboard::of(centre).0
}

/// Where the pieces of a set stand.
#[inline]
pub fn standing(position: &Position, set: PieceSet) -> u128 {
    let mut all = 0;
    for side in Side::BOTH {
        let own = PieceSet::side(side);
        match set.0 & own.0 {
            0 => {}
            kinds if kinds == own.0 => all |= position.side(side).0,
            kinds => {
                let mut rest = kinds >> own.0.trailing_zeros();
                while rest != 0 {
                    all |= position.pieces(side, Kind::ALL[rest.trailing_zeros() as usize]).0;
                    rest &= rest - 1;
                }
            }
        }
    }
    all
}

/// The points a piece that stands there could capture on.
#[inline]
pub fn attacked_by(position: &Position, square: Square) -> u128 {
    position.piece_at(square).map_or(0, |piece| position.attacks_from(piece, square).0)
}

/// The pieces that may not leave because of the piece on `by`: a rook or king holds the
/// only piece between it and the enemy's king, a cannon each of two.
#[inline]
pub fn held_by(position: &Position, by: Square) -> u128 {
    let Some(piece) = position.piece_at(by) else { return 0 };
    let between_count = match piece.kind() {
        Kind::Rook => 1,
        Kind::King => 1,
        Kind::Cannon => 2,
        _ => return 0,
    };
    let king = position.king(!piece.side());
    if king.file() != by.file() && king.rank() != by.rank() {
        return 0;
    }
    let between = attacks::between(king, by) & position.occupied();
    if between.count() != between_count {
        return 0;
    }
    (between & position.side(!piece.side())).0
}

/// Every piece of a side that may not leave because of its king.
pub fn pinned(position: &Position, side: Side) -> u128 {
    let holders = [Kind::Rook, Kind::Cannon, Kind::King]
        .map(|kind| position.pieces(!side, kind))
        .into_iter()
        .flatten();
    holders.fold(0, |all, by| all | held_by(position, by))
}

/// Whether a piece has no point to go to that no enemy attacks then.
pub fn is_trapped(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    let own = position.side(piece.side());
    let targets = position.reach(piece, square).0 & !own.0;
    Bitboard(targets).into_iter().all(|to| is_taken(position, piece.side(), square, to))
}

/// Whether a piece that went from a point to another could be captured there.
fn is_taken(position: &Position, side: Side, from: Square, to: Square) -> bool {
    let occupied = position.occupied().without(from).with(to);
    let enemies = position.side(!side).without(to);
    enemies.into_iter().any(|by| {
        let attack = position.piece_at(by).map(|piece| attacks_from(piece, by, occupied));
        attack.is_some_and(|points| points.has(to))
    })
}

/// The phase as a bit: opening, middlegame, endgame. By the rooks, horses and cannons of
/// both sides: eleven or more, six to ten, fewer.
pub fn phase(position: &Position) -> u8 {
    let count = [Kind::Rook, Kind::Horse, Kind::Cannon].map(|kind| position.kind(kind).count());
    match count.iter().sum::<u32>() {
        11.. => 1,
        6..=10 => 2,
        _ => 4,
    }
}
