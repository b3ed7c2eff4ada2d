//! FEN: reading what is met in the wild, writing one form.

use std::fmt;
use std::str::FromStr;

use game::Side;

use super::{Position, Setup, SetupError};
use crate::{Piece, Square};

/// Why a FEN could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Nothing there.
    #[error("the FEN is empty: expected the piece placement, such as {}", super::START_FEN)]
    Empty,
    /// Not ten ranks.
    #[error("the placement has {0} ranks separated by '/', expected 10")]
    RankCount(usize),
    /// A rank of the wrong width.
    #[error("rank {rank} of the placement, '{text}', has {width} points, expected 9")]
    RankWidth {
        /// Rank number, 9 on top.
        rank: usize,
        /// The rank's text.
        text: String,
        /// How many points it describes.
        width: usize,
    },
    /// A letter that is not a piece.
    #[error(
        "'{letter}' in rank {rank} of the placement is not a piece: expected one of KABNRCP (also H E G S) in either case or a digit 1–9"
    )]
    Letter {
        /// Rank number, 9 on top.
        rank: usize,
        /// The unknown letter.
        letter: char,
    },
    /// Neither red nor black to move.
    #[error("side to move is '{0}': expected 'w' or 'r' for red, 'b' for black")]
    Side(String),
    /// A counter that is not a number.
    #[error("{field} is '{text}': expected a number from 0 to {MAX_COUNTER}")]
    Counter {
        /// Which counter.
        field: &'static str,
        /// Its text.
        text: String,
    },
    /// Something after the last field.
    #[error("unexpected '{0}' after the last field")]
    Extra(String),
    /// Readable, but against the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Counters beyond this are refused: no game is that long.
const MAX_COUNTER: u32 = 1_000_000;

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_whitespace().peekable();
        let mut setup = Setup::empty();
        read_placement(&mut setup, fields.next().ok_or(FenError::Empty)?)?;
        if let Some(side) = fields.next() {
            setup.turn = match side {
                "w" | "W" | "r" | "R" => Side::Red,
                "b" | "B" => Side::Black,
                other => return Err(FenError::Side(shorten(other))),
            };
        }
        // Castling and en passant have no meaning here; some writers leave them out.
        for _ in 0..2 {
            fields.next_if(|field| *field == "-");
        }
        if let Some(field) = fields.next() {
            setup.halfmoves = counter("the ply counter (field 5)", field)?;
        }
        if let Some(field) = fields.next() {
            setup.fullmoves = counter("the move number (field 6)", field)?.max(1);
        }
        match fields.next() {
            Some(extra) => Err(FenError::Extra(shorten(extra))),
            None => Ok(setup),
        }
    }
}

fn read_placement(setup: &mut Setup, text: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return Err(FenError::RankCount(ranks.len()));
    }
    for (row, text) in ranks.into_iter().enumerate() {
        read_rank(setup, 9 - row, text)?;
    }
    Ok(())
}

/// An empty text stands for an empty rank, as some engines write it.
fn read_rank(setup: &mut Setup, rank: usize, text: &str) -> Result<(), FenError> {
    let mut width = 0;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(10).filter(|&digit| digit > 0) {
            width += empty as usize;
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank, letter })?;
        if let Some(square) = Square::new(width, rank) {
            setup.board[square.index()] = Some(piece);
        }
        width += 1;
    }
    if width != 9 && !text.is_empty() {
        return Err(FenError::RankWidth { rank, text: shorten(text), width });
    }
    Ok(())
}

fn counter(field: &'static str, text: &str) -> Result<u32, FenError> {
    match text.parse() {
        Ok(number) if number <= MAX_COUNTER => Ok(number),
        _ => Err(FenError::Counter { field, text: shorten(text) }),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            let mut empty = 0;
            for file in 0..9 {
                match self.board[rank * 9 + file] {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let turn = if self.turn == Side::Red { 'w' } else { 'b' };
        write!(f, " {turn} - - {} {}", self.halfmoves, self.fullmoves)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN; its counters are dropped (a [`Setup`] keeps them).
    fn from_str(text: &str) -> Result<Position, FenError> {
        Ok(Position::try_from(&text.parse::<Setup>()?)?)
    }
}

impl fmt::Display for Position {
    /// Writes the FEN with counters `0 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(self), f)
    }
}
