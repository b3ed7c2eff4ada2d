//! What is said to an engine.

use std::fmt;
use std::str::FromStr;

use super::GoLimits;
use crate::words::{OneLine, Word, Words, write_text};
use crate::{Notes, ParseError, PositionText};

/// A command to an engine.
///
/// ```
/// use protocol::uci::Command;
///
/// let command: Command = " position  startpos moves h2e2   h9g7".parse()?;
/// assert_eq!(command.to_string(), "position startpos moves h2e2 h9g7");
/// # Ok::<(), protocol::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Speak UCI; answered by `id`, `option` and `uciok`.
    Uci,
    /// Speak UCI-Cyclone; answered as [`Command::Uci`].
    UciCyclone,
    /// Be more or less talkative.
    Debug(bool),
    /// Answer `readyok` once everything before is done.
    IsReady,
    /// Set an option, or press a button.
    SetOption {
        /// The option's name, which may hold spaces.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// The next position is from another game.
    UciNewGame,
    /// Set the position.
    Position(PositionText),
    /// Think.
    Go(GoLimits),
    /// Stop thinking and tell the best move.
    Stop,
    /// The expected move was played: go on thinking on the own clock.
    PonderHit,
    /// Leave.
    Quit,
}

/// How commands are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// As UCI says.
    #[default]
    Plain,
    /// Without the word `position`.
    Cyclone,
}

const EXPECTED: &str =
    "uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, debug or quit";

/// The commands of a single word.
const PLAIN: [(&str, Command); 7] = [
    ("uci", Command::Uci),
    ("ucicyclone", Command::UciCyclone),
    ("isready", Command::IsReady),
    ("ucinewgame", Command::UciNewGame),
    ("stop", Command::Stop),
    ("ponderhit", Command::PonderHit),
    ("quit", Command::Quit),
];

impl Command {
    /// Reads a command of either dialect.
    ///
    /// # Errors
    /// [`ParseError::Unknown`] if the first word is no command, another variant
    /// if something indispensable is missing or unreadable. Words that merely
    /// mean nothing here are skipped and noted.
    pub fn parse(line: &str, notes: &mut Notes) -> Result<Self, ParseError> {
        let mut words = Words::new(line)?;
        let from_start = words.clone();
        let first = words.first(EXPECTED)?;
        let command = match first.text {
            "setoption" => read_set_option(first, &mut words)?,
            "debug" => read_debug(first, &mut words)?,
            "go" => Command::Go(GoLimits::read(&mut words, notes)?),
            "position" => Command::Position(PositionText::read(first, &mut words, notes)?),
            "startpos" | "fen" => {
                words = from_start;
                Command::Position(PositionText::read(first, &mut words, notes)?)
            }
            word => match PLAIN.iter().find(|(name, _)| *name == word) {
                Some((_, command)) => command.clone(),
                None => return Err(words.unknown(first, EXPECTED)),
            },
        };
        words.expect_end(notes);
        Ok(command)
    }

    /// The line in a dialect.
    ///
    /// ```
    /// use protocol::{PositionText, uci::{Command, Dialect}};
    ///
    /// let command = Command::Position(PositionText::default());
    /// assert_eq!(command.print(Dialect::Plain), "position startpos");
    /// assert_eq!(command.print(Dialect::Cyclone), "startpos");
    /// ```
    pub fn print(&self, dialect: Dialect) -> String {
        match (self, dialect) {
            (Command::Position(position), Dialect::Cyclone) => position.to_string(),
            _ => self.to_string(),
        }
    }
}

fn read_set_option(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    let keyword = words.require(first, "`name`")?;
    if keyword.text != "name" {
        return Err(words.invalid(first, keyword, "`name`"));
    }
    let name = words.until(&["value"]).join(" ");
    if name.is_empty() {
        return Err(words.missing(keyword, "the name of an option"));
    }
    let value = words.next().map(|_| words.rest().to_string());
    Ok(Command::SetOption { name, value })
}

