//! Laws of the evaluation on random positions, in both styles.

use game::conformance::random_position;
use game::{NullObserver, Position as _, Rng, Side};
use search::Explanation;
use xiangqi::{Bitboard, Kind, Piece, Position, Square, attacks};
use xiangqi_engine::eval::{AttackInfo, EvalStyle, Evaluation};

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
            let explanation = evaluator.explain(&position);
            let total = explanation.total;
            assert_eq!(total, score(&evaluator, &position), "{position}: {explanation}");
            assert!(explanation.adds_up(), "{position}: {explanation:?}");
            check_rounding(&explanation, &position);
        }
    }
}

/// The rounding row takes up what the other rows lack: it may hold what their
/// blending rounds away, one unit a side, and nothing else.
fn check_rounding(explanation: &Explanation, position: &Position) {
    let rows = &explanation.rows;
    let rounding = rows.iter().find(|row| row.key == "rounding").expect("a rounding row");
    let blended = rows.iter().filter(|row| row.children.iter().any(|part| part.value != 0));
    assert!(rounding.value.abs() <= blended.count() as i32, "{position}: {explanation}");
}

#[test]
fn pieces_are_shown_where_they_stand() {
    for evaluator in evaluators() {
        let position: Position = "3k5/9/9/9/4PP3/9/9/R8/9/4K4 b".parse().unwrap();
        let explanation = evaluator.explain(&position);
        for row in &explanation.rows[..2] {
            let red = row.children.iter().find(|part| part.side == Some(Side::Red)).unwrap();
            assert_eq!(red.points, position.side(Side::Red).0, "{}", row.key);
            let pawns = red.children.iter().find(|part| part.key == "pawn").unwrap();
            assert_eq!(pawns.points, position.pieces(Side::Red, Kind::Pawn).0);
            assert!(red.children.iter().all(|part| part.key != "horse"), "there is none");
        }
        let red = explanation.rows[0].part(Side::Red);
        assert!(red < -5_000, "{red}: black is to move and has to face it");
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
                let undo = position.make_ply(ply, &mut evaluator.observer(&mut accumulator));
                assert_eq!(accumulator, evaluator.refresh(&position), "after {ply}: {position}");
                path.push((ply, undo, before));
            }
            while let Some((ply, undo, before)) = path.pop() {
                position.unmake_ply(ply, undo, &mut evaluator.observer(&mut accumulator));
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
/// The document's own structure: for every point one bit per piece that controls
/// it, red's pieces in the lower and black's in the upper half, in board order.
/// The evaluation counts the same with bit planes.
fn masks(position: &Position) -> [u32; Square::COUNT] {
    let mut masks = [0; Square::COUNT];
    for side in Side::BOTH {
        for (bit, square) in position.side(side).into_iter().enumerate() {
            let Some(piece) = position.piece_at(square) else { continue };
            for point in controlled_by(position, piece, square) {
                masks[point.index()] |= 1 << (16 * side.index() + bit);
            }
        }
    }
    masks
}

/// Where a piece would capture what steps there.
fn controlled_by(position: &Position, piece: Piece, square: Square) -> Bitboard {
    let occupied = position.occupied();
    if piece.kind() != Kind::Cannon {
        return position.attacks_from(piece, square);
    }
    let on_line = attacks::lines(square).into_iter();
    on_line.filter(|&to| (attacks::between(square, to) & occupied).count() == 1).collect()
}

#[test]
fn control_planes_agree_with_the_masks() {
    for seed in 0..600 {
        let position: Position = random_position(seed, seed as usize % 200);
        let masks = masks(&position);
        let info = AttackInfo::new(&position);
        for square in Square::all() {
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
