//! A quick look at a flip: what each outcome would win or lose next door and
//! along cannon lines. It orders flips and chooses the few that are searched.

use arrayvec::ArrayVec;
use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Piece, Ply, Position, Side, Square};

use crate::eval::Values;

/// Shares of a value, in percent: what the other side, being next to move, takes
/// is nearly lost; what we threaten may still run.
const LOST: i32 = 80;
const THREATENED: i32 = 30;
const STUCK: i32 = 60;

/// All flips with their scores, best first.
pub(crate) fn best_flips(position: &Position, values: &Values) -> ArrayVec<(i32, Ply), 32> {
    let Some(side) = position.turn() else {
        return position.face_down().iter().map(|square| (0, Ply::flip(square))).collect();
    };
    let score = |square| (flip_score(position, side, square, values), Ply::flip(square));
    let mut flips: ArrayVec<(i32, Ply), 32> = position.face_down().iter().map(score).collect();
    flips.sort_by_key(|&(score, ply)| (std::cmp::Reverse(score), ply));
    flips
}

/// What is around a square, seen from one side.
struct Around {
    own: Bitboard,
    enemies: Bitboard,
    /// Where a cannon on the square would land.
    jumps: Bitboard,
    own_cannon_aims: bool,
    enemy_cannon_aims: bool,
    /// Whether a piece turned up here could step away.
    open: bool,
}

fn flip_score(position: &Position, side: Side, square: Square, values: &Values) -> i32 {
    let jumps = cannon_targets(square, position.occupied());
    let around = Around {
        own: neighbours(square) & position.of_side(side),
        enemies: neighbours(square) & position.of_side(!side),
        jumps,
        own_cannon_aims: !(jumps & position.of_kind(side, Kind::Cannon)).is_empty(),
        enemy_cannon_aims: !(jumps & position.of_kind(!side, Kind::Cannon)).is_empty(),
        open: !(neighbours(square) & position.empty()).is_empty(),
    };
    let pool = position.pool();
    let sum: i32 = pool
        .iter()
        .map(|(piece, count)| {
            let worth = if piece.side() == side {
                own_outcome(position, piece, &around, values)
            } else {
                enemy_outcome(position, piece, &around, values)
            };
            worth * count as i32
        })
        .sum();
    sum / pool.total().max(1) as i32
}

/// One of our pieces turns up: it may be taken, or threaten something.
fn own_outcome(position: &Position, piece: Piece, around: &Around, values: &Values) -> i32 {
    let enemy = !piece.side();
    let taken = around.enemy_cannon_aims
        || any(position, around.enemies, |other| other.kind().captures_adjacent(piece.kind()));
    if taken {
        return -values.of(piece) * LOST / 100;
    }
    let targets = reach(position, piece, around.enemies, around.jumps & position.of_side(enemy));
    best_value(position, targets, values) * THREATENED / 100
}

/// An enemy turns up, and it is the enemy's turn.
fn enemy_outcome(position: &Position, piece: Piece, around: &Around, values: &Values) -> i32 {
    let side = !piece.side();
    let targets = reach(position, piece, around.own, around.jumps & position.of_side(side));
    let loss = best_value(position, targets, values);
    if loss > 0 {
        return -loss * LOST / 100;
    }
    let hunted = around.own_cannon_aims
        || any(position, around.own, |other| other.kind().captures_adjacent(piece.kind()));
    let share = if around.open { THREATENED } else { STUCK };
    if hunted { values.of(piece) * share / 100 } else { 0 }
}

/// What a piece turned up could take.
fn reach(position: &Position, piece: Piece, near: Bitboard, jumps: Bitboard) -> Bitboard {
    if piece.kind() == Kind::Cannon {
        return jumps;
    }
    let takes = |square: &Square| {
        position.piece_at(*square).is_some_and(|v| piece.kind().captures_adjacent(v.kind()))
    };
    near.iter().filter(takes).collect()
}

fn any(position: &Position, set: Bitboard, test: impl Fn(Piece) -> bool) -> bool {
    set.iter().any(|square| position.piece_at(square).is_some_and(&test))
}

fn best_value(position: &Position, set: Bitboard, values: &Values) -> i32 {
    set.iter().filter_map(|s| position.piece_at(s)).map(|p| values.of(p)).max().unwrap_or(0)
}
