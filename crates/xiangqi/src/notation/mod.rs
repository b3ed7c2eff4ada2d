//! Move notations: coordinates (ICCS, UCI), WXF letters, and Chinese.
//!
//! Coordinates name two points. WXF and Chinese name a piece by its file or by
//! its place among pieces of its kind, then a direction, then a number, all as
//! the mover sees the board. Every reader accepts what is met in files, every
//! writer writes one form, and what is written is read back as the same ply.
//!
//! ```
//! use game::Position as _;
//! use xiangqi::Position;
//! use xiangqi::notation::{self, Notation};
//!
//! let position = Position::start();
//! let ply = notation::read(&position, "炮二平五").unwrap();
//! assert_eq!(ply.to_string(), "h2e2");
//! assert_eq!(notation::write(&position, ply, Notation::Wxf), "C2=5");
//! assert_eq!(notation::write(&position, ply, Notation::Iccs), "H2-E2");
//! ```

pub mod chinese;
mod columns;
mod error;
mod iccs;
mod list;
mod wxf;

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

pub use error::{NotationError, UnknownNotation};
pub use list::read_game;

use crate::{Ply, Position};
use chinese::{Digits, Script};
use iccs::Ranks;

/// A way to write a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Notation {
    /// `H2-E2`, ranks 0–9.
    Iccs,
    /// `h2e2`, ranks 0–9: UCCI, UCI-Cyclone and most engines.
    Uci,
    /// `h3e3`, `i10h10`, ranks 1–10: Fairy-Stockfish under plain `uci`.
    UciOneToTen,
    /// `C2=5`, `C+-3`, `13=4`.
    Wxf,
    /// `炮二平五`, `馬８進７`: Chinese in traditional characters.
    Traditional,
    /// `炮二平五`, `马８进７`: Chinese in simplified characters.
    Simplified,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 6] = [
        Notation::Iccs,
        Notation::Uci,
        Notation::UciOneToTen,
        Notation::Wxf,
        Notation::Traditional,
        Notation::Simplified,
    ];

    /// The name used in options and files; [`FromStr`] reads it back.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Iccs => "iccs",
            Notation::Uci => "uci",
            Notation::UciOneToTen => "uci-1-10",
            Notation::Wxf => "wxf",
            Notation::Traditional => "traditional",
            Notation::Simplified => "simplified",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    /// Reads a [`Notation::name`], in either case.
    fn from_str(text: &str) -> Result<Notation, UnknownNotation> {
        let named = |notation: &Notation| notation.name().eq_ignore_ascii_case(text);
        Notation::ALL.into_iter().find(named).ok_or_else(|| UnknownNotation(error::shorten(text)))
    }
}

/// Writes a legal ply of a position. (For a ply that is not legal the text has
/// no meaning; one that leaves an empty point is written in coordinates.)
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::notation::{Notation, write};
/// let position: Position = "3k5/9/9/9/R8/9/9/R8/9/4K4 w".parse().unwrap();
/// let ply = "a2c2".parse().unwrap();
/// assert_eq!(write(&position, ply, Notation::Traditional), "後車平七");
/// ```
pub fn write(position: &Position, ply: Ply, notation: Notation) -> String {
    match notation {
        Notation::Iccs => iccs::write_iccs(ply),
        Notation::Uci => ply.to_string(),
        Notation::UciOneToTen => iccs::write_one_to_ten(ply),
        Notation::Wxf => wxf::write(position, ply),
        Notation::Traditional => {
            chinese::write(position, ply, Script::Traditional, Digits::FullWidth)
        }
        Notation::Simplified => {
            chinese::write(position, ply, Script::Simplified, Digits::FullWidth)
        }
    }
}

/// Reads a move in whatever notation it is written and returns the one legal
/// ply it means.
///
/// Single-digit ranks of coordinates are always 0–9. A rank of two digits can
/// only be the 10 of ranks 1–10, so both points of such a move are read so.
/// [`read_game`] also reads games written with ranks 1–10.
///
/// # Errors
/// If the text is not a move, if no legal ply fits it, or if several do.
pub fn read(position: &Position, text: &str) -> Result<Ply, NotationError> {
    read_with(position, &Symbols::new(text), Ranks::AsWritten)
}

/// Reads a move in whatever notation it is written, with ranks as told.
fn read_with(
    position: &Position,
    symbols: &Symbols<'_>,
    ranks: Ranks,
) -> Result<Ply, NotationError> {
    match symbols.family() {
        Some(Family::Coordinates) => iccs::read(position, symbols, ranks),
        Some(Family::Wxf) => wxf::read(position, symbols),
        Some(Family::Chinese) => chinese::read(position, symbols),
        None => Err(NotationError::Unrecognised { text: symbols.quoted() }),
    }
}

/// Reads a move that is known to be in one notation.
///
/// [`Notation::Iccs`] and [`Notation::Uci`] read the same texts, and so do
/// [`Notation::Traditional`] and [`Notation::Simplified`].
///
/// # Errors
/// If the text is not a move in that notation, if no legal ply fits it, or if
/// several do.
pub fn read_as(position: &Position, text: &str, notation: Notation) -> Result<Ply, NotationError> {
    let symbols = Symbols::new(text);
    match notation {
        Notation::Iccs | Notation::Uci => iccs::read(position, &symbols, Ranks::ZeroToNine),
        Notation::UciOneToTen => iccs::read(position, &symbols, Ranks::OneToTen),
        Notation::Wxf => wxf::read(position, &symbols),
        Notation::Traditional | Notation::Simplified => chinese::read(position, &symbols),
    }
}

/// What can be told apart without knowing the position.
enum Family {
    Coordinates,
    Wxf,
    Chinese,
}

/// No move is longer: `i10-h10`.
const LONGEST: usize = 7;

/// The characters of a move, spaces around it removed, full-width forms of
/// ASCII made plain. Of a text that is too long only the beginning is kept.
struct Symbols<'a> {
    text: &'a str,
    symbols: ArrayVec<char, { LONGEST + 1 }>,
}

impl<'a> Symbols<'a> {
    fn new(text: &'a str) -> Symbols<'a> {
        let text = text.trim();
        Symbols { text, symbols: text.chars().take(LONGEST + 1).map(plain).collect() }
    }

    /// The text as error messages show it.
    fn quoted(&self) -> String {
        error::shorten(self.text)
    }

    fn family(&self) -> Option<Family> {
        let symbols = self.symbols.as_slice();
        if symbols.iter().any(|symbol| !symbol.is_ascii()) {
            return Some(Family::Chinese);
        }
        if wxf::has_shape(symbols) {
            return Some(Family::Wxf);
        }
        iccs::has_shape(symbols).then_some(Family::Coordinates)
    }

    /// The error that the character at an index should be something else.
    fn unexpected(&self, index: usize, expected: &'static str) -> NotationError {
        NotationError::Character {
            text: self.quoted(),
            place: index + 1,
            character: self.text.chars().nth(index).unwrap_or(' '),
            expected,
        }
    }

    /// The error that the text is too long or too short.
    fn wrong_length(&self, expected: &'static str) -> NotationError {
        let found = self.text.chars().count();
        NotationError::Length { text: self.quoted(), found, expected }
    }
}

/// A full-width form or a dash as the plain ASCII character it stands for.
fn plain(symbol: char) -> char {
    /// How far the full-width forms lie above ASCII.
    const FULL_WIDTH: u32 = 0xfee0;
    match symbol {
        '！'..='～' => char::from_u32(symbol as u32 - FULL_WIDTH).unwrap_or(symbol),
        '−' | '–' => '-',
        _ => symbol,
    }
}
