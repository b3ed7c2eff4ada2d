//! What can be wrong with a line of words, and the notes a tolerant parser takes.

use crate::LineError;

/// Why a line (or, as a note, a word of it) was not understood. Columns count
/// characters of the trimmed line from 1; quoted words are cut to a few dozen
/// characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The line is too long or no single line.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Nothing stands on the line.
    #[error("an empty line; expected {expected}")]
    Empty {
        /// What would be right.
        expected: &'static str,
    },
    /// A word without meaning at this place.
    #[error("column {column}: unknown word `{word}`; expected {expected}")]
    Unknown {
        /// Where the word begins.
        column: usize,
        /// The word.
        word: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The line ends too early.
    #[error("column {column}: `{after}` must be followed by {expected}")]
    Missing {
        /// Where the missing word would begin.
        column: usize,
        /// The word that wants a companion.
        after: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A word of the wrong kind.
    #[error("column {column}: `{text}` after `{after}` is not {expected}")]
    Invalid {
        /// Where the word begins.
        column: usize,
        /// The word that wants a companion.
        after: String,
        /// The companion it got.
        text: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A value outside its range that has an obvious nearest one.
    #[error("column {column}: `{text}` after `{after}` is taken as {taken}")]
    Adjusted {
        /// Where the word begins.
        column: usize,
        /// The word that wants a number.
        after: String,
        /// The number it got.
        text: String,
        /// What the parser made of it.
        taken: u64,
    },
}

/// Faults that did not stop a parser: unknown words it skipped, values it
/// adjusted. The first [`Notes::LIMIT`] of a line are kept.
///
/// ```
/// use protocol::{Notes, uci};
///
/// let mut notes = Notes::new();
/// let command = uci::Command::parse("go depth 9 quickly", &mut notes).unwrap();
/// assert_eq!(command.to_string(), "go depth 9");
/// let note = notes.iter().next().unwrap().to_string();
/// assert!(note.starts_with("column 12: unknown word `quickly`"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes(Vec<ParseError>);

impl Notes {
    /// How many notes are kept: enough to see what is wrong, too few to be a burden.
    pub const LIMIT: usize = 16;

    /// No notes.
    pub fn new() -> Self {
        Notes::default()
    }

    /// Whether everything was understood.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The notes, in the order of the line.
    pub fn iter(&self) -> std::slice::Iter<'_, ParseError> {
        self.0.iter()
    }

    /// Adds a note while there is room. Notes are made on demand, since finding
    /// the column of each of ten thousand odd words would take its time.
    pub(crate) fn add(&mut self, note: impl FnOnce() -> ParseError) {
        if self.0.len() < Self::LIMIT {
            self.0.push(note());
        }
    }
}

impl<'a> IntoIterator for &'a Notes {
    type Item = &'a ParseError;
    type IntoIter = std::slice::Iter<'a, ParseError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
