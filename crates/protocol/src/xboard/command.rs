//! What is said to an engine.

use std::fmt;
use std::str::FromStr;

use super::GameResult;
use crate::coordinates::looks_like_move;
use crate::words::{OneLine, Word, Words};
use crate::{Notes, ParseError};

/// A command to an engine.
///
/// ```
/// use protocol::xboard::{Command, Level};
///
/// let level = Level { moves: 0, base_seconds: 90, increment_seconds: 2 };
/// assert_eq!(Command::Level(level).to_string(), "level 0 1:30 2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Speak this protocol.
    Xboard,
    /// The version of the protocol; answered by `feature` lines.
    ProtocolVersion(u32),
    /// A feature is granted.
    Accepted(String),
    /// A feature is refused.
    Rejected(String),
    /// Begin a game of ordinary chess; send the variant after it.
    New,
    /// Play this game.
    Variant(String),
    /// Only watch: moves are played without an answer.
    Force,
    /// Think and play for the side to move, now and from now on.
    Go,
    /// Play for the side that is not to move.
    PlayOther,
    /// A move, for engines with the feature `usermove`.
    UserMove(String),
    /// A move, for engines without it.
    BareMove(String),
    /// Set the position.
    SetBoard(String),
    /// Think so many whole seconds a move (`st`).
    MoveSeconds(u32),
    /// Think so many plies deep (`sd`).
    Depth(u32),
    /// Play with clocks.
    Level(Level),
    /// The engine's clock, in hundredths of a second.
    Time(u64),
    /// The opponent's clock, in hundredths of a second (`otim`).
    OpponentTime(u64),
    /// Answer `pong` with the same number once everything before is done.
    Ping(u32),
    /// Move now (`?`).
    MoveNow,
    /// Leave.
    Quit,
    /// Think without end and without playing.
    Analyze,
    /// Stop analysing.
    Exit,
    /// Tell how the analysis stands (`.`).
    Status,
    /// Show thinking output.
    Post,
    /// Do not show it.
    NoPost,
    /// Do not think on the opponent's time.
    Easy,
    /// Do.
    Hard,
    /// Toggle random play.
    Random,
    /// The opponent is a computer.
    Computer,
    /// Use so many megabytes.
    Memory(u64),
    /// Use so many threads.
    Cores(u32),
    /// Set an option, or press a button.
    SetOption {
        /// The option's name, which may hold spaces but no `=`.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// Take one ply back.
    Undo,
    /// Take two plies back.
    Remove,
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(GameResult),
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves a period; 0: the whole game.
    pub moves: u32,
    /// Seconds a period.
    pub base_seconds: u32,
    /// Seconds gained with each move.
    pub increment_seconds: u32,
}

const EXPECTED: &str = "a command of the xboard protocol or a move such as h2e2";

/// The commands of a single word.
const PLAIN: [(&str, Command); 19] = [
    ("xboard", Command::Xboard),
    ("new", Command::New),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("?", Command::MoveNow),
    ("quit", Command::Quit),
    ("analyze", Command::Analyze),
    ("exit", Command::Exit),
    (".", Command::Status),
    ("post", Command::Post),
    ("nopost", Command::NoPost),
    ("easy", Command::Easy),
    ("hard", Command::Hard),
    ("random", Command::Random),
    ("computer", Command::Computer),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("draw", Command::Draw),
];

impl Command {
    /// Reads a command. The referee only prints them; this is for engines in tests
    /// and for logs.
    ///
    /// # Errors
    /// If the first word is neither a command nor a move, or something is missing.
    pub fn parse(line: &str, notes: &mut Notes) -> Result<Self, ParseError> {
        let mut words = Words::new(line)?;
        let first = words.first(EXPECTED)?;
        let command = match PLAIN.iter().find(|(name, _)| *name == first.text) {
            Some((_, command)) => command.clone(),
            None => read_with_arguments(first, &mut words)?,
        };
        words.expect_end(notes);
        Ok(command)
    }
}

fn read_with_arguments(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    Ok(match first.text {
        "protover" => Command::ProtocolVersion(words.number(first)?),
        "accepted" => Command::Accepted(word(first, words, "a feature")?),
        "rejected" => Command::Rejected(word(first, words, "a feature")?),
        "variant" => Command::Variant(word(first, words, "a variant")?),
        "usermove" => Command::UserMove(word(first, words, "a move")?),
        "setboard" => read_set_board(first, words)?,
        "st" => Command::MoveSeconds(words.number(first)?),
        "sd" => Command::Depth(words.number(first)?),
        "level" => Command::Level(Level::read(first, words)?),
        "time" => Command::Time(words.number(first)?),
        "otim" => Command::OpponentTime(words.number(first)?),
        "ping" => Command::Ping(words.number(first)?),
        "memory" => Command::Memory(words.number(first)?),
        "cores" => Command::Cores(words.number(first)?),
        "option" => read_option(first, words)?,
        "result" => read_result(first, words)?,
        text if looks_like_move(text) => Command::BareMove(text.to_string()),
        _ => return Err(words.unknown(first, EXPECTED)),
    })
}

fn word(
    first: Word<'_>,
    words: &mut Words<'_>,
    expected: &'static str,
) -> Result<String, ParseError> {
    Ok(words.require(first, expected)?.text.to_string())
}

