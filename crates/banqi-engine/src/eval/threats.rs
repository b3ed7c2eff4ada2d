//! Threats: what could be taken at once, and what cannot run away.

use banqi::attacks::neighbours;
use banqi::{Bitboard, Position, Side};
use game::BySide;

use super::{EvalParams, Values};

/// Threats for the side to move. It can answer one threat, so the second most
/// valuable attacked piece is in the greater danger; a piece without a free
/// neighbour cannot run at all.
#[inline(always)]
pub(super) fn threats(
    position: &Position,
    attacks: &BySide<Bitboard>,
    mover: Side,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    second_best(position, attacks[mover], values, prizes(params))
        - second_best(position, attacks[!mover], values, losses(params))
        - trapped(position, attacks[!mover], values, params)
}

/// What one side has of it: its threats, and what the side to move cannot save.
pub(super) fn part(
    position: &Position,
    attacks: &BySide<Bitboard>,
    (side, mover): (Side, Side),
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let shares = if side == mover { prizes(params) } else { losses(params) };
    let best = second_best(position, attacks[side], values, shares);
    best + if side == mover { 0 } else { trapped(position, attacks[side], values, params) }
}

/// The shares of the best and the second best piece that the side to move can take.
#[inline]
fn prizes(params: &EvalParams) -> [i32; 2] {
    [params.first_prize, params.second_prize]
}

/// The shares of what the side to move may lose.
#[inline]
fn losses(params: &EvalParams) -> [i32; 2] {
    [params.first_threat, params.second_threat]
}

#[inline]
fn second_best(position: &Position, attacked: Bitboard, values: &Values, shares: [i32; 2]) -> i32 {
    let (mut first, mut second) = (0, 0);
    for square in attacked {
        let Some(piece) = position.piece_at(square) else { continue };
        let value = values.of(piece);
        second = second.max(first.min(value));
        first = first.max(value);
    }
    (first * shares[0] + second * shares[1]) / 100
}

#[inline]
fn trapped(position: &Position, attacked: Bitboard, values: &Values, params: &EvalParams) -> i32 {
    let stuck = attacked & !position.empty().spread();
    let mut sum = 0;
    for square in stuck {
        debug_assert!((neighbours(square) & position.empty()).is_empty());
        sum += position.piece_at(square).map_or(0, |piece| values.of(piece));
    }
    sum * params.trapped / 100
}
