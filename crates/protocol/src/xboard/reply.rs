//! What an engine answers.

use std::fmt;
use std::str::FromStr;

use super::{Feature, GameResult, Thinking};
use crate::words::{OneLine, Word, Words};
use crate::{Notes, ParseError};

/// A line from an engine.
///
/// ```
/// use protocol::xboard::Reply;
///
/// assert_eq!("move h2e2".parse(), Ok(Reply::Move("h2e2".into())));
/// assert_eq!("pong 3".parse(), Ok(Reply::Pong(3)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// What it can do.
    Features(Vec<Feature>),
    /// Its move, which it has also made on its own board.
    Move(String),
    /// It believes the game is over.
    Result(GameResult),
    /// It resigns.
    Resign,
    /// It offers a draw, or accepts one.
    OfferDraw,
    /// It refuses a move.
    IllegalMove {
        /// The reason in parentheses.
        reason: Option<String>,
        /// The move, or what it took for one.
        text: String,
    },
    /// It refuses a command.
    Error {
        /// The text in parentheses.
        kind: String,
        /// The command.
        text: String,
    },
    /// Answer to a `ping`.
    Pong(u32),
    /// About its thinking.
    Thinking(Thinking),
    /// A message for people.
    Tell {
        /// For whom.
        audience: Audience,
        /// The message.
        text: String,
    },
    /// A remark for logs (`# …`).
    Comment(String),
    /// Anything else: banners, boards, empty lines.
    Other(String),
}

/// For whom a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// The user.
    User,
    /// The user, as an error: the engine may not go on.
    UserError,
    /// The opponent.
    Opponent,
    /// Observers.
    Others,
    /// Opponent and observers.
    All,
    /// The chess server.
    Server,
}

impl Audience {
    /// All audiences.
    pub const ALL: [Audience; 6] = [
        Audience::User,
        Audience::UserError,
        Audience::Opponent,
        Audience::Others,
        Audience::All,
        Audience::Server,
    ];

    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Audience::User => "telluser",
            Audience::UserError => "tellusererror",
            Audience::Opponent => "tellopponent",
            Audience::Others => "tellothers",
            Audience::All => "tellall",
            Audience::Server => "tellics",
        }
    }
}

impl Reply {
    /// Reads a line. What no one defined becomes [`Reply::Other`].
    ///
    /// # Errors
    /// If a reply that matters is damaged: a `move` without a move, a `pong`
    /// without its number.
    pub fn parse(line: &str, notes: &mut Notes) -> Result<Self, ParseError> {
        let words = Words::new(line)?;
        let special = read_remark(words.line()).or_else(|| read_refusal(words.line()));
        if let Some(reply) = special {
            return Ok(reply);
        }
        if let Some(thinking) = Thinking::read(&mut words.clone()) {
            return Ok(Reply::Thinking(thinking));
        }
        read_words(words, notes)
    }
}

fn read_words(mut words: Words<'_>, notes: &mut Notes) -> Result<Reply, ParseError> {
    let other = Reply::Other(words.line().to_string());
    let Some(first) = words.next() else { return Ok(other) };
    let reply = match first.text {
        "feature" => Reply::Features(Feature::read_all(&mut words, notes)),
        "move" => Reply::Move(words.require(first, "a move")?.text.to_string()),
        "pong" => Reply::Pong(words.number(first)?),
        "resign" => Reply::Resign,
        "offer" if words.peek().is_some_and(|word| word.text == "draw") => Reply::OfferDraw,
        _ => return Ok(read_announcement(first, &mut words).unwrap_or(other)),
    };
    Ok(reply)
}

fn read_announcement(first: Word<'_>, words: &mut Words<'_>) -> Option<Reply> {
    let audience = Audience::ALL.into_iter().find(|audience| audience.word() == first.text);
    match audience {
        Some(audience) => Some(Reply::Tell { audience, text: words.rest().to_string() }),
        None => GameResult::read(first, words).map(Reply::Result),
    }
}

fn read_remark(line: &str) -> Option<Reply> {
    let text = line.strip_prefix('#')?;
    Some(Reply::Comment(text.trim_ascii().to_string()))
}

/// Reads `Illegal move (reason): text` and `Error (kind): text`. Engines leave out
/// the reason, the space or all behind `Illegal move`.
fn read_refusal(line: &str) -> Option<Reply> {
    if let Some(rest) = line.strip_prefix("Illegal move") {
        let ends = rest.is_empty() || rest.starts_with([' ', '\t', ':', '(']);
        let (reason, text) = read_parenthesis(rest);
        return ends.then_some(Reply::IllegalMove { reason, text });
    }
    let (kind, text) = read_parenthesis(line.strip_prefix("Error")?);
    Some(Reply::Error { kind: kind?, text })
}

