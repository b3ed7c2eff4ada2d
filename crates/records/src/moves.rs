//! Plain lists of moves, FEN and EPD lines, and `position …` commands.

use crate::interpret::interpret;
use crate::lexer::{Lexer, Style};
use crate::model::{Game, GameKind, Problem, ProblemCode, Start};
use crate::pgn;
use crate::place::Places;

/// Whether a text may be a list of moves: it is not empty.
pub fn detects(text: &str, _: GameKind) -> bool {
    !text.trim().is_empty()
}

/// Reads a list of moves from the usual start.
pub fn read(text: &str, kind: GameKind) -> Vec<Game> {
    pgn::read_list(text, kind)
}

/// Whether a text begins with a position, or is a command that gives one.
pub fn detects_position(text: &str, _: GameKind) -> bool {
    text.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(begins_game)
}

fn begins_game(line: &str) -> bool {
    command(line).is_some() || is_position(line)
}

/// What follows `position`, if a line is such a command.
fn command(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("position").or_else(|| line.strip_prefix("fen"))?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// Ranks with slashes between.
fn is_position(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.matches('/').count() >= 3)
}

/// Ten ranks are xiangqi, four dark chess.
pub(crate) fn kind_of_position(text: &str) -> Option<GameKind> {
    match text.split_whitespace().next()?.split('/').count() {
        10 => Some(GameKind::Xiangqi),
        4 => Some(GameKind::Banqi),
        _ => None,
    }
}

/// Reads positions, each with the moves that follow it.
pub fn read_positions(text: &str, kind: GameKind) -> Vec<Game> {
    let places = Places::new(text);
    sections(text).into_iter().map(|section| read_section(text, section, kind, &places)).collect()
}

/// The parts of a text that begin with a position, as byte ranges.
fn sections(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let blank = line.len() - line.trim_start().len();
        if begins_game(line.trim()) {
            found.push((at + blank, at));
        }
        at += line.len();
        if let Some(last) = found.last_mut() {
            last.1 = at;
        }
    }
    found
}

fn read_section(
    text: &str,
    (from, to): (usize, usize),
    kind: GameKind,
    places: &Places<'_>,
) -> Game {
    let section = &text[from..to];
    let (position, moves) = split(section);
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let kind = position.and_then(kind_of_position).unwrap_or(kind);
    let start = position.map_or_else(|| Ok(Start::usual(kind)), |text| read_start(kind, text));
    let mut game = Game::new(Start::usual(kind));
    game.place = places.at(from);
    match start {
        Ok(start) => game.start = start,
        Err(message) => {
            let token = position.unwrap_or_default();
            let problem = Problem::new(ProblemCode::Start, places.at(offset(token)), message);
            game.report(Problem { token: token.to_owned(), ..problem });
            return game;
        }
    }
    let base = offset(moves);
    let tokens = Lexer::new(moves, Style::List).map(move |mut token| {
        token.at += base;
        token
    });
    interpret(game, tokens, places)
}

/// A section's position, none for `startpos`, and its moves.
fn split(section: &str) -> (Option<&str>, &str) {
    let body = command(section).unwrap_or(section);
    if let Some(rest) = body.strip_prefix("startpos") {
        let rest = rest.trim_start();
        return (None, rest.strip_prefix("moves").unwrap_or(rest));
    }
    let body = body.strip_prefix("fen").map_or(body, str::trim_start);
    let line = body.split('\n').next().unwrap_or_default();
    match line.find(" moves") {
        Some(index) => (Some(body[..index].trim()), &body[index + " moves".len()..]),
        None => (Some(line.trim()), &body[line.len()..]),
    }
}

/// Reads the fields of a position; in xiangqi what an EPD line says after them is
/// left out.
fn read_start(kind: GameKind, text: &str) -> Result<Start, String> {
    let text = text.split(';').next().unwrap_or_default();
    match kind {
        GameKind::Banqi => Start::read(kind, text.trim()),
        GameKind::Xiangqi => {
            let mut words = text.split_whitespace();
            let mut fields: Vec<&str> = words.by_ref().take(2).collect();
            let is_field = |word: &&str| *word == "-" || word.parse::<u32>().is_ok();
            fields.extend(words.take_while(is_field).take(4));
            Start::read(kind, &fields.join(" "))
        }
    }
}
