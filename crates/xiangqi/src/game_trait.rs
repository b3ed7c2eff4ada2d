//! Xiangqi as a game of [`game`]'s traits.

use game::{Observer, PlyList, RevealList, Side};

use crate::position::{START_FEN, Undo};
use crate::{Kind, Piece, Ply, Position, Setup, Square, Stage, zobrist};

/// Left–right, and half a turn with colours exchanged.
const LEFT_RIGHT: usize = 0;

impl game::Position for Position {
    type Ply = Ply;
    type Reveal = ();
    type Piece = Piece;
    type Undo = Undo;
    const MIRRORS: usize = 2;

    fn start() -> Position {
        START_FEN.parse().expect("the start position is legal")
    }

    fn side_to_move(&self) -> Option<Side> {
        Some(self.turn())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.zobrist_key()
    }

    fn recomputed_key(&self) -> u64 {
        let pieces = self
            .occupied()
            .into_iter()
            .filter_map(|square| self.piece_at(square).map(|piece| zobrist::piece(piece, square)));
        pieces.fold(zobrist::turn(self.turn()), |key, number| key ^ number)
    }

    fn legal_plies(&self) -> PlyList<Ply> {
        self.plies(Stage::All)
    }

    fn is_legal(&self, ply: Ply) -> bool {
        self.is_legal_ply(ply)
    }

    #[inline]
    fn reveals(&self, _: Ply) -> RevealList<()> {
        RevealList::from_iter([((), 1)])
    }

    #[inline]
    fn make<O: Observer<Piece>>(&mut self, ply: Ply, (): (), observer: &mut O) -> Undo {
        self.make_ply(ply, observer)
    }

    #[inline]
    fn unmake<O: Observer<Piece>>(&mut self, ply: Ply, undo: Undo, observer: &mut O) {
        self.unmake_ply(ply, undo, observer);
    }

    fn for_each_piece(&self, mut show: impl FnMut(Piece, usize)) {
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                show(piece, square.index());
            }
        }
    }

    fn mirror(&self, which: usize) -> Position {
        let mut image = Setup::empty();
        image.turn = if which == LEFT_RIGHT { self.turn() } else { !self.turn() };
        self.for_each_piece(|piece, index| {
            let square = mirror_square(Square::from_index(index), which);
            let side = if which == LEFT_RIGHT { piece.side() } else { !piece.side() };
            image.board[square.index()] = Some(Piece::new(side, piece.kind()));
        });
        Position::try_from(&image).expect("the image of a legal position is legal")
    }

    fn mirror_ply(ply: Ply, which: usize) -> Ply {
        Ply::new(mirror_square(ply.from(), which), mirror_square(ply.to(), which))
    }

    fn parse_ply(&self, text: &str) -> Result<Ply, String> {
        let ply: Ply = text.parse().map_err(|error: crate::PlyError| error.to_string())?;
        self.legality(ply).map(|()| ply).map_err(|why| format!("{ply} is not legal: {why}"))
    }

    fn count_plies(&self) -> (u64, u64) {
        let count = self.count_legal();
        (count, count)
    }
}

fn mirror_square(square: Square, which: usize) -> Square {
    if which == LEFT_RIGHT { square.mirrored() } else { square.rotated() }
}

impl Position {
    /// Why a ply is not legal, in words.
    ///
    /// # Errors
    /// The reason, if the ply is not legal.
    pub fn legality(&self, ply: Ply) -> Result<(), String> {
        let (from, to) = (ply.from(), ply.to());
        let Some(piece) = self.piece_at(from) else {
            return Err(format!("{from} is empty"));
        };
        if piece.side() != self.turn() {
            return Err(format!("it is {}'s turn and {from} holds a {piece}", self.turn()));
        }
        if self.piece_at(to).is_some_and(|target| target.side() == piece.side()) {
            return Err(format!("{to} holds a piece of the same side"));
        }
        if !self.is_pseudo_legal(ply) {
            return Err(format!("the {} on {from} cannot reach {to}", piece.kind()));
        }
        if !self.leaves_king_safe(ply) {
            let word = if piece.kind() == Kind::King { "would stand" } else { "would be left" };
            return Err(format!("the {} king {word} in check", self.turn()));
        }
        Ok(())
    }
}
