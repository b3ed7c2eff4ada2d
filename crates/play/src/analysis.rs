//! The best lines of a position, deeper and deeper, until somebody says stop.

use std::time::Duration;

use game::Score;
use search::{Bound, Host, Level, Line, Report, Request, WinModel};
use serde::{Serialize, Serializer};

use crate::engine::{AnyEngine, EngineError, EngineOf, GameOf, Searched, show_line};
use crate::game::AnyGame;
use crate::score::ScoreView;
use crate::seat::Seat;
use crate::words::{self, PlyView};

/// Plies shown of a line.
const SHOWN: usize = 16;
/// So many forced plies are walked before the analysis begins.
const FORCED: usize = 12;

/// How far an analysis is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct State {
    /// The depth of the lines in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub selective: i32,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub time: Duration,
    /// The lines, the best first.
    pub lines: Vec<LineView>,
    /// Whether it has ended.
    pub done: bool,
}

impl State {
    /// Nodes in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(0.001)) as u64
    }
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_millis() as u64)
}

/// One line of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LineView {
    /// Its value.
    pub score: ScoreView,
    /// Its plies, up to a flip, whose outcome nobody knows.
    #[serde(serialize_with = "words::short")]
    pub plies: Vec<PlyView>,
}

/// Analyses the present position of a game until the host says stop; `report` is
/// told every new state, the last one with [`State::done`].
///
/// # Errors
/// If the engine plays the other game, or failed.
pub fn analyse(
    game: &AnyGame,
    engine: &mut AnyEngine,
    lines: usize,
    host: &dyn Host,
    report: &mut dyn FnMut(&State),
) -> Result<(), EngineError> {
    engine.set_level(Level::FULL)?;
    let (mover, model) = (game.seat_to_move(), engine.win_model(game));
    match (game, &mut *engine) {
        (AnyGame::Xiangqi { game, .. }, AnyEngine::Xiangqi(engine)) => {
            let analysis = Analysis::new(game, mover, model, lines);
            analysis.run(&mut **engine, host, report);
        }
        (AnyGame::Banqi { game, .. }, AnyEngine::Banqi(engine)) => {
            let analysis = Analysis::new(game, mover, model, lines);
            analysis.run(&mut **engine, host, report);
        }
        (game, engine) => return Err(engine.other_game(game)),
    }
    engine.check()
}

/// With one ply only the position after it is more telling.
fn walk_forced<P: Searched>(game: &GameOf<P>) -> GameOf<P> {
    let mut walked = game.clone();
    let begun = walked.plies().len();
    let was_over = walked.verdict().is_some();
    while walked.plies().len() < begun + FORCED {
        let plies = walked.position().legal_plies();
        let &[only] = plies.as_slice() else { break };
        let &[(reveal, _)] = walked.position().reveals(only).as_slice() else { break };
        if P::is_chance(only) || walked.play_on(only, reveal).is_err() {
            break;
        }
        let ends = !was_over && walked.verdict().is_some();
        if ends || walked.position().legal_plies().is_empty() {
            walked.undo();
            break;
        }
    }
    walked
}

/// An analysis of one game: what is searched, and what has been found.
struct Analysis<'a, P: Searched> {
    /// The game as it was given.
    given: &'a GameOf<P>,
    /// The game behind the forced plies.
    game: GameOf<P>,
    forced: Vec<P::Ply>,
    mover: Seat,
    model: WinModel,
    lines: usize,
    state: State,
}

impl<'a, P: Searched> Analysis<'a, P> {
    fn new(given: &'a GameOf<P>, mover: Seat, model: WinModel, lines: usize) -> Self {
        let game = walk_forced::<P>(given);
        let forced = game.plies()[given.plies().len()..].iter().map(|played| played.ply).collect();
        let (lines, state) = (lines.max(1), State::default());
        Analysis { given, game, forced, mover, model, lines, state }
    }

