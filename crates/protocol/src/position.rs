//! The position an engine shall think about, as text.

use std::fmt;

use crate::words::{OneLine, Word, Words, write_list};
use crate::{Notes, ParseError};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// The usual start position.
    #[default]
    StartPos,
    /// A position given in the game's text form, fields separated by one space.
    Fen(String),
}

/// A start and the moves played since. The moves carry the repetition history,
/// so the start should be the position after the last capture, or earlier.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// Where the game begins.
    pub start: Start,
    /// The moves played, as text.
    pub moves: Vec<String>,
}

impl PositionText {
    /// Reads `startpos …` or `fen …`, with or without `moves …`.
    pub(crate) fn read(
        after: Word<'_>,
        words: &mut Words<'_>,
        notes: &mut Notes,
    ) -> Result<Self, ParseError> {
        const EXPECTED: &str = "`startpos` or `fen`";
        let kind = words.require(after, EXPECTED)?;
        let start = match kind.text {
            "startpos" => Start::StartPos,
            "fen" => Start::Fen(read_fen(kind, words)?),
            _ => return Err(words.invalid(after, kind, EXPECTED)),
        };
        while let Some(word) = words.next().filter(|word| word.text != "moves") {
            notes.add(|| words.unknown(word, "`moves`"));
        }
        Ok(PositionText { start, moves: words.list_until(&[]) })
    }
}

fn read_fen(after: Word<'_>, words: &mut Words<'_>) -> Result<String, ParseError> {
    let fields = words.until(&["moves"]);
    if fields.is_empty() {
        return Err(words.missing(after, "a position"));
    }
    Ok(fields.join(" "))
}

impl fmt::Display for PositionText {
    /// Prints the line without the leading `position`, which one dialect leaves out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::StartPos => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {}", OneLine(fen))?,
        }
        write_list(f, "moves", &self.moves)
    }
}
