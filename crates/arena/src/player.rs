//! What the referee asks of a player, be it a child process or built in.

use std::fmt;
use std::time::Duration;

use game::Side;
use serde::{Deserialize, Serialize};

use crate::clock::Budget;

/// Which of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Xiangqi.
    Xiangqi,
    /// Chinese dark chess.
    Banqi,
}

impl GameKind {
    /// `xiangqi` or `banqi`.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Xiangqi => "xiangqi",
            GameKind::Banqi => "banqi",
        }
    }

    /// What our engine's scores are worth in this game.
    pub const fn win_curve(self) -> search::WinCurve {
        match self {
            GameKind::Xiangqi => xiangqi_engine::WIN_CURVE,
            GameKind::Banqi => banqi_engine::WIN_CURVE,
        }
    }
}

/// Who makes the first ply, and who the second. In xiangqi the first seat moves
/// the pieces of the side to move at the start; in dark chess the first flip
/// decides the colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Makes the first ply.
    First,
    /// Makes the second ply.
    Second,
}

impl Seat {
    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other seat.
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// One ply of the game so far, in the game's own coordinate text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyText {
    /// What was chosen: `h2e2`, `a1a2`, or `a1a1` for a flip.
    pub ply: String,
    /// What a flip showed, as a piece letter of our dark chess text.
    pub reveal: Option<char>,
}

/// The game as players may know it: never what lies face down.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// Which game.
    pub game: GameKind,
    /// The start position's text (FEN, or the five fields of dark chess).
    pub start: &'a str,
    /// Whether that is the usual start position.
    pub usual_start: bool,
    /// All plies so far.
    pub plies: &'a [PlyText],
    /// The current position's text.
    pub position: &'a str,
    /// The position after the last capture or flip, and how many of `plies` came
    /// before it: what engines with short memories are sent.
    pub anchor: (&'a str, usize),
    /// Whose turn it is; `None` while colours are open.
    pub turn: Option<Side>,
    /// The colour of the first seat, once known.
    pub first_side: Option<Side>,
    /// Which seat the player addressed has.
    pub seat: Seat,
    /// The rules in force, as text.
    pub rules: &'a str,
}

/// What a player says about its ply.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// Centipawns from the mover's view, unless a mate is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Mate in so many moves (negative: against the mover).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Play this ply, in the game's own coordinate text.
    Ply(String),
    /// Give up.
    Resign,
}

/// A player's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What it wants to do.
    pub wish: Wish,
    /// What it said about it.
    pub thought: Thought,
    /// Wall time from the question to the answer's last byte.
    pub time: Duration,
    /// Processor time of the engine's process over the ply, if known.
    pub cpu: Option<Duration>,
}

/// What went wrong with a player. Each loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The process ended or closed its pipes.
    #[error("crash: {0}")]
    Crash(String),
    /// No answer long after the time was over, or to a ping.
    #[error("hang: {0}")]
    Hang(String),
    /// An answer came, but too late.
    #[error("time: {0}")]
    Time(String),
    /// A ply the rules forbid.
    #[error("illegal ply: {0}")]
    Illegal(String),
    /// An answer that does not follow the protocol.
    #[error("garbage: {0}")]
    Garbage(String),
}

/// The kind of a [`Fault`], for counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// See [`Fault::Crash`].
    Crash,
    /// See [`Fault::Hang`].
    Hang,
    /// See [`Fault::Time`].
    Time,
    /// See [`Fault::Illegal`].
    Illegal,
    /// See [`Fault::Garbage`].
    Garbage,
}

impl FaultKind {
    /// Every kind, in the order reports list them.
    pub const ALL: [FaultKind; 5] = [
        FaultKind::Time,
        FaultKind::Illegal,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Garbage,
    ];

    /// The word in records.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Time => "time",
            FaultKind::Illegal => "illegal",
            FaultKind::Garbage => "garbage",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Fault {
    /// Its kind.
    pub const fn kind(&self) -> FaultKind {
        match self {
            Fault::Crash(_) => FaultKind::Crash,
            Fault::Hang(_) => FaultKind::Hang,
            Fault::Time(_) => FaultKind::Time,
            Fault::Illegal(_) => FaultKind::Illegal,
            Fault::Garbage(_) => FaultKind::Garbage,
        }
    }
}

/// A player at the board. After a fault the referee drops the player and asks
/// for a new one.
pub trait Player: Send {
    /// A game begins; `view` has no plies yet.
    ///
    /// # Errors
    /// If the player is not there or not able.
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault>;

    /// It is this player's turn.
    ///
    /// # Errors
    /// Every fault loses the game.
    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault>;

    /// A ply, its own or the other's, was accepted; it is the last of `view`.
    /// `clock` is what the side that moved has left.
    ///
    /// # Errors
    /// If the player cannot be told.
    fn observe(&mut self, view: &View<'_>, clock: Duration) -> Result<(), Fault>;

    /// The game is over, with the result in words.
    fn finish(&mut self, result: &str);
}
