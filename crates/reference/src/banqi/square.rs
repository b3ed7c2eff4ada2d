//! Squares and plies with their text forms.

use std::fmt;
use std::str::FromStr;

/// A square: file 0–7 (`a`–`h`, left to right), rank 0–3 (`1`–`4`, bottom to top).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// 0 is file `a`.
    pub file: i8,
    /// 0 is the bottom rank, `1`.
    pub rank: i8,
}

impl Square {
    /// All 32 squares, `a1` first, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..4).flat_map(|rank| (0..8).map(move |file| Square { file, rank }))
    }

    /// Whether the two squares share a row or a column; a square does with itself.
    #[must_use]
    pub fn is_in_line_with(self, other: Square) -> bool {
        self.file == other.file || self.rank == other.rank
    }

    /// Steps up, down, left and right from one square to the other.
    #[must_use]
    pub fn distance(self, other: Square) -> i8 {
        (self.file - other.file).abs() + (self.rank - other.rank).abs()
    }

    /// The squares strictly between two squares of one row or column.
    #[must_use]
    pub fn between(self, other: Square) -> Vec<Square> {
        let is_between = |middle: &Square| {
            self.is_in_line_with(other)
                && *middle != self
                && *middle != other
                && self.distance(*middle) + middle.distance(other) == self.distance(other)
        };
        Square::all().filter(is_between).collect()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file as u8) as char, self.rank + 1)
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'4'] = text.as_bytes() else {
            return Err(format!("no square `{text}`: a file a-h and a rank 1-4, like `c2`"));
        };
        Ok(Square { file: (file - b'a') as i8, rank: (rank - b'1') as i8 })
    }
}

/// A ply: from one square to another, or a flip when both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// Where the piece lies.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Ply {
    /// Whether this turns a piece over instead of moving one.
    #[must_use]
    pub fn is_flip(self) -> bool {
        self.from == self.to
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Ply {
    type Err = String;

    fn from_str(text: &str) -> Result<Ply, String> {
        if text.len() != 4 || !text.is_ascii() {
            return Err(format!("no ply `{text}`: two squares, like `a1a2`, or `a1a1` to flip"));
        }
        Ok(Ply { from: text[..2].parse()?, to: text[2..].parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_plies_survive_their_text() {
        for from in Square::all() {
            assert_eq!(from.to_string().parse(), Ok(from));
            for to in Square::all() {
                let text = format!("{from}{to}");
                assert_eq!(text.parse::<Ply>().map(|ply| ply.to_string()), Ok(text));
            }
        }
    }

    #[test]
    fn bad_texts_are_refused() {
        for text in ["", "a", "i1", "a0", "a5", "A1", "é1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        for text in ["", "a1", "a1a", "a1a2a", "a1a5", "aé2a"] {
            assert!(text.parse::<Ply>().is_err(), "{text}");
        }
    }

    #[test]
    fn between_walks_lines_only() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(square("a1").between(square("d1")), [square("b1"), square("c1")]);
        assert_eq!(square("h4").between(square("h2")), [square("h3")]);
        assert!(square("a1").between(square("b1")).is_empty());
        assert!(square("a1").between(square("c3")).is_empty());
    }
}
