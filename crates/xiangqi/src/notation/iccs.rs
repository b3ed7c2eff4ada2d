//! Coordinates: ICCS `H2-E2` and UCI `h2e2`, with ranks 0–9 or 1–10.

use super::{NotationError, Symbols};
use crate::{Ply, Position, Square};

/// How ranks are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranks {
    /// Red's home rank is 0.
    ZeroToNine,
    /// Red's home rank is 1.
    OneToTen,
    /// 1–10 if a rank has two digits, else 0–9.
    AsWritten,
}

const SHAPE: &str = "two points, such as h2e2 or H2-E2";

/// `H2-E2`.
pub(super) fn write_iccs(ply: Ply) -> String {
    format!("{}-{}", ply.from(), ply.to()).to_ascii_uppercase()
}

/// `h3e3`, ranks 1–10.
pub(super) fn write_one_to_ten(ply: Ply) -> String {
    let point =
        |square: Square| format!("{}{}", (b'a' + square.file() as u8) as char, square.rank() + 1);
    point(ply.from()) + &point(ply.to())
}

/// Whether the characters are letter, digits, perhaps a dash, letter, digits.
pub(super) fn has_shape(symbols: &[char]) -> bool {
    let rest = after_point(symbols).map(|rest| rest.strip_prefix(&['-']).unwrap_or(rest));
    rest.and_then(after_point).is_some_and(|rest| rest.is_empty())
}

/// What follows a letter and one or two digits.
fn after_point(symbols: &[char]) -> Option<&[char]> {
    let (letter, rest) = symbols.split_first()?;
    let digits = rest.iter().take_while(|symbol| symbol.is_ascii_digit()).count();
    (letter.is_ascii_alphabetic() && matches!(digits, 1 | 2)).then(|| &rest[digits..])
}

/// Reads two points and returns their ply if it is legal.
pub(super) fn read(
    position: &Position,
    symbols: &Symbols<'_>,
    ranks: Ranks,
) -> Result<Ply, NotationError> {
    let mut reader = Reader { symbols, at: 0 };
    let from = reader.point()?;
    if symbols.symbols.get(reader.at) == Some(&'-') {
        reader.at += 1;
    }
    let to = reader.point()?;
    if reader.at != symbols.symbols.len() {
        return Err(symbols.wrong_length(SHAPE));
    }
    let ranks = match ranks {
        Ranks::AsWritten if from.is_long() || to.is_long() => Ranks::OneToTen,
        Ranks::AsWritten => Ranks::ZeroToNine,
        told => told,
    };
    let ply = Ply::new(from.square(symbols, ranks)?, to.square(symbols, ranks)?);
    match position.legality(ply) {
        Ok(()) => Ok(ply),
        Err(_) if ply.from() == ply.to() => {
            Err(no_such_move(symbols, "both points are the same".to_owned()))
        }
        Err(reason) => Err(no_such_move(symbols, reason)),
    }
}

fn no_such_move(symbols: &Symbols<'_>, reason: String) -> NotationError {
    NotationError::NoSuchMove { text: symbols.quoted(), reason }
}

/// A point as it was written.
struct Point {
    file: usize,
    rank: usize,
    /// Index of the last digit of the rank.
    end: usize,
}

impl Point {
    /// Whether the rank has two digits.
    fn is_long(&self) -> bool {
        self.rank > 9
    }

    fn square(&self, symbols: &Symbols<'_>, ranks: Ranks) -> Result<Square, NotationError> {
        let (rank, expected) = match ranks {
            Ranks::OneToTen => (self.rank.checked_sub(1), "a rank 1–10"),
            _ => (Some(self.rank), "a rank 0–9 (ranks 1–10 are the notation uci-1-10)"),
        };
        rank.and_then(|rank| Square::new(self.file, rank))
            .ok_or_else(|| symbols.unexpected(self.end, expected))
    }
}

struct Reader<'a> {
    symbols: &'a Symbols<'a>,
    at: usize,
}

impl Reader<'_> {
    fn point(&mut self) -> Result<Point, NotationError> {
        let letter = self.next()?.to_ascii_lowercase();
        if !('a'..='i').contains(&letter) {
            return Err(self.symbols.unexpected(self.at - 1, "a file a–i"));
        }
        let rank = self.rank()?;
        Ok(Point { file: letter as usize - 'a' as usize, rank, end: self.at - 1 })
    }

    /// One digit, or the two of 10.
    fn rank(&mut self) -> Result<usize, NotationError> {
        let Some(first) = self.next()?.to_digit(10) else {
            return Err(self.symbols.unexpected(self.at - 1, "a rank, that is a digit"));
        };
        match self.symbols.symbols.get(self.at).and_then(|symbol| symbol.to_digit(10)) {
            None => Ok(first as usize),
            Some(0) if first == 1 => {
                self.at += 1;
                Ok(10)
            }
            Some(_) => {
                Err(self.symbols.unexpected(self.at, "no second digit (the only such rank is 10)"))
            }
        }
    }

    fn next(&mut self) -> Result<char, NotationError> {
        let symbol = self.symbols.symbols.get(self.at).copied();
        self.at += 1;
        symbol.ok_or_else(|| self.symbols.wrong_length(SHAPE))
    }
}
