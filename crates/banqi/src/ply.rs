//! What a player chooses and what chance answers.

use std::fmt;
use std::str::FromStr;

use crate::notation::PlyTextError;
use crate::{Piece, Square, notation};

/// A move, a capture or a flip. Its text is `a1a2`, or `a1a1` for a flip.
///
/// ```
/// use banqi::{Ply, Square};
/// let a1: Square = "a1".parse().unwrap();
/// let ply: Ply = "a1b1".parse().unwrap();
/// assert_eq!((ply.from(), ply.is_flip()), (a1, false));
/// assert_eq!(Ply::flip(a1).to_string(), "a1a1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// How many different plies can be written: a table indexed by
    /// [`Ply::index`] has this size.
    pub const COUNT: usize = Square::COUNT * Square::COUNT;

    /// The piece on `from` goes to `to`; the same square twice is a flip.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Ply {
        Ply((from.index() << 5 | to.index()) as u16)
    }

    /// Turns up the piece on a square.
    #[inline]
    pub const fn flip(square: Square) -> Ply {
        Ply::new(square, square)
    }

    /// The ply with this [`Ply::index`]; only the low ten bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Ply {
        Ply((index % Ply::COUNT) as u16)
    }

    /// A number below [`Ply::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Where the piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as usize >> 5)
    }

    /// Where the piece goes; the same square for a flip.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.0 as usize)
    }

    /// Whether it turns up a face-down piece.
    #[inline]
    pub const fn is_flip(self) -> bool {
        self.from().index() == self.to().index()
    }

    /// The image under a symmetry of the board: 0 left–right, 1 up–down, 2 both.
    pub const fn mirror(self, which: usize) -> Ply {
        Ply::new(self.from().mirror(which), self.to().mirror(which))
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Ply {
    type Err = PlyTextError;

    fn from_str(text: &str) -> Result<Ply, PlyTextError> {
        notation::coordinate::read_ply(text)
    }
}

/// What chance answers to a ply: nothing to a move, a piece to a flip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reveal {
    /// The ply turned up no piece.
    Nothing,
    /// The flip turned up this piece.
    Piece(Piece),
}

impl Reveal {
    /// The piece turned up, if any.
    #[inline]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Reveal::Nothing => None,
            Reveal::Piece(piece) => Some(piece),
        }
    }
}

impl From<Piece> for Reveal {
    #[inline]
    fn from(piece: Piece) -> Reveal {
        Reveal::Piece(piece)
    }
}

impl fmt::Display for Reveal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reveal::Nothing => f.write_str("nothing"),
            Reveal::Piece(piece) => write!(f, "{piece}"),
        }
    }
}

/// The same words as `Display`: error texts of [`game::Game`] show it to people.
impl fmt::Debug for Reveal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ply_reads_what_it_writes() {
        for ply in (0..Ply::COUNT).map(Ply::from_index) {
            assert_eq!(ply.to_string().parse(), Ok(ply));
            assert_eq!(Ply::new(ply.from(), ply.to()), ply);
            assert_eq!(ply.is_flip(), ply.from() == ply.to());
        }
    }

    #[test]
    fn each_mirror_is_its_own_inverse() {
        for ply in (0..Ply::COUNT).map(Ply::from_index) {
            assert!((0..3).all(|which| ply.mirror(which).mirror(which) == ply));
        }
    }
}
