//! The board and the side to move.

mod check;
mod generate;
mod make;
mod see;
mod setup;
mod text;

use std::fmt;

use game::{BySide, Side};

pub use generate::Stage;
pub use make::Undo;
pub use see::ExchangeValues;
pub use setup::{Setup, SetupError, SetupFault};
pub use text::FenError;

use crate::{Bitboard, Kind, Piece, Square, attacks, zobrist};

/// The start position of every ordinary game.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// An empty point in the mailbox.
const NO_PIECE: u8 = 14;

/// A legal xiangqi position: both kings stand in their palaces, material and
/// places are possible, and the side that just moved is not in check.
///
/// ```
/// use game::Position as _;
/// use xiangqi::Position;
/// let position = Position::start();
/// assert_eq!(position.legal_plies().len(), 44);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pieces: [Bitboard; Piece::COUNT],
    sides: BySide<Bitboard>,
    mailbox: [u8; Square::COUNT],
    kings: BySide<Square>,
    turn: Side,
    key: u64,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The Zobrist key of board and side to move.
    #[inline]
    pub fn zobrist_key(&self) -> u64 {
        self.key
    }

    /// What stands on a point.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.mailbox[square.index()] {
            NO_PIECE => None,
            index => Some(Piece::from_index(index as usize)),
        }
    }

    /// Every point with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides.0[0] | self.sides.0[1]
    }

    /// The points of one side's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side]
    }

    /// The points of one kind of a side.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces[Piece::new(side, kind).index()]
    }

    /// The points of one kind of both sides.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.pieces(Side::Red, kind) | self.pieces(Side::Black, kind)
    }

    /// How many of one kind a side has.
    #[inline]
    pub fn count(&self, side: Side, kind: Kind) -> u32 {
        self.pieces(side, kind).count()
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.kings[side]
    }

    /// The points a piece standing on `square` could move to or capture on, its
    /// own side's pieces not excluded. For a cannon only the capture points.
    #[inline]
    pub fn attacks_from(&self, piece: Piece, square: Square) -> Bitboard {
        attacks_from(piece, square, self.occupied())
    }

    /// The board as letters with coordinates, black's side on top.
    pub fn diagram(&self) -> String {
        self.draw(|piece| piece.letter(), '.')
    }

    /// The board in characters (full width), black's side on top.
    pub fn diagram_chinese(&self) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            text.push_str(&format!("{rank} "));
            for file in 0..9 {
                let square = Square::from_index(rank * 9 + file);
                text.push(self.piece_at(square).map_or('・', Piece::character));
            }
            text.push('\n');
        }
        text.push_str("  ａｂｃｄｅｆｇｈｉ\n");
        text
    }

    fn draw(&self, letter: impl Fn(Piece) -> char, empty: char) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            text.push_str(&rank.to_string());
            for file in 0..9 {
                let square = Square::from_index(rank * 9 + file);
                text.push(' ');
                text.push(self.piece_at(square).map_or(empty, &letter));
            }
            text.push('\n');
        }
        text.push_str("  a b c d e f g h i\n");
        text
    }

    fn empty(turn: Side) -> Position {
        Position {
            pieces: [Bitboard::EMPTY; Piece::COUNT],
            sides: BySide([Bitboard::EMPTY; 2]),
            mailbox: [NO_PIECE; Square::COUNT],
            kings: BySide([Square::from_index(4), Square::from_index(85)]),
            turn,
            key: zobrist::turn(turn),
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.pieces[piece.index()] |= bit;
        self.sides[piece.side()] |= bit;
        self.mailbox[square.index()] = piece.index() as u8;
        self.key ^= zobrist::piece(piece, square);
        if piece.kind() == Kind::King {
            self.kings[piece.side()] = square;
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.pieces[piece.index()] ^= bit;
        self.sides[piece.side()] ^= bit;
        self.mailbox[square.index()] = NO_PIECE;
        self.key ^= zobrist::piece(piece, square);
    }
}

/// The points a piece attacks from a point, given what is occupied. For a
/// cannon only the points it captures on.
#[inline]
pub fn attacks_from(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        Kind::King => attacks::king(square),
        Kind::Advisor => attacks::advisor(square),
        Kind::Elephant => attacks::elephant(square, occupied),
        Kind::Horse => attacks::horse(square, occupied),
        Kind::Rook => attacks::rook(square, occupied),
        Kind::Cannon => attacks::cannon(square, occupied),
        Kind::Pawn => attacks::pawn(piece.side(), square),
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
