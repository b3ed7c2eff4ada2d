//! The contest platform's game files.
//!
//! Every line of the game begins with `* `: the date, the players, the pool
//! (14 counts, `K G M R N C P` of red, then of black), the board in eight rows,
//! who has which colour, the time, the plies two by two, the end:
//!
//! ```text
//! * 4:15pm Jan 13, 2022
//! * Alice vs Bob
//! * 1 2 2 2 2 2 5 1 2 2 2 2 2 5
//! * X X X X                        (eight such rows)
//! * first 0
//! * time 900
//! * 1. b8(G) d8(c)
//! * 2. b8-c8
//! * NoMove Alice wins 1,0
//! ```
//!
//! `first` is the colour of the player named first, 0 red and 1 black; that
//! player always makes the first ply.

mod reader;

use std::fmt;

use game::{Cause, Game, Outcome, Side};

pub use reader::{RecordError, RecordProblem};

use super::{Played, ReplayError, platform, replay};
use crate::{BanqiRules, Piece, Position, Repetition, Setup, Square, Tile};

/// A game as a contest file tells it. `FromStr` reads it, `Display` writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestRecord {
    /// The date as written; may be empty.
    pub date: String,
    /// The player who makes the first ply, and the other one.
    pub players: [String; 2],
    /// The position before the first ply.
    pub start: Setup,
    /// The colour of the first player.
    pub first: Option<Side>,
    /// Seconds for each side.
    pub seconds: Option<u32>,
    /// The plies.
    pub plies: Vec<Played>,
    /// How the game ended; `None` if the file stops before its end.
    pub end: Option<RecordedEnd>,
}

/// The last line of a contest record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedEnd {
    /// Why the game ended.
    pub reason: EndReason,
    /// Who won; `None` is a draw.
    pub winner: Option<Seat>,
}

/// A player by the order of the first plies, whatever the colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// Who makes the first ply.
    First,
    /// Who makes the second.
    Second,
}

impl Seat {
    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Why a game ended, in the platform's words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The loser has no ply, or no piece.
    NoMove,
    /// Too many plies without capture or flip.
    NoEatFlipDraw,
    /// The same plies again and again.
    PositionRepetitionDraw {
        /// How many times.
        times: u32,
        /// How many plies long.
        length: u32,
    },
    /// The loser's time ran out.
    TimeOut,
    /// Something else, as written.
    Other(String),
}

impl EndReason {
    /// The platform's word for the end of a game of ours; `None` while it goes
    /// on. The platform knows no word for a long chase; ours is used.
    pub fn of_game(game: &Game<Position, BanqiRules>) -> Option<EndReason> {
        let verdict = game.verdict()?;
        Some(match verdict.cause {
            Cause::NoMove | Cause::Elimination => EndReason::NoMove,
            Cause::NoProgress => EndReason::NoEatFlipDraw,
            Cause::Repetition => repetition_of(game),
            cause => EndReason::Other(cause.name().to_owned()),
        })
    }

    /// Reads `NoMove`, `PositionRepetitionDraw,3,4` or `PositionRepetitionDraw(3-4)`.
    /// Unknown words are kept.
    ///
    /// ```
    /// use banqi::notation::record::EndReason;
    /// let reason = EndReason::read("PositionRepetitionDraw(3-4)");
    /// assert_eq!(reason, EndReason::PositionRepetitionDraw { times: 3, length: 4 });
    /// assert_eq!(reason.to_string(), "PositionRepetitionDraw,3,4");
    /// ```
    pub fn read(text: &str) -> EndReason {
        match text {
            "NoMove" => EndReason::NoMove,
            "NoEatFlipDraw" => EndReason::NoEatFlipDraw,
            "TimeOut" => EndReason::TimeOut,
            _ => read_repetition(text).unwrap_or_else(|| EndReason::Other(text.to_owned())),
        }
    }
}

fn repetition_of(game: &Game<Position, BanqiRules>) -> EndReason {
    let history = game.history();
    let (times, length) = match game.rules().repetition {
        Repetition::Off => (0, None),
        Repetition::Position(times) => (times, history.seen().nth(1)),
        Repetition::Cycle(times) => (times, history.cycle_length(times as usize)),
    };
    EndReason::PositionRepetitionDraw { times, length: length.unwrap_or(0) as u32 }
}

