//! The referee's dark chess board. It alone knows the deal.

use banqi::{BanqiRules, Deal, Kind, Piece, Position, PositionError, Setup, notation::coordinate};
use game::{Game, Outcome, Position as _, Side};

use super::{EndCause, Ending, Table};
use crate::player::{GameKind, PlyText, Seat};

/// A dark chess game under the referee's rules, with its deal.
#[derive(Clone, Debug)]
pub struct BanqiTable {
    game: Game<Position, BanqiRules>,
    deal: Deal,
    setup: Setup,
    start: String,
    plies: Vec<PlyText>,
    anchor: usize,
}

impl BanqiTable {
    /// A game from a position text (`None`: all face down), dealt from a seed.
    ///
    /// # Errors
    /// If the text is no legal position.
    pub fn new(
        rules: BanqiRules,
        start: Option<&str>,
        seed: u64,
    ) -> Result<BanqiTable, PositionError> {
        let setup: Setup = match start {
            Some(text) => text.parse()?,
            None => Position::start().setup(),
        };
        let position = Position::try_from(&setup)?;
        let deal = Deal::for_position(&position, seed);
        let start = setup.to_string();
        let game = Game::from_position(rules, position, setup.clock);
        Ok(BanqiTable { game, deal, setup, start, plies: Vec::new(), anchor: 0 })
    }

    /// The game itself.
    pub fn game(&self) -> &Game<Position, BanqiRules> {
        &self.game
    }

    /// The position before the first ply.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    fn text_after(&self, plies: usize) -> String {
        let mut setup = self.game.boards()[plies].setup();
        setup.ply = self.setup.ply + plies as u32;
        setup.clock = if plies == self.plies.len() {
            self.game.history().clock()
        } else if plies == 0 {
            self.setup.clock
        } else {
            0
        };
        setup.to_string()
    }
}

impl Table for BanqiTable {
    fn kind(&self) -> GameKind {
        GameKind::Banqi
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = coordinate::read_ply(text).map_err(|error| error.to_string())?;
        let before = self.game.position();
        let capture = !ply.is_flip() && before.tile_at(ply.to()).is_some();
        let reveal = self.deal.reveal(ply);
        before.check(ply).map_err(|error| error.to_string())?;
        self.game.play(ply, reveal).map_err(|error| error.to_string())?;
        let reveal = if ply.is_flip() { reveal.piece().map(Piece::letter) } else { None };
        self.plies.push(PlyText { ply: ply.to_string(), reveal });
        if capture || ply.is_flip() {
            self.anchor = self.plies.len();
        }
        Ok(())
    }

    fn plies(&self) -> &[PlyText] {
        &self.plies
    }

    fn start(&self) -> (&str, bool) {
        (&self.start, self.game.start() == &Position::start())
    }

    fn position(&self) -> String {
        self.text_after(self.plies.len())
    }

    fn anchor(&self) -> (String, usize) {
        (self.text_after(self.anchor), self.anchor)
    }

    fn turn(&self) -> Option<Side> {
        self.game.position().side_to_move()
    }

    fn first_side(&self) -> Option<Side> {
        self.game.start().side_to_move().or_else(|| {
            let first = self.plies.first()?;
            Piece::from_letter(first.reveal?).map(Piece::side)
        })
    }

    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    fn ending(&self) -> Option<Ending> {
        let verdict = self.game.verdict()?;
        let winner = match verdict.outcome {
            Outcome::Draw => None,
            Outcome::Win(side) if Some(side) == self.first_side() => Some(Seat::First),
            Outcome::Win(_) => Some(Seat::Second),
        };
        Some(Ending {
            winner,
            cause: EndCause::Rules(verdict.cause),
            reason: verdict.reason.clone(),
        })
    }

    /// King 10, advisor 8, elephant 5, rook 3, horse 2, cannon 5, pawn 1; face-down
    /// pieces count for their side.
    fn lead(&self, seat: Seat) -> i32 {
        let Some(first) = self.first_side() else { return 0 };
        let side = if seat == Seat::First { first } else { !first };
        let position = self.game.position();
        let alive = |side, kind| position.alive(Piece::new(side, kind)) as i32;
        Kind::ALL
            .into_iter()
            .map(|kind| points(kind) * (alive(side, kind) - alive(!side, kind)))
            .sum()
    }
}

const fn points(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10,
        Kind::Advisor => 8,
        Kind::Elephant | Kind::Cannon => 5,
        Kind::Rook => 3,
        Kind::Horse => 2,
        Kind::Pawn => 1,
    }
}
