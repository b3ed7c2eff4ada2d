//! A labelled position of dark chess in 26 bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | the squares, four bits each, a1 first: piece, 14 face down, 15 empty |
//! | 4 | face-down pieces, 14 bits a side; bit 28: black to move; 29: colours open |
//! | 2 | score |
//! | 1 | result and marks |
//! | 1 | ply |
//! | 2 | plies without progress, and how many are a draw (0: none) |
//!
//! The living are the face-up and the face-down pieces, so they need no bytes.

use banqi::{Kind, Piece, Pool, Position, Setup, Square, Tile};
use game::Side;
use network::{BanqiInputs, Clock};

use super::RecordFault;
use super::base;
use super::record::{Label, Record, count_nibbles};

const POOL: usize = 16;
const LABEL: usize = 20;
const CLOCK: usize = 24;
const EMPTY: u8 = 15;
const FACE_DOWN: u8 = 14;
const BLACK_TO_MOVE: u32 = 1 << 28;
const OPEN: u32 = 1 << 29;
/// Bits of a count of each kind, king first.
const WIDTHS: [u32; Kind::COUNT] = [1, 2, 2, 2, 2, 2, 3];

/// A labelled position of dark chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BanqiRecord([u8; 26]);

impl BanqiRecord {
    /// Packs a position with its clock.
    pub fn new(position: &Position, clock: Clock, label: Label) -> BanqiRecord {
        let mut bytes = [0; 26];
        for square in Square::all() {
            let code = position.tile_at(square).map_or(EMPTY, |tile| tile.index() as u8);
            bytes[square.index() / 2] |= code << (4 * (square.index() % 2));
        }
        let turn = match position.turn() {
            Some(Side::Red) => 0,
            Some(Side::Black) => BLACK_TO_MOVE,
            None => OPEN,
        };
        let pool = pack_pool(position.pool()) | turn;
        bytes[POOL..LABEL].copy_from_slice(&pool.to_le_bytes());
        bytes[CLOCK] = clock.plies.min(255) as u8;
        bytes[CLOCK + 1] = clock.limit.min(255) as u8;
        BanqiRecord(bytes).relabelled(label)
    }

    fn word(&self) -> u32 {
        let bytes = &self.0[POOL..LABEL];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The squares, four bits each.
    fn squares(&self) -> u128 {
        let mut bytes = [0; POOL];
        bytes.copy_from_slice(&self.0[..POOL]);
        u128::from_le_bytes(bytes)
    }

    /// What stands on the squares that are not empty.
    #[inline]
    fn tiles(&self) -> impl Iterator<Item = (Tile, usize)> {
        let codes = self.squares();
        (0..Square::COUNT).filter_map(move |at| Some((tile((codes >> (4 * at) & 15) as u8)?, at)))
    }

    /// How many pieces there are, face up and face down.
    pub fn pieces(&self) -> u32 {
        Square::COUNT as u32 - self.count(EMPTY)
    }

    /// How many squares have a code.
    #[inline]
    fn count(&self, code: u8) -> u32 {
        count_nibbles(self.squares(), code)
    }

    /// Whose turn it is; red's while colours are open.
    fn mover(&self) -> Side {
        if self.word() & BLACK_TO_MOVE != 0 { Side::Black } else { Side::Red }
    }

    fn face_down(&self) -> u32 {
        self.count(FACE_DOWN)
    }

    fn check(&self) -> Result<(), RecordFault> {
        let word = self.word();
        if word >> 30 != 0 || word & (BLACK_TO_MOVE | OPEN) == BLACK_TO_MOVE | OPEN {
            return Err(RecordFault::Bits);
        }
        let pool = unpack_pool(word);
        let face_up = |piece: Piece| self.count(piece.index() as u8);
        let fits = |piece: Piece| face_up(piece) + pool.count(piece) <= piece.kind().in_set();
        if pool.total() != self.face_down() || !Piece::all().all(fits) {
            return Err(RecordFault::Pool);
        }
        Label::check_flags(self.0[LABEL + 2])
    }
}

fn tile(code: u8) -> Option<Tile> {
    match code {
        EMPTY => None,
        FACE_DOWN => Some(Tile::FACE_DOWN),
        code => Some(Piece::from_index(code.into()).into()),
    }
}

fn pack_pool(pool: Pool) -> u32 {
    let (mut word, mut at) = (0, 0);
    for piece in Piece::all() {
        word |= pool.count(piece) << at;
        at += WIDTHS[piece.kind().index()];
    }
    word
}

fn unpack_pool(word: u32) -> Pool {
    let (mut pool, mut at) = (Pool::EMPTY, 0);
    for piece in Piece::all() {
        let width = WIDTHS[piece.kind().index()];
        pool = pool.with(piece, word >> at & ((1 << width) - 1));
        at += width;
    }
    pool
}

impl Record for BanqiRecord {
    type Inputs = BanqiInputs;
    const SIZE: usize = 26;
    const SYMMETRIES: usize = 4;
    const LOGIT: i32 = 900;

    fn base(&self) -> f32 {
        let points = self.position().map_or(0, |position| base::banqi(&position));
        points as f32 / Self::LOGIT as f32
    }

    fn read(bytes: &[u8]) -> Result<BanqiRecord, RecordFault> {
        let record = BanqiRecord(bytes.try_into().map_err(|_| RecordFault::Bits)?);
        record.check().map(|()| record)
    }

    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn label(&self) -> Label {
        Label::from_parts([self.0[LABEL], self.0[LABEL + 1]], self.0[LABEL + 2], self.0[LABEL + 3])
    }

    fn relabelled(&self, label: Label) -> BanqiRecord {
        let mut bytes = self.0;
        bytes[LABEL..LABEL + 2].copy_from_slice(&label.score.to_le_bytes());
        bytes[LABEL + 2] = label.flags();
        bytes[LABEL + 3] = label.ply;
        BanqiRecord(bytes)
    }

    fn rows(&self, inputs: BanqiInputs, symmetry: usize, out: &mut Vec<u16>) {
        // Bit 0 turns files around, bit 1 ranks.
        let turn_around = [0, 0b00_111, 0b11_000, 0b11_111][symmetry % 4];
        let (pool, clock, mover) = (unpack_pool(self.word()), self.clock(), self.mover());
        let mut board = [(Tile::FACE_DOWN, 0); Square::COUNT];
        let mut count = 0;
        for (tile, square) in self.tiles() {
            board[count] = (tile, square ^ turn_around);
            count += 1;
        }
        for view in [mover, !mover] {
            inputs.rows(view, board[..count].iter().copied(), pool, clock, out);
        }
    }

    fn output(&self) -> usize {
        BanqiInputs::output_of(self.face_down())
    }

    fn position(&self) -> Result<Position, RecordFault> {
        let mut board = [None; Square::COUNT];
        for (tile, square) in self.tiles() {
            board[square] = Some(tile);
        }
        let turn = if self.word() & OPEN != 0 { None } else { Some(self.mover()) };
        let pool = Some(unpack_pool(self.word()));
        let setup = Setup { board, turn, pool, clock: self.0[CLOCK].into(), ply: 1 };
        Position::try_from(&setup).map_err(|_| RecordFault::Illegal)
    }

    fn clock(&self) -> Clock {
        Clock { plies: self.0[CLOCK].into(), limit: self.0[CLOCK + 1].into() }
    }

    fn points(score: f32, scale: f32) -> f32 {
        (0.5 + 0.5 * score / scale).clamp(0.0, 1.0)
    }

    fn score(logit: f32, scale: f32) -> f32 {
        scale * (logit / 2.0).tanh()
    }
}
