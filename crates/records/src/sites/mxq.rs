//! MXQ (弈天): texts behind their length, in GB18030: site, date, `red-result-black`,
//! two ratings, five that say nothing, a comment, one that says nothing, then the
//! plies (`7C-4C`, ranks as letters from red's side) and `Ends`.

use super::{Step, new_game, play, record};
use crate::bytes::{Bytes, chinese};
use crate::format::{Hint, Record};
use crate::model::{Game, GameResult, Problem, ProblemCode, Tree};
use crate::place::Place;

/// So many texts stand before the plies.
const FIELDS: usize = 12;
const COMMENT: usize = 10;

/// Whether a file has the texts of MXQ and then a ply or the end.
pub fn detects(bytes: &[u8], _: &Hint<'_>) -> bool {
    let texts: Vec<(usize, &[u8])> = texts(Bytes(bytes)).take(FIELDS + 1).collect();
    texts.get(FIELDS).is_some_and(|(_, text)| *text == b"Ends" || step(text, 0).is_some())
}

/// The texts of a file and where they stand.
fn texts(file: Bytes<'_>) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let length = usize::from(*file.0.get(at)?);
        let text = file.slice(at + 1, length)?;
        let found = (at, text);
        at += 1 + length;
        Some(found)
    })
}

fn step(text: &[u8], at: usize) -> Option<Step> {
    let &[x1, y1, b'-', x2, y2] = text else { return None };
    let point = |x: u8, y: u8| {
        let file = char::from(x).to_digit(10)? as usize;
        let rank = y.to_ascii_uppercase().checked_sub(b'A')?;
        Some([file, usize::from(rank)])
    };
    Some(Step { from: point(x1, y1)?, to: point(x2, y2)?, place: Place::Byte(at) })
}

/// Reads the game of a file.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let mut game = new_game();
    let mut texts = texts(Bytes(bytes));
    let fields: Vec<String> = texts.by_ref().take(FIELDS).map(|(_, text)| chinese(text)).collect();
    set_headers(&mut game, &fields);
    let (mut steps, mut ended) = (Vec::new(), false);
    let mut end = 0;
    for (at, text) in texts {
        end = at + 1 + text.len();
        if text == b"Ends" {
            ended = true;
            break;
        }
        let Some(step) = step(text, at) else {
            let message = "expected a ply such as 7C-4C";
            let problem = Problem::new(ProblemCode::Form, Place::Byte(at), message);
            game.report(problem.with_token(&chinese(text)));
            ended = true;
            break;
        };
        steps.push(step);
    }
    play(&mut game, steps.into_iter());
    if !ended {
        let message = "the file ends before the game does";
        game.report(Problem::new(ProblemCode::Truncated, Place::Byte(end), message));
    }
    record("mxq", "gb18030", game)
}

fn set_headers(game: &mut Game, fields: &[String]) {
    let field = |index: usize| fields.get(index).map(String::as_str).unwrap_or_default();
    let mut players = field(2).rsplitn(3, '-');
    let (black, result, red) = (players.next(), players.next(), players.next());
    let date = field(1).replace('-', ".");
    let told = [("Site", field(0)), ("Date", &date), ("RedElo", field(3)), ("BlackElo", field(4))];
    for (name, value) in told.into_iter().filter(|(_, value)| !value.is_empty()) {
        game.set_header(name, value);
    }
    let result = result.map(|word| match word {
        "胜" | "勝" => GameResult::First,
        "负" | "負" => GameResult::Second,
        "和" => GameResult::Draw,
        _ => GameResult::Unknown,
    });
    match (red, result, black) {
        (Some(red), Some(result), Some(black)) => {
            game.set_header("Red", red);
            game.set_header("Black", black);
            game.result = result;
        }
        _ if !field(2).is_empty() => game.set_header("Event", field(2)),
        _ => {}
    }
    if !field(COMMENT).is_empty() {
        game.tree.remarks_mut(Tree::ROOT).comment = field(COMMENT).to_owned();
    }
}
