//! Positions and games from whatever text a person pastes.

use std::collections::BTreeMap;

use banqi::notation::{coordinate, platform, record::ContestRecord};
use serde::Serialize;
use xiangqi::notation::Notation;

use super::line::{Chance, Kind, Line};
use crate::error::ApiError;

/// What a pasted text turned out to be.
#[derive(Clone, Debug)]
pub struct Pasted {
    /// `fen`, `moves`, `pgn` or `record`.
    pub kind: &'static str,
    /// The notation of the moves, if there are any.
    pub notation: Option<&'static str>,
    /// The line, as far as it could be read.
    pub line: Line,
    /// What the text says about itself.
    pub headers: BTreeMap<String, String>,
    /// Where reading stopped.
    pub stopped_at: Option<Stop>,
}

/// Where and why reading stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stop {
    /// Which move, from 0.
    pub index: usize,
    /// Its text.
    pub token: String,
    /// What is wrong with it.
    pub message: String,
}

/// Reads a position, a list of moves or a whole game.
///
/// # Errors
/// If not even a start position can be made out.
pub fn read(kind: Kind, text: &str) -> Result<Pasted, ApiError> {
    let text = text.trim().trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ApiError::bad("nothing to read: expected a FEN, moves or a game"));
    }
    if kind == Kind::Banqi && text.lines().any(|line| line.trim_start().starts_with("* ")) {
        return contest_record(text);
    }
    if text.starts_with('[') {
        return pgn(kind, text);
    }
    if let Some(rest) = text.strip_prefix("position ") {
        return position_command(kind, rest.trim());
    }
    if looks_like_position(kind, text) {
        return position_and_moves(kind, text);
    }
    moves(kind, "moves", None, &tokens(text), BTreeMap::new())
}

/// Ranks with slashes between: ten in xiangqi, four in dark chess.
fn looks_like_position(kind: Kind, text: &str) -> bool {
    let ranks = match kind {
        Kind::Xiangqi => 10,
        Kind::Banqi => 4,
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    first.split('/').count() == ranks || first.matches('/').count() >= 3
}

/// A FEN, perhaps with `moves …` after it as engines write it.
fn position_and_moves(kind: Kind, text: &str) -> Result<Pasted, ApiError> {
    let (start, rest) = text.split_once(" moves").unwrap_or((text, ""));
    let start = start.lines().next().unwrap_or_default().trim();
    let list = tokens(rest);
    let name = if list.is_empty() { "fen" } else { "moves" };
    moves(kind, name, Some(start), &list, BTreeMap::new())
}

/// `position startpos moves …` and `position fen … moves …`.
fn position_command(kind: Kind, text: &str) -> Result<Pasted, ApiError> {
    if let Some(rest) = text.strip_prefix("startpos") {
        let list = tokens(rest.trim().strip_prefix("moves").unwrap_or_default());
        return moves(kind, "moves", None, &list, BTreeMap::new());
    }
    position_and_moves(kind, text.strip_prefix("fen").unwrap_or(text).trim())
}

fn moves(
    kind: Kind,
    name: &'static str,
    start: Option<&str>,
    tokens: &[String],
    headers: BTreeMap<String, String>,
) -> Result<Pasted, ApiError> {
    let line = Line::open(kind, start, None)?;
    let mut pasted = Pasted { kind: name, notation: None, line, headers, stopped_at: None };
    for (index, token) in tokens.iter().enumerate() {
        match play(&mut pasted.line, token) {
            // Many moves are written alike in both scripts: one that is not decides.
            Ok(notation) if notation == Notation::Simplified.name() => {
                pasted.notation = Some(notation);
            }
            Ok(notation) => pasted.notation = pasted.notation.or(Some(notation)),
            Err(message) => {
                let token = token.chars().take(40).collect();
                pasted.stopped_at = Some(Stop { index, token, message });
                break;
            }
        }
    }
    if pasted.line.is_empty()
        && start.is_none()
        && let Some(stop) = &pasted.stopped_at
    {
        return Err(ApiError::bad(format!("neither a position nor moves: {}", stop.message)));
    }
    Ok(pasted)
}

/// Plays a move in whatever notation it is written and names the notation.
fn play(line: &mut Line, token: &str) -> Result<&'static str, String> {
    let (text, notation) = match line {
        Line::Xiangqi { game, .. } => {
            let position = game.position();
            let ply = xiangqi::notation::read(position, token).map_err(|e| e.to_string())?;
            (ply.to_string(), xiangqi_notation(token))
        }
        Line::Banqi { .. } => match coordinate::read(token) {
            Ok(played) => (coordinate::write(&played), "coordinate"),
            Err(error) => match platform::read(token) {
                Ok(played) => (coordinate::write(&played), "platform"),
                Err(_) => return Err(error.to_string()),
            },
        },
    };
    line.play(&text, Chance::Told(None), true).map_err(|error| error.message)?;
    Ok(notation)
}

