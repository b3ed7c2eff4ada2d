//! Game records: one model, and readers and writers of the formats people have.
//!
//! [`read`] takes the bytes of a file, finds out what they are and returns every
//! game in them. A damaged text gives what can be played of it and a list of
//! [`Problem`]s with line and column; nothing here panics on input, and nothing
//! calls itself, so that no depth of variations can overflow the stack.
//!
//! | module | what |
//! |---|---|
//! | [`model`] | a game: headers, start, tree of plies, result, problems |
//! | [`board`] | plies of either game to text and back |
//! | [`encoding`] | bytes to text: UTF-8, UTF-16, GB18030, Big5 |
//! | [`mod@format`] | which format a text is: one row a format |
//! | [`pgn`] | PGN: reader and writer |
//! | [`moves`] | plain lists of moves, FEN lines, `position …` commands |
//! | [`contest`] | the dark chess contest record |
//!
//! A new format is a module with a `detects` and a `read`, and a row in
//! [`format::FORMATS`].
//!
//! ```
//! use records::{GameKind, read};
//! let bytes = "[Red \"甲\"]\n\n1. 炮二平五 {good} (1. 马二进三) 马８进７ 1-0".as_bytes();
//! let record = read(bytes, GameKind::Xiangqi);
//! let game = &record.games[0];
//! assert_eq!(game.header("red"), Some("甲"));
//! assert_eq!(game.tree.main_line().len(), 2);
//! assert_eq!(game.tree.len(), 3);
//! assert!(game.problems.is_empty());
//! ```
#![forbid(unsafe_code)]

pub mod board;
pub mod contest;
pub mod encoding;
pub mod format;
mod interpret;
mod lexer;
pub mod model;
pub mod moves;
pub mod pgn;
mod place;
mod words;

pub use board::{Board, Notation};
pub use format::Record;
pub use model::{
    Game, GameKind, GameResult, Node, NodeId, Played, Problem, ProblemCode, Start, StartError, Tree,
};
pub use place::Place;

/// Reads the bytes of a file. `kind` is the game it is taken for where it does not
/// say so itself.
pub fn read(bytes: &[u8], kind: GameKind) -> Record {
    let decoded = encoding::decode(bytes);
    let mut record = read_text(&decoded.text, kind);
    record.encoding = decoded.name;
    if let Some(offset) = decoded.damaged_at {
        let place = place::Places::new(&decoded.text).at(offset);
        let message = format!("bytes that are no {} text", decoded.name);
        record.problems.push(Problem {
            code: ProblemCode::Encoding,
            place,
            token: String::new(),
            message,
            variation: false,
        });
    }
    record
}

/// Reads a text that is already decoded.
pub fn read_text(text: &str, kind: GameKind) -> Record {
    let text = text.trim_start_matches('\u{feff}');
    let found = format::detect(text, kind);
    let games = found.map_or_else(Vec::new, |format| (format.read)(text, kind));
    Record {
        format: found.map_or("", |format| format.name),
        encoding: "UTF-8",
        games,
        problems: Vec::new(),
    }
}
