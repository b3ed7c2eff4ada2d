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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, START_FEN};

    /// Keys are written into files: other numbers make those worthless. Whoever
    /// changes them changes the version of every such file with them.
    #[test]
    fn the_numbers_are_what_files_were_written_with() {
        let key = |fen: &str| fen.parse::<Position>().unwrap().zobrist_key();
        let mix = |all: u64, number: &u64| splitmix64(all ^ number);
        let found = [
            PIECES.iter().flatten().fold(0, mix),
            BLACK_TO_MOVE,
            key(START_FEN),
            key("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"),
            key("3k5/9/9/9/9/9/9/9/R8/4K4 w"),
        ];
        let known = [
            "5504280fe7d70815",
            "fbc10763e85eb528",
            "684dc05c5d9e38c5",
            "43939693380ce2e4",
            "d25ffd29d007c597",
        ];
        assert_eq!(found.map(|key| format!("{key:016x}")), known);
    }
}
