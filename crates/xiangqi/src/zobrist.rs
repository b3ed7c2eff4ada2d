//! Zobrist numbers, fixed at compile time.

use game::{Side, splitmix64};

use crate::{Piece, Square};

const SEED: u64 = 0x6368_7568_655f_7871;

static PIECES: [[u64; 90]; Piece::COUNT] = {
    let mut table = [[0; 90]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * 90 {
        table[i / 90][i % 90] = splitmix64(SEED.wrapping_add((i as u64) << 8));
        i += 1;
    }
    table
};

/// The number that is in the key while black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix64(SEED ^ 0xb1ac);

/// The number of a piece on a point.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The number of a side to move.
#[inline]
pub(crate) const fn turn(side: Side) -> u64 {
    match side {
        Side::Red => 0,
        Side::Black => BLACK_TO_MOVE,
    }
}
