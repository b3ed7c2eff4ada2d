//! A game of either kind, or a line of analysis.

use banqi::{BanqiRules, Deal, Piece, Reveal};
use game::{Cause, Game, GameKind, Outcome, Position as _, Side};
use search::WinModel;
use xiangqi::XiangqiRules;

use crate::error::GameError;
use crate::ply::{self, AnyPly};
use crate::seat::Seat;
use crate::start;

/// A game of xiangqi.
pub type XiangqiGame = Game<xiangqi::Position, XiangqiRules>;
/// A game of dark chess.
pub type BanqiGame = Game<banqi::Position, BanqiRules>;

/// No game is longer.
pub const MOST_PLIES: usize = 2_000;

/// Where the outcome of a flip comes from.
#[derive(Clone, Copy, Debug)]
pub enum Chance<'a> {
    /// From a deal that the players do not know.
    Deal(&'a Deal),
    /// From whoever tells the game: the letter of the piece, if told apart from
    /// the ply.
    Told(Option<&'a str>),
}

/// How a game ended by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub cause: Cause,
}

/// A start, plies and rules of either game.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Xiangqi, with the counters of its start.
    Xiangqi {
        /// The game.
        game: XiangqiGame,
        /// The start as its text says it.
        setup: xiangqi::Setup,
    },
    /// Dark chess, with the counters of its start.
    Banqi {
        /// The game.
        game: BanqiGame,
        /// The start as its text says it.
        setup: banqi::Setup,
    },
}

impl AnyGame {
    /// A game before its first ply; without a text the usual start and the usual
    /// rules.
    ///
    /// # Errors
    /// If a text means nothing; faults of a position are listed as codes.
    pub fn open(
        kind: GameKind,
        start: Option<&str>,
        rules: Option<&str>,
    ) -> Result<AnyGame, GameError> {
        match kind {
            GameKind::Xiangqi => {
                let (setup, position) = start::xiangqi(start.unwrap_or(xiangqi::START_FEN))?;
                let rules = start::xiangqi_rules(rules)?;
                let game = Game::from_position(rules, position, setup.halfmoves);
                Ok(AnyGame::Xiangqi { game, setup })
            }
            GameKind::Banqi => {
                let (setup, position) = match start {
                    Some(text) => start::banqi(text)?,
                    None => (banqi::Position::start().setup(), banqi::Position::start()),
                };
                let game = Game::from_position(start::banqi_rules(rules)?, position, setup.clock);
                Ok(AnyGame::Banqi { game, setup })
            }
        }
    }

