//! Random numbers whose exclusive-or names a position.

use game::{Side, splitmix64};

use crate::{Piece, Square, Tile};

/// A tile on a square.
#[inline]
pub(crate) fn tile(tile: Tile, square: Square) -> u64 {
    TILES[tile.index()][square.index()]
}

/// A count of a piece in the pool.
#[inline]
pub(crate) fn pool(piece: Piece, count: u32) -> u64 {
    POOL[piece.index()][count as usize % COUNTS]
}

/// What changes when a count in the pool changes by one, `high` being the larger.
#[inline]
pub(crate) fn pool_step(piece: Piece, high: u32) -> u64 {
    pool(piece, high) ^ pool(piece, high - 1)
}

/// Whose turn it is; nothing while colours are not fixed.
#[inline]
pub(crate) const fn turn(turn: Option<Side>) -> u64 {
    match turn {
        None => 0,
        Some(Side::Red) => TURN[0],
        Some(Side::Black) => TURN[1],
    }
}

const SEED: u64 = 0x6261_6e71_6900_0000;
/// Counts 0 to 5, rounded up to a power of two so that the index is a mask.
const COUNTS: usize = 8;

const fn number(which: usize) -> u64 {
    splitmix64(SEED + which as u64)
}

static TILES: [[u64; Square::COUNT]; Tile::COUNT] = {
    let mut table = [[0; Square::COUNT]; Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT * Square::COUNT {
        table[index / Square::COUNT][index % Square::COUNT] = number(index);
        index += 1;
    }
    table
};

static POOL: [[u64; COUNTS]; Piece::COUNT] = {
    let mut table = [[0; COUNTS]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * COUNTS {
        // A count of zero adds nothing, so an empty pool costs nothing to compute.
        if index % COUNTS != 0 {
            table[index / COUNTS][index % COUNTS] = number(0x1000 + index);
        }
        index += 1;
    }
    table
};

const TURN: [u64; 2] = [number(0x2000), number(0x2001)];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use game::Position as _;

    use super::*;
    use crate::Position;

    /// Keys are written into files: other numbers make those worthless. Whoever
    /// changes them changes the version of every such file with them.
    #[test]
    fn the_numbers_are_what_files_were_written_with() {
        let key = |text: &str| text.parse::<Position>().unwrap().key();
        let mix = |all: u64, number: &u64| splitmix64(all ^ number);
        let found = [
            TILES.iter().flatten().fold(0, mix),
            POOL.iter().flatten().fold(0, mix),
            TURN[0],
            TURN[1],
            Position::start().key(),
            key("8/8/2K5/5h2 r"),
            key("7X/8/8/K5hX b r1P1"),
        ];
        let known = [
            "e2b6564ae7201d5c",
            "618f669e891111e8",
            "5b6b7be1d1059dd9",
            "570e472f5ff06ce5",
            "8fcf54cd8dbcb148",
            "5fe3e9e00a94f140",
            "212ff1fed1138ebe",
        ];
        assert_eq!(found.map(|key| format!("{key:016x}")), known);
    }

    #[test]
    fn all_numbers_differ() {
        let pool = POOL.iter().flat_map(|row| row.iter().skip(1));
        let all: Vec<u64> = TILES.iter().flatten().chain(pool).chain(&TURN).copied().collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert!(!all.contains(&0));
    }
}