fn xiangqi_notation(token: &str) -> &'static str {
    if token.chars().any(|symbol| "马车进后帅将".contains(symbol)) {
        return Notation::Simplified.name();
    }
    if token.chars().any(|symbol| ('\u{3400}'..='\u{9fff}').contains(&symbol)) {
        return Notation::Traditional.name();
    }
    if token.contains(['=', '+', '.']) || !token.chars().nth(1).is_some_and(|c| c.is_ascii_digit())
    {
        return Notation::Wxf.name();
    }
    let coordinates = token.chars().filter(char::is_ascii_alphabetic).count() == 2;
    if coordinates { Notation::Iccs.name() } else { Notation::Wxf.name() }
}

/// The moves of a text: numbers, results, comments and variations are passed
/// over, moves written without blanks are taken apart.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in without_comments(text).split(is_separator) {
        let word = without_number(word);
        if word.is_empty() || is_result(word) || word.starts_with('$') {
            continue;
        }
        let symbols: Vec<char> = word.chars().collect();
        let chinese =
            !symbols[0].is_ascii() && symbols.len() > 4 && symbols.len().is_multiple_of(4);
        if chinese {
            found.extend(symbols.chunks(4).map(|four| four.iter().collect::<String>()));
        } else {
            found.push(word.to_owned());
        }
    }
    found
}

fn is_separator(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, ',' | ';' | '，' | '、' | '；' | '。' | '|')
}

/// Drops `{…}` and `(…)`, nested or not. Dark chess writes flips as `b3(n)`: one
/// letter in brackets stays.
fn without_comments(text: &str) -> String {
    let symbols: Vec<char> = text.chars().collect();
    let (mut kept, mut depth) = (String::new(), 0usize);
    let mut index = 0;
    while index < symbols.len() {
        let symbol = symbols[index];
        let outcome = depth == 0 && symbol == '(' && symbols.get(index + 2) == Some(&')');
        if outcome {
            kept.extend(&symbols[index..index + 3]);
            index += 3;
            continue;
        }
        match symbol {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(symbol),
            _ => {}
        }
        index += 1;
    }
    kept
}

/// Drops `12.` and `12...` before a move; `13=4` is a pawn's move and stays.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    let numbered = rest.len() < word.len() && rest.starts_with(['.', '．']);
    if numbered { rest.trim_start_matches(['.', '．']) } else { word }
}

fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "½-½" | "=" | "-")
}

fn pgn(kind: Kind, text: &str) -> Result<Pasted, ApiError> {
    let (mut headers, mut body) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        let line = line.trim();
        let tag = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match tag.and_then(|tag| tag.trim().split_once(char::is_whitespace)) {
            // A second game begins: only the first is read.
            Some(_) if !body.trim().is_empty() => break,
            Some((name, value)) if headers.len() < 40 => {
                let value = value.trim().trim_matches('"').replace("\\\"", "\"");
                headers.insert(name.to_owned(), value.chars().take(400).collect());
            }
            Some(_) => {}
            None => {
                body.push_str(line);
                body.push('\n');
            }
        }
    }
    let named = |name: &str| {
        let found = headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value): (&String, &String)| value.clone())
    };
    let start = named("FEN");
    moves(kind, "pgn", start.as_deref(), &tokens(&body), headers)
}

