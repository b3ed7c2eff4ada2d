//! What a search tells, and how it keeps to what it was asked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use game::conformance::random_position;
use game::{Position as _, Score};
use search::control::NoClock;
use search::{Bound, Clock, Limits};
use xiangqi::{Position, XiangqiRules};
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::search::{Line, Outcome, Report};
use xiangqi_engine::{Engine, Level, Request};

/// A clock that goes on by so much whenever it is asked.
struct Stepping {
    step: Duration,
    asked: AtomicU64,
}

impl Stepping {
    fn by(milliseconds: u64) -> Stepping {
        Stepping { step: Duration::from_millis(milliseconds), asked: AtomicU64::new(0) }
    }
}

impl Clock for Stepping {
    fn elapsed(&self) -> Duration {
        self.step * self.asked.fetch_add(1, Ordering::Relaxed) as u32
    }
}

fn search(
    engine: &mut Engine,
    position: &Position,
    request: &Request,
    clock: &dyn Clock,
    hear: &mut dyn FnMut(&Report<'_>),
) -> Outcome {
    let history = GameHistory::from_position(position.clone(), XiangqiRules::default());
    let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
    engine.search(&history, request, clock, &stop, &pondering, hear)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The lines as a listener knows them: by number, what was told last.
#[derive(Default)]
struct Heard {
    lines: Vec<(Line, i32, Bound)>,
}

impl Heard {
    fn hear(&mut self, report: &Report<'_>) {
        let Some(told) = report.line else { return };
        let place = told.number - 1;
        assert!(place <= self.lines.len(), "line {} before those above it", told.number);
        let entry = (told.line.clone(), report.depth, told.bound);
        if place == self.lines.len() { self.lines.push(entry) } else { self.lines[place] = entry }
    }

    fn scores(&self) -> Vec<Score> {
        self.lines.iter().map(|(line, ..)| line.score).collect()
    }
}

#[test]
fn a_move_asked_for_is_searched_as_deep_as_a_free_choice() {
    let position = Position::start();
    let limits = Limits { movetime: Some(Duration::from_secs(3)), ..nodes(60_000) };
    let depth = |only: &[&str]| {
        let mut engine = Engine::new("chuhe", 4, 1).unwrap();
        let only = only.iter().map(|text| text.parse().unwrap()).collect();
        let request = Request { limits: limits.clone(), only, ..Request::default() };
        let outcome = search(&mut engine, &position, &request, &NoClock, &mut |_| {});
        assert!(outcome.nodes >= 60_000, "{} nodes", outcome.nodes);
        outcome.depth
    };
    assert!(depth(&["b0c2"]) >= depth(&[]), "{} {}", depth(&["b0c2"]), depth(&[]));
}

#[test]
fn a_forced_move_ends_a_search_on_the_clock_only() {
    // The king in check has one square.
    let position: Position = "3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b".parse().unwrap();
    let spent = |limits: Limits| {
        let mut engine = Engine::new("chuhe", 4, 1).unwrap();
        let request = Request { limits, ..Request::default() };
        search(&mut engine, &position, &request, &NoClock, &mut |_| {}).depth
    };
    let left = Duration::from_secs(60);
    let clock = search::limits::ClockTime { left, increment: Duration::ZERO, moves_to_go: None };
    assert_eq!(spent(Limits { clock: Some(clock), depth: Some(8), ..Limits::default() }), 3);
    let fixed = Limits { movetime: Some(left), depth: Some(8), ..Limits::default() };
    assert!(spent(fixed) > 3);
}

#[test]
fn lines_are_sorted_and_the_first_is_the_answer() {
    for seed in 0..60 {
        let position: Position = random_position(seed, 6 + seed as usize % 50);
        for (lines, threads) in [(1, 1), (3, 1), (5, 1), (1, 2), (3, 2)] {
            let mut engine = Engine::new("chuhe", 1, threads).unwrap();
            let limits = nodes(700 + 450 * seed);
            let request = Request { limits, lines, ..Request::default() };
            let mut heard = Heard::default();
            let outcome = search(&mut engine, &position, &request, &NoClock, &mut |report| {
                heard.hear(report);
            });
            let scores = heard.scores();
            assert!(scores.is_sorted_by(|a, b| a >= b), "seed {seed}, {lines} lines: {scores:?}");
            let told: Vec<&Line> = heard.lines.iter().map(|(line, ..)| line).collect();
            if outcome.reached > 0 {
                assert_eq!(told, outcome.lines.iter().collect::<Vec<_>>(), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_weak_level_tells_what_it_plays_and_no_more_lines_than_asked_for() {
    let mut engine = Engine::new("chuhe", 1, 1).unwrap();
    engine.set_level(Level::new(2).unwrap());
    let mut strayed = 0;
    for seed in 0..40 {
        let position: Position = random_position(seed, 20);
        let mut first = Vec::new();
        let request = Request { limits: nodes(5_000), ..Request::default() };
        let outcome = search(&mut engine, &position, &request, &NoClock, &mut |report| {
            let Some(told) = report.line else { return };
            assert_eq!(told.number, 1);
            first.push(told.line.clone());
        });
        let Some(last) = first.last() else { continue };
        assert_eq!(last, &outcome.lines[0], "seed {seed}");
        strayed += usize::from(outcome.lines.iter().any(|line| line.score > last.score));
    }
    assert!(strayed > 0, "the level never strayed, so nothing was tested");
}

#[test]
fn a_long_search_tells_how_far_it_is() {
    let position: Position =
        "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w".parse().unwrap();
    let mut engine = Engine::new("chuhe", 4, 1).unwrap();
    let request = Request { limits: nodes(400_000), ..Request::default() };
    let (mut progress, mut bounds, mut last) = (0, 0, (0, Duration::ZERO));
    let clock = Stepping::by(20);
    let outcome = search(&mut engine, &position, &request, &clock, &mut |report| {
        assert!(report.nodes >= last.0 && report.time >= last.1);
        last = (report.nodes, report.time);
        match report.line {
            None => progress += 1,
            Some(told) if told.bound != Bound::Exact => bounds += 1,
            Some(_) => {}
        }
        assert!(report.depth >= 1);
    });
    assert!(progress >= 5, "{progress} reports between lines");
    assert!(bounds >= 1, "{bounds} bounds");
    assert_eq!(last.0, outcome.nodes, "the last words are of the end");
}

#[test]
fn a_few_nodes_are_better_than_none() {
    // A rook can be taken.
    let position: Position = "3k5/9/9/9/9/9/9/r8/9/R3K4 w".parse().unwrap();
    let mut engine = Engine::new("chuhe", 1, 1).unwrap();
    let request = Request { limits: nodes(30), ..Request::default() };
    let outcome = search(&mut engine, &position, &request, &NoClock, &mut |_| {});
    assert_eq!(outcome.lines[0].plies[0].to_string(), "a0a2", "{outcome:?}");
}

#[test]
fn a_limit_of_nodes_is_kept_within_a_hundredth() {
    for threads in [1, 2] {
        for limit in [1, 10, 100, 777, 5_000, 40_000] {
            for seed in 0..6 {
                let position: Position = random_position(seed, 10);
                let mut engine = Engine::new("chuhe", 1, threads).unwrap();
                let request = Request { limits: nodes(limit), ..Request::default() };
                let spent = search(&mut engine, &position, &request, &NoClock, &mut |_| {}).nodes;
                let most = limit + (limit / 100).max(threads as u64);
                assert!((limit..=most).contains(&spent), "{spent} of {limit}, {threads} threads");
            }
        }
    }
}
