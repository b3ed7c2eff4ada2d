//! The dark chess contest record; [`banqi::notation::record`] knows its lines.

use banqi::notation::record::{ContestRecord, Seat};

use crate::board::{Board, Notation};
use crate::model::{Game, GameKind, GameResult, Played, Problem, ProblemCode, Start, Tree};
use crate::place::Place;

/// Whether a text has the lines of a contest record.
pub fn detects(text: &str, _: GameKind) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("* ") && line.contains(" vs "))
}

/// Reads every record of a text.
pub fn read(text: &str, _: GameKind) -> Vec<Game> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = starts(&lines);
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).map(|(&from, to)| read_one(&lines[from..to], from)).collect()
}

/// Where records begin: at the line of the players, or at the date before it.
fn starts(lines: &[&str]) -> Vec<usize> {
    let is_ours = |line: &str| line.trim_start().starts_with("* ");
    let is_ply = |line: &str| line.split_whitespace().nth(1).is_some_and(|w| w.ends_with('.'));
    let is_end = |line: &str| line.contains(" wins") || line.contains(" Draw");
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if !(is_ours(line) && line.contains(" vs ")) {
            continue;
        }
        let dated = index > 0 && {
            let before = lines[index - 1];
            is_ours(before) && !is_ply(before) && !is_end(before)
        };
        found.push(index - usize::from(dated));
    }
    found
}

/// A damaged record is read up to the line that is wrong.
fn read_one(lines: &[&str], offset: usize) -> Game {
    let mut problem = None;
    let mut upto = lines.len();
    loop {
        match lines[..upto].join("\n").parse::<ContestRecord>() {
            Ok(record) => return game_of(&record, offset, problem),
            Err(error) => {
                let line = error.line.clamp(1, upto);
                let told = Problem {
                    code: ProblemCode::Form,
                    place: Place { line: offset + line, column: 1 },
                    token: lines[line - 1].chars().take(40).collect(),
                    message: error.problem.to_string(),
                    variation: false,
                };
                let first = problem.get_or_insert(told).clone();
                if line > 1 && line - 1 < upto && upto == lines.len() {
                    upto = line - 1;
                } else {
                    return unreadable(offset, first);
                }
            }
        }
    }
}

fn unreadable(offset: usize, problem: Problem) -> Game {
    let mut game = Game::new(Start::usual(GameKind::Banqi));
    game.place = Place { line: offset + 1, column: 1 };
    game.problems.push(Problem { code: ProblemCode::Start, ..problem });
    game
}

fn game_of(record: &ContestRecord, offset: usize, problem: Option<Problem>) -> Game {
    let place = Place { line: offset + 1, column: 1 };
    let start = Start::Banqi(record.start.clone());
    let mut board = match Board::open(&start) {
        Ok(board) => board,
        Err(message) => {
            let token = start.to_string();
            return unreadable(
                offset,
                Problem { code: ProblemCode::Start, place, token, message, variation: false },
            );
        }
    };
    let mut game = Game::new(start);
    game.place = place;
    game.notation = Some(Notation::Platform);
    game.headers = headers(record);
    game.result = match record.end.as_ref().map(|end| end.winner) {
        None => GameResult::Unknown,
        Some(None) => GameResult::Draw,
        Some(Some(Seat::First)) => GameResult::First,
        Some(Some(Seat::Second)) => GameResult::Second,
    };
    game.problems.extend(problem);
    let mut node = Tree::ROOT;
    for (index, &played) in record.plies.iter().enumerate() {
        let played = Played::Banqi(played);
        if let Err(message) = board.play(played) {
            let message = format!("ply {}: {message}", index + 1);
            let (code, token) = (ProblemCode::Move, played.to_string());
            game.problems.push(Problem { code, place, token, message, variation: false });
            break;
        }
        node = game.tree.play(node, played);
    }
    game
}

fn headers(record: &ContestRecord) -> Vec<(String, String)> {
    let [first, second] = &record.players;
    let seconds = record.seconds.map(|seconds| seconds.to_string()).unwrap_or_default();
    let end = record.end.as_ref().map(|end| end.reason.to_string()).unwrap_or_default();
    let all = [
        ("Date", &record.date),
        ("First", first),
        ("Second", second),
        ("TimeControl", &seconds),
        ("Termination", &end),
    ];
    let told = all.into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}