fn read_parenthesis(rest: &str) -> (Option<String>, String) {
    let rest = rest.trim_ascii_start();
    let (inner, rest) = match rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        Some((inner, rest)) => (Some(inner.trim_ascii().to_string()), rest.trim_ascii_start()),
        None => (None, rest),
    };
    (inner, rest.strip_prefix(':').unwrap_or(rest).trim_ascii().to_string())
}

impl FromStr for Reply {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        Reply::parse(line, &mut Notes::new())
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Features(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            Reply::Move(text) => write!(f, "move {}", OneLine(text)),
            Reply::Result(result) => write!(f, "{result}"),
            Reply::Resign => f.write_str("resign"),
            Reply::OfferDraw => f.write_str("offer draw"),
            Reply::IllegalMove { reason: None, text } => {
                write!(f, "Illegal move: {}", OneLine(text))
            }
            Reply::IllegalMove { reason: Some(reason), text } => {
                write!(f, "Illegal move ({}): {}", OneLine(reason), OneLine(text))
            }
            Reply::Error { kind, text } => {
                write!(f, "Error ({}): {}", OneLine(kind), OneLine(text))
            }
            Reply::Pong(number) => write!(f, "pong {number}"),
            Reply::Thinking(thinking) => write!(f, "{thinking}"),
            Reply::Tell { audience, text } => write!(f, "{} {}", audience.word(), OneLine(text)),
            Reply::Comment(text) => write!(f, "# {}", OneLine(text)),
            Reply::Other(text) => write!(f, "{}", OneLine(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScoreValue;
    use crate::xboard::GameScore;

    #[test]
    fn lines_of_real_engines_print_back() {
        let lines = [
            "feature setboard=1 ping=1 myname=\"Sjaak II 1.4.1\"",
            "feature done=1",
            "# New game 'XiangQi'",
            "pong 3",
            "move h0g2",
            "4 99997 1 1888 1. Ri1-i9 Ad9-e8 2. Ra7-e7#",
            "1 0 0 126 1. ... Cb7-e7 2. Ce2xe6+ Ce7xe3",
            "-1 440 -51943749 256 h2h9",
            "1 779 0 39 1 19500 0\ti1i9",
            "Illegal move: a0a9",
            "Illegal move (repetition): a0a9",
            "Error (unknown command): foo",
            "Error (Illegal move or unknown command): usermove h3e3",
            "1-0 {White stalemates}",
            "1/2-1/2 {Draw by repetition}",
            "*",
            "tellusererror Illegal position",
            "telluser book opened",
            "tellics say     MaxQi 4.8 (G)",
            "offer draw",
            "resign",
            "Reading (stdin)",
            "Iteration aborted after 27/45 moves (60%), 1.50 s wasted",
            "",
        ];
        for line in lines {
            let mut notes = Notes::new();
            let reply = Reply::parse(line, &mut notes).unwrap();
            assert_eq!(reply.to_string(), line);
            assert!(notes.is_empty(), "{line}: {notes:?}");
            let plain = line.is_empty() || line.starts_with(['R', 'I']) && !line.contains(": ");
            assert_eq!(matches!(reply, Reply::Other(_)), plain, "{line}");
        }
    }

    #[test]
    fn spellings_that_differ() {
        let illegal = Reply::IllegalMove { reason: None, text: "a0a9".into() };
        assert_eq!("Illegal move:a0a9".parse(), Ok(illegal));
        let illegal = Reply::IllegalMove { reason: None, text: String::new() };
        assert_eq!("Illegal move".parse(), Ok(illegal));
        let Ok(Reply::Thinking(line)) = "  3  15995      0       427  1. Ra9 Kd8".parse() else {
            panic!("padded output of Sjaak II")
        };
        assert_eq!((line.depth, line.score, line.nodes), (3, 15995, 427));
        assert_eq!(line.pv, "1. Ra9 Kd8");
        let Ok(Reply::Thinking(line)) = "12& -100003 5 60 ...".parse() else { panic!("mark") };
        assert_eq!((line.depth, line.score_value()), (12, ScoreValue::Mate(-3)));
        assert_eq!(line.extra, None);
    }

    #[test]
    fn results_are_claims_with_reasons() {
        let Ok(Reply::Result(result)) = "0-1 { Black mates }".parse() else { panic!("result") };
        assert_eq!(result.score, GameScore::BlackWins);
        assert_eq!(result.comment.as_deref(), Some("Black mates"));
    }

    #[test]
    fn what_only_resembles_a_reply_is_other() {
        for line in
            ["Illegal moves", "Error: no book", "offer peace", "1 2 3", "1-0-1", "moves h2e2"]
        {
            assert_eq!(line.parse(), Ok(Reply::Other(line.into())), "{line}");
        }
    }

    #[test]
    fn damaged_replies_are_errors() {
        for line in ["move", "pong", "pong x"] {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
    }
}
