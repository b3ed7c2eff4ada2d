//! Positions and results as clients see them.

use std::collections::BTreeMap;

use game::{Cause, Position as _, Side};
use play::{AnyGame, End, GameKind, Seat};
use serde::Serialize;

/// A position for drawing.
#[derive(Clone, Debug, Serialize)]
pub struct BoardView {
    game: GameKind,
    fen: String,
    turn: Seat,
    side: Option<&'static str>,
    pieces: BTreeMap<String, String>,
    face_down: u32,
    pool: BTreeMap<String, u32>,
    legal: BTreeMap<String, Vec<String>>,
    flips: Vec<String>,
    check: Vec<String>,
    captured: Vec<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultView {
    /// Who won; `None` is a draw.
    pub winner: Option<Seat>,
    /// The reason's code.
    pub reason: &'static str,
}

/// The code of a cause.
pub const fn reason(kind: GameKind, cause: Cause) -> &'static str {
    match (cause, kind) {
        (Cause::Checkmate, _) => "checkmate",
        (Cause::NoMove, GameKind::Xiangqi) => "stalemate",
        (Cause::NoMove, GameKind::Banqi) => "no_moves",
        (Cause::Elimination, _) => "no_pieces",
        (Cause::Repetition, _) => "repetition",
        (Cause::PerpetualCheck, _) => "perpetual_check",
        (Cause::PerpetualChase, _) => "perpetual_chase",
        (Cause::NoProgress, _) => "no_progress",
        (Cause::InsufficientMaterial, _) => "insufficient_material",
    }
}

/// Every reason a game may end for, as codes.
pub const REASONS: [&str; 13] = [
    "checkmate",
    "stalemate",
    "no_moves",
    "no_pieces",
    "repetition",
    "perpetual_check",
    "perpetual_chase",
    "no_progress",
    "insufficient_material",
    "resignation",
    "agreement",
    "time",
    UNKNOWN,
];

/// The reason of a game that ended as another version of this program knows it.
const UNKNOWN: &str = "unknown";

/// The reason of a stored code.
pub fn known_reason(code: &str) -> &'static str {
    REASONS.into_iter().find(|reason| *reason == code).unwrap_or(UNKNOWN)
}

/// The present position of a game; without plies to choose from if `over`.
pub fn board(line: &AnyGame, over: bool) -> BoardView {
    let mut board = BoardView {
        game: line.kind(),
        fen: line.position(),
        turn: line.seat_to_move(),
        side: line.side_to_move().map(Side::name),
        pieces: BTreeMap::new(),
        face_down: 0,
        pool: BTreeMap::new(),
        legal: BTreeMap::new(),
        flips: Vec::new(),
        check: Vec::new(),
        captured: captured(line),
    };
    match line {
        AnyGame::Xiangqi { game, .. } => show_xiangqi(&mut board, game.position(), over),
        AnyGame::Banqi { game, .. } => show_banqi(&mut board, game.position(), over),
    }
    board
}

/// The letters of the pieces taken, in order.
fn captured(line: &AnyGame) -> Vec<String> {
    match line {
        AnyGame::Xiangqi { game, .. } => {
            let taken = |(board, played): (&xiangqi::Position, &game::Played<_>)| {
                let played: &game::Played<xiangqi::Position> = played;
                board.piece_at(played.ply.to()).map(|piece| piece.letter().to_string())
            };
            game.boards().iter().zip(game.plies()).filter_map(taken).collect()
        }
        AnyGame::Banqi { game, .. } => {
            let taken = |(board, played): (&banqi::Position, &banqi::Played)| {
                let piece = board.piece_at(played.ply.to()).filter(|_| !played.ply.is_flip());
                piece.map(|piece| piece.letter().to_string())
            };
            game.boards().iter().zip(game.plies()).filter_map(taken).collect()
        }
    }
}

/// The end of a game by its rules, if it has come.
pub fn verdict(line: &AnyGame) -> Option<ResultView> {
    let End { winner, cause } = line.verdict()?;
    Some(ResultView { winner, reason: reason(line.kind(), cause) })
}

fn show_xiangqi(board: &mut BoardView, position: &xiangqi::Position, over: bool) {
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            board.pieces.insert(square.to_string(), piece.letter().to_string());
        }
    }
    if !over {
        for ply in position.legal_plies() {
            let targets = board.legal.entry(ply.from().to_string()).or_default();
            targets.push(ply.to().to_string());
        }
    }
    let checked = Side::BOTH.into_iter().filter(|&side| position.is_in_check(side));
    board.check = checked.map(|side| position.king(side).to_string()).collect();
}

fn show_banqi(board: &mut BoardView, position: &banqi::Position, over: bool) {
    for (square, tile) in position.iter() {
        board.pieces.insert(square.to_string(), tile.letter().to_string());
    }
    board.face_down = position.pool().total();
    board.pool =
        position.pool().iter().map(|(piece, count)| (piece.letter().to_string(), count)).collect();
    if over {
        return;
    }
    for ply in position.legal_plies() {
        if ply.is_flip() {
            board.flips.push(ply.from().to_string());
        } else {
            let targets = board.legal.entry(ply.from().to_string()).or_default();
            targets.push(ply.to().to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use play::Chance;

    use super::*;

    #[test]
    fn an_unknown_reason_is_no_agreement() {
        assert_eq!(known_reason("perpetual_chase"), "perpetual_chase");
        assert_eq!(known_reason("struck_by_lightning"), "unknown");
    }

    #[test]
    fn a_board_shows_what_is_there_and_no_more() {
        let mut line = AnyGame::open(GameKind::Banqi, Some("8/8/1p6/KX5h r C1"), None).unwrap();
        let shown = serde_json::to_value(board(&line, false)).unwrap();
        assert_eq!(shown["pieces"]["b1"], "X");
        assert_eq!(shown["pool"], serde_json::json!({"C": 1}));
        assert_eq!(shown["flips"], serde_json::json!(["b1"]));
        assert_eq!(shown["legal"], serde_json::json!({"a1": ["a2"]}));
        line.play("b1=C", Chance::Told(None), false).unwrap();
        line.play("h1g1", Chance::Told(None), false).unwrap();
        let shown = serde_json::to_value(board(&line, true)).unwrap();
        assert_eq!(shown["legal"], serde_json::json!({}));
        assert_eq!(shown["turn"], "first");
    }

    #[test]
    fn captured_pieces_are_listed_in_order() {
        let mut line = AnyGame::open(GameKind::Xiangqi, None, None).unwrap();
        for ply in ["b2b9", "a9b9", "h2h9", "i9h9"] {
            line.play(ply, Chance::Told(None), false).unwrap();
        }
        let shown = serde_json::to_value(board(&line, false)).unwrap();
        assert_eq!(shown["captured"], serde_json::json!(["n", "C", "n", "C"]));
        assert_eq!(line.ply_view(1).captured.as_deref(), Some("C"));
    }
}
