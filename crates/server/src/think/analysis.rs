//! Infinite analysis: the best lines of a position, deeper and deeper.

use std::time::Duration;

use banqi::Ply as BanqiPly;
use banqi_engine::BanqiGame;
use game::{NullObserver, Position as _, Score};
use search::{Bound, Limits};
use serde_json::{Value, json};
use xiangqi_engine::Request;
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::search::{Line as EngineLine, Report};

use super::pool::Run;
use super::roots::Roots;
use super::shelf::Order;
use crate::board::line::XiangqiGame;
use crate::board::words::{self, Texts};
use crate::board::{Line, PlyView, ScoreView, Seat};
use crate::error::{ApiError, Code};

/// An analysis ends after an hour of running.
const LONG: Duration = Duration::from_secs(3_600);
/// Plies shown of a line.
const SHOWN: usize = 16;
/// Deeper is not looked in dark chess: every position is solved or hopeless then.
const DEEPEST: i32 = 60;
/// So many forced plies are walked before the analysis begins.
const FORCED: usize = 12;

/// What is wanted of an analysis.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// How many lines.
    pub lines: usize,
    /// Whose evaluation, in xiangqi.
    pub profile: String,
    /// Megabytes of the table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// For whom: a tab that walks through a game keeps its table.
    pub tag: u64,
}

/// Analyses the present position of a line until stopped; `report` hears every
/// new state.
///
/// # Errors
/// If the engine cannot be made.
pub fn analyse(
    line: &Line,
    wanted: &Wanted,
    run: &Run,
    report: &mut dyn FnMut(Value),
) -> Result<(), ApiError> {
    match line {
        Line::Xiangqi { game, .. } => xiangqi(game, wanted, run, report),
        Line::Banqi { game, .. } => banqi(line, game, wanted, run, report),
    }
}

/// A short form of a ply: coordinates, outcome, words.
pub fn short(view: PlyView) -> Value {
    let texts: Texts = view.text;
    json!({"ply": view.ply, "from": view.from, "to": view.to, "reveal": view.reveal, "text": texts})
}

/// What all lines have in common.
struct Progress {
    depth: i32,
    selective: i32,
    nodes: u64,
    ran: Duration,
}

fn state(progress: &Progress, lines: &[Value], done: bool) -> Value {
    let seconds = progress.ran.as_secs_f64().max(0.001);
    json!({
        "depth": progress.depth,
        "selective": progress.selective,
        "nodes": progress.nodes,
        "nps": (progress.nodes as f64 / seconds) as u64,
        "time_ms": progress.ran.as_millis() as u64,
        "lines": lines,
        "done": done,
    })
}

/// With one move only the position after it is more telling.
fn walk_forced(game: &XiangqiGame) -> XiangqiGame {
    let mut game = game.clone();
    let begun = game.plies().len();
    while game.plies().len() < begun + FORCED {
        let plies = game.position().legal_plies();
        let [only] = plies.as_slice() else { break };
        if game.play_on(*only, ()).is_err() || !game.position().has_legal_ply() {
            game.undo();
            break;
        }
    }
    game
}

fn xiangqi(
    given: &XiangqiGame,
    wanted: &Wanted,
    run: &Run,
    report: &mut dyn FnMut(Value),
) -> Result<(), ApiError> {
    let game = walk_forced(given);
    let forced: Vec<xiangqi::Ply> =
        game.plies()[given.plies().len()..].iter().map(|played| played.ply).collect();
    let order = Order {
        profile: wanted.profile.clone(),
        threads: wanted.threads,
        megabytes: wanted.hash,
        tag: wanted.tag,
    };
    let mut engine = run.xiangqi(order).map_err(|error| ApiError::new(Code::Internal, error))?;
    let limits = Limits { movetime: Some(LONG), ..Limits::default() };
    let request = Request { limits, lines: wanted.lines, ..Request::default() };
    let history = GameHistory::from_game(&game);
    let mut lines: Vec<Value> = Vec::new();
    let mut progress = Progress { depth: 0, selective: 0, nodes: 0, ran: Duration::ZERO };
    let mut hear = |told: &Report<'_>| {
        // A bound is no news for people: the score that follows is.
        if let Some(line) = told.line.filter(|line| line.bound == Bound::Exact) {
            let shown = xiangqi_line(given, &forced, line.line);
            place(&mut lines, line.number - 1, shown, wanted.lines.max(1));
        }
        progress = Progress {
            depth: told.depth + forced.len() as i32,
            selective: told.selective_depth as i32 + forced.len() as i32,
            nodes: told.nodes,
            ran: told.time,
        };
        report(state(&progress, &lines, false));
    };
    engine.search(&history, &request, run, run.stop_flag(), run.pondering(), &mut hear);
    report(state(&progress, &lines, true));
    Ok(())
}

