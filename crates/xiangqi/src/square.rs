//! The 90 points of the board.

use std::fmt;
use std::str::FromStr;

use game::Side;

/// A point: file `a`–`i` from red's left, rank `0`–`9` from red's home rank.
///
/// ```
/// use xiangqi::Square;
/// let square: Square = "e0".parse().unwrap();
/// assert_eq!((square.file(), square.rank()), (4, 0));
/// assert_eq!(square.to_string(), "e0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many points there are.
    pub const COUNT: usize = 90;

    /// The point on `file` (0–8) and `rank` (0–9), if it is on the board.
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < 9 && rank < 10 { Some(Square((rank * 9 + file) as u8)) } else { None }
    }

    /// The point with an index below 90 (rank × 9 + file).
    ///
    /// # Panics
    /// If the index is 90 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        assert!(index < Square::COUNT);
        Square(index as u8)
    }

    /// Every point, a0 to i9.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT).map(Square::from_index)
    }

    /// rank × 9 + file.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file to 8 for the i-file.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % 9
    }

    /// 0 for red's home rank to 9 for black's.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / 9
    }

    /// The point some files and ranks away, if that is on the board.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = self.file() as i32 + files;
        let rank = self.rank() as i32 + ranks;
        if file < 0 || rank < 0 { None } else { Square::new(file as usize, rank as usize) }
    }

    /// The point mirrored left–right.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square((self.rank() * 9 + 8 - self.file()) as u8)
    }

    /// The point as the other player sees it (turned by half a circle).
    #[inline]
    pub const fn rotated(self) -> Square {
        Square(89 - self.0)
    }

    /// The rank as `side` counts it from its own home rank, 0–9.
    #[inline]
    pub const fn rank_for(self, side: Side) -> usize {
        match side {
            Side::Red => self.rank(),
            Side::Black => 9 - self.rank(),
        }
    }

    /// The file as `side` counts it in notation: 1 at its own right, 9 at its left.
    #[inline]
    pub const fn file_for(self, side: Side) -> usize {
        match side {
            Side::Red => 9 - self.file(),
            Side::Black => self.file() + 1,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no point.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a square: expected a file a–i and a rank 0–9, such as e0")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let error = || SquareError(text.chars().take(20).collect());
        let &[file, rank] = text.as_bytes() else { return Err(error()) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a') as usize;
        let rank = rank.wrapping_sub(b'0') as usize;
        Square::new(file, rank).ok_or_else(error)
    }
}
