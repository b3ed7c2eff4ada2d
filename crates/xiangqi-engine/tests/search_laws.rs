//! The search against plain negamax, its determinism, and mates.

use std::sync::atomic::AtomicBool;

use game::conformance::random_position;
use game::{NullObserver, Position as _, Score};
use search::control::NoClock;
use search::{Change, Control, Evaluator, TranspositionTable};
use xiangqi::{Kind, Piece, Position, Side, Stage, XiangqiRules};
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::search::{Features, Histories, Job, Outcome, SearchParams, reductions, run};

/// Material and a little noise from the squares: cheap, and hardly ever equal.
struct Toy;

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

impl Toy {
    fn score(position: &Position) -> Score {
        let mut sum = 0;
        position.for_each_piece(|piece, square| sum += worth(piece, square));
        Score::new(if position.turn() == Side::Red { sum } else { -sum })
    }
}

/// Keeps the sum of red along the line, and checks it at every evaluation.
impl Evaluator<Position> for Toy {
    type State = Vec<i32>;

    fn start(&self, position: &Position) -> Vec<i32> {
        let score = Toy::score(position).get();
        vec![if position.turn() == Side::Red { score } else { -score }]
    }
    fn made(&self, sums: &mut Vec<i32>, _: &Position, change: &Change<Piece>) {
        let sum = |places: &[Option<(Piece, u8)>]| -> i32 {
            places.iter().flatten().map(|&(piece, at)| worth(piece, usize::from(at))).sum()
        };
        sums.push(sums[sums.len() - 1] + sum(&[change.put]) - sum(&change.taken));
    }
    fn passed(&self, sums: &mut Vec<i32>, _: Option<Score>) {
        sums.push(sums[sums.len() - 1]);
    }
    fn unmade(&self, sums: &mut Vec<i32>) {
        sums.pop();
    }
    fn evaluate(&self, sums: &mut Vec<i32>, position: &Position) -> Score {
        let sum = sums[sums.len() - 1];
        let score = Score::new(if position.turn() == Side::Red { sum } else { -sum });
        assert_eq!(score, Toy::score(position), "{position}");
        score
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
    let mut histories: Vec<Histories> = (0..threads).map(|_| Histories::new()).collect();
    run(&Toy, &job, &control, &mut histories, &history, &mut |_| {})
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
        (Toy::score(position), Stage::Captures)
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
