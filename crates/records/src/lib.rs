//! Game records: one model, and readers and writers of the formats people have.
//!
//! [`read`] takes the bytes of a file, finds out what they are and returns every
//! game in them; [`stream::Pieces`] does it piece by piece for files of many games.
//! A damaged file gives what can be played of it and a list of [`Problem`]s with
//! their places; nothing here panics on input, and nothing calls itself, so that no
//! depth of variations can overflow the stack.
//!
//! | module | what |
//! |---|---|
//! | [`model`] | a game: headers, start, tree of plies, result, problems |
//! | [`board`], [`walk`] | plies of either game to text and back; a board that goes along a tree |
//! | [`encoding`] | bytes to text: UTF-8, UTF-16, GB18030, Big5 |
//! | [`fold`] | one key for a position and its images |
//! | [`mod@format`] | which format a file is: one row a format |
//! | [`stream`] | big files, piece by piece |
//! | [`xqf`], [`ccbridge`], [`dhtmlxq`] | the files of XQStudio, CCBridge and 東萍 |
//! | [`sites`], [`wxf`] | the files of playing sites |
//! | [`pgn`] | PGN: reader and writer |
//! | [`tsv`], [`json`] | games in lines: a table, JSON |
//! | [`mod@write`] | every format that is written, behind one face |
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

mod annotations;
pub mod board;
mod bytes;
pub mod ccbridge;
pub mod contest;
pub mod dhtmlxq;
pub mod encoding;
pub mod fold;
pub mod format;
mod grow;
mod interpret;
pub mod json;
mod lexer;
pub mod model;
pub mod moves;
pub mod pgn;
mod place;
pub mod sites;
pub mod stream;
pub mod tsv;
pub mod walk;
mod words;
pub mod write;
pub mod wxf;
pub mod xqf;

pub use board::{Board, Notation};
pub use format::{Format, Hint, Record};
pub use model::{
    Colour, Game, GameKind, GameResult, Mark, Node, NodeId, Played, Problem, ProblemCode, Remarks,
    Score, Start, StartError, Tree,
};
pub use place::Place;
pub use walk::Walk;

use format::Reader;

/// Reads the bytes of a file.
pub fn read<'a>(bytes: &[u8], hint: impl Into<Hint<'a>>) -> Record {
    let hint = hint.into();
    if let Some(format) = format::detect_bytes(bytes, &hint)
        && let Reader::Bytes { read, .. } = format.reader
    {
        return read(bytes, &hint);
    }
    let decoded = encoding::decode(bytes);
    let mut record = read_text_as(&decoded.text, hint);
    record.encoding = decoded.name;
    record.problems.extend(decoded.problem());
    record
}

/// Reads a text that is already decoded.
pub fn read_text<'a>(text: &str, hint: impl Into<Hint<'a>>) -> Record {
    read_text_as(text, hint.into())
}

fn read_text_as(text: &str, hint: Hint<'_>) -> Record {
    let text = text.trim_start_matches('\u{feff}');
    let found = format::detect(text, &hint);
    let games = found.map_or_else(Vec::new, |format| match format.reader {
        Reader::Text { read, .. } => read(text, hint.kind),
        Reader::Bytes { .. } => Vec::new(),
    });
    Record {
        format: found.map_or("", |format| format.name),
        encoding: "UTF-8",
        games,
        problems: Vec::new(),
    }
}
