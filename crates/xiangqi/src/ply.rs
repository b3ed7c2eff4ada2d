//! A ply: from one point to another.

use std::fmt;
use std::str::FromStr;

use crate::{Square, square::SquareError};

/// A move of one piece, written `h2e2` (ranks 0–9).
///
/// ```
/// use xiangqi::Ply;
/// let ply: Ply = "h2e2".parse().unwrap();
/// assert_eq!(ply.to().to_string(), "e2");
/// assert_eq!("H2-E2".parse(), Ok(ply));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply {
    from: Square,
    to: Square,
}

impl Ply {
    /// The ply between two points.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Ply {
        Ply { from, to }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it goes.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// A number below 2¹⁴, for tables and compact storage.
    #[inline]
    pub const fn code(self) -> u16 {
        (self.from.index() as u16) << 7 | self.to.index() as u16
    }

    /// The inverse of [`Ply::code`]; `None` for numbers that are no ply.
    pub const fn from_code(code: u16) -> Option<Ply> {
        let (from, to) = ((code >> 7) as usize, (code & 127) as usize);
        if from < 90 && to < 90 && from != to {
            Some(Ply { from: Square::from_index(from), to: Square::from_index(to) })
        } else {
            None
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a ply in coordinates.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlyError {
    /// Wrong length.
    #[error("'{0}' is not a move: expected two squares, such as h2e2 or H2-E2")]
    Shape(String),
    /// One of the squares is none.
    #[error("in move '{text}': {error}")]
    Square {
        /// The whole text.
        text: String,
        /// What is wrong.
        error: SquareError,
    },
    /// From and to are the same.
    #[error("'{0}' does not move: both squares are the same")]
    Still(String),
}

impl FromStr for Ply {
    type Err = PlyError;

    /// Reads `h2e2`, `H2E2`, `h2-e2` and `H2-E2`.
    fn from_str(text: &str) -> Result<Ply, PlyError> {
        let shape = || PlyError::Shape(text.chars().take(20).collect());
        if !text.is_ascii() {
            return Err(shape());
        }
        let (from, to) = match text.len() {
            4 => text.split_at(2),
            5 if text.as_bytes()[2] == b'-' => (&text[..2], &text[3..]),
            _ => return Err(shape()),
        };
        let square = |part: &str| {
            part.parse().map_err(|error| PlyError::Square { text: text.to_owned(), error })
        };
        let (from, to) = (square(from)?, square(to)?);
        if from == to { Err(PlyError::Still(text.to_owned())) } else { Ok(Ply { from, to }) }
    }
}
