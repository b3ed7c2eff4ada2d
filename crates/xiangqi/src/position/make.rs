//! Making and unmaking plies.

use game::Observer;

use super::{NO_PIECE, Position};
use crate::{Piece, Ply, zobrist};

/// What taking back a ply needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u8,
    key: u64,
}

impl Undo {
    /// The piece the ply captured.
    #[inline]
    pub fn captured(self) -> Option<Piece> {
        (self.captured != NO_PIECE).then(|| Piece::from_index(self.captured as usize))
    }
}

impl Position {
    /// Plays a ply that is legal here.
    #[inline]
    pub fn make_ply<O: Observer<Piece>>(&mut self, ply: Ply, observer: &mut O) -> Undo {
        let (from, to) = (ply.from(), ply.to());
        let undo = Undo { captured: self.mailbox[to.index()], key: self.key };
        let mover = Piece::from_index(self.mailbox[from.index()] as usize);
        if let Some(captured) = undo.captured() {
            self.take(captured, to);
            observer.take(captured, to.index());
        }
        self.take(mover, from);
        self.put(mover, to);
        observer.take(mover, from.index());
        observer.put(mover, to.index());
        self.turn = !self.turn;
        self.key ^= zobrist::BLACK_TO_MOVE;
        undo
    }

    /// The key after a ply that is legal here, before it is made.
    #[inline]
    pub fn key_after(&self, ply: Ply) -> u64 {
        let number = |piece: u8, square| zobrist::piece(Piece::from_index(piece as usize), square);
        let (mover, captured) = (self.mailbox[ply.from().index()], self.mailbox[ply.to().index()]);
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        key ^= number(mover, ply.from()) ^ number(mover, ply.to());
        if captured != NO_PIECE {
            key ^= number(captured, ply.to());
        }
        key
    }

    /// Takes back the last ply.
    #[inline]
    pub fn unmake_ply<O: Observer<Piece>>(&mut self, ply: Ply, undo: Undo, observer: &mut O) {
        let (from, to) = (ply.from(), ply.to());
        let mover = Piece::from_index(self.mailbox[to.index()] as usize);
        self.turn = !self.turn;
        self.take(mover, to);
        self.put(mover, from);
        observer.take(mover, to.index());
        observer.put(mover, from.index());
        if let Some(captured) = undo.captured() {
            self.put(captured, to);
            observer.put(captured, to.index());
        }
        self.key = undo.key;
    }

    /// Passes the turn; once more takes it back. For searches, which do so only when
    /// not in check, and for the rules that ask what a side could capture if it were
    /// its turn. In check it leaves a king that could be captured; such a position is
    /// for looking only.
    #[inline]
    pub fn make_null(&mut self) {
        self.turn = !self.turn;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }
}