/// Puts a line in its place. What stands below is of the depth before: a line that
/// begins with the same ply has moved up here.
fn place(lines: &mut Vec<Value>, at: usize, shown: Value, most: usize) {
    let first = |line: &Value| line["plies"][0]["ply"].clone();
    let mut rank = 0;
    lines.retain(|line| {
        rank += 1;
        rank <= at || first(line) != first(&shown)
    });
    lines.insert(at.min(lines.len()), shown);
    lines.truncate(most);
}

/// A line of the engine behind the forced plies, from the first seat's view.
fn xiangqi_line(given: &XiangqiGame, forced: &[xiangqi::Ply], line: &EngineLine) -> Value {
    let mut position = given.position().clone();
    let model = xiangqi_engine::win_model(&position);
    let mover = if position.turn() == xiangqi::Side::Red { Seat::First } else { Seat::Second };
    let own = if forced.len().is_multiple_of(2) { line.score } else { -line.score };
    let score = own.from_node(forced.len() as i32);
    let plies = forced.iter().chain(&line.plies).take(SHOWN.max(forced.len() + 1));
    let plies: Vec<Value> = plies
        .map(|&ply| {
            let shown = short(words::xiangqi_ply(&position, ply));
            position.make_ply(ply, &mut NullObserver);
            shown
        })
        .collect();
    json!({"score": ScoreView::new(model, score, mover), "plies": plies})
}

fn banqi(
    line: &Line,
    game: &BanqiGame,
    wanted: &Wanted,
    run: &Run,
    report: &mut dyn FnMut(Value),
) -> Result<(), ApiError> {
    let (mover, model) = (line.seat_to_move(), line.win_model());
    let mut roots = Roots::new(game.clone(), run, wanted.hash, wanted.tag)
        .map_err(|error| ApiError::new(Code::Internal, error))?;
    let tell = |roots: &Roots<'_>, done: bool| {
        let shown: Vec<Value> = roots
            .plies()
            .iter()
            .take(if roots.depth() == 0 { 0 } else { wanted.lines })
            .map(|root| {
                let plies = banqi_line(game, &root.line);
                let score = ScoreView::new(model, root.value, mover);
                json!({"score": score, "plies": plies})
            })
            .collect();
        let progress = Progress {
            depth: roots.depth(),
            selective: roots.depth(),
            nodes: roots.nodes(),
            ran: run.ran(),
        };
        state(&progress, &shown, done)
    };
    let least = wanted.lines.max(2) + 2;
    while roots.depth() < DEEPEST && run.ran() < LONG && roots.deepen(run, least, None) {
        report(tell(&roots, false));
        if decided(roots.plies().first().map(|root| root.value), roots.depth()) {
            break;
        }
    }
    report(tell(&roots, true));
    Ok(())
}

/// A forced end that was searched to the end will not change.
fn decided(best: Option<Score>, depth: i32) -> bool {
    best.is_none_or(|best| best.plies_to_end().is_some_and(|plies| plies.abs() < depth))
}

