//! Positions, plies, scores and results as clients see them.

use std::collections::BTreeMap;

use game::{Cause, Position as _, Score, Side};
use search::WinModel;
use serde::Serialize;

use super::line::{Kind, Line, Seat};
use super::words::{self, Texts};

/// A position for drawing.
#[derive(Clone, Debug, Serialize)]
pub struct BoardView {
    game: Kind,
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

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultView {
    /// Who won; `None` is a draw.
    pub winner: Option<Seat>,
    /// The reason's code.
    pub reason: &'static str,
}

/// A score from the first seat's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ScoreView {
    /// Hundredths by the position's win-rate model: 100 wins half of the games.
    pub cp: Option<i32>,
    /// Moves to a forced end: positive if the first seat wins. 0 if the game has
    /// been won; the sign of `cp` then says by whom.
    pub mate: Option<i32>,
    /// The points the first seat may expect, in thousandths.
    pub share: i32,
}

/// What stands for a game that has been won.
const OVER: i32 = 10_000;

impl ScoreView {
    /// What there is to say when a game has ended.
    pub fn ended(winner: Option<Seat>) -> ScoreView {
        match winner {
            None => ScoreView { cp: Some(0), mate: None, share: 500 },
            Some(Seat::First) => ScoreView { cp: Some(OVER), mate: Some(0), share: 1000 },
            Some(Seat::Second) => ScoreView { cp: Some(-OVER), mate: Some(0), share: 0 },
        }
    }

    /// A score of a seat as the first seat sees it, by the model of where it was found.
    pub fn new(model: WinModel, score: Score, of: Seat) -> ScoreView {
        let score = if of == Seat::First { score } else { -score };
        // Mated on the spot is no move, but its sign must not be lost.
        let moves = |plies: i32| ((plies.abs() + 1) / 2).max(1);
        let sign = if score.is_win() { 1 } else { -1 };
        let mate = score.plies_to_end().map(|plies| sign * moves(plies));
        let cp = mate.is_none().then(|| model.shown(score));
        ScoreView { cp, mate, share: (1000.0 * model.points(score)).round() as i32 }
    }
}

