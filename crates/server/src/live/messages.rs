//! What a client may say on its socket.

use play::{AnyGame, Chance, GameKind};
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, Code};

/// A message from a client.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Send this game now and after every change.
    Watch {
        /// The game.
        id: String,
    },
    /// No more of this game.
    Unwatch {
        /// The game.
        id: String,
    },
    /// Analyse a position until told otherwise; replaces the analysis before.
    Analyse {
        /// The client's number for it.
        key: i64,
        /// Which position.
        #[serde(flatten)]
        line: LineText,
        /// How many lines, 1 to 5.
        #[serde(default = "one")]
        lines: usize,
        /// Which profile looks; the first of the game if not given.
        profile: Option<String>,
    },
    /// End the analysis or review of a key.
    Stop {
        /// The client's number.
        key: i64,
    },
    /// Review a game ply by ply.
    Review {
        /// The client's number for it.
        key: i64,
        /// A game of the library.
        id: Option<String>,
        /// Or a line.
        #[serde(flatten)]
        line: Option<LineText>,
        /// Milliseconds of running time for each ply.
        budget_ms: Option<u64>,
        /// Which profile looks; the first of the game if not given.
        profile: Option<String>,
    },
    /// Tell of runs until told otherwise; replaces what was asked before.
    Runs {
        /// The client's number for it.
        key: i64,
        /// The run whose page is open.
        id: Option<String>,
    },
    /// Are you there?
    Ping {},
}

fn one() -> usize {
    1
}

/// A line as clients tell it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LineText {
    /// Which game.
    pub game: GameKind,
    /// The start position; the usual one if not given.
    pub start: Option<String>,
    /// The plies.
    #[serde(default)]
    pub plies: Vec<PlyText>,
    /// The rules; the usual ones if not given.
    pub rules: Option<String>,
}

/// A ply as clients tell it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlyText {
    /// `h2e2`, `a1a2`, `a1=R`.
    Text(String),
    /// A flip with its outcome apart.
    Parts {
        /// `a1a1` or `a1`.
        ply: String,
        /// What turned up.
        reveal: Option<String>,
    },
}

impl LineText {
    /// The line, played past any end of the rules.
    ///
    /// # Errors
    /// Names the first ply that cannot be played.
    pub fn open(&self) -> Result<AnyGame, ApiError> {
        self.open_while(|| true)
    }

    /// The line, as long as somebody still wants it: long lines take a while.
    ///
    /// # Errors
    /// Names the first ply that cannot be played; or says that nobody waits.
    pub fn open_while(&self, mut goes_on: impl FnMut() -> bool) -> Result<AnyGame, ApiError> {
        let mut line = AnyGame::open(self.game, self.start.as_deref(), self.rules.as_deref())?;
        for (index, ply) in self.plies.iter().enumerate() {
            if !goes_on() {
                return Err(ApiError::new(Code::Busy, "stopped before the line was read"));
            }
            let (text, reveal) = match ply {
                PlyText::Text(text) => (text.as_str(), None),
                PlyText::Parts { ply, reveal } => (ply.as_str(), reveal.as_deref()),
            };
            line.play(text, Chance::Told(reveal), true).map_err(|error| {
                let mut error = ApiError::from(error);
                error.message = format!("ply {}: {}", index + 1, error.message);
                error
            })?;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let read = |text: &str| serde_json::from_str::<Request>(text);
        assert_eq!(read(r#"{"type":"ping"}"#).unwrap(), Request::Ping {});
        let analyse = r#"{"type":"analyse","key":3,"game":"banqi","start":null,
            "plies":["a1=R",{"ply":"b1b1","reveal":"k"}],"rules":"tcga","lines":2}"#;
        let Request::Analyse { key, line, lines, .. } = read(analyse).unwrap() else {
            panic!("an analysis")
        };
        assert_eq!((key, lines, line.open().unwrap().len()), (3, 2, 2));
        let review = r#"{"type":"review","key":1,"id":"x","budget_ms":50}"#;
        assert!(matches!(read(review), Ok(Request::Review { line: None, .. })));
        for text in ["", "[]", r#"{"type":"fly"}"#, r#"{"type":"watch"}"#, r#"{"type":"stop"}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_wrong_ply_is_named() {
        let text = r#"{"game":"xiangqi","plies":["h2e2","h2e2"]}"#;
        let line: LineText = serde_json::from_str(text).unwrap();
        assert!(line.open().unwrap_err().message.starts_with("ply 2: "));
    }
}
