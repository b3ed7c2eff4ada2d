//! What the referee asks of a player, be it a child process or built in.

use std::fmt;
use std::time::Duration;

pub use game::GameKind;
use game::Side;
use play::AnyPly;
pub use play::Seat;
use play::player::GameRef;
use serde::{Deserialize, Serialize};

use crate::board::RefereeBoard;
use crate::clock::Budget;

/// One ply of the game so far, in the game's own coordinate text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyText {
    /// What was chosen: `h2e2`, `a1a2`, or `a1a1` for a flip.
    pub ply: String,
    /// What a flip showed, as a piece letter of our dark chess text.
    pub reveal: Option<char>,
}

/// Says whether the run wants to end: asked between plies, and by players that can
/// break off their search.
pub type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// The game as a player may know it: never what lies face down. Texts are made
/// when they are asked for.
#[derive(Clone, Copy)]
pub struct View<'a> {
    board: &'a dyn RefereeBoard,
    seat: Seat,
    seed: u64,
    stopped: Stopped<'a>,
}

impl<'a> View<'a> {
    /// What the player of a seat sees of a board; `seed` is that of its dice.
    pub fn new(
        board: &'a dyn RefereeBoard,
        seat: Seat,
        seed: u64,
        stopped: Stopped<'a>,
    ) -> View<'a> {
        View { board, seat, seed, stopped }
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        self.board.kind()
    }

    /// The game itself, for players that need no text.
    pub fn game(&self) -> GameRef<'a> {
        self.board.game()
    }

    /// The start position's text (FEN, or the five fields of dark chess).
    pub fn start(&self) -> &'a str {
        self.board.start()
    }

    /// Whether that is the usual start position.
    pub fn is_usual_start(&self) -> bool {
        self.board.is_usual_start()
    }

    /// All plies so far.
    pub fn plies(&self) -> &'a [PlyText] {
        self.board.plies()
    }

    /// The current position's text.
    pub fn position(&self) -> String {
        self.board.position()
    }

    /// The position after the last capture or flip, and how many of the plies came
    /// before it: what engines with short memories are sent.
    pub fn anchor(&self) -> (String, usize) {
        self.board.anchor()
    }

    /// Whose turn it is; `None` while colours are open.
    pub fn turn(&self) -> Option<Side> {
        self.board.turn()
    }

    /// The colour of a seat, once known.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.board.side_of(seat)
    }

    /// Which seat the player addressed has.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules in force, as text.
    pub fn rules(&self) -> &'a str {
        self.board.rules()
    }

    /// The seed of the player's dice in this game.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the run wants to end.
    pub fn stopped(&self) -> Stopped<'a> {
        self.stopped
    }
}

/// What a player reports about its ply.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlyInfo {
    /// Centipawns from the mover's view, unless a mate is seen.
    pub score: Option<i32>,
    /// Mate in so many moves (negative: against the mover).
    pub mate: Option<i32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// A ply as a player names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChosenPly {
    /// In the game's own coordinate text.
    Text(String),
    /// The ply itself.
    Ply(AnyPly),
}

/// What a player does on its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Plays this ply.
    Play(ChosenPly),
    /// Gives up.
    Resign,
}

impl Action {
    /// Plays a ply given in the game's own coordinate text.
    pub fn written(text: String) -> Action {
        Action::Play(ChosenPly::Text(text))
    }
}

/// A player's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What it does.
    pub action: Action,
    /// What it reports about it.
    pub info: PlyInfo,
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
