//! Move and FEN text of xiangqi between the dialects.
//!
//! Two ways of counting ranks are in use, and most moves look right in both:
//! `h3e3` is 炮二平五 for Fairy-Stockfish under UCI and another move for
//! everyone else. So the counting is always named, never guessed:
//!
//! | ranks | who |
//! |---|---|
//! | [`Ranks::ZeroToNine`] | ICCS, UCCI, UCI-Cyclone, Pikafish, xboard engines |
//! | [`Ranks::OneToTen`] | Fairy-Stockfish under plain UCI |

mod fen;

use std::fmt;

pub use fen::{Letters, complete_fen, with_letters, xboard_fen};

/// How ranks are counted from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// 0 to 9, one digit each.
    ZeroToNine,
    /// 1 to 10.
    OneToTen,
}

impl Ranks {
    /// The counting of ICCS text.
    pub const ICCS: Ranks = Ranks::ZeroToNine;
    /// The counting of UCCI.
    pub const UCCI: Ranks = Ranks::ZeroToNine;
    /// The counting of UCI-Cyclone.
    pub const CYCLONE: Ranks = Ranks::ZeroToNine;
    /// The counting of xboard engines when they play xiangqi.
    pub const XBOARD: Ranks = Ranks::ZeroToNine;

    fn lowest(self) -> u8 {
        match self {
            Ranks::ZeroToNine => 0,
            Ranks::OneToTen => 1,
        }
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ranks::ZeroToNine => "0 to 9",
            Ranks::OneToTen => "1 to 10",
        })
    }
}

/// A point of the board, free of any counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    file: u8,
    rank: u8,
}

impl Point {
    /// The point on a file (0–8 from Red's left) and a rank (0–9 from Red's side).
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        (file < 9 && rank < 10).then_some(Point { file, rank })
    }

    /// The file, 0–8 from Red's left.
    pub fn file(self) -> u8 {
        self.file
    }

    /// The rank, 0–9 from Red's side.
    pub fn rank(self) -> u8 {
        self.rank
    }

    fn print(self, ranks: Ranks) -> String {
        format!("{}{}", char::from(b'a' + self.file), self.rank + ranks.lowest())
    }
}

/// A move from point to point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinates {
    /// Where the piece stands.
    pub from: Point,
    /// Where it goes.
    pub to: Point,
}

/// Why a text is no move of the named counting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoordinateError {
    /// Not two files with a rank each.
    #[error("`{text}` is not a move such as h2e2: two files a to i, each with a rank")]
    Shape {
        /// The text.
        text: String,
    },
    /// A rank outside the counting.
    #[error("rank {rank} of `{text}` is outside {ranks}")]
    Rank {
        /// The text.
        text: String,
        /// The rank as written.
        rank: u8,
        /// The counting asked for.
        ranks: Ranks,
    },
}

impl Coordinates {
    /// Reads `h2e2`, or ICCS `H2-E2`, in a counting.
    ///
    /// # Errors
    /// If it is no move, or a rank is outside the counting.
    pub fn parse(text: &str, ranks: Ranks) -> Result<Self, CoordinateError> {
        let shape = Shape::read(text)
            .ok_or_else(|| CoordinateError::Shape { text: crate::words::excerpt(text) })?;
        let point = |(file, rank): (u8, u8)| {
            rank.checked_sub(ranks.lowest())
                .and_then(|rank| Point::new(file, rank))
                .ok_or_else(|| CoordinateError::Rank { text: text.to_string(), rank, ranks })
        };
        Ok(Coordinates { from: point(shape.from)?, to: point(shape.to)? })
    }

    /// The text in a counting.
    pub fn print(self, ranks: Ranks) -> String {
        self.from.print(ranks) + &self.to.print(ranks)
    }
}

/// Files and ranks as written: at most two digits a rank, 0 to 10.
struct Shape {
    from: (u8, u8),
    to: (u8, u8),
}

impl Shape {
    fn read(text: &str) -> Option<Self> {
        let (from, rest) = read_point(text)?;
        let (to, rest) = read_point(rest.strip_prefix('-').unwrap_or(rest))?;
        rest.is_empty().then_some(Shape { from, to })
    }
}

fn read_point(text: &str) -> Option<((u8, u8), &str)> {
    let file = text.bytes().next()?.to_ascii_lowercase();
    if !(b'a'..=b'i').contains(&file) {
        return None;
    }
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at(digits);
    // `01` is nobody's spelling of a rank.
    let spelt_right = digits == 1 || rank == "10";
    spelt_right.then(|| rank.parse().ok()).flatten().map(|rank| ((file - b'a', rank), rest))
}

/// Whether a text is a move in one counting or the other.
pub fn looks_like_move(text: &str) -> bool {
    Shape::read(text).is_some()
}

