//! A game or a line of analysis of either game.

use banqi::{Deal, Piece, Reveal};
use banqi_engine::BanqiGame;
use game::{Game, Outcome, Position as _, Side};
use serde::{Deserialize, Serialize};
use xiangqi::XiangqiRules;

use super::start;
use super::view::ResultView;
use crate::error::{ApiError, Code};

/// A game of xiangqi.
pub type XiangqiGame = Game<xiangqi::Position, XiangqiRules>;

/// No line is longer.
pub const MOST_PLIES: usize = 2_000;

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Xiangqi.
    Xiangqi,
    /// Chinese dark chess.
    Banqi,
}

impl Kind {
    /// `xiangqi` or `banqi`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Xiangqi => "xiangqi",
            Kind::Banqi => "banqi",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Kind> {
        [Kind::Xiangqi, Kind::Banqi].into_iter().find(|kind| kind.name() == name)
    }
}

/// A place at the board: red and black in xiangqi; in dark chess who makes the
/// first ply, and who the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Red, or who flips first.
    First,
    /// Black, or who plays second.
    Second,
}

impl Seat {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }

    /// The seat of a name.
    pub fn from_name(name: &str) -> Option<Seat> {
        [Seat::First, Seat::Second].into_iter().find(|seat| seat.name() == name)
    }
}