fn read_set_board(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    let fields = words.until(&[]);
    if fields.is_empty() {
        return Err(words.missing(first, "a position"));
    }
    Ok(Command::SetBoard(fields.join(" ")))
}

fn read_option(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    let text = words.rest();
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim_ascii().to_string())),
        None => (text, None),
    };
    match name.trim_ascii() {
        "" => Err(words.missing(first, "the name of an option")),
        name => Ok(Command::SetOption { name: name.to_string(), value }),
    }
}

fn read_result(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    const SCORES: &str = "1-0, 0-1, 1/2-1/2 or *";
    let score = words.require(first, SCORES)?;
    let result = GameResult::read(score, words);
    result.map(Command::Result).ok_or_else(|| words.invalid(first, score, SCORES))
}

impl Level {
    fn read(first: Word<'_>, words: &mut Words<'_>) -> Result<Self, ParseError> {
        let moves = words.number(first)?;
        let base = words.require(first, "a time such as 5 or 0:30")?;
        let base_seconds = read_minutes(base.text)
            .ok_or_else(|| words.invalid(first, base, "a time such as 5 or 0:30"))?;
        Ok(Level { moves, base_seconds, increment_seconds: words.number(first)? })
    }
}

fn read_minutes(text: &str) -> Option<u32> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let seconds: u32 = seconds.parse().ok()?;
    minutes.parse::<u32>().ok()?.checked_mul(60)?.checked_add(seconds)
}

impl fmt::Display for Level {
    /// Prints minutes, or `minutes:seconds` if they do not fit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.base_seconds / 60, self.base_seconds % 60);
        match seconds {
            0 => write!(f, "level {} {minutes} {}", self.moves, self.increment_seconds),
            _ => {
                write!(f, "level {} {minutes}:{seconds:02} {}", self.moves, self.increment_seconds)
            }
        }
    }
}

impl FromStr for Command {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        Command::parse(line, &mut Notes::new())
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::ProtocolVersion(version) => write!(f, "protover {version}"),
            Command::Accepted(feature) => write!(f, "accepted {}", OneLine(feature)),
            Command::Rejected(feature) => write!(f, "rejected {}", OneLine(feature)),
            Command::Variant(name) => write!(f, "variant {}", OneLine(name)),
            Command::UserMove(text) => write!(f, "usermove {}", OneLine(text)),
            Command::BareMove(text) => write!(f, "{}", OneLine(text)),
            Command::SetBoard(fen) => write!(f, "setboard {}", OneLine(fen)),
            Command::MoveSeconds(seconds) => write!(f, "st {seconds}"),
            Command::Depth(depth) => write!(f, "sd {depth}"),
            Command::Level(level) => write!(f, "{level}"),
            Command::Time(centiseconds) => write!(f, "time {centiseconds}"),
            Command::OpponentTime(centiseconds) => write!(f, "otim {centiseconds}"),
            Command::Ping(number) => write!(f, "ping {number}"),
            Command::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Command::Cores(threads) => write!(f, "cores {threads}"),
            Command::SetOption { name, value: None } => write!(f, "option {}", OneLine(name)),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "option {}={}", OneLine(name), OneLine(value))
            }
            Command::Result(result) => write!(f, "result {result}"),
            plain => {
                let word = PLAIN.iter().find(|(_, command)| command == plain);
                f.write_str(word.map_or("", |(name, _)| name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_prints_and_parses() {
        let lines = [
            "xboard",
            "protover 2",
            "accepted setboard",
            "rejected san",
            "new",
            "variant xiangqi",
            "force",
            "go",
            "playother",
            "usermove h2e2",
            "h2e2",
            "setboard rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1",
            "st 2",
            "sd 6",
            "level 40 5 0",
            "level 0 0:05 1",
            "level 0 61:59 3",
            "time 1200",
            "otim 1100",
            "ping 3",
            "?",
            ".",
            "analyze",
            "exit",
            "post",
            "nopost",
            "easy",
            "hard",
            "random",
            "computer",
            "memory 64",
            "cores 2",
            "option Random amplitude (0 to disable)=0",
            "option Clear Hash",
            "option Book=",
            "undo",
            "remove",
            "draw",
            "result 1-0 {White mates}",
            "result *",
            "quit",
        ];
        for line in lines {
            let mut notes = Notes::new();
            assert_eq!(Command::parse(line, &mut notes).unwrap().to_string(), line);
            assert!(notes.is_empty(), "{line}: {notes:?}");
        }
    }

    #[test]
    fn faults_say_what_where_and_what_would_be_right() {
        let faults = [
            ("foo", "column 1: unknown word `foo`; expected a command of the xboard protocol"),
            ("st 0.1", "column 4: `0.1` after `st` is not a whole number"),
            ("level 40", "column 7: `level` must be followed by a time such as 5 or 0:30"),
            ("level 40 5m 0", "column 10: `5m` after `level` is not a time such as 5 or 0:30"),
            ("level 0 99999999 0", "column 9: `99999999` after `level` is not a time"),
            ("option =3", "column 8: `option` must be followed by the name of an option"),
            ("result 2-0", "column 8: `2-0` after `result` is not 1-0, 0-1"),
            ("setboard", "column 10: `setboard` must be followed by a position"),
        ];
        for (line, message) in faults {
            let error = line.parse::<Command>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }
}
