//! Points of the board and moves between them, with their text forms.

use std::fmt;
use std::str::FromStr;

use crate::Colour;

/// A point: file 0–8 (`a`–`i`, red's left to right), rank 0–9 (0 = red's home rank).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// 0 is file `a`.
    pub file: i8,
    /// 0 is red's home rank.
    pub rank: i8,
}

impl Square {
    /// The point, or `None` when it lies off the board.
    #[must_use]
    pub fn new(file: i8, rank: i8) -> Option<Square> {
        ((0..9).contains(&file) && (0..10).contains(&rank)).then_some(Square { file, rank })
    }

    /// All 90 points, `a0` first, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..10).flat_map(|rank| (0..9).map(move |file| Square { file, rank }))
    }

    /// Whether the point lies on that colour's side of the river.
    #[must_use]
    pub fn is_home_half(self, colour: Colour) -> bool {
        match colour {
            Colour::Red => self.rank <= 4,
            Colour::Black => self.rank >= 5,
        }
    }

    /// Whether the point lies in that colour's palace.
    #[must_use]
    pub fn is_in_palace(self, colour: Colour) -> bool {
        let ranks = match colour {
            Colour::Red => 0..=2,
            Colour::Black => 7..=9,
        };
        (3..=5).contains(&self.file) && ranks.contains(&self.rank)
    }

    /// Half of the way to `other`, rounded towards `self`: the eye of an elephant that moves
    /// there, or the leg of a horse (half of a two is one step, half of a one is none).
    #[must_use]
    pub fn halfway(self, other: Square) -> Square {
        Square {
            file: self.file + (other.file - self.file) / 2,
            rank: self.rank + (other.rank - self.rank) / 2,
        }
    }

    /// The points strictly between two points of one row or column, in order; empty when the two
    /// are neighbours, equal, or not on one line.
    #[must_use]
    pub fn between(self, other: Square) -> Vec<Square> {
        if self.file != other.file && self.rank != other.rank {
            return Vec::new();
        }
        let file_step = (other.file - self.file).signum();
        let rank_step = (other.rank - self.rank).signum();
        let distance = (other.file - self.file).abs() + (other.rank - self.rank).abs();
        (1..distance)
            .map(|i| Square { file: self.file + i * file_step, rank: self.rank + i * rank_step })
            .collect()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file as u8) as char, self.rank)
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        let wrong = || format!("no point `{text}`: a file a-i and a rank 0-9, like `e0`, is right");
        let [file @ b'a'..=b'i', rank @ b'0'..=b'9'] = text.as_bytes() else {
            return Err(wrong());
        };
        Ok(Square { file: (file - b'a') as i8, rank: (rank - b'0') as i8 })
    }
}

/// A move from one point to another; what it captures is read off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Move, String> {
        if text.len() != 4 || !text.is_ascii() {
            return Err(format!("no move `{text}`: two points with ranks 0-9, like `h2e2`"));
        }
        Ok(Move { from: text[..2].parse()?, to: text[2..].parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_moves_survive_their_text() {
        for from in Square::all() {
            assert_eq!(from.to_string().parse(), Ok(from));
            for to in Square::all() {
                let text = format!("{from}{to}");
                assert_eq!(text.parse::<Move>().map(|m| m.to_string()), Ok(text));
            }
        }
    }

    #[test]
    fn bad_texts_are_refused() {
        for text in ["", "a", "j0", "a:", "a10", "A0", "é0"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        for text in ["", "h2", "h2e", "h2e2x", "h3e10", "hé2e"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn between_walks_lines_only() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(square("a0").between(square("a3")), [square("a1"), square("a2")]);
        assert_eq!(square("d5").between(square("b5")), [square("c5")]);
        assert!(square("a0").between(square("c2")).is_empty());
        assert!(square("a0").between(square("a0")).is_empty());
    }
}
