//! Answers to requests.

use std::fmt;
use std::str::FromStr;

use super::CommandName;
use crate::words::{OneLine, excerpt, is_digits};
use crate::{LineError, line};

/// A line from a program.
///
/// ```
/// use protocol::mgtp::{PlyText, Reply};
///
/// let Ok(Reply::Success { id: 12, text }) = "=12 a3 b3".parse() else { unreachable!() };
/// assert!(matches!(text.parse(), Ok(PlyText::Move { .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `=<id> <text>`
    Success {
        /// The id of the request.
        id: u32,
        /// The answer; may be empty.
        text: String,
    },
    /// `?<id> <text>`
    Failure {
        /// The id of the request.
        id: u32,
        /// The reason; may be empty.
        text: String,
    },
    /// A line that answers nothing, to be ignored.
    Other(String),
}

/// Why an answer cannot be matched to a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplyError {
    /// The line is too long or no single line.
    #[error(transparent)]
    Line(#[from] LineError),
    /// No number behind the sign.
    #[error("`{text}`: an id must follow `=` or `?` at once, as in `=12 a3 a4`")]
    Id {
        /// The line.
        text: String,
    },
}

impl Reply {
    /// An answer without text.
    pub fn done(name: CommandName) -> Self {
        Reply::answer(name, "")
    }

    /// An answer with text.
    pub fn answer(name: CommandName, text: impl Into<String>) -> Self {
        Reply::Success { id: name.id(), text: text.into() }
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(text: &str) -> Result<Self, ReplyError> {
        let line = line::check(text)?;
        let Some(body) = line.strip_prefix(['=', '?']) else {
            return Ok(Reply::Other(line.to_string()));
        };
        let end = body.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(body.len());
        let (id, text) = body.split_at(end);
        let id = Some(id).filter(|id| is_digits(id)).and_then(|id| id.parse().ok());
        let id = id.ok_or_else(|| ReplyError::Id { text: excerpt(line) })?;
        let text = text.trim_ascii().to_string();
        let success = line.starts_with('=');
        Ok(if success { Reply::Success { id, text } } else { Reply::Failure { id, text } })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, id, text) = match self {
            Reply::Success { id, text } => ('=', id, text),
            Reply::Failure { id, text } => ('?', id, text),
            Reply::Other(text) => return write!(f, "{}", OneLine(text)),
        };
        write!(f, "{sign}{id}")?;
        if text.is_empty() { Ok(()) } else { write!(f, " {}", OneLine(text)) }
    }
}

/// The answer of several lines that `list_commands` and `showboard` want. Later
/// lines are indented if they could be taken for an answer of their own.
///
/// ```
/// use protocol::mgtp::{CommandName, block};
///
/// let names = CommandName::ALL.map(CommandName::word);
/// let text = block(CommandName::ListCommands, &names);
/// assert!(text.starts_with("=4 protocol_version\nname\nversion\n"));
/// ```
pub fn block(name: CommandName, lines: &[&str]) -> String {
    let mut text = format!("={}", name.id());
    for (number, line) in lines.iter().enumerate() {
        let indented = number == 0 || line.starts_with(['=', '?']);
        text.push_str(if number == 0 { "" } else { "\n" });
        text.push_str(if indented { " " } else { "" });
        text.push_str(&OneLine(line).to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_print_back() {
        for line in ["=12 a3 a4", "=5", "?10 no such piece", "?7", "thinking ...", "", "=0 1.1.0"] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
        }
        assert_eq!("12".parse(), Ok(Reply::Other("12".into())));
        assert_eq!(Reply::done(CommandName::Ready).to_string(), "=14");
        assert_eq!(Reply::answer(CommandName::Name, "Chuhe").to_string(), "=1 Chuhe");
    }

    #[test]
    fn an_answer_without_a_number_is_an_error() {
        for line in ["=", "?", "= 12 a3 a4", "=a3", "=-1", "=+1", "=99999999999"] {
            let error = line.parse::<Reply>().unwrap_err();
            assert_eq!(error, ReplyError::Id { text: line.into() });
        }
    }

    #[test]
    fn a_block_holds_one_answer() {
        let text = block(CommandName::ShowBoard, &["=X", "?X\nX", "- -"]);
        assert_eq!(text, "=17 =X\n ?X X\n- -");
        let answers = text.lines().filter(|line| line.starts_with(['=', '?']));
        assert_eq!(answers.count(), 1);
        assert_eq!(block(CommandName::ShowBoard, &[]), "=17");
    }
}
