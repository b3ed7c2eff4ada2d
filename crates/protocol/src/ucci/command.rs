//! What is said to an engine.

use std::fmt;
use std::str::FromStr;

use super::GoLimits;
use crate::words::{OneLine, Word, Words};
use crate::{Notes, ParseError, PositionText};

/// A command to an engine.
///
/// ```
/// use protocol::ucci::Command;
///
/// let command: Command = "go draw time 300000 increment 0".parse()?;
/// let Command::Go(limits) = &command else { unreachable!() };
/// assert!(limits.draw);
/// assert_eq!(limits.time, Some(300_000));
/// # Ok::<(), protocol::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Speak UCCI; answered by `id`, `option` and `ucciok`.
    Ucci,
    /// Answer `readyok`.
    IsReady,
    /// Set an option, or press a button.
    SetOption {
        /// The option's name: one word.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// Set the position.
    Position(PositionText),
    /// Do not play these moves in the position just set.
    BanMoves(Vec<String>),
    /// Think.
    Go(GoLimits),
    /// The expected move was played.
    PonderHit {
        /// The opponent also offers a draw.
        draw: bool,
    },
    /// Stop thinking and tell the best move.
    Stop,
    /// Tell what the transposition table knows of a position; answered by `pophash`.
    Probe(PositionText),
    /// Leave; answered by `bye`.
    Quit,
}

const EXPECTED: &str =
    "ucci, isready, setoption, position, banmoves, go, ponderhit, stop, probe or quit";

impl Command {
    /// Reads a command.
    ///
    /// # Errors
    /// [`ParseError::Unknown`] if the first word is no command, another variant
    /// if something indispensable is missing or unreadable. Words that merely
    /// mean nothing here are skipped and noted.
    pub fn parse(line: &str, notes: &mut Notes) -> Result<Self, ParseError> {
        let mut words = Words::new(line)?;
        let first = words.first(EXPECTED)?;
        let command = match first.text {
            "ucci" => Command::Ucci,
            "isready" => Command::IsReady,
            "setoption" => read_set_option(first, &mut words)?,
            "position" => Command::Position(PositionText::read(first, &mut words, notes)?),
            "banmoves" => Command::BanMoves(words.list_until(&[])),
            "go" => Command::Go(GoLimits::read(&mut words, notes)?),
            "ponderhit" => read_ponder_hit(&mut words),
            "stop" => Command::Stop,
            "probe" => Command::Probe(PositionText::read(first, &mut words, notes)?),
            "quit" => Command::Quit,
            _ => return Err(words.unknown(first, EXPECTED)),
        };
        words.expect_end(notes);
        Ok(command)
    }
}

fn read_set_option(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    let name = words.require(first, "the name of an option")?.text.to_string();
    let value = Some(words.rest()).filter(|value| !value.is_empty()).map(str::to_string);
    Ok(Command::SetOption { name, value })
}

fn read_ponder_hit(words: &mut Words<'_>) -> Command {
    let draw = words.peek().is_some_and(|word| word.text == "draw");
    if draw {
        words.next();
    }
    Command::PonderHit { draw }
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
            Command::Ucci => f.write_str("ucci"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => {
                write!(f, "setoption {}", OneLine(name))?;
                match value.as_deref() {
                    Some(value) if !value.is_empty() => write!(f, " {}", OneLine(value)),
                    _ => Ok(()),
                }
            }
            Command::Position(position) => write!(f, "position {position}"),
            Command::BanMoves(moves) => {
                f.write_str("banmoves")?;
                moves.iter().try_for_each(|text| write!(f, " {}", OneLine(text)))
            }
            Command::Go(limits) => write!(f, "{limits}"),
            Command::PonderHit { draw: false } => f.write_str("ponderhit"),
            Command::PonderHit { draw: true } => f.write_str("ponderhit draw"),
            Command::Stop => f.write_str("stop"),
            Command::Probe(position) => write!(f, "probe {position}"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_interfaces_send_them() {
        let lines = [
            "ucci",
            "isready",
            "setoption usemillisec true",
            "setoption bookfiles C:\\my books\\a.dat",
            "setoption newgame",
            "position startpos moves h2e2 h9g7",
            "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "banmoves h2e2 b2e2",
            "go time 300000 increment 0",
            "go ponder time 295000 movestogo 30 opptime 1000 oppmovestogo 31",
            "go draw time 1 increment 2 opptime 3 oppincrement 4",
            "go infinite",
            "go depth 0",
            "go nodes 1000000",
            "ponderhit",
            "ponderhit draw",
            "probe startpos",
            "stop",
            "quit",
        ];
        for line in lines {
            let mut notes = Notes::new();
            assert_eq!(Command::parse(line, &mut notes).unwrap().to_string(), line);
            assert!(notes.is_empty(), "{line}: {notes:?}");
        }
    }

    #[test]
    fn old_and_sloppy_lines() {
        let cases = [
            ("go depth infinite", "go infinite"),
            ("  setoption   style   risky ", "setoption style risky"),
            ("go time -8 increment 3", "go time 0 increment 3"),
            ("ponderhit now", "ponderhit"),
        ];
        for (line, printed) in cases {
            assert_eq!(line.parse::<Command>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn faults_say_what_where_and_what_would_be_right() {
        let faults = [
            ("uci", "column 1: unknown word `uci`; expected ucci, isready"),
            ("setoption", "column 11: `setoption` must be followed by the name of an option"),
            ("go time soon", "column 9: `soon` after `time` is not a whole number"),
            ("probe", "column 7: `probe` must be followed by `startpos` or `fen`"),
        ];
        for (line, message) in faults {
            let error = line.parse::<Command>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }
}