    fn run(mut self, engine: &mut EngineOf<P>, host: &dyn Host, report: &mut dyn FnMut(&State)) {
        let game = self.game.clone();
        let request = Request { lines: self.lines, ..Request::default() };
        let answer = engine.search(&game, &request, host, &mut |told| {
            self.take(told);
            report(&self.state);
        });
        // What was told last may be of two depths; the answer is in order.
        self.state.lines = answer.lines.iter().map(|line| self.show(line)).collect();
        self.state.done = true;
        report(&self.state);
    }

    fn take(&mut self, told: &Report<'_, P::Ply>) {
        // A bound is no news for people: the score that follows is.
        if let Some(line) = told.line.filter(|line| line.bound == Bound::Exact) {
            let shown = self.show(line.line);
            place(&mut self.state.lines, line.number - 1, shown, self.lines);
        }
        let forced = self.forced.len() as i32;
        self.state.depth = told.depth + forced;
        self.state.selective = told.selective_depth + forced;
        self.state.nodes = told.nodes;
        self.state.time = told.time;
    }

    /// A line of the engine behind the forced plies, from the first seat's view.
    fn show(&self, line: &Line<P::Ply>) -> LineView {
        let forced = self.forced.len();
        let own = if forced.is_multiple_of(2) { line.score } else { -line.score };
        let score: Score = own.from_node(forced as i32);
        let plies: Vec<P::Ply> = self.forced.iter().chain(&line.plies).copied().collect();
        LineView {
            score: ScoreView::new(self.model, score, self.mover),
            plies: show_line(self.given.position(), &plies, SHOWN.max(forced + 1)),
        }
    }
}

/// Puts a line in its place. What stands below is of the depth before: a line that
/// begins with the same ply has moved up here.
fn place(lines: &mut Vec<LineView>, at: usize, shown: LineView, most: usize) {
    let first = |line: &LineView| line.plies.first().map(|ply| ply.ply.clone());
    let mut rank = 0;
    lines.retain(|line| {
        rank += 1;
        rank <= at || first(line) != first(&shown)
    });
    lines.insert(at.min(lines.len()), shown);
    lines.truncate(most);
}

#[cfg(test)]
mod tests {
    use game::{GameKind, Position as _};
    use search::{Answer, LineReport, Settings};

    use super::*;
    use crate::game::Chance;
    use crate::stopwatch::Stopwatch;

    fn engine(kind: GameKind) -> AnyEngine {
        let settings = Settings { hash: 1, ..Settings::default() };
        AnyEngine::create(kind, "chuhe", &settings).unwrap()
    }

    /// Analyses until a depth is reached and returns every state before the last.
    fn states(kind: GameKind, start: &str, lines: usize, depth: i32) -> Vec<State> {
        let game = AnyGame::open(kind, Some(start), None).unwrap();
        let host = Stopwatch::start();
        let mut states = Vec::new();
        let mut engine = engine(kind);
        analyse(&game, &mut engine, lines, &host, &mut |state| {
            states.push(state.clone());
            if state.depth >= depth {
                host.signals().stop();
            }
        })
        .unwrap();
        assert!(states.pop().unwrap().done);
        states
    }

    /// The last state with as many lines as were asked for.
    fn until(kind: GameKind, start: &str, lines: usize, depth: i32) -> State {
        let states = states(kind, start, lines, depth);
        states.into_iter().rfind(|state| state.lines.len() == lines).unwrap()
    }

    #[test]
    fn lines_come_best_first_from_the_first_seats_view() {
        let state = until(GameKind::Xiangqi, "3k5/9/9/9/9/9/9/r8/4A4/R3K4 w", 3, 5);
        let score = |index: usize| {
            let score = state.lines[index].score;
            score.cp.unwrap_or_else(|| score.mate.unwrap() * 10_000)
        };
        assert_eq!(state.lines[0].plies[0].ply, "a0a2", "{state:?}");
        assert!(score(0) >= score(1) && score(0) > 300, "{state:?}");
        let black = until(GameKind::Xiangqi, "r3k4/9/9/9/9/9/9/R8/9/3K5 b", 1, 5);
        assert!(black.lines[0].score.cp < Some(-300), "{black:?}");
    }

