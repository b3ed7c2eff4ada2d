//! The search against plain negamax, its determinism, and mates.

use std::sync::atomic::AtomicBool;

use game::conformance::random_position;
use game::{NullObserver, Observer, Position as _, Score};
use search::control::NoClock;
use search::{Control, TranspositionTable};
use xiangqi::{Kind, Piece, Position, Side, Stage, XiangqiRules};
use xiangqi_engine::Evaluator;
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::search::{Features, Job, Outcome, SearchParams, Tables, reductions, run};

/// Material and a little noise from the squares: cheap, and hardly ever equal.
struct Toy;

#[derive(Clone, Default)]
struct Sum(i32);

struct Watch<'a>(&'a mut Sum);

fn worth(piece: Piece, square: usize) -> i32 {
    let value = match piece.kind() {
        Kind::King => 0,
        Kind::Advisor | Kind::Elephant => 200,
        Kind::Horse => 420,
        Kind::Rook => 950,
        Kind::Cannon => 430,
        Kind::Pawn => 110,
    };
    let noise = (game::splitmix64((piece.index() * 90 + square) as u64) % 60) as i32;
    if piece.side() == Side::Red { value + noise } else { -value - noise }
}

impl Observer<Piece> for Watch<'_> {
    fn put(&mut self, piece: Piece, square: usize) {
        self.0.0 += worth(piece, square);
    }
    fn take(&mut self, piece: Piece, square: usize) {
        self.0.0 -= worth(piece, square);
    }
}

impl Evaluator for Toy {
    type Accumulator = Sum;
    type Watch<'a> = Watch<'a>;

    fn refresh(&self, position: &Position) -> Sum {
        let mut sum = Sum(0);
        position.for_each_piece(|piece, square| sum.0 += worth(piece, square));
        sum
    }
    fn watch<'a>(&'a self, sum: &'a mut Sum) -> Watch<'a> {
        Watch(sum)
    }
    fn after_pass(&self, evaluation: Score, _: &Sum) -> Score {
        -evaluation
    }
    fn evaluate(&self, position: &Position, sum: &Sum) -> Score {
        Score::new(if position.turn() == Side::Red { sum.0 } else { -sum.0 })
    }
}

fn search_with(
    position: &Position,
    features: Features,
    depth: i32,
    nodes: Option<u64>,
    threads: usize,
) -> Outcome {
    let table = TranspositionTable::new(4).unwrap();
    let params = SearchParams::default();
    let reductions = reductions(&params);
    let job = Job {
        evaluator: &Toy,
        table: &table,
        params: &params,
        features,
        reductions: &reductions,
        depth,
        lines: 1,
        time: None,
        mate: None,
        only: &[],
    };
    let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
    let control = Control::new(&NoClock, &stop, &pondering, nodes, None);
    let history = GameHistory::from_position(position.clone(), XiangqiRules::default());
    let mut tables: Vec<Tables> = (0..threads).map(|_| Tables::new()).collect();
    run(&job, &control, &mut tables, &history, &mut |_| {})
}

/// Plain negamax, no window, no table.
fn negamax(position: &mut Position, depth: i32, at: i32) -> Score {
    if depth == 0 {
        return quiesce(position, at);
    }
    let mut best = Score::loss_in(at);
    for ply in position.plies(Stage::All) {
        let undo = position.make_ply(ply, &mut NullObserver);
        best = best.max(-negamax(position, depth - 1, at + 1));
        position.unmake_ply(ply, undo, &mut NullObserver);
    }
    best
}

fn quiesce(position: &mut Position, at: i32) -> Score {
    let in_check = position.in_check();
    let (mut best, stage) = if in_check {
        (Score::loss_in(at), Stage::All)
    } else {
        (Toy.evaluate(position, &Toy.refresh(position)), Stage::Captures)
    };
    for ply in position.plies(stage) {
        let undo = position.make_ply(ply, &mut NullObserver);
        best = best.max(-quiesce(position, at + 1));
        position.unmake_ply(ply, undo, &mut NullObserver);
    }
    best
}

/// Few enough pieces for plain negamax to stay small.
fn small_position(seed: u64) -> Position {
    let mut rng = game::Rng::new(seed);
    let mut position: Position = random_position(seed, 60 + seed as usize % 60);
    for _ in 0..400 {
        if position.occupied().count() <= 12 || !position.has_legal_ply() {
            break;
        }
        let captures = position.plies(Stage::Captures);
        let plies = if captures.is_empty() { position.plies(Stage::All) } else { captures };
        position.make_ply(*rng.choose(&plies).unwrap(), &mut NullObserver);
    }
    position
}

#[test]
fn sound_search_equals_plain_negamax() {
    let mut compared = 0;
    for seed in 0..1_400 {
        let mut position = small_position(seed);
        if !position.has_legal_ply() {
            continue;
        }
        let depth = 2 + i32::from(seed % 4 == 0);
        let expected = negamax(&mut position, depth, 0);
        let outcome = search_with(&position, Features::SOUND, depth, None, 1);
        assert_eq!(outcome.lines[0].score, expected, "depth {depth} of {position}");
        compared += 1;
    }
    assert!(compared >= 1_000, "only {compared} positions");
}

#[test]
fn equal_node_limits_repeat_exactly() {
    for seed in 0..12 {
        let position: Position = random_position(seed, 10 + seed as usize * 5);
        let once = search_with(&position, Features::ALL, 60, Some(20_000), 1);
        let again = search_with(&position, Features::ALL, 60, Some(20_000), 1);
        assert_eq!(once.lines, again.lines);
        assert_eq!((once.nodes, once.depth), (again.nodes, again.depth));
        assert!(once.nodes <= 21_000, "{} nodes", once.nodes);
    }
}

#[test]
fn mates_are_found_and_exact() {
    let cases = [
        ("3k5/9/9/9/9/9/9/9/R3R4/4K4 w", 1),
        ("4k4/9/9/9/9/9/9/9/RR7/3K5 w", 3),
        ("3k5/4P4/9/9/9/9/9/9/9/4KR3 w", 3),
    ];
    for (fen, plies) in cases {
        let position: Position = fen.parse().unwrap();
        let outcome = search_with(&position, Features::ALL, 12, Some(300_000), 1);
        let best = &outcome.lines[0];
        assert!(
            best.score.plies_to_end().is_some_and(|found| found > 0 && found <= plies),
            "{fen}: {best:?}"
        );
    }
}

#[test]
fn two_threads_find_legal_moves() {
    for seed in 0..6 {
        let position: Position = random_position(seed, 30);
        let outcome = search_with(&position, Features::ALL, 30, Some(60_000), 2);
        let mut walked = position.clone();
        for &ply in &outcome.lines[0].plies {
            assert!(walked.is_legal_ply(ply), "{ply} in the line from {position}");
            walked.make_ply(ply, &mut NullObserver);
        }
    }
}
