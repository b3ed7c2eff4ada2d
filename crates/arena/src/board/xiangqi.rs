//! The referee's xiangqi board.

use game::{Game, Outcome, Side};
use play::AnyPly;
use play::player::GameRef;
use xiangqi::{FenError, Kind, Ply, Position, Setup, XiangqiRules};

use super::{PlyError, RefereeBoard};
use crate::ending::{EndCause, Ending};
use crate::player::{ChosenPly, GameKind, PlyText, Seat};

/// A xiangqi game under the referee's rules.
#[derive(Clone, Debug)]
pub struct XiangqiBoard {
    game: Game<Position, XiangqiRules>,
    setup: Setup,
    start: String,
    rules: String,
    plies: Vec<PlyText>,
    anchor: usize,
}

impl XiangqiBoard {
    /// A game from a FEN.
    ///
    /// # Errors
    /// If the FEN is not a legal position.
    pub fn new(rules: XiangqiRules, fen: &str) -> Result<XiangqiBoard, FenError> {
        let setup: Setup = fen.parse()?;
        let position = Position::try_from(&setup)?;
        let (start, text) = (setup.to_string(), rules.to_string());
        let game = Game::from_position(rules, position, setup.halfmoves);
        Ok(XiangqiBoard { game, setup, start, rules: text, plies: Vec::new(), anchor: 0 })
    }

    /// The FEN after some plies, with its counters.
    fn fen_after(&self, plies: usize) -> String {
        let mut setup = Setup::from(&self.game.boards()[plies]);
        let black_starts = usize::from(self.game.start().turn() == Side::Black);
        setup.fullmoves = self.setup.fullmoves + ((plies + black_starts) / 2) as u32;
        setup.halfmoves = if plies == self.plies.len() {
            self.game.history().limit().plies()
        } else if plies == 0 {
            self.setup.halfmoves
        } else {
            0
        };
        setup.to_string()
    }
}

impl RefereeBoard for XiangqiBoard {
    fn game(&self) -> GameRef<'_> {
        GameRef::Xiangqi(&self.game)
    }

    fn play(&mut self, chosen: &ChosenPly) -> Result<(), PlyError> {
        let ply: Ply = match chosen {
            ChosenPly::Text(text) => text.parse()?,
            ChosenPly::Ply(AnyPly::Xiangqi(ply)) => *ply,
            ChosenPly::Ply(_) => return Err(PlyError::OtherGame(GameKind::Xiangqi)),
        };
        let position = self.game.position();
        position.legality(ply).map_err(|why| PlyError::XiangqiIllegal { ply, why })?;
        let capture = position.piece_at(ply.to()).is_some();
        self.game.play(ply, ())?;
        self.plies.push(PlyText { ply: ply.to_string(), reveal: None });
        if capture {
            self.anchor = self.plies.len();
        }
        Ok(())
    }

    fn plies(&self) -> &[PlyText] {
        &self.plies
    }

    fn start(&self) -> &str {
        &self.start
    }

    fn is_usual_start(&self) -> bool {
        self.start == xiangqi::START_FEN
    }

    fn position(&self) -> String {
        self.fen_after(self.plies.len())
    }

    fn anchor(&self) -> (String, usize) {
        (self.fen_after(self.anchor), self.anchor)
    }

    fn turn(&self) -> Option<Side> {
        Some(self.game.position().turn())
    }

    fn seat_to_move(&self) -> Seat {
        seat_of(self.game.position().turn())
    }

    fn side_of(&self, seat: Seat) -> Option<Side> {
        Some(side_of(seat))
    }

    fn rules(&self) -> &str {
        &self.rules
    }

    fn ending(&self) -> Option<Ending> {
        self.game.verdict().map(|verdict| Ending {
            winner: match verdict.outcome {
                Outcome::Win(side) => Some(seat_of(side)),
                Outcome::Draw => None,
            },
            cause: EndCause::Rules(verdict.cause),
            reason: verdict.reason.clone(),
        })
    }

    /// Rook 9, cannon and horse 4, advisor and elephant 2, pawn 1.
    fn lead(&self, seat: Seat) -> i32 {
        const POINTS: [(Kind, i32); 6] = [
            (Kind::Rook, 9),
            (Kind::Cannon, 4),
            (Kind::Horse, 4),
            (Kind::Advisor, 2),
            (Kind::Elephant, 2),
            (Kind::Pawn, 1),
        ];
        let position = self.game.position();
        let side = side_of(seat);
        let count = |side, kind| position.count(side, kind) as i32;
        POINTS.iter().map(|&(kind, points)| points * (count(side, kind) - count(!side, kind))).sum()
    }
}

/// Red has the first seat, whoever moves first.
const fn seat_of(side: Side) -> Seat {
    match side {
        Side::Red => Seat::First,
        Side::Black => Seat::Second,
    }
}

const fn side_of(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::Red,
        Seat::Second => Side::Black,
    }
}
