//! The text format of the World Xiangqi Federation, as PlayOK writes it: lines
//! `FORMAT`, `GAME`, `RED`, `BLACK`, `DATE`, `RESULT`, then `START{ … }END` with the
//! moves in WXF letters or coordinates.

use game::GameKind;

use crate::interpret::interpret;
use crate::lexer::{Lexer, Style};
use crate::model::{Game, GameResult, Problem, ProblemCode, Start};
use crate::place::Places;

/// The lines before the moves and our names.
const NAMES: [(&str, &str); 10] = [
    ("GAME", "Title"),
    ("EVENT", "Event"),
    ("ROUND", "Round"),
    ("PLACE", "Site"),
    ("SITE", "Site"),
    ("RED", "Red"),
    ("BLACK", "Black"),
    ("DATE", "Date"),
    ("TIME", "Time"),
    ("AUTHOR", "Author"),
];

/// Whether a text has moves between `START{` and `}END`.
pub fn detects(text: &str, _: GameKind) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("START{"))
}

/// Reads every game.
pub fn read(text: &str, kind: GameKind) -> Vec<Game> {
    let places = Places::new(text);
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find("START{") {
        let head = &text[at..at + found];
        let begin = at + found + "START{".len();
        let rest = &text[begin..];
        let end = rest.find("}END").or_else(|| rest.find("START{"));
        games.push(read_game(head, &rest[..end.unwrap_or(rest.len())], text, kind, &places));
        let closed = rest.contains("}END");
        at = begin + end.map_or(rest.len(), |end| end + if closed { "}END".len() } else { 0 });
        if !closed && let Some(game) = games.last_mut() {
            let message = "moves that are not closed by }END";
            game.report(Problem::new(ProblemCode::Unclosed, places.at(begin), message));
        }
    }
    games
}

fn read_game(head: &str, moves: &str, text: &str, kind: GameKind, places: &Places<'_>) -> Game {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut game = Game::new(Start::usual(kind));
    game.place = places.at(offset(head) + (head.len() - head.trim_start().len()));
    for line in head.lines() {
        let line = line.trim();
        let (word, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim().trim_end_matches(';').trim();
        if value.is_empty() {
            continue;
        }
        match word {
            "RESULT" => game.result = GameResult::read(value).unwrap_or_default(),
            "FEN" => match Start::read(kind, value) {
                Ok(start) => game.start = start,
                Err(message) => {
                    let place = places.at(offset(value));
                    let problem = Problem::new(ProblemCode::Start, place, message);
                    game.report(Problem { token: value.to_owned(), ..problem });
                    return game;
                }
            },
            _ => {
                if let Some((_, name)) = NAMES.iter().find(|(theirs, _)| *theirs == word) {
                    game.set_header(name, value);
                }
            }
        }
    }
    let base = offset(moves);
    let tokens = Lexer::new(moves, Style::List).map(move |mut token| {
        token.at += base;
        token
    });
    interpret(game, tokens, places)
}
