//! What a search tells, and how it keeps to what it was asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::conformance::random_position;
use game::{Position as _, Score};
use search::book::{self, Moment};
use search::{Answer, Book, Bound, Flow, Host, Limits, Settings, Source, Unattended};
use xiangqi::{Ply, Position, XiangqiRules};
use xiangqi_engine::{BoxedEngine, XiangqiGame, create};

type Line = search::Line<Ply>;
type Report<'a> = search::Report<'a, Ply>;
type Request = search::Request<Ply>;

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

impl Host for Stepping {
    fn elapsed(&self) -> Duration {
        self.step * self.asked.fetch_add(1, Ordering::Relaxed) as u32
    }

    fn yield_point(&self) -> Flow {
        Flow::Continue
    }
}

fn engine(hash: usize, threads: usize) -> BoxedEngine {
    create("chuhe", &Settings { hash, threads, ..Settings::default() }).unwrap()
}

fn search(
    engine: &mut BoxedEngine,
    position: &Position,
    request: &Request,
    host: &dyn Host,
    listen: &mut dyn FnMut(&Report<'_>),
) -> Answer<Ply> {
    let game = XiangqiGame::from_position(XiangqiRules::default(), position.clone(), 0);
    engine.search(&game, request, host, listen)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The lines as a listener knows them: by number, what was told last.
#[derive(Default)]
struct Told {
    lines: Vec<(Line, i32, Bound)>,
}

impl Told {
    fn take(&mut self, report: &Report<'_>) {
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
        let mut engine = engine(4, 1);
        let only = only.iter().map(|text| text.parse().unwrap()).collect();
        let request = Request { limits: limits.clone(), only, ..Request::default() };
        let answer = search(&mut engine, &position, &request, &Unattended, &mut |_| {});
        assert!(answer.nodes >= 60_000, "{} nodes", answer.nodes);
        answer.depth
    };
    assert!(depth(&["b0c2"]) >= depth(&[]), "{} {}", depth(&["b0c2"]), depth(&[]));
}

#[test]
fn a_forced_move_ends_a_search_on_the_clock_only() {
    // The king in check has one square.
    let position: Position = "3k5/R8/9/9/9/9/9/9/4A4/1R2K4 b".parse().unwrap();
    let spent = |limits: Limits| {
        let mut engine = engine(4, 1);
        let request = Request::within(limits);
        search(&mut engine, &position, &request, &Unattended, &mut |_| {}).depth
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
            let mut engine = engine(1, threads);
            let limits = nodes(700 + 450 * seed);
            let request = Request { limits, lines, ..Request::default() };
            let mut told = Told::default();
            let answer = search(&mut engine, &position, &request, &Unattended, &mut |report| {
                told.take(report);
            });
            let scores = told.scores();
            assert!(scores.is_sorted_by(|a, b| a >= b), "seed {seed}, {lines} lines: {scores:?}");
            let last: Vec<&Line> = told.lines.iter().map(|(line, ..)| line).collect();
            if answer.reached > 0 {
                assert_eq!(last, answer.lines.iter().collect::<Vec<_>>(), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_weak_level_tells_what_it_plays_and_no_more_lines_than_asked_for() {
    let mut engine = engine(1, 1);
    engine.set_option("Skill Level", "2").unwrap();
    let mut strayed = 0;
    for seed in 0..40 {
        let position: Position = random_position(seed, 20);
        let mut first = Vec::new();
        let request = Request { seed, ..Request::of_nodes(5_000) };
        let answer = search(&mut engine, &position, &request, &Unattended, &mut |report| {
            let Some(told) = report.line else { return };
            assert_eq!(told.number, 1);
            first.push(told.line.clone());
        });
        let Some(last) = first.last() else { continue };
        assert_eq!(last, &answer.lines[0], "seed {seed}");
        strayed += usize::from(answer.lines.iter().any(|line| line.score > last.score));
    }
    assert!(strayed > 0, "the level never strayed, so nothing was tested");
}

#[test]
fn a_long_search_tells_how_far_it_is() {
    let position: Position =
        "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w".parse().unwrap();
    let mut engine = engine(4, 1);
    let request = Request::of_nodes(400_000);
    let (mut progress, mut bounds, mut last) = (0, 0, (0, Duration::ZERO));
    let host = Stepping::by(20);
    let answer = search(&mut engine, &position, &request, &host, &mut |report| {
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
    assert_eq!(last.0, answer.nodes, "the last words are of the end");
}

#[test]
fn a_few_nodes_are_better_than_none() {
    // A rook can be taken.
    let position: Position = "3k5/9/9/9/9/9/9/r8/9/R3K4 w".parse().unwrap();
    let mut engine = engine(1, 1);
    let request = Request::of_nodes(30);
    let answer = search(&mut engine, &position, &request, &Unattended, &mut |_| {});
    assert_eq!(answer.lines[0].plies[0].to_string(), "a0a2", "{answer:?}");
}

#[test]
fn a_limit_of_nodes_is_kept_within_a_hundredth() {
    for threads in [1, 2] {
        for limit in [1, 10, 100, 777, 5_000, 40_000] {
            for seed in 0..6 {
                let position: Position = random_position(seed, 10);
                let mut engine = engine(1, threads);
                let request = Request::of_nodes(limit);
                let spent =
                    search(&mut engine, &position, &request, &Unattended, &mut |_| {}).nodes;
                let most = limit + (limit / 100).max(threads as u64);
                assert!((limit..=most).contains(&spent), "{spent} of {limit}, {threads} threads");
            }
        }
    }
}

/// Knows one ply for every position, legal or not.
struct OnePly(&'static str);

impl Book<Position> for OnePly {
    fn choose(&self, _: &Position, _: &Moment<'_>, _: &mut game::Rng) -> Option<book::Told<Ply>> {
        Some(book::Told { ply: self.0.parse().ok()?, why: String::new() })
    }
}

#[test]
fn a_book_answers_if_it_may_and_what_it_says_is_legal() {
    let position = Position::start();
    let mut engine = engine(1, 1);
    engine.set_book(Some(Arc::new(OnePly("a3a4"))));
    let request = Request { book: true, ..Request::of_nodes(200) };
    let mut told = Vec::new();
    let answer = search(&mut engine, &position, &request, &Unattended, &mut |report| {
        told.extend(report.line.map(|line| (line.number, line.line.clone())));
    });
    assert_eq!((answer.source, answer.nodes), (Source::Book, 0));
    assert_eq!(told, [(1, answer.lines[0].clone())]);
    assert_eq!(answer.ply(), "a3a4".parse().ok());

    let mut source = |request: &Request| {
        search(&mut engine, &position, request, &Unattended, &mut |_| {}).source
    };
    assert_eq!(source(&Request::of_nodes(200)), Source::Search, "it was not asked");
    let only = vec!["b0c2".parse().unwrap()];
    assert_eq!(source(&Request { only, ..request.clone() }), Source::Search);
    engine.set_book(Some(Arc::new(OnePly("a0a5"))));
    let answer = search(&mut engine, &position, &request, &Unattended, &mut |_| {});
    assert_eq!(answer.source, Source::Search, "a rook does not jump");
}

#[test]
fn the_same_request_gives_a_weak_level_the_same_choice() {
    let position: Position = random_position(3, 20);
    let mut plies = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let choice = || {
            let mut engine = engine(1, 1);
            engine.set_option("Skill Level", "1").unwrap();
            let request = Request { seed, ..Request::default() };
            search(&mut engine, &position, &request, &Unattended, &mut |_| {}).ply()
        };
        assert_eq!(choice(), choice(), "seed {seed}");
        plies.insert(choice());
    }
    assert!(plies.len() > 1, "the dice never fell differently");
}

#[test]
fn lines_come_from_the_request_or_from_the_option() {
    let mut engine = engine(1, 1);
    engine.set_option("MultiPV", "3").unwrap();
    let mut lines = |lines| {
        let request = Request { lines, ..Request::to_depth(3) };
        search(&mut engine, &Position::start(), &request, &Unattended, &mut |_| {}).lines.len()
    };
    assert_eq!([lines(0), lines(1), lines(2)], [3, 1, 2]);
}