fn read_debug(first: Word<'_>, words: &mut Words<'_>) -> Result<Command, ParseError> {
    let word = words.require(first, "`on` or `off`")?;
    match word.text {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        _ => Err(words.invalid(first, word, "`on` or `off`")),
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
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::SetOption { name, value } => {
                write!(f, "setoption name {}", OneLine(name))?;
                write_text(f, "value", value.as_deref())
            }
            Command::Position(position) => write!(f, "position {position}"),
            Command::Go(limits) => write!(f, "{limits}"),
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
    use crate::Start;

    fn check(line: &str, printed: &str) {
        let mut notes = Notes::new();
        let command = Command::parse(line, &mut notes).unwrap();
        assert_eq!(command.to_string(), printed, "{line}");
        assert!(notes.is_empty(), "{line}: {notes:?}");
    }

    #[test]
    fn lines_as_interfaces_send_them() {
        check("uci\r\n", "uci");
        check("ucicyclone", "ucicyclone");
        check("\tdebug \t on ", "debug on");
        check(
            "setoption name UCI_Variant value xiangqi",
            "setoption name UCI_Variant value xiangqi",
        );
        check("setoption name Clear  Hash", "setoption name Clear Hash");
        check("setoption name Book value /a  b/c.obk", "setoption name Book value /a  b/c.obk");
        check("setoption name Debug Log File value", "setoption name Debug Log File value");
        check("position startpos moves", "position startpos");
        check("startpos moves h2e2", "position startpos moves h2e2");
        check("fen 4k4/9 w - - 0 1 moves e0e1", "position fen 4k4/9 w - - 0 1 moves e0e1");
        check(
            "go ponder wtime 100 btime 90 winc 1 binc 2",
            "go ponder wtime 100 btime 90 winc 1 binc 2",
        );
        check("go searchmoves a0a1 b0b1 depth 5", "go depth 5 searchmoves a0a1 b0b1");
        check("go", "go");
        check(
            "position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2 0 1 moves a1=R h4h4=k",
            "position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2 0 1 moves a1=R h4h4=k",
        );
    }

    #[test]
    fn faults_say_what_where_and_what_would_be_right() {
        let faults = [
            ("", "an empty line; expected uci,"),
            ("  d", "column 1: unknown word `d`; expected uci,"),
            ("go depth", "column 10: `depth` must be followed by a whole number"),
            ("go movetime 1s", "column 13: `1s` after `movetime` is not a whole number"),
            ("go movetime -x", "column 13: `-x` after `movetime` is not a whole number"),
            ("go nodes 18446744073709551616", "column 10: `18446744073709551616` after `nodes`"),
            ("setoption Hash 16", "column 11: `Hash` after `setoption` is not `name`"),
            ("setoption name value 3", "column 16: `name` must be followed by the name"),
            ("position", "column 10: `position` must be followed by `startpos` or `fen`"),
            ("position fen moves a0a1", "column 14: `fen` must be followed by a position"),
            ("position 4k4/9", "column 10: `4k4/9` after `position` is not `startpos` or `fen`"),
            ("debug", "column 7: `debug` must be followed by `on` or `off`"),
            ("stop\nquit", "column 5: '\\n' inside a line"),
        ];
        for (line, message) in faults {
            let error = line.parse::<Command>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }

    #[test]
    fn harmless_faults_are_noted() {
        let cases = [
            (
                "go wtime -30 btime 5",
                "go wtime 0 btime 5",
                "column 10: `-30` after `wtime` is taken as 0",
            ),
            ("go rtime 7 depth 2", "go depth 2", "column 4: unknown word `rtime`"),
            ("stop now", "stop", "column 6: unknown word `now`; expected the end of the line"),
            (
                "position startpos h2e2 moves h9g7",
                "position startpos moves h9g7",
                "column 19: unknown word `h2e2`",
            ),
        ];
        for (line, printed, message) in cases {
            let mut notes = Notes::new();
            assert_eq!(Command::parse(line, &mut notes).unwrap().to_string(), printed);
            let note = notes.iter().next().unwrap().to_string();
            assert!(note.starts_with(message), "{line}: {note}");
        }
    }

    #[test]
    fn notes_stay_few() {
        let mut notes = Notes::new();
        let line = format!("go {}depth 1", "x ".repeat(30_000));
        assert_eq!(Command::parse(&line, &mut notes).unwrap().to_string(), "go depth 1");
        assert_eq!(notes.iter().count(), Notes::LIMIT);
    }

    #[test]
    fn strings_cannot_smuggle_a_second_command() {
        let start = Start::Fen("4k4/9\nquit".to_string());
        let command = Command::Position(PositionText { start, moves: vec!["a0a1\r\nquit".into()] });
        assert_eq!(command.to_string(), "position fen 4k4/9 quit moves a0a1  quit");
    }
}
