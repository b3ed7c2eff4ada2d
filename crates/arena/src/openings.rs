//! Where games start: from files, or generated.

mod games;
mod generate;

use std::path::Path;

use game::Rng;

pub use generate::balanced;

use crate::player::GameKind;

/// Why openings cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings in {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line or game is wrong.
    #[error("{path}:{line}: {fault}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: PositionFault,
    },
    /// Nothing in it.
    #[error("{0} holds no opening")]
    Empty(String),
}

/// Reads start positions from a file: one FEN or EPD a line, or game records of any
/// format, whose main lines lead to them. Every position is checked.
///
/// # Errors
/// Names the file, the line and what is wrong.
pub fn read_file(game: GameKind, path: &Path) -> Result<Vec<String>, OpeningError> {
    let name = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|error| OpeningError::Read { path: name.clone(), error })?;
    let openings = read(game, &bytes, &name);
    let openings =
        openings.map_err(|(line, fault)| OpeningError::Line { path: name.clone(), line, fault })?;
    if openings.is_empty() { Err(OpeningError::Empty(name)) } else { Ok(openings) }
}

/// Reads start positions from the bytes of a file of this name, see [`read_file`].
///
/// # Errors
/// Names the line and what is wrong there.
pub fn read(game: GameKind, bytes: &[u8], name: &str) -> Result<Vec<String>, LineFault> {
    let hint = records::Hint::new(game).named(name);
    if records::format::detect_bytes(bytes, &hint).is_some() {
        return games::final_positions(game, &records::read(bytes, hint));
    }
    let text = records::encoding::decode(bytes).text;
    read_text(game, &text, name.to_ascii_lowercase().ends_with(".pgn"))
}

/// Reads start positions from a text, see [`read_file`].
///
/// # Errors
/// Names the line and what is wrong there.
pub fn read_text(game: GameKind, text: &str, is_pgn: bool) -> Result<Vec<String>, LineFault> {
    let mut hint = records::Hint::new(game);
    hint.format = is_pgn.then(|| records::Format::named("pgn")).flatten();
    // Positions are read line by line: each of them is wanted, and none half.
    match records::format::detect(text, &hint).map(|format| format.name) {
        None | Some("fen" | "moves") => read_lines(game, text),
        Some(_) => games::final_positions(game, &records::read_text(text, hint)),
    }
}

/// A line number from 1 and what is wrong there.
pub type LineFault = (usize, PositionFault);

/// What is wrong with a position to begin from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionFault {
    /// Not a text of a xiangqi position.
    #[error(transparent)]
    XiangqiText(#[from] xiangqi::FenError),
    /// Not a legal position of xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] xiangqi::SetupError),
    /// Not a text of a dark chess position.
    #[error(transparent)]
    BanqiText(#[from] banqi::SetupTextError),
    /// Not a legal position of dark chess.
    #[error(transparent)]
    Banqi(#[from] banqi::SetupError),
    /// Nothing can be played any more.
    #[error("the game is over there")]
    Over,
    /// A game of a record that cannot be read to its end.
    #[error("{0}")]
    Game(String),
}

/// Reads one position a line.
fn read_lines(game: GameKind, text: &str) -> Result<Vec<String>, LineFault> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        // EPD operations come after the position's fields, behind a semicolon or
        // as words like "bm": only the fields are wanted.
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        openings.push(check(game, line).map_err(|fault| (number, fault))?);
    }
    Ok(openings)
}

/// The position in our own form, if it is legal and not yet over.
fn check(game: GameKind, line: &str) -> Result<String, PositionFault> {
    let (text, goes_on) = match game {
        GameKind::Xiangqi => {
            let setup: xiangqi::Setup = position_fields(line).parse()?;
            (setup.to_string(), xiangqi::Position::try_from(&setup)?.has_legal_ply())
        }
        GameKind::Banqi => {
            let setup: banqi::Setup = line.parse()?;
            (setup.to_string(), banqi::Position::try_from(&setup)?.has_legal_ply())
        }
    };
    if goes_on { Ok(text) } else { Err(PositionFault::Over) }
}

/// The FEN fields at the front of an EPD line: operations begin with a letter.
fn position_fields(line: &str) -> String {
    let mut fields: Vec<&str> = line.split_whitespace().take(2).collect();
    let rest = line.split_whitespace().skip(2);
    fields.extend(rest.take_while(|word| *word == "-" || word.parse::<u32>().is_ok()).take(4));
    fields.join(" ")
}

/// The order in which openings are used.
pub fn shuffle(openings: &mut [String], seed: u64) {
    Rng::new(seed).shuffle(openings);
}
