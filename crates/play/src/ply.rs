//! A ply of either game.

use std::fmt;

use banqi::Piece;
use game::GameKind;

use crate::error::GameError;

/// A ply of either game, without what a flip turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyPly {
    /// Of xiangqi.
    Xiangqi(xiangqi::Ply),
    /// Of dark chess.
    Banqi(banqi::Ply),
}

impl fmt::Display for AnyPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPly::Xiangqi(ply) => ply.fmt(f),
            AnyPly::Banqi(ply) => ply.fmt(f),
        }
    }
}

impl From<xiangqi::Ply> for AnyPly {
    fn from(ply: xiangqi::Ply) -> AnyPly {
        AnyPly::Xiangqi(ply)
    }
}

impl From<banqi::Ply> for AnyPly {
    fn from(ply: banqi::Ply) -> AnyPly {
        AnyPly::Banqi(ply)
    }
}

/// Reads a ply in coordinates, in dark chess with what it turned up if that is said:
/// `a1a2`, `a1a1` or `a1` for a flip, `a1=R` for a flip with its outcome.
///
/// # Errors
/// If the text is not a ply.
pub fn read(kind: GameKind, text: &str) -> Result<(AnyPly, Option<Piece>), GameError> {
    match kind {
        GameKind::Xiangqi => {
            let ply = text.parse::<xiangqi::Ply>();
            let ply = ply.map_err(|error| GameError::Ply(error.to_string()))?;
            Ok((ply.into(), None))
        }
        GameKind::Banqi => read_banqi(text).map(|(ply, piece)| (ply.into(), piece)),
    }
}

fn read_banqi(text: &str) -> Result<(banqi::Ply, Option<Piece>), GameError> {
    let wrong = |error: banqi::notation::PlyTextError| GameError::Ply(error.to_string());
    if let Ok(square) = text.parse::<banqi::Square>() {
        return Ok((banqi::Ply::flip(square), None));
    }
    if text.contains('=') {
        let played = banqi::notation::coordinate::read(text).map_err(wrong)?;
        return Ok((played.ply, played.reveal.piece()));
    }
    let ply = banqi::notation::coordinate::read_ply(text).map_err(wrong)?;
    Ok((ply, None))
}

/// The piece of a letter.
///
/// # Errors
/// If it is none.
pub fn read_piece(letter: &str) -> Result<Piece, GameError> {
    let mut letters = letter.chars();
    let piece = letters.next().and_then(Piece::from_letter).filter(|_| letters.next().is_none());
    piece.ok_or_else(|| {
        let shown: String = letter.chars().take(10).collect();
        GameError::Ply(format!(
            "reveal '{shown}' is not a piece: expected K A E R H C P or k a e r h c p"
        ))
    })
}
