//! What an engine answers.

use std::fmt;
use std::str::FromStr;

use crate::info::Spelling;
use crate::words::{OneLine, Word, Words, write_text};
use crate::{Id, Info, Notes, OptionSpec, ParseError};

/// A line from an engine.
///
/// ```
/// use protocol::ucci::{Claim, Reply};
///
/// let reply: Reply = "bestmove h2e2 draw".parse()?;
/// let Reply::BestMove { best, claim, .. } = reply else { unreachable!() };
/// assert_eq!((best.as_str(), claim), ("h2e2", Some(Claim::Draw)));
/// # Ok::<(), protocol::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Who the engine is.
    Id(Id),
    /// An option it offers.
    Option(OptionSpec),
    /// All options are told.
    UcciOk,
    /// Everything asked before is done.
    ReadyOk,
    /// About the search.
    Info(Box<Info>),
    /// The search is over.
    BestMove {
        /// The move.
        best: String,
        /// The answer the engine expects.
        ponder: Option<String>,
        /// What the engine says about the game.
        claim: Option<Claim>,
    },
    /// There is no move to tell.
    NoBestMove,
    /// What the transposition table knows, as the engine put it.
    PopHash(String),
    /// The engine leaves.
    Bye,
    /// Anything else: banners, warnings, empty lines.
    Other(String),
}

/// What an engine says about the game with its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It offers or accepts a draw.
    Draw,
    /// It resigns.
    Resign,
}

impl Claim {
    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Claim::Draw => "draw",
            Claim::Resign => "resign",
        }
    }
}

impl Reply {
    /// Reads a line. What no one defined becomes [`Reply::Other`].
    ///
    /// # Errors
    /// If a reply that matters is damaged: an `option` without a type, a
    /// `bestmove` without a move.
    pub fn parse(line: &str, notes: &mut Notes) -> Result<Self, ParseError> {
        let mut words = Words::new(line)?;
        let Some(first) = words.next() else { return Ok(Reply::Other(String::new())) };
        let reply = match first.text {
            "id" => match Id::read(&mut words) {
                Some(id) => Reply::Id(id),
                None => return Ok(Reply::Other(words.line().to_string())),
            },
            "option" => Reply::Option(OptionSpec::read_ucci(first, &mut words, notes)?),
            "ucciok" => Reply::UcciOk,
            "readyok" => Reply::ReadyOk,
            "info" => Reply::Info(Box::new(Info::read(&mut words, notes))),
            "bestmove" => read_best_move(first, &mut words, notes)?,
            "nobestmove" => Reply::NoBestMove,
            "pophash" => Reply::PopHash(words.rest().to_string()),
            "bye" => Reply::Bye,
            _ => return Ok(Reply::Other(words.line().to_string())),
        };
        words.expect_end(notes);
        Ok(reply)
    }
}

fn read_best_move(
    first: Word<'_>,
    words: &mut Words<'_>,
    notes: &mut Notes,
) -> Result<Reply, ParseError> {
    let best = words.require(first, "a move")?.text.to_string();
    let (mut ponder, mut claim) = (None, None);
    while let Some(word) = words.next() {
        match word.text {
            "ponder" => ponder = words.next().map(|word| word.text.to_string()),
            "draw" => claim = Some(Claim::Draw),
            "resign" => claim = Some(Claim::Resign),
            _ => notes.add(|| words.unknown(word, "ponder, draw or resign")),
        }
    }
    Ok(Reply::BestMove { best, ponder, claim })
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
            Reply::Id(id) => write!(f, "{id}"),
            Reply::Option(option) => option.write_ucci(f),
            Reply::UcciOk => f.write_str("ucciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.write(f, Spelling::Ucci),
            Reply::BestMove { best, ponder, claim } => {
                write!(f, "bestmove {}", OneLine(best))?;
                write_text(f, "ponder", ponder.as_deref())?;
                claim.map_or(Ok(()), |claim| write!(f, " {}", claim.word()))
            }
            Reply::NoBestMove => f.write_str("nobestmove"),
            Reply::PopHash(text) if text.is_empty() => f.write_str("pophash"),
            Reply::PopHash(text) => write!(f, "pophash {}", OneLine(text)),
            Reply::Bye => f.write_str("bye"),
            Reply::Other(text) => write!(f, "{}", OneLine(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OptionKind, ScoreValue};

    #[test]
    fn lines_as_engines_send_them_print_back() {
        let lines = [
            "id name ElephantEye 1.6 Beta",
            "id copyright 2004-2006 www.xqbase.com",
            "id author Morning Yellow",
            "id user ElephantEye Test Team",
            "option usemillisec type check default true",
            "option hashsize type spin min 16 max 1024 default 16",
            "option style type combo var solid var normal var risky default normal",
            "option bookfiles type string",
            "option newgame type button",
            "option About_this_engine type label",
            "ucciok",
            "readyok",
            "info depth 6 score 4 pv b0c2 b9c7 c3c4",
            "info nodes 5000000 time 5000",
            "info currmove b0c2",
            "info message book move",
            "bestmove b0c2 ponder b9c7",
            "bestmove b0c2 resign",
            "bestmove b0c2 ponder b9c7 draw",
            "nobestmove",
            "pophash bestmove h2e2 lowerbound 20 depth 8",
            "bye",
            "score 0",
        ];
        for line in lines {
            let mut notes = Notes::new();
            assert_eq!(Reply::parse(line, &mut notes).unwrap().to_string(), line);
            assert!(notes.is_empty(), "{line}: {notes:?}");
        }
    }

    #[test]
    fn engines_that_answer_in_uci_words() {
        let line = "option name Skill_Level type spin default 20 min -20 max 20";
        let Ok(Reply::Option(option)) = line.parse() else { panic!("{line}") };
        let kind = OptionKind::Spin { default: Some(20), min: Some(-20), max: Some(20) };
        assert_eq!((option.name.as_str(), option.kind), ("Skill_Level", kind));
        let scores = [
            ("info depth 1 score cp 184 pv h0g2", ScoreValue::Centipawns(184)),
            ("info depth 1 score mate -1 pv e9f9", ScoreValue::Mate(-1)),
            ("info depth 1 score -12 pv h0g2", ScoreValue::Centipawns(-12)),
        ];
        for (line, value) in scores {
            let Ok(Reply::Info(info)) = line.parse() else { panic!("{line}") };
            assert_eq!(info.score.unwrap().value, value);
            assert_eq!(info.pv.len(), 1);
        }
    }

    #[test]
    fn damaged_replies_are_errors() {
        for line in ["bestmove", "option hash", "option type spin", "option x type"] {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
    }
}
