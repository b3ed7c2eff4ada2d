//! Plies and games as text.
//!
//! * [`coordinate`]: our own, `a1a2`, `a1a1`, `a1=R`;
//! * [`platform`]: the contest platform's, `a4-a5`, `b3(n)`, on squares a1–d8;
//! * [`record`]: the contest platform's game files.

pub mod coordinate;
pub mod platform;
pub mod record;

use game::{Game, PlayError};

use crate::{BanqiRules, Position, Setup, SetupError};

/// A ply with what it turned up.
pub type Played = game::Played<Position>;

/// Why a text is not a ply.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlyTextError {
    /// It does not have the shape of a ply.
    #[error("`{text}` is not a ply: expected {expected}")]
    Form {
        /// The whole text.
        text: String,
        /// What a ply looks like.
        expected: &'static str,
    },
    /// A part of it names no square.
    #[error("`{text}`: `{square}` is not a square: expected {expected}")]
    Square {
        /// The whole text.
        text: String,
        /// The part that should be a square.
        square: String,
        /// What a square looks like.
        expected: &'static str,
    },
    /// A part of it names no piece.
    #[error("`{text}`: `{letter}` is no piece: expected {expected}")]
    Piece {
        /// The whole text.
        text: String,
        /// The letter that should be a piece.
        letter: char,
        /// The letters of this notation.
        expected: &'static str,
    },
    /// A flip that should name its outcome does not.
    #[error("`{text}`: a flip in a record names what it turned up, like {expected}")]
    NoOutcome {
        /// The whole text.
        text: String,
        /// How the outcome would be written.
        expected: &'static str,
    },
}

/// Why a list of plies cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {number}: {error}")]
pub struct ListError {
    /// Which ply, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: PlyTextError,
}

/// Why a game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The start is no position.
    #[error("start position: {0}")]
    Start(#[from] SetupError),
    /// A ply cannot be played.
    #[error("ply {number} ({text}): {error}")]
    Ply {
        /// Which ply, from 1.
        number: usize,
        /// The ply in coordinate notation.
        text: String,
        /// What is wrong with it.
        error: PlayError,
    },
}

/// Plays a recorded game again, past any verdict: players of a record may have
/// gone on under other rules.
///
/// # Errors
/// If the start is no position, or names the first ply that cannot be played.
///
/// ```
/// use banqi::{BanqiRules, Setup, notation};
/// let start: Setup = "8/8/8/K1k5 r".parse().unwrap();
/// let plies = notation::coordinate::read_list("a1b1 c1b1").unwrap();
/// let game = notation::replay(BanqiRules::default(), &start, &plies).unwrap();
/// assert_eq!(game.verdict().unwrap().reason, "red has no piece left");
/// ```
pub fn replay(
    rules: BanqiRules,
    start: &Setup,
    plies: &[Played],
) -> Result<Game<Position, BanqiRules>, ReplayError> {
    let position = Position::try_from(start)?;
    let mut game = Game::from_position(rules, position, start.clock);
    for (index, played) in plies.iter().enumerate() {
        game.play_on(played.ply, played.reveal).map_err(|error| ReplayError::Ply {
            number: index + 1,
            text: coordinate::write(played),
            error,
        })?;
    }
    Ok(game)
}

/// Reads words as plies; words that number the plies (`12.`) are passed over.
fn read_words(
    text: &str,
    read: fn(&str) -> Result<Played, PlyTextError>,
) -> Result<Vec<Played>, ListError> {
    let words = text.split_whitespace().filter(|word| !is_ply_number(word));
    words
        .enumerate()
        .map(|(index, word)| read(word).map_err(|error| ListError { number: index + 1, error }))
        .collect()
}

fn is_ply_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn write_words(plies: &[Played], write: fn(&Played) -> String) -> String {
    plies.iter().map(write).collect::<Vec<_>>().join(" ")
}
