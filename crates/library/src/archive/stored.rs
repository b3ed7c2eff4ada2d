//! Games as they are kept and given back.

use std::io::Read as _;

use records::{Game, GameKind, GameResult, Played, Start, Tree, Walk};
use rusqlite::{Connection, OptionalExtension, Row};

use super::facts::result_of_number;
use super::line::{kind_of_number, plies};
use super::openings::{self, Opening};
use super::{Archive, Date, damaged};
use crate::LibraryError;

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Its number, from 1.
    pub id: u32,
    /// Which game it is.
    pub kind: GameKind,
    /// Red; in dark chess who plays first. Empty if not known.
    pub red: String,
    /// Black; in dark chess who plays second.
    pub black: String,
    /// Where it was played; may be empty.
    pub event: String,
    /// When.
    pub date: Date,
    /// How it ended.
    pub result: GameResult,
    /// Its opening by our classification.
    pub opening: Option<&'static Opening>,
    /// How many plies its main line has.
    pub plies: u32,
    /// The file it came from.
    pub source: String,
    /// Its place there: the line, or the byte in files that are no text.
    pub place: u64,
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// What lists show of it.
    pub summary: Summary,
    /// The game, with the headers of its file.
    pub game: Game,
}

const SUMMARY: &str = "
SELECT games.id, kind, coalesce(red.name, ''), coalesce(black.name, ''),
       coalesce(events.name, ''), date, result, opening, plies,
       coalesce(sources.name, ''), place
FROM games
LEFT JOIN players AS red ON red.id = games.red
LEFT JOIN players AS black ON black.id = games.black
LEFT JOIN events ON events.id = games.event
LEFT JOIN sources ON sources.id = games.source
WHERE games.id = ?1";

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get(0)?,
        kind: kind_of_number(row.get(1)?),
        red: row.get(2)?,
        black: row.get(3)?,
        event: row.get(4)?,
        date: Date::from_number(row.get(5)?),
        result: result_of_number(row.get(6)?),
        opening: openings::all().get((row.get::<_, u32>(7)? as usize).wrapping_sub(1)),
        plies: row.get(8)?,
        source: row.get(9)?,
        place: row.get::<_, i64>(10)? as u64,
    })
}

impl Archive {
    /// What lists show of games, in the order of the ids; ids of no game are left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn summaries(&self, ids: &[u32]) -> Result<Vec<Summary>, LibraryError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(SUMMARY)?;
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                found.extend(statement.query_row([id], summary).optional()?);
            }
            Ok(found)
        })
    }

    /// A game.
    ///
    /// # Errors
    /// If the file cannot be read or the game is damaged.
    pub fn game(&self, id: u32) -> Result<Option<Stored>, LibraryError> {
        self.read(|connection| load(connection, id))
    }
}

/// The parts of a game as they are kept.
pub(super) struct Body {
    pub start: Option<String>,
    pub moves: Vec<u8>,
    pub headers: Vec<u8>,
    pub tree: Option<Vec<u8>>,
}

/// Reads the parts of a game.
pub(super) fn body(connection: &Connection, id: u32) -> rusqlite::Result<Option<Body>> {
    let sql = "SELECT start, moves, headers, tree FROM bodies WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        Ok(Body { start: row.get(0)?, moves: row.get(1)?, headers: row.get(2)?, tree: row.get(3)? })
    };
    statement.query_row([id], read).optional()
}

pub(super) fn load(connection: &Connection, id: u32) -> rusqlite::Result<Option<Stored>> {
    let summary = connection.prepare_cached(SUMMARY)?.query_row([id], summary).optional()?;
    let (Some(summary), Some(body)) = (summary, body(connection, id)?) else { return Ok(None) };
    let wrong = |message: String| damaged(&format!("game {id}: {message}"));
    let mut game = match &body.tree {
        Some(tree) => read_tree(tree).ok_or_else(|| wrong("its tree cannot be read".into()))?,
        None => read_line(summary.kind, &body).map_err(wrong)?,
    };
    game.headers = read_headers(&body.headers);
    game.result = summary.result;
    Ok(Some(Stored { summary, game }))
}

fn read_line(kind: GameKind, body: &Body) -> Result<Game, String> {
    let start = match &body.start {
        Some(text) => Start::read(kind, text)?,
        None => Start::usual(kind),
    };
    let mut game = Game::new(start);
    let mut walk = Walk::open(&game.start)?;
    for played in plies(kind, &body.moves) {
        let played: Played = played.ok_or("a number that is no ply")?;
        walk.play(&mut game.tree, played)?;
    }
    Ok(game)
}

/// Whether a game is more than its main line.
pub(super) fn has_more(game: &Game) -> bool {
    let tree = &game.tree;
    tree.main_plies().count() != tree.len()
        || (Tree::ROOT..=tree.len()).any(|id| !tree.node(id).remarks().is_empty())
}

/// How hard trees are compressed: most are short.
const LEVEL: i32 = 3;
/// No tree is larger; one that was made larger is none of ours.
const LARGEST_TREE: u64 = 1 << 30;

/// Packs a whole game.
pub(super) fn write_tree(game: &Game) -> Option<Vec<u8>> {
    let mut bare = game.clone();
    bare.headers = Vec::new();
    zstd::bulk::compress(records::json::write(&bare).as_bytes(), LEVEL).ok()
}

fn read_tree(bytes: &[u8]) -> Option<Game> {
    let mut text = String::new();
    let decoder = zstd::stream::read::Decoder::with_buffer(bytes).ok()?;
    decoder.take(LARGEST_TREE).read_to_string(&mut text).ok()?;
    let games = records::json::read(&text, GameKind::Xiangqi);
    games.into_iter().next().filter(|game| game.problems.is_empty())
}

/// Headers as names and values, each ended by a zero byte.
pub(super) fn write_headers(headers: &[(String, String)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in headers.iter().flat_map(|(name, value)| [name, value]) {
        bytes.extend(text.bytes().filter(|&byte| byte != 0));
        bytes.push(0);
    }
    bytes
}

fn read_headers(bytes: &[u8]) -> Vec<(String, String)> {
    let texts: Vec<String> =
        bytes.split(|&byte| byte == 0).map(|text| String::from_utf8_lossy(text).into()).collect();
    texts.as_chunks().0.iter().map(|[name, value]| (name.clone(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::read_text;

    #[test]
    fn trees_and_headers_are_read_as_they_were_written() {
        let text = "[Red \"甲\"]\n[Event \"\"]\n\n1. h2e2 {good} (1. h0g2 h9g7) h9g7 2. h0g2 1-0";
        let game = &read_text(text, GameKind::Xiangqi).games[0];
        assert!(has_more(game));
        let read = read_tree(&write_tree(game).unwrap()).unwrap();
        let bare = Game { headers: Vec::new(), result: read.result, ..game.clone() };
        assert_eq!(records::json::write(&read), records::json::write(&bare));
        assert_eq!(read_headers(&write_headers(&game.headers)), game.headers);
        assert!(read_tree(b"nothing").is_none());
        let bare = &read_text("1. h2e2 h9g7", GameKind::Xiangqi).games[0];
        assert!(!has_more(bare));
    }
}