/// Rewrites a move from one counting to another.
///
/// ```
/// use protocol::coordinates::{Ranks, convert};
///
/// assert_eq!(convert("h10g8", Ranks::OneToTen, Ranks::ZeroToNine).unwrap(), "h9g7");
/// assert_eq!(convert("h2e2", Ranks::ZeroToNine, Ranks::OneToTen).unwrap(), "h3e3");
/// assert!(convert("h10g8", Ranks::ZeroToNine, Ranks::OneToTen).is_err());
/// ```
///
/// # Errors
/// If it is no move of the counting `from`.
pub fn convert(text: &str, from: Ranks, to: Ranks) -> Result<String, CoordinateError> {
    Ok(Coordinates::parse(text, from)?.print(to))
}

/// Rewrites a list of moves from one counting to another.
///
/// # Errors
/// If one of them is no move of the counting `from`.
pub fn convert_all<T: AsRef<str>>(
    moves: &[T],
    from: Ranks,
    to: Ranks,
) -> Result<Vec<String>, CoordinateError> {
    moves.iter().map(|text| convert(text.as_ref(), from, to)).collect()
}

/// The counting that a list of moves proves: a rank 10 exists in one only, a rank
/// 0 in the other only. Ranks 1 to 9 prove nothing, and neither do moves that
/// contradict each other: then it is `None`, and the caller must know.
///
/// ```
/// use protocol::coordinates::{Ranks, proven_ranks};
///
/// assert_eq!(proven_ranks(&["h3e3", "h10g8"]), Some(Ranks::OneToTen));
/// assert_eq!(proven_ranks(&["h2e2"]), None);
/// ```
pub fn proven_ranks<T: AsRef<str>>(moves: &[T]) -> Option<Ranks> {
    let shapes = moves.iter().filter_map(|text| Shape::read(text.as_ref()));
    let written: Vec<u8> = shapes.flat_map(|shape| [shape.from.1, shape.to.1]).collect();
    match (written.contains(&0), written.contains(&10)) {
        (true, false) => Some(Ranks::ZeroToNine),
        (false, true) => Some(Ranks::OneToTen),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_converts_and_comes_back() {
        let points: Vec<Point> = (0..9)
            .flat_map(|file| (0..10).filter_map(move |rank| Point::new(file, rank)))
            .collect();
        assert_eq!(points.len(), 90);
        for &from in &points {
            for &to in &points {
                let coordinates = Coordinates { from, to };
                for ranks in [Ranks::ZeroToNine, Ranks::OneToTen] {
                    let text = coordinates.print(ranks);
                    assert_eq!(Coordinates::parse(&text, ranks), Ok(coordinates), "{text}");
                    assert!(looks_like_move(&text));
                }
            }
        }
    }

    #[test]
    fn iccs_spelling_is_read() {
        let plain = Coordinates::parse("h2e2", Ranks::ICCS);
        assert!(plain.is_ok());
        assert_eq!(Coordinates::parse("H2-E2", Ranks::ICCS), plain);
        assert_eq!(Coordinates::parse("H2E2", Ranks::ICCS), plain);
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let refused = [
            "",
            "h",
            "h2",
            "h2e",
            "h2e2x",
            "j2e2",
            "h11e2",
            "h02e2",
            "h2--e2",
            "0000",
            "(none)",
            "h2 e2",
            "炮二平五",
            "h²e2",
            "Ri1-i8",
            "h100e2",
        ];
        for text in refused {
            for ranks in [Ranks::ZeroToNine, Ranks::OneToTen] {
                assert!(Coordinates::parse(text, ranks).is_err(), "{text}");
            }
            assert!(!looks_like_move(text), "{text}");
        }
    }

    #[test]
    fn a_rank_of_the_other_counting_is_named() {
        let message = |text, ranks| Coordinates::parse(text, ranks).unwrap_err().to_string();
        assert_eq!(message("i10h10", Ranks::ZeroToNine), "rank 10 of `i10h10` is outside 0 to 9");
        assert_eq!(message("h2h0", Ranks::OneToTen), "rank 0 of `h2h0` is outside 1 to 10");
    }

    #[test]
    fn only_proof_decides() {
        assert_eq!(proven_ranks::<&str>(&[]), None);
        assert_eq!(proven_ranks(&["h3e3", "h8e8", "nonsense"]), None);
        assert_eq!(proven_ranks(&["h3e3", "h0g2"]), Some(Ranks::ZeroToNine));
        assert_eq!(proven_ranks(&["h3e3", "i10i9"]), Some(Ranks::OneToTen));
        assert_eq!(proven_ranks(&["h0g2", "i10i9"]), None);
        assert_eq!(proven_ranks(&["0000"]), None);
    }

    #[test]
    fn lists_convert_or_fail_as_a_whole() {
        let moves = ["h3e3", "h10g8"];
        let converted = convert_all(&moves, Ranks::OneToTen, Ranks::UCCI).unwrap();
        assert_eq!(converted, ["h2e2", "h9g7"]);
        assert!(convert_all(&moves, Ranks::XBOARD, Ranks::OneToTen).is_err());
    }
}
