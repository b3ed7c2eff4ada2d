//! Which format a text is.

use crate::model::{Game, GameKind, Problem};
use crate::{contest, moves, pgn};

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The name of its format; empty if it is none that we know.
    pub format: &'static str,
    /// The name of its encoding.
    pub encoding: &'static str,
    /// Its games, in order.
    pub games: Vec<Game>,
    /// What is wrong with the file as a whole.
    pub problems: Vec<Problem>,
}

/// A format that can be read.
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Whether a text is of this format, by its content alone.
    pub detects: fn(&str, GameKind) -> bool,
    /// Reads every game of a text.
    pub read: fn(&str, GameKind) -> Vec<Game>,
}

/// Every format, the ones that are easily told first.
pub const FORMATS: &[Format] = &[
    Format { name: "record", detects: contest::detects, read: contest::read },
    Format { name: "pgn", detects: pgn::detects, read: pgn::read },
    Format { name: "fen", detects: moves::detects_position, read: moves::read_positions },
    Format { name: "moves", detects: moves::detects, read: moves::read },
];

/// The format of a text.
pub fn detect(text: &str, kind: GameKind) -> Option<&'static Format> {
    FORMATS.iter().find(|format| (format.detects)(text, kind))
}
