//! Our own notation: `a1a2` for moves and captures, `a1a1` for a flip that is
//! asked for, `a1=R` for a flip with its outcome.

use super::{ListError, Played, PlyTextError, read_words, write_words};
use crate::{Piece, Ply, Reveal, Square};

const PLY: &str = "two squares like a1a2, or the same square twice for a flip";
const PLAYED: &str = "two squares like a1a2, or a flip with its outcome like a1=R";
const SQUARE: &str = "a file a–h and a rank 1–4";
const PIECES: &str = "K A E R H C P for red, k a e r h c p for black";

/// Reads a ply without outcome: `a1a2` or `a1a1`.
///
/// # Errors
/// Says which part is wrong.
pub fn read_ply(text: &str) -> Result<Ply, PlyTextError> {
    match *text.as_bytes() {
        [_, _, _, _] if text.is_ascii() => {
            Ok(Ply::new(read_square(text, &text[..2])?, read_square(text, &text[2..])?))
        }
        _ => Err(PlyTextError::Form { text: text.to_owned(), expected: PLY }),
    }
}

/// Reads a ply of a record: `a1a2` or `a1=R`.
///
/// # Errors
/// Says which part is wrong; `a1a1` is refused, since the outcome is missing.
///
/// ```
/// use banqi::notation::coordinate;
/// let played = coordinate::read("c2=n").unwrap();
/// assert_eq!(coordinate::write(&played), "c2=h");
/// assert!(coordinate::read("c2c2").is_err());
/// ```
pub fn read(text: &str) -> Result<Played, PlyTextError> {
    match *text.as_bytes() {
        [_, _, b'=', letter] if text.is_ascii() => {
            let square = read_square(text, &text[..2])?;
            let piece = read_piece(text, letter.into())?;
            Ok(Played { ply: Ply::flip(square), reveal: Reveal::Piece(piece) })
        }
        [_, _, _, _] if text.is_ascii() => match read_ply(text)? {
            ply if ply.is_flip() => {
                Err(PlyTextError::NoOutcome { text: text.to_owned(), expected: "a1=R" })
            }
            ply => Ok(Played { ply, reveal: Reveal::Nothing }),
        },
        _ => Err(PlyTextError::Form { text: text.to_owned(), expected: PLAYED }),
    }
}

/// Writes a ply of a record: `a1a2` or `a1=R`.
pub fn write(played: &Played) -> String {
    match played.reveal {
        Reveal::Piece(piece) => format!("{}={}", played.ply.from(), piece.letter()),
        Reveal::Nothing => played.ply.to_string(),
    }
}

/// Reads plies with blanks between them; numbers like `12.` are passed over.
///
/// # Errors
/// Names the first ply that cannot be read.
///
/// ```
/// use banqi::notation::coordinate;
/// let plies = coordinate::read_list("1. a1=R b1=p 2. a1b1").unwrap();
/// assert_eq!(coordinate::write_list(&plies), "a1=R b1=p a1b1");
/// ```
pub fn read_list(text: &str) -> Result<Vec<Played>, ListError> {
    read_words(text, read)
}

/// Writes plies with a blank between them.
pub fn write_list(plies: &[Played]) -> String {
    write_words(plies, write)
}

fn read_square(text: &str, part: &str) -> Result<Square, PlyTextError> {
    part.parse().map_err(|_| PlyTextError::Square {
        text: text.to_owned(),
        square: part.to_owned(),
        expected: SQUARE,
    })
}

fn read_piece(text: &str, letter: char) -> Result<Piece, PlyTextError> {
    Piece::from_letter(letter).ok_or_else(|| PlyTextError::Piece {
        text: text.to_owned(),
        letter,
        expected: PIECES,
    })
}
