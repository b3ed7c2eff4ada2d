//! Threats: what could be taken at once, and what cannot run away.

use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Position, Side};

use super::{EvalParams, Values, kinds_of};

/// The enemies that a side could take at once, and for each victim kind nothing
/// more than that: the union over its pieces.
#[inline]
pub(crate) fn attacked_by(position: &Position, side: Side) -> Bitboard {
    let own = kinds_of(position, side);
    let enemy = kinds_of(position, !side);
    let all = position.of_side(!side);
    let [king, advisor, elephant, rook, horse, cannon, pawn] = own;
    // From the lowest rank up: what a horse may take, a rook may take too.
    let low = enemy[Kind::Horse.index()] | enemy[Kind::Cannon.index()] | enemy[Kind::Pawn.index()];
    let to_rook = low | enemy[Kind::Rook.index()];
    let to_elephant = to_rook | enemy[Kind::Elephant.index()];
    let to_advisor = to_elephant | enemy[Kind::Advisor.index()];
    let to_king = all & !enemy[Kind::Pawn.index()];
    let to_pawn = enemy[Kind::King.index()] | enemy[Kind::Pawn.index()];
    let mut attacked = king.spread() & to_king
        | advisor.spread() & to_advisor
        | elephant.spread() & to_elephant
        | rook.spread() & to_rook
        | horse.spread() & low
        | pawn.spread() & to_pawn;
    for from in cannon {
        attacked |= cannon_targets(from, position.occupied()) & all;
    }
    attacked
}

/// Threats for the side to move. It can answer one threat, so the second most
/// valuable attacked piece is in the greater danger; a piece without a free
/// neighbour cannot run at all.
#[inline]
pub(super) fn threats(
    position: &Position,
    mover: Side,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let against = attacked_by(position, !mover);
    let by = attacked_by(position, mover);
    second_best(position, by, values, params)
        - second_best(position, against, values, params)
        - trapped(position, against, values, params)
}

#[inline]
fn second_best(
    position: &Position,
    attacked: Bitboard,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let (mut first, mut second) = (0, 0);
    for square in attacked {
        let Some(piece) = position.piece_at(square) else { continue };
        let value = values.of(piece);
        if value > first {
            second = first;
            first = value;
        } else if value > second {
            second = value;
        }
    }
    (first * params.first_threat + second * params.second_threat) / 100
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