/// The plies of a line up to its first flip, whose outcome nobody knows.
fn banqi_line(game: &BanqiGame, plies: &[BanqiPly]) -> Vec<Value> {
    let mut position = game.position().clone();
    let mut shown = Vec::new();
    for &ply in plies.iter().take(SHOWN) {
        if !position.is_legal(ply) {
            break;
        }
        shown.push(short(words::banqi_ply(&position, ply, None)));
        if ply.is_flip() {
            break;
        }
        position.make(ply, banqi::Reveal::Nothing, &mut NullObserver);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::super::gate::Class;
    use super::super::pool::Pool;
    use super::*;
    use crate::board::Kind;
    use std::sync::{Arc, Mutex};

    /// Analyses until a depth is reached and returns the last state before.
    fn until(kind: Kind, start: &str, lines: usize, depth: i64) -> Value {
        states(kind, start, lines, depth).pop().unwrap_or_default()
    }

    /// Analyses until a depth is reached and returns every state before.
    fn states(kind: Kind, start: &str, lines: usize, depth: i64) -> Vec<Value> {
        let line = Line::open(kind, Some(start), None).unwrap();
        let wanted = Wanted { lines, profile: "chuhe".into(), hash: 1, threads: 1, tag: 0 };
        let pool = Pool::new(1, 8, 2);
        let all = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&all);
        let (sender, receiver) = std::sync::mpsc::channel();
        let (reached, done) = (sender.clone(), sender);
        let search = pool
            .start(
                Class::Analysis,
                1,
                super::super::pool::Time::Running,
                move |run| {
                    analyse(&line, &wanted, run, &mut |state| {
                        if state["done"] == false || state["lines"] == json!([]) {
                            heard.lock().unwrap().push(state.clone());
                        }
                        if state["depth"].as_i64() >= Some(depth) {
                            let _ = reached.send(());
                        }
                    })
                },
                move |_| {
                    let _ = done.send(());
                },
            )
            .unwrap();
        receiver.recv().unwrap();
        search.stop();
        all.lock().unwrap().clone()
    }

    #[test]
    fn lines_come_best_first_from_the_first_seats_view() {
        let state = until(Kind::Xiangqi, "3k5/9/9/9/9/9/9/r8/4A4/R3K4 w", 3, 5);
        let score = |index: usize| {
            let score = &state["lines"][index]["score"];
            score["cp"].as_i64().unwrap_or_else(|| score["mate"].as_i64().unwrap() * 10_000)
        };
        assert_eq!(state["lines"][0]["plies"][0]["ply"], "a0a2", "{state}");
        assert!(score(0) >= score(1) && score(0) > 300, "{state}");
        let black = until(Kind::Xiangqi, "r3k4/9/9/9/9/9/9/R8/9/3K5 b", 1, 5);
        assert!(black["lines"][0]["score"]["cp"].as_i64() < Some(-300), "{black}");
    }

    #[test]
    fn a_line_that_moves_up_leaves_its_old_place() {
        let line = |ply: &str, score: i32| json!({"score": score, "plies": [{"ply": ply}]});
        let mut lines = vec![line("a", 9), line("b", 8), line("c", 7)];
        place(&mut lines, 0, line("b", 10), 3);
        assert_eq!(lines, [line("b", 10), line("a", 9), line("c", 7)]);
        place(&mut lines, 1, line("d", 9), 3);
        assert_eq!(lines, [line("b", 10), line("d", 9), line("a", 9)]);
    }

    #[test]
    fn a_single_reply_is_walked_through() {
        // The rook keeps the king off its second rank: it has one square.
        let states = states(Kind::Xiangqi, "3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b", 1, 4);
        let shown: Vec<&Value> =
            states.iter().filter(|state| state["lines"] != json!([])).collect();
        assert!(!shown.is_empty(), "{states:?}");
        for state in shown {
            // The search begins behind the reply, which is shown and counted.
            let line = &state["lines"][0];
            assert_eq!(line["plies"][0]["ply"], "d9e9", "{state}");
            assert!(line["plies"].as_array().unwrap().len() >= 2, "{state}");
            assert!(state["depth"].as_i64() >= Some(2), "{state}");
        }
    }

    #[test]
    fn walking_stops_at_a_choice() {
        let walked = |start: &str| {
            let line = Line::open(Kind::Xiangqi, Some(start), None).unwrap();
            let Line::Xiangqi { game, .. } = &line else { unreachable!("xiangqi was asked for") };
            let game = walk_forced(game);
            game.plies().iter().map(|played| played.ply.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(walked("3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b"), ["d9e9"]);
        assert_eq!(walked("3k5/9/9/9/9/9/9/9/4A4/1R2K4 b"), [""; 0]);
    }

    #[test]
    fn mates_and_finished_games_have_no_lines() {
        let mated = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b";
        let state = until(Kind::Xiangqi, mated, 2, 0);
        assert_eq!((&state["lines"], &state["done"]), (&json!([]), &json!(true)));
    }

    #[test]
    fn dark_chess_lines_have_flips_among_them() {
        let state = until(Kind::Banqi, "8/8/8/KX5h r p1", 5, 2);
        let plies: Vec<&str> = state["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["plies"][0]["ply"].as_str().unwrap())
            .collect();
        assert!(plies.contains(&"b1b1") && plies.contains(&"a1a2"), "{plies:?}");
    }
}
