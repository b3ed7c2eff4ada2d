//! How a game ended, as engines and referees write it.

use std::fmt;

use crate::words::{OneLine, Word, Words};

/// A game's result and the reason given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Who won.
    pub score: GameScore,
    /// The text in braces.
    pub comment: Option<String>,
}

/// Who won. What xboard calls White is Red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameScore {
    /// `1-0`
    RedWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unfinished,
}

impl GameScore {
    /// All results.
    pub const ALL: [GameScore; 4] =
        [GameScore::RedWins, GameScore::BlackWins, GameScore::Draw, GameScore::Unfinished];

    /// The text of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            GameScore::RedWins => "1-0",
            GameScore::BlackWins => "0-1",
            GameScore::Draw => "1/2-1/2",
            GameScore::Unfinished => "*",
        }
    }
}

impl GameResult {
    /// Reads `1-0 {reason}` from a word and what follows; `None` if it is no result.
    pub(crate) fn read(word: Word<'_>, words: &mut Words<'_>) -> Option<Self> {
        let score = GameScore::ALL.into_iter().find(|score| score.word() == word.text)?;
        let rest = words.rest();
        let inner = rest.strip_prefix('{').map(|rest| rest.strip_suffix('}').unwrap_or(rest));
        Some(GameResult { score, comment: inner.map(|inner| inner.trim_ascii().to_string()) })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.score.word())?;
        self.comment.iter().try_for_each(|comment| write!(f, " {{{}}}", OneLine(comment)))
    }
}
