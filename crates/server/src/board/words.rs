//! Plies in every notation.

use banqi::Side;
use serde::Serialize;
use xiangqi::notation::{self, Notation};

use super::view::PlyView;

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