/// Where the outcome of a flip comes from.
#[derive(Clone, Copy, Debug)]
pub enum Chance<'a> {
    /// From a deal that only the server knows.
    Deal(&'a Deal),
    /// From whoever tells the line: the letter of the piece, if told apart from
    /// the ply.
    Told(Option<&'a str>),
}

/// A start, plies and rules of either game.
#[derive(Clone, Debug)]
pub enum Line {
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

impl Line {
    /// A line before its first ply; without a text the usual start and the usual
    /// rules.
    ///
    /// # Errors
    /// If a text means nothing; faults of a position are listed as codes.
    pub fn open(kind: Kind, start: Option<&str>, rules: Option<&str>) -> Result<Line, ApiError> {
        match kind {
            Kind::Xiangqi => {
                let (setup, position) = start::xiangqi(start.unwrap_or(xiangqi::START_FEN))?;
                let rules = start::xiangqi_rules(rules)?;
                let game = Game::from_position(rules, position, setup.halfmoves);
                Ok(Line::Xiangqi { game, setup })
            }
            Kind::Banqi => {
                let (setup, position) = match start {
                    Some(text) => start::banqi(text)?,
                    None => (banqi::Position::start().setup(), banqi::Position::start()),
                };
                let game = Game::from_position(start::banqi_rules(rules)?, position, setup.clock);
                Ok(Line::Banqi { game, setup })
            }
        }
    }

    /// Which game it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Line::Xiangqi { .. } => Kind::Xiangqi,
            Line::Banqi { .. } => Kind::Banqi,
        }
    }

    /// How many plies it has.
    pub fn len(&self) -> usize {
        match self {
            Line::Xiangqi { game, .. } => game.plies().len(),
            Line::Banqi { game, .. } => game.plies().len(),
        }
    }

    /// Whether it has no ply yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rules as text.
    pub fn rules(&self) -> String {
        match self {
            Line::Xiangqi { game, .. } => game.rules().to_string(),
            Line::Banqi { game, .. } => game.rules().to_string(),
        }
    }

    /// The start position as text.
    pub fn start(&self) -> String {
        match self {
            Line::Xiangqi { setup, .. } => setup.to_string(),
            Line::Banqi { setup, .. } => setup.to_string(),
        }
    }

    /// The present position as text, with its counters.
    pub fn position(&self) -> String {
        let plies = self.len() as u32;
        match self {
            Line::Xiangqi { game, setup } => {
                let black_began = u32::from(setup.turn == Side::Black);
                let mut now = xiangqi::Setup::from(game.position());
                now.halfmoves = game.history().limit().plies();
                now.fullmoves = setup.fullmoves.saturating_add((plies + black_began) / 2);
                now.to_string()
            }
            Line::Banqi { game, setup } => {
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
            Line::Xiangqi { .. } => Some(Side::Red),
            Line::Banqi { game, .. } => game.start().turn().or_else(|| {
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
            Line::Xiangqi { game, .. } => Some(game.position().turn()),
            Line::Banqi { game, .. } => game.position().turn(),
        }
    }

    /// Which seat is to move.
    pub fn seat_to_move(&self) -> Seat {
        let by_colour = self.side_to_move().and_then(|side| self.seat_of(side));
        by_colour.unwrap_or(if self.len().is_multiple_of(2) { Seat::First } else { Seat::Second })
    }

    /// Plays a ply given in coordinates. `past_end` lets a line go on after the
    /// rules have ended it.
    ///
    /// # Errors
    /// If the text is no ply, the ply is not legal or the outcome impossible; the
    /// line is then unchanged.
    pub fn play(&mut self, text: &str, chance: Chance<'_>, past_end: bool) -> Result<(), ApiError> {
        if self.len() >= MOST_PLIES {
            return Err(ApiError::bad(format!("more than {MOST_PLIES} plies")));
        }
        match self {
            Line::Xiangqi { game, .. } => {
                let ply: xiangqi::Ply = text
                    .parse()
                    .map_err(|error: xiangqi::PlyError| ApiError::bad(error.to_string()))?;
                game.position()
                    .legality(ply)
                    .map_err(|why| not_legal(format!("{ply} is not legal: {why}")))?;
                let played = if past_end { game.play_on(ply, ()) } else { game.play(ply, ()) };
                played.map_err(play_error)
            }
            Line::Banqi { game, .. } => {
                let (ply, told) = read_banqi(text)?;
                game.position().check(ply).map_err(|error| not_legal(error.to_string()))?;
                let reveal = reveal_of(ply, told, chance)?;
                let played =
                    if past_end { game.play_on(ply, reveal) } else { game.play(ply, reveal) };
                played.map_err(play_error)
            }
        }
    }

    /// A ply of the present position, for showing; a flip without its outcome.
    ///
    /// # Errors
    /// If the text is no ply.
    pub fn show_ply(&self, text: &str) -> Result<super::PlyView, ApiError> {
        match self {
            Line::Xiangqi { game, .. } => {
                let ply = text
                    .parse()
                    .map_err(|error: xiangqi::PlyError| ApiError::bad(error.to_string()))?;
                Ok(super::words::xiangqi_ply(game.position(), ply))
            }
            Line::Banqi { game, .. } => {
                let (ply, told) = read_banqi(text)?;
                Ok(super::words::banqi_ply(game.position(), ply, told))
            }
        }
    }

    /// What scores are worth in the present position.
    pub fn win_model(&self) -> search::WinModel {
        match self {
            Line::Xiangqi { game, .. } => xiangqi_engine::win_model(game.position()),
            Line::Banqi { game, .. } => banqi_engine::win_model(game.position()),
        }
    }

    /// Takes back the last ply; false at the start.
    pub fn undo(&mut self) -> bool {
        match self {
            Line::Xiangqi { game, .. } => game.undo().is_some(),
            Line::Banqi { game, .. } => game.undo().is_some(),
        }
    }

    /// The end by the rules, if it has come.
    pub fn verdict(&self) -> Option<ResultView> {
        let verdict = match self {
            Line::Xiangqi { game, .. } => game.verdict(),
            Line::Banqi { game, .. } => game.verdict(),
        }?;
        let winner = match verdict.outcome {
            Outcome::Draw => None,
            Outcome::Win(side) => self.seat_of(side),
        };
        Some(ResultView { winner, reason: super::view::reason(self.kind(), verdict.cause) })
    }
}

fn not_legal(message: String) -> ApiError {
    ApiError::new(Code::NotLegal, message)
}

fn play_error(error: game::PlayError) -> ApiError {
    let code = match error {
        game::PlayError::Over(_) => Code::GameOver,
        game::PlayError::Illegal(_) => Code::NotLegal,
        game::PlayError::Reveal { .. } => Code::NotLegal,
    };
    ApiError::new(code, error.to_string())
}

/// `a1a2`, `a1a1` or `a1` for a flip, `a1=R` for a flip with its outcome.
fn read_banqi(text: &str) -> Result<(banqi::Ply, Option<Piece>), ApiError> {
    let bad = |error: banqi::notation::PlyTextError| ApiError::bad(error.to_string());
    if let Ok(square) = text.parse::<banqi::Square>() {
        return Ok((banqi::Ply::flip(square), None));
    }
    if text.contains('=') {
        let played = banqi::notation::coordinate::read(text).map_err(bad)?;
        return Ok((played.ply, played.reveal.piece()));
    }
    let ply = banqi::notation::coordinate::read_ply(text).map_err(bad)?;
    Ok((ply, None))
}

fn reveal_of(ply: banqi::Ply, told: Option<Piece>, chance: Chance<'_>) -> Result<Reveal, ApiError> {
    if !ply.is_flip() {
        return Ok(Reveal::Nothing);
    }
    match chance {
        // What a client says about face-down pieces does not count.
        Chance::Deal(deal) => Ok(deal.reveal(ply)),
        Chance::Told(letter) => {
            let named = letter.map(read_piece).transpose()?;
            let piece = told.or(named).ok_or_else(|| {
                ApiError::bad(format!(
                    "{ply} is a flip: expected what it turned up, such as {}=R",
                    ply.from()
                ))
            })?;
            Ok(Reveal::Piece(piece))
        }
    }
}

fn read_piece(letter: &str) -> Result<Piece, ApiError> {
    let mut letters = letter.chars();
    let piece = letters.next().and_then(Piece::from_letter).filter(|_| letters.next().is_none());
    piece.ok_or_else(|| {
        let shown: String = letter.chars().take(10).collect();
        ApiError::bad(format!(
            "reveal '{shown}' is no piece: expected K A E R H C P or k a e r h c p"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_colours_follow_the_first_flip() {
        let mut line = Line::open(Kind::Banqi, None, None).unwrap();
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
        let mut line = Line::open(Kind::Xiangqi, Some(fen), None).unwrap();
        assert_eq!(line.seat_to_move(), Seat::Second);
        assert_eq!((line.position(), line.start()), (fen.to_owned(), fen.to_owned()));
        line.play("d9d8", Chance::Told(None), false).unwrap();
        assert_eq!(line.position(), "9/3k5/9/9/9/9/9/9/4A4/4KR3 w - - 8 13");
    }

    #[test]
    fn a_deal_cannot_be_talked_over() {
        let deal = Deal::shuffled(3);
        let mut line = Line::open(Kind::Banqi, None, None).unwrap();
        line.play("c2=K", Chance::Deal(&deal), false).unwrap();
        let Line::Banqi { game, .. } = &line else { unreachable!() };
        assert_eq!(game.plies()[0].reveal, deal.reveal_at("c2".parse().unwrap()));
    }

    #[test]
    fn wrong_plies_say_why_and_change_nothing() {
        for (kind, text, code) in [
            (Kind::Xiangqi, "h2h9x", Code::BadRequest),
            (Kind::Xiangqi, "h2i9", Code::NotLegal),
            (Kind::Xiangqi, "e9e8", Code::NotLegal),
            (Kind::Banqi, "a1", Code::BadRequest),
            (Kind::Banqi, "a1=X", Code::BadRequest),
            (Kind::Banqi, "a1a2", Code::NotLegal),
            (Kind::Banqi, "炮二平五", Code::BadRequest),
        ] {
            let mut line = Line::open(kind, None, None).unwrap();
            let error = line.play(text, Chance::Told(None), false).unwrap_err();
            assert_eq!((error.code, line.len()), (code, 0), "{text}: {error}");
        }
    }
}
