//! A labelled position of xiangqi in 32 bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 12 | the occupied points, one bit each; bit 91: black to move |
//! | 16 | the pieces on them, four bits each, a0 first |
//! | 2 | score |
//! | 1 | result and marks |
//! | 1 | ply |

use game::{BySide, Side};
use network::XiangqiInputs;
use xiangqi::{Kind, Piece, Position, Setup, Square};

use super::RecordFault;
use super::base;
use super::record::{Label, NIBBLES, Record, count_nibbles, sigmoid};

const BLACK_TO_MOVE: u32 = 91;
const POINTS: u128 = (1 << Square::COUNT) - 1;
const PIECES: usize = 12;
const LABEL: usize = 28;

/// A labelled position of xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XiangqiRecord([u8; 32]);

impl XiangqiRecord {
    /// Packs a position.
    pub fn new(position: &Position, label: Label) -> XiangqiRecord {
        let mut bytes = [0; 32];
        let occupied = position.occupied();
        let turn = u128::from(position.turn() == Side::Black) << BLACK_TO_MOVE;
        bytes[..PIECES].copy_from_slice(&(occupied.0 | turn).to_le_bytes()[..PIECES]);
        let pieces = occupied.into_iter().filter_map(|square| position.piece_at(square));
        for (n, piece) in pieces.enumerate() {
            bytes[PIECES + n / 2] |= (piece.index() as u8) << (4 * (n % 2));
        }
        XiangqiRecord(bytes).relabelled(label)
    }

    fn bits(&self) -> u128 {
        let mut bits = [0; 16];
        bits[..PIECES].copy_from_slice(&self.0[..PIECES]);
        u128::from_le_bytes(bits)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        if self.bits() >> BLACK_TO_MOVE & 1 == 1 { Side::Black } else { Side::Red }
    }

    /// The numbers of the pieces, four bits each.
    fn pieces(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.0[PIECES..LABEL]);
        u128::from_le_bytes(bytes)
    }

    /// The piece numbers and the points they stand on.
    #[inline]
    fn for_each(&self, mut show: impl FnMut(u8, u8)) {
        let mut left = self.bits() & POINTS;
        let mut pieces = self.pieces();
        while left != 0 {
            show((pieces & 15) as u8, left.trailing_zeros() as u8);
            pieces >>= 4;
            left &= left - 1;
        }
    }

    fn check(&self) -> Result<(), RecordFault> {
        let bits = self.bits();
        if bits & !(POINTS | 1 << BLACK_TO_MOVE) != 0 {
            return Err(RecordFault::Bits);
        }
        let count = (bits & POINTS).count_ones();
        if count > 32 {
            return Err(RecordFault::TooMany(count));
        }
        let pieces = self.pieces();
        if pieces.checked_shr(4 * count).is_some_and(|rest| rest != 0) {
            return Err(RecordFault::Bits);
        }
        // Red kings are number 0, as are the places after the last piece.
        let red = count_nibbles(pieces, 0).saturating_sub(32 - count);
        let black = count_nibbles(pieces, Piece::new(Side::Black, Kind::King).index() as u8);
        let unknown = pieces & pieces >> 1 & pieces >> 2 & NIBBLES << 1;
        match (unknown, red, black) {
            (0, 1, 1) => Label::check_flags(self.0[LABEL + 2]),
            (0, _, _) => Err(RecordFault::Kings(red + black)),
            _ => Err(RecordFault::Piece((pieces >> (unknown.trailing_zeros() / 4 * 4) & 15) as u8)),
        }
    }
}

impl Record for XiangqiRecord {
    type Inputs = XiangqiInputs;
    const SIZE: usize = 32;
    const SYMMETRIES: usize = 2;
    const LOGIT: i32 = 400;

    fn base(&self) -> f32 {
        let points = self.position().map_or(0, |position| base::xiangqi(&position));
        points as f32 / Self::LOGIT as f32
    }

    fn read(bytes: &[u8]) -> Result<XiangqiRecord, RecordFault> {
        let record = XiangqiRecord(bytes.try_into().map_err(|_| RecordFault::Bits)?);
        record.check().map(|()| record)
    }

    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn label(&self) -> Label {
        Label::from_parts([self.0[LABEL], self.0[LABEL + 1]], self.0[LABEL + 2], self.0[LABEL + 3])
    }

    fn relabelled(&self, label: Label) -> XiangqiRecord {
        let mut bytes = self.0;
        bytes[LABEL..LABEL + 2].copy_from_slice(&label.score.to_le_bytes());
        bytes[LABEL + 2] = label.flags();
        bytes[LABEL + 3] = label.ply;
        XiangqiRecord(bytes)
    }

    fn rows(&self, inputs: XiangqiInputs, symmetry: usize, out: &mut Vec<u16>) {
        let mut board = [(Piece::from_index(0), 0); 32];
        let mut kings = BySide([Square::from_index(0); 2]);
        let mut count = 0;
        self.for_each(|piece, square| {
            let square = Square::from_index(square.into());
            let square = if symmetry == 0 { square } else { square.mirrored() };
            let piece = Piece::from_index(piece.into());
            if piece.kind() == Kind::King {
                kings[piece.side()] = square;
            }
            board[count] = (piece, square.index() as u8);
            count += 1;
        });
        let turn = self.turn();
        for view in [turn, !turn] {
            inputs.rows(view, kings, &board[..count], out);
        }
    }

    fn output(&self) -> usize {
        XiangqiInputs::output_of((self.bits() & POINTS).count_ones())
    }

    fn position(&self) -> Result<Position, RecordFault> {
        let mut setup = Setup::empty();
        setup.turn = self.turn();
        self.for_each(|piece, square| {
            setup.board[usize::from(square)] = Some(Piece::from_index(piece.into()));
        });
        Position::try_from(&setup).map_err(|_| RecordFault::Illegal)
    }

    fn clock(&self) {}

    fn points(score: f32, scale: f32) -> f32 {
        sigmoid(score / scale)
    }

    fn score(logit: f32, scale: f32) -> f32 {
        logit * scale
    }
}