/// The code of a cause.
pub const fn reason(kind: Kind, cause: Cause) -> &'static str {
    match (cause, kind) {
        (Cause::Checkmate, _) => "checkmate",
        (Cause::NoMove, Kind::Xiangqi) => "stalemate",
        (Cause::NoMove, Kind::Banqi) => "no_moves",
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

impl Line {
    /// The present position; without plies to choose from if `over`.
    pub fn board(&self, over: bool) -> BoardView {
        let mut board = BoardView {
            game: self.kind(),
            fen: self.position(),
            turn: self.seat_to_move(),
            side: self.side_to_move().map(Side::name),
            pieces: BTreeMap::new(),
            face_down: 0,
            pool: BTreeMap::new(),
            legal: BTreeMap::new(),
            flips: Vec::new(),
            check: Vec::new(),
            captured: self.captured(),
        };
        match self {
            Line::Xiangqi { game, .. } => show_xiangqi(&mut board, game.position(), over),
            Line::Banqi { game, .. } => show_banqi(&mut board, game.position(), over),
        }
        board
    }

    /// The letters of the pieces taken, in order.
    fn captured(&self) -> Vec<String> {
        match self {
            Line::Xiangqi { game, .. } => {
                let taken = |(board, played): (&xiangqi::Position, &game::Played<_>)| {
                    let played: &game::Played<xiangqi::Position> = played;
                    board.piece_at(played.ply.to()).map(|piece| piece.letter().to_string())
                };
                game.boards().iter().zip(game.plies()).filter_map(taken).collect()
            }
            Line::Banqi { game, .. } => {
                let taken = |(board, played): (&banqi::Position, &banqi::Played)| {
                    let piece = board.piece_at(played.ply.to()).filter(|_| !played.ply.is_flip());
                    piece.map(|piece| piece.letter().to_string())
                };
                game.boards().iter().zip(game.plies()).filter_map(taken).collect()
            }
        }
    }

    /// A ply of the line, from 0.
    ///
    /// # Panics
    /// If the line has no such ply.
    pub fn ply_view(&self, index: usize) -> PlyView {
        match self {
            Line::Xiangqi { game, .. } => {
                words::xiangqi_ply(&game.boards()[index], game.plies()[index].ply)
            }
            Line::Banqi { game, .. } => {
                let played = game.plies()[index];
                words::banqi_ply(&game.boards()[index], played.ply, played.reveal.piece())
            }
        }
    }

    /// Every ply of the line.
    pub fn ply_views(&self) -> Vec<PlyView> {
        (0..self.len()).map(|index| self.ply_view(index)).collect()
    }
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
    use super::super::line::Chance;
    use super::*;

    const MODEL: WinModel = xiangqi_engine::WIN_CURVE.full;

    #[test]
    fn mates_keep_their_sign_for_both_seats() {
        let view = |score, seat| {
            let view = ScoreView::new(MODEL, score, seat);
            (view.cp, view.mate)
        };
        let thirty = MODEL.score(30);
        assert_eq!(view(thirty, Seat::First), (Some(30), None));
        assert_eq!(view(thirty, Seat::Second), (Some(-30), None));
        assert_eq!(view(Score::win_in(1), Seat::First), (None, Some(1)));
        assert_eq!(view(Score::win_in(3), Seat::Second), (None, Some(-2)));
        assert_eq!(view(Score::loss_in(0), Seat::First), (None, Some(-1)));
        assert_eq!(view(Score::loss_in(4), Seat::First), (None, Some(-2)));
        assert_eq!(view(Score::loss_in(0), Seat::Second), (None, Some(1)));
    }

    #[test]
    fn an_unknown_reason_is_no_agreement() {
        assert_eq!(known_reason("perpetual_chase"), "perpetual_chase");
        assert_eq!(known_reason("struck_by_lightning"), "unknown");
    }

    #[test]
    fn plus_one_wins_half_of_the_games_of_either_kind() {
        for kind in [Kind::Xiangqi, Kind::Banqi] {
            let model = Line::open(kind, None, None).unwrap().win_model();
            let even = (-3_000..3_000).find(|&units| model.chances(Score::new(units)).win >= 0.5);
            let view = ScoreView::new(model, Score::new(even.unwrap()), Seat::First);
            assert!((99..=101).contains(&view.cp.unwrap()) && view.share > 500, "{view:?}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_no_mate_in_one() {
        assert_eq!(ScoreView::ended(Some(Seat::First)).mate, Some(0));
        assert!(ScoreView::ended(Some(Seat::Second)).cp < Some(0));
        assert_eq!(ScoreView::ended(None), ScoreView { cp: Some(0), mate: None, share: 500 });
    }

    #[test]
    fn a_board_shows_what_is_there_and_no_more() {
        let mut line = Line::open(Kind::Banqi, Some("8/8/1p6/KX5h r C1"), None).unwrap();
        let board = serde_json::to_value(line.board(false)).unwrap();
        assert_eq!(board["pieces"]["b1"], "X");
        assert_eq!(board["pool"], serde_json::json!({"C": 1}));
        assert_eq!(board["flips"], serde_json::json!(["b1"]));
        assert_eq!(board["legal"], serde_json::json!({"a1": ["a2"]}));
        line.play("b1=C", Chance::Told(None), false).unwrap();
        line.play("h1g1", Chance::Told(None), false).unwrap();
        let board = serde_json::to_value(line.board(true)).unwrap();
        assert_eq!(board["legal"], serde_json::json!({}));
        assert_eq!(board["turn"], "first");
    }

    #[test]
    fn captured_pieces_are_listed_in_order() {
        let mut line = Line::open(Kind::Xiangqi, None, None).unwrap();
        for ply in ["b2b9", "a9b9", "h2h9", "i9h9"] {
            line.play(ply, Chance::Told(None), false).unwrap();
        }
        let board = serde_json::to_value(line.board(false)).unwrap();
        assert_eq!(board["captured"], serde_json::json!(["n", "C", "n", "C"]));
        assert_eq!(line.ply_view(1).captured.as_deref(), Some("C"));
    }
}