    #[test]
    fn a_line_that_moves_up_leaves_its_old_place() {
        let position = xiangqi::Position::start();
        let line = |ply: &str, share: i32| LineView {
            score: ScoreView { cp: None, mate: None, share },
            plies: vec![position.show(ply.parse().unwrap())],
        };
        let [a, b, c, d] = ["a3a4", "b2e2", "c3c4", "h2e2"];
        let mut lines = vec![line(a, 9), line(b, 8), line(c, 7)];
        place(&mut lines, 0, line(b, 10), 3);
        assert_eq!(lines, [line(b, 10), line(a, 9), line(c, 7)]);
        place(&mut lines, 1, line(d, 9), 3);
        assert_eq!(lines, [line(b, 10), line(d, 9), line(a, 9)]);
    }

    #[test]
    fn a_single_reply_is_walked_through() {
        // The rook keeps the king off its second rank: it has one square.
        let states = states(GameKind::Xiangqi, "3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b", 1, 4);
        let shown: Vec<&State> = states.iter().filter(|state| !state.lines.is_empty()).collect();
        assert!(!shown.is_empty(), "{states:?}");
        for state in shown {
            // The search begins behind the reply, which is shown and counted.
            let plies = &state.lines[0].plies;
            assert_eq!(plies[0].ply, "d9e9", "{state:?}");
            assert!(plies.len() >= 2 && state.depth >= 2, "{state:?}");
        }
    }

    #[test]
    fn walking_stops_at_a_choice_a_flip_and_the_end() {
        fn walked(kind: GameKind, start: &str, rules: &str) -> Vec<String> {
            let plies = |walked: AnyGame| walked.ply_views().into_iter().map(|view| view.ply);
            let game = AnyGame::open(kind, Some(start), Some(rules)).unwrap();
            plies(match game {
                AnyGame::Xiangqi { game, setup } => {
                    AnyGame::Xiangqi { game: walk_forced::<xiangqi::Position>(&game), setup }
                }
                AnyGame::Banqi { game, setup } => {
                    AnyGame::Banqi { game: walk_forced::<banqi::Position>(&game), setup }
                }
            })
            .collect()
        }
        let xiangqi = |start| walked(GameKind::Xiangqi, start, "computer");
        assert_eq!(xiangqi("3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b"), ["d9e9"]);
        assert_eq!(xiangqi("3k5/9/9/9/9/9/9/9/4A4/1R2K4 b"), [""; 0]);
        // The king in the corner has one step as long as its way is barred.
        let banqi = |start| walked(GameKind::Banqi, start, "tcga");
        assert_eq!(banqi("8/8/k7/PX6 r p1"), [""; 0], "a flip is never forced upon anybody");
        assert_eq!(banqi("8/8/8/Pr6 r")[..1], ["a1a2"]);
        assert_eq!(banqi("8/8/8/Pr6 r - 59 1"), [""; 0], "not into the end of the game");
    }

    #[test]
    fn finished_games_have_no_lines() {
        let mated = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b";
        let game = AnyGame::open(GameKind::Xiangqi, Some(mated), None).unwrap();
        let mut last = State::default();
        let mut engine = engine(GameKind::Xiangqi);
        let host = Stopwatch::start();
        analyse(&game, &mut engine, 2, &host, &mut |state| last = state.clone()).unwrap();
        assert!(last.done && last.lines.is_empty(), "{last:?}");
    }

    #[test]
    fn dark_chess_lines_have_flips_among_them() {
        let state = until(GameKind::Banqi, "8/8/8/KX5h r p1", 2, 2);
        let plies: Vec<&str> = state.lines.iter().map(|line| line.plies[0].ply.as_str()).collect();
        assert!(plies.contains(&"b1b1") && plies.contains(&"a1a2"), "{plies:?}");
    }