fn read_repetition(text: &str) -> Option<EndReason> {
    let numbers = text.strip_prefix("PositionRepetitionDraw")?;
    let numbers = numbers.trim_start_matches([',', '(']).trim_end_matches(')');
    let (times, length) = numbers.split_once([',', '-'])?;
    let (times, length) = (times.parse().ok()?, length.parse().ok()?);
    Some(EndReason::PositionRepetitionDraw { times, length })
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::NoMove => f.write_str("NoMove"),
            EndReason::NoEatFlipDraw => f.write_str("NoEatFlipDraw"),
            EndReason::TimeOut => f.write_str("TimeOut"),
            EndReason::Other(text) => f.write_str(text),
            EndReason::PositionRepetitionDraw { times, length } => {
                write!(f, "PositionRepetitionDraw,{times},{length}")
            }
        }
    }
}

impl ContestRecord {
    /// The record of a game of ours, played to its end or not.
    ///
    /// ```
    /// use banqi::notation::{coordinate, record::ContestRecord, replay};
    /// use banqi::{BanqiRules, Position};
    /// let start: Position = "8/8/8/K1k5 r".parse().unwrap();
    /// let plies = coordinate::read_list("a1b1 c1b1").unwrap();
    /// let game = replay(BanqiRules::default(), &start.setup(), &plies).unwrap();
    /// let record = ContestRecord::of_game(&game, ["Ann".into(), "Bo".into()]);
    /// assert!(record.to_string().ends_with("* 1. a8-a7 a6-a7\n* NoMove Bo wins 0,1\n"));
    /// ```
    pub fn of_game(game: &Game<Position, BanqiRules>, players: [String; 2]) -> ContestRecord {
        let mut record = ContestRecord {
            date: String::new(),
            players,
            start: game.start().setup(),
            first: game.start().turn(),
            seconds: None,
            plies: game.plies().to_vec(),
            end: None,
        };
        record.first = record.first_colour();
        record.end = EndReason::of_game(game).zip(game.verdict()).map(|(reason, verdict)| {
            RecordedEnd { reason, winner: record.winner_seat(verdict.outcome) }
        });
        record
    }

    fn winner_seat(&self, outcome: Outcome) -> Option<Seat> {
        match outcome {
            Outcome::Draw => None,
            Outcome::Win(side) if self.first_colour() == Some(side) => Some(Seat::First),
            Outcome::Win(_) => Some(Seat::Second),
        }
    }

    /// Plays the game again under a rule set, past any verdict.
    ///
    /// # Errors
    /// If the start is no position, or names the first ply that cannot be played.
    pub fn replay(&self, rules: BanqiRules) -> Result<Game<Position, BanqiRules>, ReplayError> {
        replay(rules, &self.start, &self.plies)
    }

    /// The colour of the first player: stated, or that of the first flip.
    pub fn first_colour(&self) -> Option<Side> {
        let flipped = || self.plies.first()?.reveal.piece().map(Piece::side);
        self.first.or(self.start.turn).or_else(flipped)
    }

    /// Who won by colour; `None` if there is no end or colours are unknown.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.end.as_ref()?.winner {
            None => Some(Outcome::Draw),
            Some(Seat::First) => self.first_colour().map(Outcome::Win),
            Some(Seat::Second) => self.first_colour().map(|side| Outcome::Win(!side)),
        }
    }

    fn write_header(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "* {}\n* {} vs {}", self.date, self.players[0], self.players[1])?;
        let pool = self.start.pool.unwrap_or_default();
        let counts: Vec<String> = Piece::all().map(|p| pool.count(p).to_string()).collect();
        writeln!(f, "* {}", counts.join(" "))?;
        let letters: Vec<String> = platform::squares().map(|s| self.letter_at(s)).collect();
        letters.chunks(4).try_for_each(|row| writeln!(f, "* {}", row.join(" ")))?;
        if let Some(side) = self.first {
            writeln!(f, "* first {}", side.index())?;
        }
        self.seconds.map_or(Ok(()), |seconds| writeln!(f, "* time {seconds}"))
    }

    fn letter_at(&self, square: Square) -> String {
        let up = |tile: Tile| tile.piece().map_or('X', platform::piece_letter);
        self.start.tile_at(square).map_or('-', up).to_string()
    }

    fn write_end(&self, end: &RecordedEnd, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = &end.reason;
        match end.winner {
            None => writeln!(f, "* {reason} {} Draw 0.5,0.5", self.players[0]),
            Some(Seat::First) => writeln!(f, "* {reason} {} wins 1,0", self.players[0]),
            Some(Seat::Second) => writeln!(f, "* {reason} {} wins 0,1", self.players[1]),
        }
    }
}

impl fmt::Display for ContestRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_header(f)?;
        for (index, pair) in self.plies.chunks(2).enumerate() {
            writeln!(f, "* {}. {}", index + 1, platform::write_list(pair))?;
        }
        self.end.as_ref().map_or(Ok(()), |end| self.write_end(end, f))
    }
}