    /// Which game it is.
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyGame::Xiangqi { .. } => GameKind::Xiangqi,
            AnyGame::Banqi { .. } => GameKind::Banqi,
        }
    }

    /// How many plies it has.
    pub fn len(&self) -> usize {
        match self {
            AnyGame::Xiangqi { game, .. } => game.plies().len(),
            AnyGame::Banqi { game, .. } => game.plies().len(),
        }
    }

    /// Whether it has no ply yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rules as text.
    pub fn rules(&self) -> String {
        match self {
            AnyGame::Xiangqi { game, .. } => game.rules().to_string(),
            AnyGame::Banqi { game, .. } => game.rules().to_string(),
        }
    }

    /// The start position as text.
    pub fn start(&self) -> String {
        match self {
            AnyGame::Xiangqi { setup, .. } => setup.to_string(),
            AnyGame::Banqi { setup, .. } => setup.to_string(),
        }
    }

    /// The present position as text, with its counters.
    pub fn position(&self) -> String {
        let plies = self.len() as u32;
        match self {
            AnyGame::Xiangqi { game, setup } => {
                let black_began = u32::from(setup.turn == Side::Black);
                let mut now = xiangqi::Setup::from(game.position());
                now.halfmoves = game.history().limit().plies();
                now.fullmoves = setup.fullmoves.saturating_add((plies + black_began) / 2);
                now.to_string()
            }
            AnyGame::Banqi { game, setup } => {
                let mut now = game.position().setup();
                now.clock = game.history().clock();
                now.ply = setup.ply.saturating_add(plies);
                now.to_string()
            }
        }
    }

    /// The colour of the first seat; `None` while colours are open.
    pub fn first_side(&self) -> Option<Side> {
        match self {
            AnyGame::Xiangqi { .. } => Some(Side::Red),
            AnyGame::Banqi { game, .. } => game.start().turn().or_else(|| {
                let first = game.plies().first()?;
                first.reveal.piece().map(Piece::side)
            }),
        }
    }

    /// The seat of a colour, once colours are fixed.
    pub fn seat_of(&self, side: Side) -> Option<Seat> {
        let first = self.first_side()?;
        Some(if side == first { Seat::First } else { Seat::Second })
    }

    /// The colour of the side to move; `None` while colours are open.
    pub fn side_to_move(&self) -> Option<Side> {
        match self {
            AnyGame::Xiangqi { game, .. } => Some(game.position().turn()),
            AnyGame::Banqi { game, .. } => game.position().turn(),
        }
    }

    /// Which seat is to move.
    pub fn seat_to_move(&self) -> Seat {
        let by_colour = self.side_to_move().and_then(|side| self.seat_of(side));
        by_colour.unwrap_or(if self.len().is_multiple_of(2) { Seat::First } else { Seat::Second })
    }

    /// Plays a ply given in coordinates. `past_end` lets a game go on after the
    /// rules have ended it.
    ///
    /// # Errors
    /// If the text is not a ply, the ply is not legal or the outcome impossible; the
    /// game is then unchanged.
    pub fn play(
        &mut self,
        text: &str,
        chance: Chance<'_>,
        past_end: bool,
    ) -> Result<(), GameError> {
        self.check_length()?;
        let (ply, told) = ply::read(self.kind(), text)?;
        self.make(ply, told, chance, past_end)
    }

    /// Plays a ply.
    ///
    /// # Errors
    /// As [`AnyGame::play`].
    pub fn play_ply(
        &mut self,
        ply: AnyPly,
        chance: Chance<'_>,
        past_end: bool,
    ) -> Result<(), GameError> {
        self.check_length()?;
        self.make(ply, None, chance, past_end)
    }

    fn check_length(&self) -> Result<(), GameError> {
        if self.len() < MOST_PLIES { Ok(()) } else { Err(GameError::TooLong(MOST_PLIES)) }
    }

    fn make(
        &mut self,
        ply: AnyPly,
        told: Option<Piece>,
        chance: Chance<'_>,
        past_end: bool,
    ) -> Result<(), GameError> {
        match (self, ply) {
            (AnyGame::Xiangqi { game, .. }, AnyPly::Xiangqi(ply)) => {
                let legality = game.position().legality(ply);
                legality
                    .map_err(|why| GameError::NotLegal(format!("{ply} is not legal: {why}")))?;
                let played = if past_end { game.play_on(ply, ()) } else { game.play(ply, ()) };
                Ok(played?)
            }
            (AnyGame::Banqi { game, .. }, AnyPly::Banqi(ply)) => {
                let legality = game.position().check(ply);
                legality.map_err(|error| GameError::NotLegal(error.to_string()))?;
                let reveal = reveal_of(ply, told, chance)?;
                let played =
                    if past_end { game.play_on(ply, reveal) } else { game.play(ply, reveal) };
                Ok(played?)
            }
            _ => Err(GameError::OtherGame),
        }
    }

    /// What scores of the hand-written evaluation are worth in the present position.
    pub(crate) fn curve_model(&self) -> WinModel {
        match self {
            AnyGame::Xiangqi { game, .. } => xiangqi_engine::win_model(game.position()),
            AnyGame::Banqi { game, .. } => banqi_engine::curve_model(game.position()),
        }
    }

    /// What scores of the usual engine are worth in the present position.
    pub fn win_model(&self) -> WinModel {
        match self {
            AnyGame::Xiangqi { game, .. } => xiangqi_engine::win_model(game.position()),
            AnyGame::Banqi { game, .. } => banqi_engine::win_model(game.position()),
        }
    }

    /// Takes back the last ply; false at the start.
    pub fn undo(&mut self) -> bool {
        match self {
            AnyGame::Xiangqi { game, .. } => game.undo().is_some(),
            AnyGame::Banqi { game, .. } => game.undo().is_some(),
        }
    }

    /// The end by the rules, if it has come.
    pub fn verdict(&self) -> Option<End> {
        let verdict = match self {
            AnyGame::Xiangqi { game, .. } => game.verdict(),
            AnyGame::Banqi { game, .. } => game.verdict(),
        }?;
        let winner = match verdict.outcome {
            Outcome::Draw => None,
            Outcome::Win(side) => self.seat_of(side),
        };
        Some(End { winner, cause: verdict.cause })
    }

    /// The game before its first ply.
    #[must_use]
    pub fn at_start(&self) -> AnyGame {
        match self {
            AnyGame::Xiangqi { game, setup } => {
                let start = game.start().clone();
                let begun = Game::from_position(game.rules().clone(), start, setup.halfmoves);
                AnyGame::Xiangqi { game: begun, setup: setup.clone() }
            }
            AnyGame::Banqi { game, setup } => {
                let begun = Game::from_position(*game.rules(), game.start().clone(), setup.clock);
                AnyGame::Banqi { game: begun, setup: setup.clone() }
            }
        }
    }

    /// Plays the next ply of a longer game that began alike, past any end; false if
    /// there is none.
    pub fn follow(&mut self, longer: &AnyGame) -> bool {
        let index = self.len();
        match (self, longer) {
            (AnyGame::Xiangqi { game, .. }, AnyGame::Xiangqi { game: longer, .. }) => {
                let next = longer.plies().get(index);
                next.is_some_and(|next| game.play_on(next.ply, ()).is_ok())
            }
            (AnyGame::Banqi { game, .. }, AnyGame::Banqi { game: longer, .. }) => {
                let next = longer.plies().get(index);
                next.is_some_and(|next| game.play_on(next.ply, next.reveal).is_ok())
            }
            _ => false,
        }
    }
}

