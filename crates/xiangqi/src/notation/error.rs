//! Why a move could not be read.

use crate::Ply;

use super::Notation;

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// It looks like no notation at all.
    #[error(
        "'{text}' is a move in no known notation: expected such as h2e2, H2-E2, C2=5 or 炮二平五"
    )]
    Unrecognised {
        /// The text.
        text: String,
    },
    /// Too long or too short.
    #[error("'{text}' is not a move: it has {found} characters, expected {expected}")]
    Length {
        /// The text.
        text: String,
        /// How many characters it has.
        found: usize,
        /// What would be right.
        expected: &'static str,
    },
    /// A character that cannot stand there.
    #[error("'{text}' is not a move: character {place} is '{character}', expected {expected}")]
    Character {
        /// The text.
        text: String,
        /// Which character, from 1.
        place: usize,
        /// The character as it was written.
        character: char,
        /// What would be right.
        expected: &'static str,
    },
    /// Well written, but no legal ply fits.
    #[error("no legal move fits '{text}': {reason}")]
    NoSuchMove {
        /// The text.
        text: String,
        /// Which piece was looked for and where, and why it cannot move so.
        reason: String,
    },
    /// Several legal plies fit.
    #[error("'{text}' fits several legal moves: {}", list(candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// The plies it may mean.
        candidates: Vec<Ply>,
    },
}

/// A text that is the name of no notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a notation: expected one of {names}", names = names())]
pub struct UnknownNotation(pub String);

fn names() -> String {
    Notation::ALL.map(Notation::name).join(", ")
}

fn list(plies: &[Ply]) -> String {
    plies.iter().map(Ply::to_string).collect::<Vec<_>>().join(", ")
}

/// At most the first 20 characters, so that no message grows with its input.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
