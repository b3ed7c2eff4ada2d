//! What the archive keeps of a game, made ready in any thread.

use records::{Game, GameKind, GameResult, Place};

use crate::archive::Date;
use crate::archive::line::{Line, start_text};
use crate::archive::names::{self, Name};
use crate::archive::stored::{has_more, write_headers, write_tree};

/// A game ready to be written.
pub(in super::super) struct Prepared {
    pub kind: GameKind,
    pub red: Name,
    pub black: Name,
    pub event: Name,
    pub date: Date,
    pub result: GameResult,
    pub second_begins: bool,
    pub start: Option<String>,
    pub line: Line,
    pub headers: Vec<u8>,
    pub tree: Option<Vec<u8>>,
    /// The line of its file, or the byte.
    pub place: u64,
}

impl Prepared {
    /// Makes a game ready.
    ///
    /// # Errors
    /// If it cannot be played.
    pub(in super::super) fn of(game: &Game) -> Result<Prepared, String> {
        let header = |names: [&str; 2]| {
            names.into_iter().find_map(|name| game.header(name)).unwrap_or_default()
        };
        let (red, black) = match game.kind() {
            GameKind::Xiangqi => (header(["Red", "White"]), header(["Black", "Black"])),
            GameKind::Banqi => (header(["First", "Red"]), header(["Second", "Black"])),
        };
        Ok(Prepared {
            kind: game.kind(),
            red: names::player(red),
            black: names::player(black),
            event: names::event(header(["Event", "Title"])),
            date: Date::read(header(["Date", "EventDate"])),
            result: game.result,
            second_begins: game.start.second_begins(),
            start: start_text(&game.start),
            line: Line::of(game)?,
            headers: write_headers(&game.headers),
            tree: if has_more(game) { write_tree(game) } else { None },
            place: match game.place {
                Place::Text { line, .. } => line as u64,
                Place::Byte(byte) => byte as u64,
            },
        })
    }
}
