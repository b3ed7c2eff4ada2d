//! Colours and kinds: the one set of 32 pieces both games are played with.

/// One of the two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Upper case in every text form.
    Red,
    /// Lower case in every text form.
    Black,
}

impl Colour {
    /// Red, then black.
    pub const BOTH: [Colour; 2] = [Colour::Red, Colour::Black];

    /// The other colour.
    #[must_use]
    pub fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Black,
            Colour::Black => Colour::Red,
        }
    }
}

/// What a piece is, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 将 / 帅.
    King,
    /// 士 / 仕.
    Advisor,
    /// 象 / 相.
    Elephant,
    /// 车.
    Rook,
    /// 马.
    Horse,
    /// 炮.
    Cannon,
    /// 卒 / 兵.
    Pawn,
}

impl Kind {
    /// All kinds, the highest rank of dark chess first.
    pub const ALL: [Kind; 7] = [
        Kind::King,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Rook,
        Kind::Horse,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// How many pieces of this kind each side has in a full set.
    #[must_use]
    pub fn count_in_full_set(self) -> usize {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }
}

/// A coloured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of that colour and kind.
    #[must_use]
    pub fn new(colour: Colour, kind: Kind) -> Piece {
        Piece { colour, kind }
    }

    /// Reads a letter whose case gives the colour; `kind_of` knows the upper-case letters.
    pub(crate) fn from_letter(
        letter: char,
        kind_of: impl Fn(char) -> Option<Kind>,
    ) -> Option<Piece> {
        let colour = if letter.is_ascii_uppercase() { Colour::Red } else { Colour::Black };
        Some(Piece::new(colour, kind_of(letter.to_ascii_uppercase())?))
    }

    /// Writes an upper-case kind letter in the case of this piece's colour.
    pub(crate) fn cased(self, letter: char) -> char {
        match self.colour {
            Colour::Red => letter.to_ascii_uppercase(),
            Colour::Black => letter.to_ascii_lowercase(),
        }
    }
}
