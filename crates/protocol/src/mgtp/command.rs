//! The commands of the platform.

use std::fmt;

use super::{Colour, InitialBoard, Piece, Square, Turn};
use crate::words::OneLine;

/// The name of a command, which is also its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommandName {
    /// Which version of the protocol the program speaks.
    ProtocolVersion,
    /// What the program is called.
    Name,
    /// Its version.
    Version,
    /// Whether it knows a command.
    KnownCommand,
    /// All commands it knows.
    ListCommands,
    /// Leave.
    Quit,
    /// The size of the board.
    BoardSize,
    /// All 32 pieces face down.
    ResetBoard,
    /// How many repetitions draw.
    NumRepetition,
    /// How many plies without capture or flip draw.
    NumMovesToDraw,
    /// A piece was moved.
    Move,
    /// A piece was turned up.
    Flip,
    /// Think and tell a ply.
    GenMove,
    /// The game is over.
    GameOver,
    /// Is the program ready?
    Ready,
    /// The time of each side for the game.
    TimeSettings,
    /// The time a side has left.
    TimeLeft,
    /// Show the board.
    ShowBoard,
    /// Begin from a given board.
    InitBoard,
}

impl CommandName {
    /// All commands; the place in this list is the id.
    pub const ALL: [CommandName; 19] = [
        CommandName::ProtocolVersion,
        CommandName::Name,
        CommandName::Version,
        CommandName::KnownCommand,
        CommandName::ListCommands,
        CommandName::Quit,
        CommandName::BoardSize,
        CommandName::ResetBoard,
        CommandName::NumRepetition,
        CommandName::NumMovesToDraw,
        CommandName::Move,
        CommandName::Flip,
        CommandName::GenMove,
        CommandName::GameOver,
        CommandName::Ready,
        CommandName::TimeSettings,
        CommandName::TimeLeft,
        CommandName::ShowBoard,
        CommandName::InitBoard,
    ];

    /// The number that stands before the command.
    pub fn id(self) -> u32 {
        self as u32
    }

    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            CommandName::ProtocolVersion => "protocol_version",
            CommandName::Name => "name",
            CommandName::Version => "version",
            CommandName::KnownCommand => "known_command",
            CommandName::ListCommands => "list_commands",
            CommandName::Quit => "quit",
            CommandName::BoardSize => "boardsize",
            CommandName::ResetBoard => "reset_board",
            CommandName::NumRepetition => "num_repetition",
            CommandName::NumMovesToDraw => "num_moves_to_draw",
            CommandName::Move => "move",
            CommandName::Flip => "flip",
            CommandName::GenMove => "genmove",
            CommandName::GameOver => "game_over",
            CommandName::Ready => "ready",
            CommandName::TimeSettings => "time_settings",
            CommandName::TimeLeft => "time_left",
            CommandName::ShowBoard => "showboard",
            CommandName::InitBoard => "init_board",
        }
    }

    /// The command of a word. The platform lists `time_settings` and sends
    /// `time_setting`; both are known.
    ///
    /// ```
    /// use protocol::mgtp::CommandName;
    ///
    /// assert_eq!(CommandName::from_word("genmove"), Some(CommandName::GenMove));
    /// assert_eq!(CommandName::from_word("time_setting").map(CommandName::id), Some(15));
    /// assert_eq!(CommandName::from_word("undo"), None);
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        if word == SENT_TIME_SETTINGS {
            return Some(CommandName::TimeSettings);
        }
        Self::ALL.into_iter().find(|name| name.word() == word)
    }
}

const SENT_TIME_SETTINGS: &str = "time_setting";

/// A command with its arguments.
///
/// ```
/// use protocol::mgtp::{Colour, Command, Turn};
///
/// let command = Command::GenMove(Turn::Of(Colour::Red));
/// assert_eq!(command.to_string(), "12 genmove red");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// See [`CommandName::ProtocolVersion`].
    ProtocolVersion,
    /// See [`CommandName::Name`].
    Name,
    /// See [`CommandName::Version`].
    Version,
    /// The name asked for.
    KnownCommand(String),
    /// See [`CommandName::ListCommands`].
    ListCommands,
    /// See [`CommandName::Quit`].
    Quit,
    /// The size of the board.
    BoardSize {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
    },
    /// See [`CommandName::ResetBoard`].
    ResetBoard,
    /// How many repetitions draw.
    NumRepetition(u32),
    /// How many plies without capture or flip draw.
    NumMovesToDraw(u32),
    /// A piece was moved, perhaps with a capture.
    Move {
        /// Where it stood.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// A piece was turned up.
    Flip {
        /// Where.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// Think and tell a ply for a side.
    GenMove(Turn),
    /// The game is over; the text says how.
    GameOver(String),
    /// See [`CommandName::Ready`].
    Ready,
    /// Milliseconds of each side for the game.
    TimeSettings(u64),
    /// The time a side has left.
    TimeLeft {
        /// Whose.
        colour: Colour,
        /// How much.
        milliseconds: u64,
    },
    /// See [`CommandName::ShowBoard`].
    ShowBoard,
    /// Begin from this board.
    InitBoard(Box<InitialBoard>),
}

impl Command {
    /// The command without its arguments.
    pub fn name(&self) -> CommandName {
        match self {
            Command::ProtocolVersion => CommandName::ProtocolVersion,
            Command::Name => CommandName::Name,
            Command::Version => CommandName::Version,
            Command::KnownCommand(_) => CommandName::KnownCommand,
            Command::ListCommands => CommandName::ListCommands,
            Command::Quit => CommandName::Quit,
            Command::BoardSize { .. } => CommandName::BoardSize,
            Command::ResetBoard => CommandName::ResetBoard,
            Command::NumRepetition(_) => CommandName::NumRepetition,
            Command::NumMovesToDraw(_) => CommandName::NumMovesToDraw,
            Command::Move { .. } => CommandName::Move,
            Command::Flip { .. } => CommandName::Flip,
            Command::GenMove(_) => CommandName::GenMove,
            Command::GameOver(_) => CommandName::GameOver,
            Command::Ready => CommandName::Ready,
            Command::TimeSettings(_) => CommandName::TimeSettings,
            Command::TimeLeft { .. } => CommandName::TimeLeft,
            Command::ShowBoard => CommandName::ShowBoard,
            Command::InitBoard(_) => CommandName::InitBoard,
        }
    }

    /// The number that stands before the command.
    pub fn id(&self) -> u32 {
        self.name().id()
    }
}

impl fmt::Display for Command {
    /// Prints the whole request, id included.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Command::TimeSettings(_) => SENT_TIME_SETTINGS,
            _ => self.name().word(),
        };
        write!(f, "{} {word}", self.id())?;
        match self {
            Command::KnownCommand(text) => write!(f, " {}", OneLine(text)),
            Command::BoardSize { width, height } => write!(f, " {width} {height}"),
            Command::NumRepetition(count) | Command::NumMovesToDraw(count) => write!(f, " {count}"),
            Command::Move { from, to } => write!(f, " {from} {to}"),
            Command::Flip { square, piece } => write!(f, " {square} {piece}"),
            Command::GenMove(turn) => write!(f, " {turn}"),
            Command::GameOver(text) if !text.is_empty() => write!(f, " {}", OneLine(text)),
            Command::TimeSettings(milliseconds) => write!(f, " {milliseconds}"),
            Command::TimeLeft { colour, milliseconds } => write!(f, " {colour} {milliseconds}"),
            Command::InitBoard(board) => write!(f, " {board}"),
            _ => Ok(()),
        }
    }
}
