//! What is wrong with a record, and where.

use std::fmt;

use crate::place::Place;

/// What kind of problem a record has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemCode {
    /// The start is no position: the game cannot be read.
    Start,
    /// A ply cannot be read or played: its line ends before it.
    Move,
    /// A header that has not the form of one.
    Header,
    /// A comment or a variation that is not closed, or a bracket too many.
    Unclosed,
    /// Bytes that are no text.
    Encoding,
    /// The record does not have the form of its format.
    Form,
    /// The record ends before its end.
    Truncated,
    /// More than is read: the rest is left out.
    Limit,
}

impl ProblemCode {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            ProblemCode::Start => "start",
            ProblemCode::Move => "move",
            ProblemCode::Header => "header",
            ProblemCode::Unclosed => "unclosed",
            ProblemCode::Encoding => "encoding",
            ProblemCode::Form => "form",
            ProblemCode::Truncated => "truncated",
            ProblemCode::Limit => "limit",
        }
    }
}

/// So much of a wrong text is shown.
const SHOWN: usize = 40;

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What kind of problem.
    pub code: ProblemCode,
    /// Where.
    pub place: Place,
    /// What is wrong, shortened.
    pub token: String,
    /// What is wrong with it and what would be right.
    pub message: String,
    /// Whether it lies in a variation, so that the main line is whole without it.
    pub variation: bool,
}

impl Problem {
    /// A problem of the main line or of the whole record.
    pub fn new(code: ProblemCode, place: Place, message: impl Into<String>) -> Problem {
        Problem { code, place, token: String::new(), message: message.into(), variation: false }
    }

    /// The same with the text that is wrong.
    pub fn with_token(self, token: &str) -> Problem {
        Problem { token: token.chars().take(SHOWN).collect(), ..self }
    }

    /// The same, in a variation if `variation`.
    pub fn in_variation(self, variation: bool) -> Problem {
        Problem { variation, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
