//! The referee's dark chess board. It alone knows the deal.

use banqi::{BanqiRules, Deal, Kind, Piece, Position, PositionError, Setup, notation::coordinate};
use game::{Game, Outcome, Position as _, Side};
use play::AnyPly;
use play::player::GameRef;

use super::{PlyError, RefereeBoard};
use crate::ending::{EndCause, Ending};
use crate::player::{ChosenPly, GameKind, PlyText, Seat};

/// A dark chess game under the referee's rules, with its deal.
#[derive(Clone, Debug)]
pub struct BanqiBoard {
    game: Game<Position, BanqiRules>,
    deal: Deal,
    setup: Setup,
    start: String,
    rules: String,
    plies: Vec<PlyText>,
    anchor: usize,
}

impl BanqiBoard {
    /// A game from a position text (`None`: all face down), dealt from a seed.
    ///
    /// # Errors
    /// If the text is not a legal position.
    pub fn new(
        rules: BanqiRules,
        start: Option<&str>,
        seed: u64,
    ) -> Result<BanqiBoard, PositionError> {
        let setup: Setup = match start {
            Some(text) => text.parse()?,
            None => Position::start().setup(),
        };
        let position = Position::try_from(&setup)?;
        let deal = Deal::for_position(&position, seed);
        let (start, text) = (setup.to_string(), rules.to_string());
        let game = Game::from_position(rules, position, setup.clock);
        Ok(BanqiBoard { game, deal, setup, start, rules: text, plies: Vec::new(), anchor: 0 })
    }

    /// The colour of who makes the first ply, once known.
    fn first_side(&self) -> Option<Side> {
        self.game.start().side_to_move().or_else(|| {
            let first = self.plies.first()?;
            Piece::from_letter(first.reveal?).map(Piece::side)
        })
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

impl RefereeBoard for BanqiBoard {
    fn game(&self) -> GameRef<'_> {
        GameRef::Banqi(&self.game)
    }

    fn play(&mut self, chosen: &ChosenPly) -> Result<(), PlyError> {
        let ply = match chosen {
            ChosenPly::Text(text) => coordinate::read_ply(text)?,
            ChosenPly::Ply(AnyPly::Banqi(ply)) => *ply,
            ChosenPly::Ply(_) => return Err(PlyError::OtherGame(GameKind::Banqi)),
        };
        let before = self.game.position();
        let capture = !ply.is_flip() && before.tile_at(ply.to()).is_some();
        before.check(ply)?;
        let reveal = self.deal.reveal(ply);
        self.game.play(ply, reveal)?;
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

    fn start(&self) -> &str {
        &self.start
    }

    fn is_usual_start(&self) -> bool {
        self.game.start() == &Position::start()
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

    fn seat_to_move(&self) -> Seat {
        if self.plies.len().is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    fn side_of(&self, seat: Seat) -> Option<Side> {
        let first = self.first_side()?;
        Some(if seat == Seat::First { first } else { !first })
    }

    fn rules(&self) -> &str {
        &self.rules
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
        let Some(side) = self.side_of(seat) else { return 0 };
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
