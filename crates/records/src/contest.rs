//! The dark chess contest record; [`banqi::notation::record`] knows its lines.

use banqi::notation::record::{ContestRecord, EndReason, RecordedEnd, Seat};

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
            let is_date = !is_ply(before) && !is_end(before) && !before.contains(" vs ");
            is_ours(before) && is_date
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
                let place = Place::text(offset + line, 1);
                let told = Problem::new(ProblemCode::Form, place, error.problem.to_string());
                let told = told.with_token(lines[line - 1]);
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
    game.place = Place::text(offset + 1, 1);
    game.problems.push(Problem { code: ProblemCode::Start, ..problem });
    game
}

fn game_of(record: &ContestRecord, offset: usize, problem: Option<Problem>) -> Game {
    let place = Place::text(offset + 1, 1);
    let start = Start::Banqi(record.start.clone());
    let mut board = match Board::open(&start) {
        Ok(board) => board,
        Err(message) => {
            let problem = Problem::new(ProblemCode::Start, place, message);
            return unreadable(offset, Problem { token: start.to_string(), ..problem });
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
            let problem = Problem::new(ProblemCode::Move, place, message);
            game.report(problem.with_token(&played.to_string()));
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

/// Writes a game; `None` for xiangqi. The format holds the main line, the players,
/// the date, the time and why the game ended.
pub fn write(game: &Game) -> Option<String> {
    let Start::Banqi(start) = &game.start else { return None };
    let plies = game.tree.main_plies().filter_map(|played| match played {
        Played::Banqi(played) => Some(played),
        Played::Xiangqi(_) => None,
    });
    let names = [["First", "Red"], ["Second", "Black"]];
    let players = names.map(|names| {
        let told = names.into_iter().find_map(|name| game.header(name));
        one_line(told.unwrap_or("?")).replace(" vs ", " - ")
    });
    let mut record = ContestRecord {
        date: one_line(game.header("Date").unwrap_or_default()).replace(" vs ", " - "),
        players,
        start: start.clone(),
        first: start.turn,
        seconds: game.header("TimeControl").and_then(|time| time.parse().ok()),
        plies: plies.collect(),
        end: None,
    };
    record.first = record.first_colour();
    let winner = match game.result {
        GameResult::Unknown => return Some(record.to_string()),
        GameResult::First => Some(Seat::First),
        GameResult::Second => Some(Seat::Second),
        GameResult::Draw => None,
    };
    let reason = one_line(game.header("Termination").unwrap_or("Ended")).replace(' ', "_");
    record.end = Some(RecordedEnd { reason: EndReason::read(&reason), winner });
    Some(record.to_string())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
