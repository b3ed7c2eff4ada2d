//! The 32 squares.

use std::fmt;
use std::str::FromStr;

/// A square of the 4 × 8 board: files a–h from left to right, ranks 1–4 from
/// the bottom. Index = rank × 8 + file, so a1 is 0, h1 is 7 and h4 is 31.
///
/// ```
/// use banqi::Square;
/// let square: Square = "c2".parse().unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (2, 1, 10));
/// assert_eq!(square.to_string(), "c2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Why a text is not a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a square: expected a file a–h and a rank 1–4, like c2")]
pub struct SquareError(pub String);

impl Square {
    /// How many squares a board has.
    pub const COUNT: usize = 32;
    /// How many files a board has.
    pub const FILES: usize = 8;
    /// How many ranks a board has.
    pub const RANKS: usize = 4;

    /// The square of a file (0–7) and a rank (0–3); `None` outside the board.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < Square::FILES && rank < Square::RANKS {
            Some(Square((rank * Square::FILES + file) as u8))
        } else {
            None
        }
    }

    /// The square of an index below 32; only the low five bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square((index % Square::COUNT) as u8)
    }

    /// Every square, a1 to h1, then a2 and on to h4.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT).map(Square::from_index)
    }

    /// 0 for a1 to 31 for h4.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing and tells the compiler that tables of 32 need no check.
        (self.0 % 32) as usize
    }

    /// 0 for file a to 7 for file h.
    #[inline]
    pub const fn file(self) -> usize {
        (self.0 % 8) as usize
    }

    /// 0 for rank 1 to 3 for rank 4.
    #[inline]
    pub const fn rank(self) -> usize {
        (self.0 / 8 % 4) as usize
    }

    /// The image under a symmetry of the board: 0 left–right, 1 up–down, 2 both.
    pub const fn mirror(self, which: usize) -> Square {
        match which {
            0 => Square(self.0 ^ 0b00_111),
            1 => Square(self.0 ^ 0b11_000),
            _ => Square(self.0 ^ 0b11_111),
        }
    }

    /// The text of a file and rank letter pair, if it names a square.
    pub(crate) fn from_letters(file: u8, rank: u8) -> Option<Square> {
        Square::new(
            file.to_ascii_lowercase().checked_sub(b'a')?.into(),
            rank.checked_sub(b'1')?.into(),
        )
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (b'a' + self.file() as u8, b'1' + self.rank() as u8);
        write!(f, "{}{}", file as char, rank as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [file, rank] => Square::from_letters(file, rank),
            _ => None,
        }
        .ok_or_else(|| SquareError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_what_it_writes() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn mirrors_move_the_corners() {
        let a1 = Square::from_index(0);
        let images: Vec<String> = (0..3).map(|which| a1.mirror(which).to_string()).collect();
        assert_eq!(images, ["h1", "a4", "h4"]);
    }

    #[test]
    fn bad_squares_are_refused() {
        for text in ["", "a", "a0", "a5", "i1", "a11", "1a", "é1", "`1"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError(text.to_owned())), "{text}");
        }
    }
}
