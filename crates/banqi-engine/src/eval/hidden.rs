//! What face-down neighbours may bring: an enemy that takes the piece, or prey.

use banqi::attacks::neighbours;
use banqi::{Kind, Piece, Position, Side};

use super::{EvalParams, Values};

/// The kinds worth the time: of the lower ones neither risk nor prey is large.
const HIGH: [Kind; 4] = [Kind::King, Kind::Advisor, Kind::Elephant, Kind::Rook];

/// The term for the side to move.
#[inline]
pub(super) fn hidden(
    position: &Position,
    mover: Side,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let face_down = position.face_down();
    if face_down.is_empty() {
        return 0;
    }
    let own = one_side(position, mover, values, params);
    let enemy = one_side(position, !mover, values, params);
    let asleep =
        face_down_worth(position, !mover, values) - face_down_worth(position, mover, values);
    (own - enemy) / (100 * face_down.count() as i32) + asleep * params.face_down_discount / 100
}

/// The worth of a side's face-down pieces.
#[inline]
fn face_down_worth(position: &Position, side: Side, values: &Values) -> i32 {
    let pool = position.pool();
    let worth =
        |kind| pool.count(Piece::new(side, kind)) as i32 * values.of(Piece::new(side, kind));
    Kind::ALL.into_iter().map(worth).sum()
}

#[inline]
fn one_side(position: &Position, side: Side, values: &Values, params: &EvalParams) -> i32 {
    let face_down = position.face_down();
    let near = face_down.spread() & position.of_side(side);
    let high = HIGH.map(|kind| position.of_kind(side, kind) & near);
    if high.iter().all(|set| set.is_empty()) {
        return 0;
    }
    let pool = position.pool();
    let enemies = Kind::ALL.map(|kind| Piece::new(!side, kind));
    let counts = enemies.map(|enemy| pool.count(enemy) as i32);
    let mut worth = [0; Kind::COUNT];
    for kind in 0..Kind::COUNT {
        worth[kind] = counts[kind] * values.of(enemies[kind]);
    }
    let [king, advisor, elephant, rook, ..] = counts;
    let [_, advisors, elephants, rooks, horses, cannons, pawns] = worth;
    let low = horses + cannons;
    // Highest kind first: who may take it, and what it may take.
    let risk = [
        king + counts[Kind::Pawn.index()],
        king + advisor,
        king + advisor + elephant,
        king + advisor + elephant + rook,
    ];
    let prey = [
        low + rooks + elephants + advisors,
        low + pawns + rooks + elephants,
        low + pawns + rooks,
        low + pawns,
    ];
    let mut sum = 0;
    for (index, squares) in high.into_iter().enumerate() {
        let own = values.of(Piece::new(side, HIGH[index]));
        let each = params.hidden_prey * prey[index] - params.hidden_risk * risk[index] * own;
        for square in squares {
            sum += (neighbours(square) & face_down).count() as i32 * each;
        }
    }
    sum
}
