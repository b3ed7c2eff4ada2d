//! A board that ends games by endgame tables.

use std::sync::Arc;

use game::Side;
use play::player::GameRef;
use play::tables::AnyTables;

use super::{PlyError, RefereeBoard};
use crate::ending::{EndCause, Ending};
use crate::player::{ChosenPly, PlyText, Seat};

/// Another board, whose games are over as soon as tables leave no doubt: see
/// [`AnyTables::verdict`] for what is left open.
pub struct TableBoard {
    board: Box<dyn RefereeBoard>,
    tables: Arc<AnyTables>,
}

impl TableBoard {
    /// A board with tables of the same game.
    pub const fn new(board: Box<dyn RefereeBoard>, tables: Arc<AnyTables>) -> TableBoard {
        TableBoard { board, tables }
    }

    fn seat_of(&self, side: Side) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.board.side_of(seat) == Some(side))
    }

    fn by_tables(&self) -> Option<Ending> {
        let winner = match self.tables.verdict(self.board.game())? {
            Some(side) => Some(self.seat_of(side)?),
            None => None,
        };
        let cause = match winner {
            Some(_) => EndCause::AdjudicatedWin,
            None => EndCause::AdjudicatedDraw,
        };
        Some(Ending { winner, cause, reason: "by an endgame table".to_owned() })
    }
}

impl RefereeBoard for TableBoard {
    fn game(&self) -> GameRef<'_> {
        self.board.game()
    }

    fn play(&mut self, ply: &ChosenPly) -> Result<(), PlyError> {
        self.board.play(ply)
    }

    fn plies(&self) -> &[PlyText] {
        self.board.plies()
    }

    fn start(&self) -> &str {
        self.board.start()
    }

    fn is_usual_start(&self) -> bool {
        self.board.is_usual_start()
    }

    fn position(&self) -> String {
        self.board.position()
    }

    fn anchor(&self) -> (String, usize) {
        self.board.anchor()
    }

    fn turn(&self) -> Option<Side> {
        self.board.turn()
    }

    fn seat_to_move(&self) -> Seat {
        self.board.seat_to_move()
    }

    fn side_of(&self, seat: Seat) -> Option<Side> {
        self.board.side_of(seat)
    }

    fn rules(&self) -> &str {
        self.board.rules()
    }

    fn ending(&self) -> Option<Ending> {
        self.board.ending().or_else(|| self.by_tables())
    }

    fn lead(&self, seat: Seat) -> i32 {
        self.board.lead(seat)
    }
}
