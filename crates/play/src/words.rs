//! Plies in every notation.

use banqi::Side;
use serde::{Serialize, Serializer};
use xiangqi::notation::{self, Notation};

use crate::error::GameError;
use crate::game::AnyGame;
use crate::ply::AnyPly;

/// A ply in the four notations people choose from. Dark chess has one
/// coordinate notation, so `wxf` and `iccs` are the same there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Texts {
    /// Chinese, traditional characters.
    pub zh_hant: String,
    /// Chinese, simplified characters.
    pub zh_hans: String,
    /// WXF letters.
    pub wxf: String,
    /// Coordinates.
    pub iccs: String,
}

/// A ply for move lists and arrows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlyView {
    /// The ply in coordinates: `h2e2`; `a1a1` for a flip.
    pub ply: String,
    /// Where the piece stood.
    pub from: String,
    /// Where it went; `None` for a flip.
    pub to: Option<String>,
    /// What a flip turned up.
    pub reveal: Option<String>,
    /// What was taken.
    pub captured: Option<String>,
    /// The ply in every notation.
    pub text: Texts,
    /// Milliseconds thought.
    pub spent_ms: Option<u64>,
}

/// A ply of a line in short.
#[derive(Serialize)]
struct Short<'a> {
    ply: &'a str,
    from: &'a str,
    to: Option<&'a str>,
    reveal: Option<&'a str>,
    text: &'a Texts,
}

/// Serialises the plies of a line in short: coordinates, outcome, words.
pub(crate) fn short<S: Serializer>(plies: &[PlyView], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(plies.iter().map(|ply| Short {
        ply: &ply.ply,
        from: &ply.from,
        to: ply.to.as_deref(),
        reveal: ply.reveal.as_deref(),
        text: &ply.text,
    }))
}

impl AnyGame {
    /// A ply of the game, from 0.
    ///
    /// # Panics
    /// If the game has no such ply.
    pub fn ply_view(&self, index: usize) -> PlyView {
        match self {
            AnyGame::Xiangqi { game, .. } => {
                xiangqi_ply(&game.boards()[index], game.plies()[index].ply)
            }
            AnyGame::Banqi { game, .. } => {
                let played = game.plies()[index];
                banqi_ply(&game.boards()[index], played.ply, played.reveal.piece())
            }
        }
    }

    /// Every ply of the game.
    pub fn ply_views(&self) -> Vec<PlyView> {
        (0..self.len()).map(|index| self.ply_view(index)).collect()
    }

    /// A ply of the present position; a flip without its outcome.
    ///
    /// # Errors
    /// If it is a ply of the other game.
    pub fn show(&self, ply: AnyPly) -> Result<PlyView, GameError> {
        match (self, ply) {
            (AnyGame::Xiangqi { game, .. }, AnyPly::Xiangqi(ply)) => {
                Ok(xiangqi_ply(game.position(), ply))
            }
            (AnyGame::Banqi { game, .. }, AnyPly::Banqi(ply)) => {
                Ok(banqi_ply(game.position(), ply, None))
            }
            _ => Err(GameError::OtherGame),
        }
    }
}

/// A ply of xiangqi in the position before it.
pub fn xiangqi_ply(position: &xiangqi::Position, ply: xiangqi::Ply) -> PlyView {
    let write = |notation| notation::write(position, ply, notation);
    PlyView {
        ply: ply.to_string(),
        from: ply.from().to_string(),
        to: Some(ply.to().to_string()),
        reveal: None,
        captured: position.piece_at(ply.to()).map(|piece| piece.letter().to_string()),
        text: Texts {
            zh_hant: write(Notation::Traditional),
            zh_hans: write(Notation::Simplified),
            wxf: write(Notation::Wxf),
            iccs: write(Notation::Iccs),
        },
        spent_ms: None,
    }
}

/// A ply of dark chess in the position before it; a flip may be shown before
/// its outcome is known.
pub fn banqi_ply(
    position: &banqi::Position,
    ply: banqi::Ply,
    reveal: Option<banqi::Piece>,
) -> PlyView {
    let victim = position.piece_at(ply.to()).filter(|_| !ply.is_flip());
    let coordinates = match reveal {
        Some(piece) => format!("{}={}", ply.from(), piece.letter()),
        None => ply.to_string(),
    };
    PlyView {
        ply: ply.to_string(),
        from: ply.from().to_string(),
        to: (!ply.is_flip()).then(|| ply.to().to_string()),
        reveal: reveal.map(|piece| piece.letter().to_string()),
        captured: victim.map(|piece| piece.letter().to_string()),
        text: Texts {
            zh_hant: chinese(position, ply, reveal, banqi::Piece::character),
            zh_hans: chinese(position, ply, reveal, simplified),
            wxf: coordinates.clone(),
            iccs: coordinates,
        },
        spent_ms: None,
    }
}

/// `翻a1俥`, `俥a1-a2`, `俥a1吃卒a2`.
fn chinese(
    position: &banqi::Position,
    ply: banqi::Ply,
    reveal: Option<banqi::Piece>,
    character: fn(banqi::Piece) -> char,
) -> String {
    let (from, to) = (ply.from(), ply.to());
    if ply.is_flip() {
        let shown = reveal.map(character).map_or(String::new(), String::from);
        return format!("翻{from}{shown}");
    }
    let name =
        |square| position.piece_at(square).map(character).map_or(String::new(), String::from);
    let mover = name(from);
    match position.piece_at(to) {
        Some(_) => format!("{mover}{from}吃{}{to}", name(to)),
        None => format!("{mover}{from}-{to}"),
    }
}

/// The character on a piece in simplified script.
fn simplified(piece: banqi::Piece) -> char {
    let row = match piece.side() {
        Side::Red => ['帅', '仕', '相', '车', '马', '炮', '兵'],
        Side::Black => ['将', '士', '象', '车', '马', '炮', '卒'],
    };
    row[piece.kind().index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_chess_plies_in_words() {
        let position: banqi::Position = "8/8/8/RX4kp r p1".parse().unwrap();
        let flip = banqi_ply(&position, "b1b1".parse().unwrap(), banqi::Piece::from_letter('p'));
        assert_eq!(flip.text.zh_hant, "翻b1卒");
        assert_eq!((flip.text.iccs.as_str(), flip.to), ("b1=p", None));
        let step = banqi_ply(&position, "a1a2".parse().unwrap(), None);
        assert_eq!(
            (step.text.zh_hant.as_str(), step.text.zh_hans.as_str()),
            ("俥a1-a2", "车a1-a2")
        );
        let position: banqi::Position = "8/8/p7/K7 b".parse().unwrap();
        let capture = banqi_ply(&position, "a2a1".parse().unwrap(), None);
        assert_eq!(capture.text.zh_hans, "卒a2吃帅a1");
        assert_eq!(capture.captured.as_deref(), Some("K"));
    }
}
