//! Piece-square tables: what a kind gains by where it stands (Shenxiang,
//! section 2, tables 4-3 to 4-6; Kao 2009, section 1.2, figures 1-5 to 1-12 and
//! 2-14).

use game::Side;
use xiangqi::{Kind, Piece, Square};

use super::document::{self, Printed};
use super::numbers::{Range, Visitor, visit_row};
use super::packed::Packed;
use super::{phase, tuned};

/// Half a table: ten rows from the enemy's home rank down to the own, files a to
/// e. The other four files mirror them.
pub type HalfTable = [[i32; 5]; 10];

/// Where the tables come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareSource {
    /// Ours.
    Tuned,
    /// Shenxiang: one table per kind for all phases.
    Shenxiang,
    /// 棋謀, the program of Kao 2009: three tables for the rook, own middlegame
    /// tables for horse and pawn, the common ones otherwise.
    Qimou,
}

impl SquareSource {
    /// Every source.
    pub const ALL: [SquareSource; 3] =
        [SquareSource::Tuned, SquareSource::Shenxiang, SquareSource::Qimou];

    /// The name used in parameter files.
    pub const fn name(self) -> &'static str {
        match self {
            SquareSource::Tuned => "chuhe",
            SquareSource::Shenxiang => "shenxiang",
            SquareSource::Qimou => "qimou",
        }
    }

    /// The tables themselves.
    pub fn tables(self) -> SquareTables {
        SquareTables(match self {
            SquareSource::Tuned => tuned::SQUARES,
            SquareSource::Shenxiang => [common(); 3],
            SquareSource::Qimou => [
                with_rook(&document::ROOK_OPENING),
                qimou_middlegame(),
                with_rook(&document::ROOK_ENDGAME),
            ],
        })
    }
}

/// One table per phase and kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareTables(pub [[HalfTable; 7]; 3]);

impl Default for SquareTables {
    fn default() -> SquareTables {
        SquareSource::Tuned.tables()
    }
}

impl SquareTables {
    const RANGE: Range = Range { min: -400, max: 400, step: 4 };

    /// What a piece gains on a point, in every phase.
    pub fn packed(&self, piece: Piece, square: Square) -> Packed {
        let square = if piece.side() == Side::Red { square } else { square.rotated() };
        let (row, column) = (9 - square.rank(), square.file().min(8 - square.file()));
        let [opening, middlegame, endgame] =
            [0, 1, 2].map(|phase| self.0[phase][piece.kind().index()][row][column]);
        Packed::new(opening, middlegame, endgame)
    }

    pub(super) fn visit(&mut self, key: &str, visitor: &mut Visitor<'_>) {
        for (phase, name) in phase::NAMES.into_iter().enumerate() {
            for kind in Kind::ALL {
                let table = &mut self.0[phase][kind.index()];
                for (row, numbers) in table.iter_mut().enumerate() {
                    let key = format!("{key}.{}.{name}[{row}]", kind.name());
                    visit_row(&key, numbers, Self::RANGE, visitor);
                }
            }
        }
    }
}

/// The tables both sources share.
fn common() -> [HalfTable; 7] {
    let printed = [
        &[[0; 9]; 10],
        &document::ADVISOR,
        &document::ELEPHANT,
        &document::HORSE,
        &document::ROOK,
        &document::CANNON,
        &document::PAWN,
    ];
    printed.map(half)
}

fn with_rook(rook: &Printed) -> [HalfTable; 7] {
    let mut tables = common();
    tables[Kind::Rook.index()] = half(rook);
    tables
}

fn qimou_middlegame() -> [HalfTable; 7] {
    let mut tables = with_rook(&document::ROOK_MIDDLEGAME);
    tables[Kind::Horse.index()] = half(&document::HORSE_MIDDLEGAME);
    tables[Kind::Pawn.index()] = half(&document::PAWN_MIDDLEGAME);
    tables
}

/// The left half; every printed table is left-right symmetric.
fn half(printed: &Printed) -> HalfTable {
    printed.map(|row| [row[0], row[1], row[2], row[3], row[4]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_tables_are_symmetric() {
        let tables = [
            document::ROOK,
            document::HORSE,
            document::CANNON,
            document::PAWN,
            document::ROOK_OPENING,
            document::ROOK_MIDDLEGAME,
            document::ROOK_ENDGAME,
            document::HORSE_MIDDLEGAME,
            document::PAWN_MIDDLEGAME,
            document::ADVISOR,
            document::ELEPHANT,
        ];
        for row in tables.iter().flatten() {
            let mut mirrored = *row;
            mirrored.reverse();
            assert_eq!(*row, mirrored);
        }
    }
}