    /// Tells two lines, the second better than the first, and answers in order.
    struct TwoLines;

    impl search::Engine<xiangqi::Position, xiangqi::XiangqiRules> for TwoLines {
        fn search(
            &mut self,
            _: &GameOf<xiangqi::Position>,
            _: &Request<xiangqi::Ply>,
            _: &dyn Host,
            report: &mut dyn FnMut(&Report<'_, xiangqi::Ply>),
        ) -> Answer<xiangqi::Ply> {
            let line = |ply: &str, score| Line {
                score: Score::new(score),
                plies: vec![ply.parse().unwrap()],
            };
            let (worse, better) = (line("c3c4", 60), line("h2e2", 90));
            for (number, line) in [(1, &worse), (2, &better)] {
                report(&Report {
                    depth: 9,
                    selective_depth: 9,
                    nodes: 0,
                    time: Duration::ZERO,
                    fullness: 0,
                    table_hits: 0,
                    line: Some(LineReport { number, line, bound: Bound::Exact }),
                });
            }
            Answer { lines: vec![better, worse], ..Answer::none() }
        }

        fn profile(&self) -> &'static str {
            "two-lines"
        }
        fn options(&self) -> Vec<search::EngineOption> {
            Vec::new()
        }
        fn set_option(&mut self, _: &str, _: &str) -> Result<(), search::OptionError> {
            Ok(())
        }
        fn params(&self) -> search::ParamSet {
            search::ParamSet::default()
        }
        fn set_params(&mut self, _: &search::ParamSet) -> Result<(), search::ParamError> {
            Ok(())
        }
        fn set_book(&mut self, _: Option<std::sync::Arc<dyn search::Book<xiangqi::Position>>>) {}
        fn new_game(&mut self) {}
        fn explain(&self, _: &GameOf<xiangqi::Position>) -> Option<search::Explanation> {
            None
        }
        fn win_model(&self, position: &xiangqi::Position) -> WinModel {
            xiangqi_engine::win_model(position)
        }
    }

    #[test]
    fn in_the_end_the_lines_are_those_of_the_answer_in_its_order() {
        let game = AnyGame::open(GameKind::Xiangqi, None, None).unwrap();
        let mut engine = AnyEngine::Xiangqi(Box::new(TwoLines));
        let mut last = State::default();
        let host = Stopwatch::start();
        analyse(&game, &mut engine, 2, &host, &mut |state| last = state.clone()).unwrap();
        let plies: Vec<&str> = last.lines.iter().map(|line| line.plies[0].ply.as_str()).collect();
        assert_eq!((last.done, plies.as_slice()), (true, ["h2e2", "c3c4"].as_slice()));
    }

    #[test]
    fn an_engine_of_the_other_game_is_refused() {
        let game = AnyGame::open(GameKind::Banqi, None, None).unwrap();
        let mut engine = engine(GameKind::Xiangqi);
        let error = analyse(&game, &mut engine, 1, &Stopwatch::start(), &mut |_| {}).unwrap_err();
        assert_eq!(error.to_string(), "this engine plays xiangqi, not banqi");
    }

    #[test]
    fn scores_behind_forced_plies_are_those_of_the_mover() {
        // After the only reply the rook takes the other one.
        let game = "3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b";
        let state = until(GameKind::Xiangqi, game, 1, 5);
        assert!(state.lines[0].score.share > 900, "red has two rooks: {state:?}");
        let mut after = AnyGame::open(GameKind::Xiangqi, Some(game), None).unwrap();
        after.play("d9e9", Chance::Told(None), false).unwrap();
        let after = until(GameKind::Xiangqi, &after.position(), 1, 4);
        assert!(after.lines[0].score.share > 900, "{after:?}");
    }
}
