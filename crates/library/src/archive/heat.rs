//! Where a player's pieces stand.

use game::Side;
use records::{Board, GameKind};

use super::Archive;
use crate::LibraryError;

/// How often pieces of one side stood on each point, as that side sees the board: file 0
/// is at its left, rank 0 is its own home rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeatMap {
    /// Positions that were looked at.
    pub positions: u64,
    /// By kind of piece, then by point, rank by rank.
    pub counts: [[u64; 90]; 7],
}

impl Default for HeatMap {
    fn default() -> HeatMap {
        HeatMap { positions: 0, counts: [[0; 90]; 7] }
    }
}

impl HeatMap {
    /// Adds the pieces of one side.
    fn add(&mut self, position: &xiangqi::Position, side: Side) {
        self.positions += 1;
        for kind in xiangqi::Kind::ALL {
            let counts = &mut self.counts[kind.index()];
            for point in position.pieces(side, kind) {
                let index = point.index();
                counts[if side == Side::Red { index } else { 89 - index }] += 1;
            }
        }
    }
}

impl Archive {
    /// Where the pieces of one side stood in games of xiangqi, in all their positions.
    ///
    /// # Errors
    /// If the file cannot be read, or a game is damaged.
    pub fn heat(&self, ids: &[u32], side: Side, map: &mut HeatMap) -> Result<(), LibraryError> {
        self.each_line(ids, |line| {
            if line.kind == GameKind::Xiangqi {
                line.each_board(|board, _| {
                    if let Board::Xiangqi(position) = board {
                        map.add(position, side);
                    }
                    true
                });
            }
            true
        })
    }
}
