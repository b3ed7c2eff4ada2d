//! Laws of the evaluation on random positions, in both styles.

use game::conformance::random_position;
use game::{NullObserver, Position as _, Rng, Side};
use xiangqi::Position;
use xiangqi_engine::eval::attack_info::AttackInfo;
use xiangqi_engine::eval::control;
use xiangqi_engine::eval::{EvalStyle, Evaluation};

fn evaluators() -> [Evaluation; 2] {
    EvalStyle::ALL.map(Evaluation::of_style)
}

fn score(evaluator: &Evaluation, position: &Position) -> i32 {
    evaluator.evaluate(position, &evaluator.refresh(position)).get()
}

#[test]
fn rows_sum_to_the_score() {
    for evaluator in evaluators() {
        for seed in 0..5_000 {
            let position: Position = random_position(seed, seed as usize % 240);
            let rows = evaluator.explain(&position);
            let sum: i32 = rows.iter().map(|row| row.total).sum();
            assert_eq!(sum, score(&evaluator, &position), "{position}: {rows:?}");
            let seen = if position.turn() == Side::Red { 1 } else { -1 };
            for row in rows {
                assert_eq!(row.total, seen * (row.red - row.black), "{position}: {row:?}");
            }
        }
    }
}

#[test]
fn rounding_stays_small() {
    let evaluator = Evaluation::of_style(EvalStyle::Chuhe);
    for seed in 0..500 {
        let position: Position = random_position(seed, seed as usize % 240);
        let rows = evaluator.explain(&position);
        let rounding = rows.iter().find(|row| row.name == "rounding").map(|row| row.total);
        assert!(rounding.is_some_and(|left| left.abs() <= rows.len() as i32), "{position}");
    }
}

/// Colours swapped (mirror 1) or left and right swapped (mirror 0), the mover sees
/// the same.
#[test]
fn both_symmetries_keep_the_score() {
    for evaluator in evaluators() {
        for seed in 0..3_000 {
            let position: Position = random_position(seed, seed as usize % 240);
            for which in 0..Position::MIRRORS {
                let image = position.mirror(which);
                let (here, there) = (score(&evaluator, &position), score(&evaluator, &image));
                assert_eq!(here, there, "mirror {which} of {position}");
            }
        }
    }
}

#[test]
fn the_accumulator_follows_the_board() {
    for evaluator in evaluators() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut position = Position::start();
            let mut accumulator = evaluator.refresh(&position);
            let mut path = Vec::new();
            for _ in 0..200 {
                let plies = position.legal_plies();
                let Some(&ply) = rng.choose(&plies) else { break };
                let before = accumulator;
                let undo = position.make_ply(ply, &mut evaluator.watch(&mut accumulator));
                assert_eq!(accumulator, evaluator.refresh(&position), "after {ply}: {position}");
                path.push((ply, undo, before));
            }
            while let Some((ply, undo, before)) = path.pop() {
                position.unmake_ply(ply, undo, &mut evaluator.watch(&mut accumulator));
                assert_eq!(accumulator, before, "back from {ply}: {position}");
            }
        }
    }
}

#[test]
fn scores_stay_within_the_limit_and_the_move_is_worth_something() {
    let evaluator = Evaluation::of_style(EvalStyle::Chuhe);
    let start = Position::start();
    assert!((1..=100).contains(&score(&evaluator, &start)), "only the tempo counts at the start");
    let crushed: Position = "3k5/9/9/9/9/9/9/4B4/4A4/RNBAK1RCC w".parse().unwrap();
    assert!((2_000..=20_000).contains(&score(&evaluator, &crushed)));
}

/// Shenxiang's masks of 32 bits and our two bit planes tell the same, as far as
/// two attackers on each side go.
#[test]
fn control_planes_agree_with_the_masks() {
    for seed in 0..600 {
        let position: Position = random_position(seed, seed as usize % 200);
        let masks = control::masks(&position);
        let info = AttackInfo::new(&position);
        for square in xiangqi::Square::all() {
            let count = |side: Side| {
                let half = masks[square.index()] >> (16 * side.index()) & 0xffff;
                half.count_ones().min(2)
            };
            let planes = |side: Side| {
                let counters = info.side(side).counters;
                u32::from(counters.once.has(square)) + u32::from(counters.twice.has(square))
            };
            for side in Side::BOTH {
                assert_eq!(planes(side), count(side), "{side} on {square} in {position}");
            }
        }
    }
}

/// Pins as the rules know them: every pinner of ours holds a blocker of the rules.
#[test]
fn pins_agree_with_the_rules() {
    let mut pins = 0;
    for seed in 0..2_000 {
        let mut position: Position = random_position(seed, seed as usize % 200);
        if let Some(&ply) = position.legal_plies().first() {
            position.make_ply(ply, &mut NullObserver);
        }
        let info = AttackInfo::new(&position);
        for side in Side::BOTH {
            let (blockers, pinners) = position.blockers_and_pinners(side);
            let ours = info.side(side);
            assert!((ours.pinners & !pinners).is_empty(), "{side} in {position}");
            assert!((ours.held & !blockers).is_empty(), "{side} in {position}");
            pins += ours.pinners.count();
        }
    }
    assert!(pins > 100, "only {pins} pins were met");
}