fn reveal_of(
    ply: banqi::Ply,
    told: Option<Piece>,
    chance: Chance<'_>,
) -> Result<Reveal, GameError> {
    if !ply.is_flip() {
        return Ok(Reveal::Nothing);
    }
    match chance {
        // What a player says about face-down pieces does not count.
        Chance::Deal(deal) => Ok(deal.reveal(ply)),
        Chance::Told(letter) => {
            let named = letter.map(ply::read_piece).transpose()?;
            let piece = told.or(named).ok_or_else(|| {
                GameError::Ply(format!(
                    "{ply} is a flip: expected what it turned up, such as {}=R",
                    ply.from()
                ))
            })?;
            Ok(Reveal::Piece(piece))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_colours_follow_the_first_flip() {
        let mut line = AnyGame::open(GameKind::Banqi, None, None).unwrap();
        assert_eq!((line.seat_to_move(), line.first_side()), (Seat::First, None));
        line.play("a1", Chance::Told(Some("k")), false).unwrap();
        assert_eq!(line.first_side(), Some(Side::Black));
        assert_eq!((line.seat_to_move(), line.side_to_move()), (Seat::Second, Some(Side::Red)));
        line.play("b1=R", Chance::Told(None), false).unwrap();
        assert_eq!(line.seat_to_move(), Seat::First);
        assert!(line.undo() && line.undo() && !line.undo());
    }

    #[test]
    fn black_may_begin_and_still_has_the_second_seat() {
        let fen = "3k5/9/9/9/9/9/9/9/4A4/4KR3 b - - 7 12";
        let mut line = AnyGame::open(GameKind::Xiangqi, Some(fen), None).unwrap();
        assert_eq!(line.seat_to_move(), Seat::Second);
        assert_eq!((line.position(), line.start()), (fen.to_owned(), fen.to_owned()));
        line.play("d9d8", Chance::Told(None), false).unwrap();
        assert_eq!(line.position(), "9/3k5/9/9/9/9/9/9/4A4/4KR3 w - - 8 13");
    }

    #[test]
    fn a_deal_cannot_be_talked_over() {
        let deal = Deal::shuffled(3);
        let mut line = AnyGame::open(GameKind::Banqi, None, None).unwrap();
        line.play("c2=K", Chance::Deal(&deal), false).unwrap();
        let AnyGame::Banqi { game, .. } = &line else { unreachable!() };
        assert_eq!(game.plies()[0].reveal, deal.reveal_at("c2".parse().unwrap()));
    }

    #[test]
    fn wrong_plies_say_why_and_change_nothing() {
        let name = |error: &GameError| match error {
            GameError::Ply(_) => "ply",
            GameError::NotLegal(_) => "not legal",
            _ => "something else",
        };
        for (kind, text, expected) in [
            (GameKind::Xiangqi, "h2h9x", "ply"),
            (GameKind::Xiangqi, "h2i9", "not legal"),
            (GameKind::Xiangqi, "e9e8", "not legal"),
            (GameKind::Banqi, "a1", "ply"),
            (GameKind::Banqi, "a1=X", "ply"),
            (GameKind::Banqi, "a1a2", "not legal"),
            (GameKind::Banqi, "炮二平五", "ply"),
        ] {
            let mut line = AnyGame::open(kind, None, None).unwrap();
            let error = line.play(text, Chance::Told(None), false).unwrap_err();
            assert_eq!((name(&error), line.len()), (expected, 0), "{text}: {error}");
        }
        let mut line = AnyGame::open(GameKind::Banqi, None, None).unwrap();
        let (ply, _) = ply::read(GameKind::Xiangqi, "h2e2").unwrap();
        assert_eq!(line.play_ply(ply, Chance::Told(None), true), Err(GameError::OtherGame));
    }

    #[test]
    fn a_game_is_followed_ply_by_ply() {
        let mut game = AnyGame::open(GameKind::Banqi, None, None).unwrap();
        for ply in ["a1=R", "b1=p", "a1b1"] {
            game.play(ply, Chance::Told(None), false).unwrap();
        }
        let mut walk = game.at_start();
        assert_eq!((walk.len(), walk.start()), (0, game.start()));
        while walk.follow(&game) {}
        assert_eq!((walk.len(), walk.position()), (3, game.position()));
        let other = AnyGame::open(GameKind::Xiangqi, None, None).unwrap();
        assert!(!other.at_start().follow(&game));
    }
}
