//! The referee's xiangqi board.

use game::{Game, Outcome, Position as _, Side};
use xiangqi::{FenError, Kind, Position, Setup, XiangqiRules};

use super::{EndCause, Ending, Table};
use crate::player::{GameKind, PlyText, Seat};

/// A xiangqi game under the referee's rules.
#[derive(Clone, Debug)]
pub struct XiangqiTable {
    game: Game<Position, XiangqiRules>,
    setup: Setup,
    start: String,
    plies: Vec<PlyText>,
    anchor: usize,
}

impl XiangqiTable {
    /// A game from a FEN.
    ///
    /// # Errors
    /// If the FEN is not a legal position.
    pub fn new(rules: XiangqiRules, fen: &str) -> Result<XiangqiTable, FenError> {
        let setup: Setup = fen.parse()?;
        let position = Position::try_from(&setup)?;
        let start = setup.to_string();
        let game = Game::from_position(rules, position, setup.halfmoves);
        Ok(XiangqiTable { game, setup, start, plies: Vec::new(), anchor: 0 })
    }

    /// The game itself.
    pub fn game(&self) -> &Game<Position, XiangqiRules> {
        &self.game
    }

    fn seat_of(&self, side: Side) -> Seat {
        if side == self.game.start().turn() { Seat::First } else { Seat::Second }
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

impl Table for XiangqiTable {
    fn kind(&self) -> GameKind {
        GameKind::Xiangqi
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = self.game.position().parse_ply(text)?;
        let capture = self.game.position().piece_at(ply.to()).is_some();
        self.game.play(ply, ()).map_err(|error| error.to_string())?;
        self.plies.push(PlyText { ply: ply.to_string(), reveal: None });
        if capture {
            self.anchor = self.plies.len();
        }
        Ok(())
    }

    fn plies(&self) -> &[PlyText] {
        &self.plies
    }

    fn start(&self) -> (&str, bool) {
        (&self.start, self.start == xiangqi::START_FEN)
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

    fn first_side(&self) -> Option<Side> {
        Some(self.game.start().turn())
    }

    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.verdict().map(|verdict| Ending {
            winner: match verdict.outcome {
                Outcome::Win(side) => Some(self.seat_of(side)),
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
        let first = self.game.start().turn();
        let side = if seat == Seat::First { first } else { !first };
        let count = |side, kind| position.count(side, kind) as i32;
        POINTS.iter().map(|&(kind, points)| points * (count(side, kind) - count(!side, kind))).sum()
    }
}
