//! Requests as they come from the platform, and what may be wrong with them.

use std::str::FromStr;

use super::{BoardTextError, Cell, Colour, Command, CommandName, InitialBoard, Piece, Reply};
use super::{Square, Turn};
use crate::words::{Number, Word, Words, excerpt};
use crate::{LineError, Notes, ParseError};

/// A request that cannot be carried out, with the id to answer to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct RequestError {
    /// The id of the request, if it had one.
    pub id: Option<u32>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The line is too long or no single line.
    #[error(transparent)]
    Line(#[from] LineError),
    /// There is no id.
    #[error("`{text}` does not begin with the number of a command")]
    NoId {
        /// What stands there instead.
        text: String,
    },
    /// The id stands alone.
    #[error("the id {id} must be followed by a command")]
    NoCommand {
        /// The id.
        id: u32,
    },
    /// The command does not exist.
    #[error("unknown command `{word}`")]
    UnknownCommand {
        /// The word.
        word: String,
    },
    /// The id is not the command's number.
    #[error("`{word}` has the id {right}, not {id}")]
    WrongId {
        /// The id sent.
        id: u32,
        /// The command.
        word: String,
        /// Its number.
        right: u32,
    },
    /// An argument is missing or wrong.
    #[error(transparent)]
    Argument(#[from] ParseError),
}

impl RequestError {
    /// The failure to send back; `None` if there is no id to answer to.
    ///
    /// ```
    /// use protocol::mgtp::parse_request;
    ///
    /// let error = parse_request("12 move a1 a2").unwrap_err();
    /// assert_eq!(error.reply().unwrap().to_string(), "?12 `move` has the id 10, not 12");
    /// ```
    pub fn reply(&self) -> Option<Reply> {
        self.id.map(|id| Reply::Failure { id, text: self.fault.to_string() })
    }
}

/// Reads a request line. Words beyond the arguments are ignored.
///
/// # Errors
/// With the id to answer to, as far as one could be read.
pub fn parse_request(line: &str) -> Result<Command, RequestError> {
    let mut words =
        Words::new(line).map_err(|error| RequestError { id: None, fault: error.into() })?;
    let first = words.next();
    let id = first.and_then(|word| word.text.parse().ok());
    match id {
        Some(id) => {
            read_command(id, &mut words).map_err(|fault| RequestError { id: Some(id), fault })
        }
        None => {
            let text = excerpt(first.map_or("", |word| word.text));
            Err(RequestError { id, fault: Fault::NoId { text } })
        }
    }
}

impl FromStr for Command {
    type Err = RequestError;

    fn from_str(line: &str) -> Result<Self, RequestError> {
        parse_request(line)
    }
}

fn read_command(id: u32, words: &mut Words<'_>) -> Result<Command, Fault> {
    let word = words.next().ok_or(Fault::NoCommand { id })?;
    let text = excerpt(word.text);
    let Some(name) = CommandName::from_word(word.text) else {
        return Err(Fault::UnknownCommand { word: text });
    };
    if name.id() != id {
        return Err(Fault::WrongId { id, word: text, right: name.id() });
    }
    Ok(read_arguments(name, word, words)?)
}

fn read_arguments(
    name: CommandName,
    word: Word<'_>,
    words: &mut Words<'_>,
) -> Result<Command, ParseError> {
    Ok(match name {
        CommandName::ProtocolVersion => Command::ProtocolVersion,
        CommandName::Name => Command::Name,
        CommandName::Version => Command::Version,
        CommandName::KnownCommand => {
            Command::KnownCommand(words.require(word, "a command")?.text.to_string())
        }
        CommandName::ListCommands => Command::ListCommands,
        CommandName::Quit => Command::Quit,
        CommandName::BoardSize => {
            Command::BoardSize { width: words.number(word)?, height: words.number(word)? }
        }
        CommandName::ResetBoard => Command::ResetBoard,
        CommandName::NumRepetition => Command::NumRepetition(words.number(word)?),
        CommandName::NumMovesToDraw => Command::NumMovesToDraw(words.number(word)?),
        CommandName::Move => Command::Move { from: square(word, words)?, to: square(word, words)? },
        CommandName::Flip => Command::Flip {
            square: square(word, words)?,
            piece: checked::<Piece>(word, words, Piece::EXPECTED)?,
        },
        CommandName::GenMove => Command::GenMove(checked::<Turn>(word, words, Turn::EXPECTED)?),
        CommandName::GameOver => Command::GameOver(words.rest().to_string()),
        CommandName::Ready => Command::Ready,
        CommandName::TimeSettings => Command::TimeSettings(milliseconds(word, words)?),
        CommandName::TimeLeft => Command::TimeLeft {
            colour: checked::<Colour>(word, words, Colour::EXPECTED)?,
            milliseconds: milliseconds(word, words)?,
        },
        CommandName::ShowBoard => Command::ShowBoard,
        CommandName::InitBoard => Command::InitBoard(Box::new(read_board(word, words)?)),
    })
}

fn square(after: Word<'_>, words: &mut Words<'_>) -> Result<Square, ParseError> {
    checked(after, words, Square::EXPECTED)
}

/// A time; a clock that has run below zero counts as zero.
fn milliseconds(after: Word<'_>, words: &mut Words<'_>) -> Result<u64, ParseError> {
    words.time(after, &mut Notes::new())
}

fn checked<T: FromStr<Err = BoardTextError>>(
    after: Word<'_>,
    words: &mut Words<'_>,
    expected: &'static str,
) -> Result<T, ParseError> {
    let word = words.require(after, expected)?;
    word.text.parse().map_err(|_| words.invalid(after, word, expected))
}

/// Reads 32 letters, in words of their own or joined, and 14 numbers.
fn read_board(after: Word<'_>, words: &mut Words<'_>) -> Result<InitialBoard, ParseError> {
    const LETTERS: &str = "32 letters, one a square";
    let mut cells = Vec::with_capacity(32);
    while cells.len() < 32 {
        let word = words.require(after, LETTERS)?;
        let letters = word.text.chars().map(Cell::new);
        let read: Option<Vec<Cell>> = letters.take(33).collect();
        cells.extend(read.ok_or_else(|| words.invalid(after, word, Cell::EXPECTED))?);
        if cells.len() > 32 {
            return Err(words.invalid(after, word, LETTERS));
        }
    }
    let mut alive = [0; 14];
    for count in &mut alive {
        *count = read_count(after, words)?;
    }
    let cells = cells.try_into().map_err(|_| words.missing(after, LETTERS))?;
    Ok(InitialBoard { cells, alive })
}

fn read_count(after: Word<'_>, words: &mut Words<'_>) -> Result<u8, ParseError> {
    const COUNTS: &str = "14 counts of living pieces behind the letters";
    match words.peek() {
        Some(word) if word.text.parse::<u8>().is_err() => {
            Err(words.invalid(after, word, u8::EXPECTED))
        }
        Some(_) => words.number(after),
        None => Err(words.missing(after, COUNTS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_prints_back() {
        let lines = [
            "0 protocol_version",
            "1 name",
            "2 version",
            "3 known_command genmove",
            "4 list_commands",
            "5 quit",
            "6 boardsize 4 8",
            "7 reset_board",
            "8 num_repetition 3",
            "9 num_moves_to_draw 60",
            "10 move a4 a5",
            "11 flip b3 n",
            "12 genmove unknown",
            "13 game_over red wins (NoMove)",
            "14 ready",
            "15 time_setting 900000",
            "16 time_left black 899123",
            "17 showboard",
            "18 init_board X X X X - - - - K k X X X X X X X X X X X X X X X X X X X X X X \
             5 2 2 2 2 2 1 5 2 2 2 2 2 1",
        ];
        for (id, line) in (0..).zip(lines) {
            let command: Command = line.parse().unwrap();
            assert_eq!((command.id(), command.to_string().as_str()), (id, line));
        }
        assert_eq!(lines.len(), CommandName::ALL.len());
    }

    #[test]
    fn tolerated_spellings() {
        let joined = format!("18 init_board {} 0 0 0 0 0 0 1 0 0 0 0 0 0 1", "Kk--XXXX".repeat(4));
        let cases = [
            ("15 time_settings 5", "15 time_setting 5"),
            (" 10\tmove  a4 a5 please\r\n", "10 move a4 a5"),
            ("16 time_left red -20", "16 time_left red 0"),
            ("13 game_over", "13 game_over"),
            (
                &joined,
                "18 init_board K k - - X X X X K k - - X X X X K k - - X X X X K k - - X X X X \
              0 0 0 0 0 0 1 0 0 0 0 0 0 1",
            ),
        ];
        for (line, printed) in cases {
            assert_eq!(parse_request(line).unwrap().to_string(), printed);
        }
    }

    #[test]
    fn failures_are_answered_with_their_id_and_reason() {
        let cases = [
            ("12 move a1 a2", "?12 `move` has the id 10, not 12"),
            ("7 undo", "?7 unknown command `undo`"),
            ("10", "?10 the id 10 must be followed by a command"),
            ("10 move a1", "?10 column 9: `move` must be followed by a square from a1 to d8"),
            ("10 move a1 h4", "?10 column 12: `h4` after `move` is not a square from a1 to d8"),
            ("11 flip a1 X", "?11 column 12: `X` after `flip` is not a piece K G M R N C P"),
            ("12 genmove white", "?12 column 12: `white` after `genmove` is not red, black"),
            ("9 num_moves_to_draw many", "?9 column 21: `many` after `num_moves_to_draw` is not"),
            ("16 time_left unknown 5", "?16 column 14: `unknown` after `time_left` is not red or"),
            ("18 init_board X X", "?18 column 15: `init_board` must be followed by 32 letters"),
            ("3 known_command", "?3 column 17: `known_command` must be followed by a command"),
        ];
        for (line, reply) in cases {
            let answer = parse_request(line).unwrap_err().reply().unwrap().to_string();
            assert!(answer.starts_with(reply), "{line}: {answer}");
        }
        let letters = "X".repeat(33);
        let counts = format!("18 init_board {} 1 2", "X".repeat(32));
        for line in [format!("18 init_board {letters}"), counts, "18 init_board XO".into()] {
            assert_eq!(parse_request(&line).unwrap_err().id, Some(18), "{line}");
        }
    }

    #[test]
    fn without_an_id_there_is_no_answer() {
        for line in ["", "move a1 a2", "-1 move a1 a2", "99999999999 quit", "5\nquit"] {
            assert_eq!(parse_request(line).unwrap_err().reply(), None, "{line}");
        }
    }
}
