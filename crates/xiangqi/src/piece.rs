//! Pieces and their letters.

use std::fmt;

use game::Side;

/// The seven kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帥 將
    King,
    /// 仕 士
    Advisor,
    /// 相 象
    Elephant,
    /// 傌 馬
    Horse,
    /// 俥 車
    Rook,
    /// 炮 包
    Cannon,
    /// 兵 卒
    Pawn,
}

impl Kind {
    /// Every kind, in the order of [`Kind::index`].
    pub const ALL: [Kind; 7] = [
        Kind::King,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Rook,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// 0 for the king to 6 for the pawn.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of this kind a side may have.
    pub const fn full_count(self) -> u32 {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// The upper-case letter written in FENs.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self as usize]
    }

    /// The English word used in reasons.
    pub const fn name(self) -> &'static str {
        ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][self as usize]
    }

    /// Reads a letter in either case; `H`, `E`, `G` and `S` are accepted for
    /// horse, elephant, king and pawn.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            'K' | 'G' => Kind::King,
            'A' => Kind::Advisor,
            'B' | 'E' => Kind::Elephant,
            'N' | 'H' => Kind::Horse,
            'R' => Kind::Rook,
            'C' => Kind::Cannon,
            'P' | 'S' => Kind::Pawn,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: whose and which. Small enough to index tables of 14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// How many different pieces there are.
    pub const COUNT: usize = 14;

    /// The piece of a side and kind.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece(side as u8 * 7 + kind as u8)
    }

    /// The piece with an index below 14 (side × 7 + kind).
    ///
    /// # Panics
    /// If the index is 14 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Piece {
        assert!(index < Piece::COUNT);
        Piece(index as u8)
    }

    /// side × 7 + kind.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 < 7 { Side::Red } else { Side::Black }
    }

    /// Which kind it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[if self.0 < 7 { self.0 } else { self.0 - 7 } as usize]
    }

    /// The letter in FENs: upper case for red.
    pub const fn letter(self) -> char {
        match self.side() {
            Side::Red => self.kind().letter(),
            Side::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece::new(side, kind)),
            None => None,
        }
    }

    /// The character on the piece, in traditional script.
    pub const fn character(self) -> char {
        const RED: [char; 7] = ['帥', '仕', '相', '傌', '俥', '炮', '兵'];
        const BLACK: [char; 7] = ['將', '士', '象', '馬', '車', '包', '卒'];
        match self.side() {
            Side::Red => RED[self.kind() as usize],
            Side::Black => BLACK[self.kind() as usize],
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side(), self.kind())
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
