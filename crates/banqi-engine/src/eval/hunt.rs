//! The hunt: how near each kind is to its prey through empty squares, and
//! whether the parity of the distance is the hunter's.
//!
//! On an open board a lone hunter catches a lone fugitive exactly if the
//! distance is odd when it is the hunter's turn (the exact tables of two pieces
//! say so), so the right parity is worth something of its own.

use banqi::{Bitboard, Kind, Piece, Position, Side};

use super::{EvalParams, Values, kinds_of};

/// Worth of nearness by distance, in 1024ths of the prey's value.
const NEAR: [i32; 12] = [0, 0, 56, 48, 40, 33, 27, 22, 17, 13, 9, 6];

#[inline]
pub(super) fn hunt(position: &Position, mover: Side, values: &Values, params: &EvalParams) -> i32 {
    let own = side_hunt(position, mover, true, values, params);
    let enemy = side_hunt(position, !mover, false, values, params);
    (own - enemy) * params.hunt / 100
}

fn side_hunt(
    position: &Position,
    side: Side,
    on_turn: bool,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let empty = position.empty();
    let hunters = kinds_of(position, side);
    let prey = kinds_of(position, !side);
    let [king, advisor, elephant, rook, horse, cannon, pawn] = prey;
    // Only prey that cannot strike back draws a hunter on.
    let low = cannon | pawn;
    let to_rook = low | horse;
    let to_elephant = to_rook | rook;
    let to_advisor = to_elephant | elephant;
    let to_king = position.of_side(!side) & !(king | pawn);
    debug_assert_eq!(to_king, advisor | elephant | rook | horse | cannon);
    let wanted = [to_king, to_advisor, to_elephant, to_rook, low, Bitboard::EMPTY, king];
    let mut sum = 0;
    for kind in 0..Kind::COUNT {
        if !hunters[kind].is_empty() && !wanted[kind].is_empty() {
            sum += flood(position, hunters[kind], wanted[kind], empty, on_turn, values, params);
        }
    }
    sum / 1024
}

/// Spreads from the hunters through empty squares and collects prey at the
/// distance where it is first met.
fn flood(
    position: &Position,
    sources: Bitboard,
    mut wanted: Bitboard,
    empty: Bitboard,
    on_turn: bool,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let mut sum = 0;
    let mut reached = sources;
    let mut frontier = sources;
    for (distance, near) in NEAR.iter().enumerate().skip(1) {
        let ring = frontier.spread();
        let met = ring & wanted;
        wanted &= !met;
        for square in met {
            let value = position.piece_at(square).map_or(0, |piece: Piece| values.of(piece));
            let parity = (distance % 2 == 1) == on_turn;
            let percent = if parity { 100 + params.opposition } else { 100 };
            sum += value * near * percent / 100;
        }
        frontier = ring & empty & !reached;
        reached |= frontier;
        if wanted.is_empty() || frontier.is_empty() {
            break;
        }
    }
    sum
}
