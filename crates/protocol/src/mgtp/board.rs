//! The platform's squares and pieces, as checked text.

use std::fmt;
use std::str::FromStr;

use crate::words::excerpt;

/// A text that is not what the platform writes at this place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct BoardTextError {
    /// The text.
    pub text: String,
    /// What would be right.
    pub expected: &'static str,
}

fn refuse<T>(text: &str, expected: &'static str) -> Result<T, BoardTextError> {
    Err(BoardTextError { text: excerpt(text), expected })
}

/// A square of the platform: files a–d, ranks 1–8.
///
/// ```
/// use protocol::mgtp::Square;
///
/// let square: Square = "a8".parse()?;
/// assert_eq!((square.file(), square.rank()), (1, 8));
/// assert!("e1".parse::<Square>().is_err());
/// # Ok::<(), protocol::mgtp::BoardTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    pub(crate) const EXPECTED: &'static str = "a square from a1 to d8";

    /// The square on a file (1–4 for a–d) and a rank (1–8).
    pub fn new(file: u8, rank: u8) -> Option<Self> {
        let inside = (1..=4).contains(&file) && (1..=8).contains(&rank);
        inside.then_some(Square { file, rank })
    }

    /// The file, 1–4 for a–d.
    pub fn file(self) -> u8 {
        self.file
    }

    /// The rank, 1–8.
    pub fn rank(self) -> u8 {
        self.rank
    }
}

impl FromStr for Square {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        let square = match text.as_bytes() {
            [file @ b'a'..=b'd', rank @ b'1'..=b'8'] => Square::new(file - b'a' + 1, rank - b'0'),
            _ => None,
        };
        square.map_or_else(|| refuse(text, Square::EXPECTED), Ok)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file - 1), self.rank)
    }
}

/// A side, once colours are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Upper-case pieces.
    Red,
    /// Lower-case pieces.
    Black,
}

impl Colour {
    pub(crate) const EXPECTED: &'static str = "red or black";
}

impl FromStr for Colour {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        match text {
            "red" => Ok(Colour::Red),
            "black" => Ok(Colour::Black),
            _ => refuse(text, Colour::EXPECTED),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Colour::Red { "red" } else { "black" })
    }
}

/// Whom a program shall move for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A known colour.
    Of(Colour),
    /// The first ply of a game, which decides the colours.
    Unknown,
}

impl Turn {
    pub(crate) const EXPECTED: &'static str = "red, black or unknown";
}

impl FromStr for Turn {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        match text {
            "unknown" => Ok(Turn::Unknown),
            _ => text.parse().map(Turn::Of).or_else(|_| refuse(text, Turn::EXPECTED)),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Of(colour) => write!(f, "{colour}"),
            Turn::Unknown => f.write_str("unknown"),
        }
    }
}

/// A piece letter of the platform: `K G M R N C P`, lower case for Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(char);

impl Piece {
    pub(crate) const EXPECTED: &'static str = "a piece K G M R N C P, lower case for Black";

    /// The piece of a letter.
    pub fn new(letter: char) -> Option<Self> {
        "KGMRNCPkgmrncp".contains(letter).then_some(Piece(letter))
    }

    /// Its letter.
    pub fn letter(self) -> char {
        self.0
    }

    /// Whose it is.
    pub fn colour(self) -> Colour {
        if self.0.is_ascii_uppercase() { Colour::Red } else { Colour::Black }
    }
}

impl FromStr for Piece {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Piece::new), letters.next()) {
            (Some(piece), None) => Ok(piece),
            _ => refuse(text, Piece::EXPECTED),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What lies on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// `-`
    Empty,
    /// `X`
    FaceDown,
    /// A piece turned up.
    FaceUp(Piece),
}

impl Cell {
    pub(crate) const EXPECTED: &'static str = "a piece letter, X (face down) or - (empty)";

    /// What a letter means.
    pub fn new(letter: char) -> Option<Self> {
        match letter {
            '-' => Some(Cell::Empty),
            'X' => Some(Cell::FaceDown),
            _ => Piece::new(letter).map(Cell::FaceUp),
        }
    }

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Cell::Empty => '-',
            Cell::FaceDown => 'X',
            Cell::FaceUp(piece) => piece.letter(),
        }
    }
}

/// The board of `init_board`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitialBoard {
    /// The squares in the order a8 b8 c8 d8 a7 … d1.
    pub cells: [Cell; 32],
    /// How many live, in the order P C N R M G K p c n r m g k.
    pub alive: [u8; 14],
}

impl fmt::Display for InitialBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.cells.iter().map(|cell| cell.letter().to_string());
        let words: Vec<String> = cells.chain(self.alive.iter().map(u8::to_string)).collect();
        f.write_str(&words.join(" "))
    }
}

/// The ply a program answers to `genmove`.
///
/// ```
/// use protocol::mgtp::PlyText;
///
/// assert!(matches!("a3 a3".parse(), Ok(PlyText::Flip(_))));
/// assert!(matches!("a3 b3".parse(), Ok(PlyText::Move { .. })));
/// assert_eq!("a0 a0".parse(), Ok(PlyText::Resign));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlyText {
    /// Turn up the piece on a square, written as the square twice.
    Flip(Square),
    /// Move or capture.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Give up, written `a0 a0`.
    Resign,
}

impl FromStr for PlyText {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        let mut words = text.split_ascii_whitespace();
        let (Some(from), Some(to), None) = (words.next(), words.next(), words.next()) else {
            return refuse(text, "two squares such as `a3 a4`");
        };
        if (from, to) == ("a0", "a0") {
            return Ok(PlyText::Resign);
        }
        let (from, to) = (from.parse()?, to.parse()?);
        Ok(if from == to { PlyText::Flip(from) } else { PlyText::Move { from, to } })
    }
}

impl fmt::Display for PlyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlyText::Flip(square) => write!(f, "{square} {square}"),
            PlyText::Move { from, to } => write!(f, "{from} {to}"),
            PlyText::Resign => f.write_str("a0 a0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_squares_and_pieces_print_back() {
        let mut count = 0;
        for file in 0..=9 {
            for rank in 0..=9 {
                let Some(square) = Square::new(file, rank) else { continue };
                assert_eq!(square.to_string().parse(), Ok(square));
                count += 1;
            }
        }
        assert_eq!(count, 32);
        let pieces: Vec<Piece> = ('\0'..='\u{ff}').filter_map(Piece::new).collect();
        assert_eq!(pieces.len(), 14);
        let red = pieces.iter().filter(|piece| piece.colour() == Colour::Red).count();
        assert_eq!(red, 7);
        assert!(pieces.iter().all(|piece| piece.to_string().parse() == Ok(*piece)));
    }

    #[test]
    fn other_dialects_are_refused() {
        for text in ["e1", "a9", "a0", "A1", "a", "a12", "", "車"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        for text in ["A", "E", "H", "S", "X", "", "KK"] {
            assert!(text.parse::<Piece>().is_err(), "{text}");
        }
        for text in ["a1", "a1 a2 a3", "a1-a2", "a0 a1", "resign"] {
            assert!(text.parse::<PlyText>().is_err(), "{text}");
        }
        let message = "h4".parse::<Square>().unwrap_err().to_string();
        assert_eq!(message, "`h4` is not a square from a1 to d8");
    }
}