fn contest_record(text: &str) -> Result<Pasted, ApiError> {
    let record: ContestRecord = text
        .parse()
        .map_err(|error: banqi::notation::record::RecordError| ApiError::bad(error.to_string()))?;
    let mut headers = BTreeMap::new();
    headers.insert("First".to_owned(), record.players[0].clone());
    headers.insert("Second".to_owned(), record.players[1].clone());
    headers.insert("Date".to_owned(), record.date.clone());
    let list: Vec<String> = record.plies.iter().map(coordinate::write).collect();
    let start = record.start.to_string();
    let mut pasted = moves(Kind::Banqi, "record", Some(&start), &list, headers)?;
    pasted.notation = Some("platform");
    Ok(pasted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_xiangqi(text: &str) -> (&'static str, Option<&'static str>, String, Option<usize>) {
        let pasted = read(Kind::Xiangqi, text).unwrap();
        let plies: Vec<String> = pasted.line.ply_views().into_iter().map(|view| view.ply).collect();
        let stopped = pasted.stopped_at.map(|stop| stop.index);
        (pasted.kind, pasted.notation, plies.join(" "), stopped)
    }

    #[test]
    fn lists_in_every_notation() {
        let plies = "h2e2 h9g7 h0g2".to_owned();
        let cases = [
            ("h2e2 h9g7 h0g2", "iccs"),
            ("1. H2-E2 H9-G7 2. H0-G2 *", "iccs"),
            ("1.C2=5 H8+7 2.H2+3", "wxf"),
            ("炮二平五 马8进7 马二进三", "simplified"),
            ("1. 炮二平五 馬８進７\n2. 馬二進三", "traditional"),
            ("马二进三", "simplified"),
            ("炮二平五马8进7马二进三", "simplified"),
            ("position startpos moves h2e2 h9g7 h0g2", "iccs"),
        ];
        for (text, notation) in cases {
            let (kind, found, list, stopped) = read_xiangqi(text);
            let expected = if text == "马二进三" { "h0g2" } else { plies.as_str() };
            assert_eq!((kind, list.as_str(), stopped), ("moves", expected, None), "{text}");
            assert_eq!(found, Some(notation), "{text}");
        }
    }

    #[test]
    fn positions_and_games() {
        let fen = "3k5/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1";
        assert_eq!(read_xiangqi(fen), ("fen", None, String::new(), None));
        let (kind, _, plies, _) = read_xiangqi(&format!("position fen {fen} moves f0f9 d9d8"));
        assert_eq!((kind, plies.as_str()), ("moves", "f0f9 d9d8"));
        let game =
            format!("[Red \"A\"]\n[FEN \"{fen}\"]\n\n1. R4+9 {{good}} (1. R4+8 K4=5) K4+1 1-0");
        let pasted = read(Kind::Xiangqi, &game).unwrap();
        assert_eq!((pasted.kind, pasted.headers["Red"].as_str()), ("pgn", "A"));
        assert_eq!((pasted.line.len(), pasted.stopped_at), (2, None));
    }

    #[test]
    fn reading_stops_where_the_text_goes_wrong() {
        let pasted = read(Kind::Xiangqi, "h2e2 h9g7 h2e2 h0g2").unwrap();
        let stop = pasted.stopped_at.unwrap();
        assert_eq!((stop.index, stop.token.as_str(), pasted.line.len()), (2, "h2e2", 2));
        assert!(read(Kind::Xiangqi, "hello world").is_err());
        assert!(read(Kind::Xiangqi, "  ").is_err());
        assert!(read(Kind::Xiangqi, "9/9/9/9/9/9/9/9/9/9 w").is_err());
    }

    #[test]
    fn dark_chess_texts() {
        let list = read(Kind::Banqi, "1. a1=R b1=p 2. a1b1").unwrap();
        assert_eq!((list.line.len(), list.notation), (3, Some("coordinate")));
        let platform = read(Kind::Banqi, "1. b8(G) d8(c) 2. b8-c8").unwrap();
        let stop = platform.stopped_at.unwrap();
        assert_eq!((platform.line.len(), stop.index), (2, 2), "{stop:?}");
        let fen = read(Kind::Banqi, "8/8/8/K6h r").unwrap();
        assert_eq!(fen.kind, "fen");
        let Line::Banqi { game, .. } = &list.line else { unreachable!() };
        let record = ContestRecord::of_game(game, ["Ann".into(), "Bo".into()]).to_string();
        let again = read(Kind::Banqi, &record).unwrap();
        assert_eq!((again.kind, again.line.position()), ("record", list.line.position()));
        assert_eq!(again.headers["First"], "Ann");
    }
}
