//! CBF: one game as XML.
//!
//! `<Move value="77-47"/>`: file from red's left, rank from black's side. The first
//! one is the start position. `end="1"` ends a line, `branch="1"` says that another
//! ply may stand in the place of this one, as the flags of CBR do.

use game::GameKind;
use xiangqi::{Ply, Square};

use crate::bytes::clean;
use crate::grow::{Grower, Sprout};
use crate::model::{Game, GameResult, MOST_HEADERS, Problem, ProblemCode, Start};
use crate::place::Places;

/// The elements of the head that have another name with us.
const NAMES: [(&str, &str); 7] = [
    ("Name", "Title"),
    ("From", "Source"),
    ("Contest", "Event"),
    ("ContestType", "EventClass"),
    ("TimeRule", "TimeControl"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
];

/// Whether a text has the root element of CBF.
pub fn detects(text: &str, _: GameKind) -> bool {
    text.contains("<ChineseChessRecord")
}

/// Reads the game of a text.
pub fn read(text: &str, _: GameKind) -> Vec<Game> {
    let places = Places::new(text);
    let body = text.find("<MoveList").unwrap_or(text.len());
    let (head, moves) = text.split_at(body);
    let mut game = Game::new(Start::usual(GameKind::Xiangqi));
    let mut fen = None;
    for (name, value) in elements(head).take(MOST_HEADERS) {
        match name {
            "FEN" => fen = Some(value),
            "RecordResult" => game.result = result(&value),
            _ => {
                let known = NAMES.iter().find(|(known, _)| *known == name);
                game.headers.push((known.map_or(name, |(_, ours)| ours).to_owned(), value));
            }
        }
    }
    if let Some(fen) = fen {
        match Start::read(GameKind::Xiangqi, &fen) {
            Ok(start) => game.start = start,
            Err(message) => {
                let place = places.at(head.find("<FEN").unwrap_or(0));
                let problem = Problem::new(ProblemCode::Start, place, message);
                game.report(Problem { token: fen, ..problem });
                return vec![game];
            }
        }
    }
    vec![read_moves(game, moves, body, &places)]
}

fn result(value: &str) -> GameResult {
    match value {
        "1" => GameResult::First,
        "2" => GameResult::Second,
        "3" | "4" => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// The elements that hold a text and nothing else, with that text.
fn elements(text: &str) -> impl Iterator<Item = (&str, String)> {
    let opened = text.split('<').skip(1).filter_map(|part| part.split_once('>'));
    let named = opened.filter(|(tag, _)| !tag.starts_with(['/', '?', '!']) && !tag.ends_with('/'));
    named.filter_map(|(tag, value)| {
        let name = tag.split_whitespace().next()?;
        let value = clean(&unescape(value));
        (!value.is_empty()).then_some((name, value))
    })
}

fn read_moves(game: Game, moves: &str, base: usize, places: &Places<'_>) -> Game {
    let mut grower = Grower::new(game);
    let mut rest = moves;
    let mut root = true;
    let mut last_at = base;
    while let Some(begin) = rest.find("<Move ") {
        let element = &rest[begin..];
        last_at = base + (moves.len() - element.len());
        let Some(end) = element.find('>') else { break };
        let tag = &element[..end];
        rest = &element[end + 1..];
        let empty = tag.ends_with('/');
        let comment = if empty { String::new() } else { content(&mut rest) };
        // The last line need not say that it ends.
        let last = !rest.contains("<Move ");
        let continues = !last && attribute(tag, "end").is_none_or(|value| value == "0");
        if std::mem::take(&mut root) {
            grower.root(&comment, continues);
        } else {
            let ply = attribute(tag, "value").and_then(ply);
            let rival = attribute(tag, "branch").is_some_and(|value| value != "0");
            let place = places.at(last_at);
            grower.take(Sprout { ply, continues, rival: rival && !last, comment: &comment, place });
        }
        if grower.is_complete() {
            break;
        }
    }
    if root {
        grower.root("", false);
        let message = "a record without a list of moves";
        grower.game_mut().report(Problem::new(ProblemCode::Form, places.at(base), message));
    }
    grower.finish(places.at(last_at))
}

/// The text up to the end of an element.
fn content(rest: &mut &str) -> String {
    let text = *rest;
    if let Some(data) = text.trim_start().strip_prefix("<![CDATA[") {
        let end = data.find("]]>");
        *rest = end.map_or("", |end| &data[end + 3..]);
        return clean(&data[..end.unwrap_or(data.len())]);
    }
    let end = text.find('<').unwrap_or(text.len());
    *rest = &text[end..];
    clean(&unescape(&text[..end]))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let parts = tag.match_indices(name).map(|(at, _)| (&tag[..at], &tag[at + name.len()..]));
    let (_, value) = parts.into_iter().find(|(before, after)| {
        before.ends_with(char::is_whitespace) && after.trim_start().starts_with('=')
    })?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| "\"'".contains(*quote))?;
    value[1..].split(quote).next()
}

/// `77-47`: a file and a rank each.
fn ply(text: &str) -> Option<Ply> {
    let &[x1, y1, b'-', x2, y2] = text.trim().as_bytes() else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(10).map(|digit| digit as usize);
    let point = |x, y| Square::new(digit(x)?, 9 - digit(y)?);
    let (from, to) = (point(x1, y1)?, point(x2, y2)?);
    (from != to).then(|| Ply::new(from, to))
}

fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&apos;", "'").replace("&#13;", "").replace("&#10;", "\n").replace("&amp;", "&")
}
