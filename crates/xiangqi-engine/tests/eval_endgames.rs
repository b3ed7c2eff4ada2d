//! Known endings: the classes against real endings with their classic verdicts.

use std::path::Path;

use game::Side;
use xiangqi::{Kind, Position};
use xiangqi_engine::eval::{Army, EvalStyle, Evaluation, Verdict, verdict};

fn army(position: &Position, side: Side) -> Army {
    Army::of(|kind| position.count(side, kind) as usize)
}

#[test]
fn a_drawn_class_shrinks_the_score_and_a_won_one_raises_it() {
    let evaluator = Evaluation::of_style(EvalStyle::Chuhe);
    let row = |fen: &str| {
        let explanation = evaluator.explain(&fen.parse().unwrap());
        let ending = explanation.rows.iter().find(|row| row.key == "known_ending").unwrap();
        (ending.value, explanation.total)
    };
    // Rook against all four guards is drawn; against three it is won.
    let (change, score) = row("2bak4/4a4/4b4/9/9/9/9/9/4R4/3K5 w");
    assert!(change < -100 && score.abs() * 4 < change.abs(), "{change} {score}");
    let (change, score) = row("3ak4/4a4/4b4/9/9/9/9/9/4R4/3K5 w");
    assert!(change > 0 && score > 500, "{change} {score}");
    // Guards alone never win.
    let (_, score) = row("4k4/9/9/9/9/9/9/4B4/4A4/2BAK4 w");
    assert!(score.abs() < 100, "{score}");
}

/// An army by its letters besides the king: `RAA` is a rook with two advisors.
fn letters(text: &str) -> Army {
    Army::of(|kind| {
        let same = |letter: &char| Kind::from_letter(*letter) == Some(kind);
        text.chars().filter(same).count() + usize::from(kind == Kind::King)
    })
}

/// What every book of endings says.
#[test]
fn the_verdicts_of_the_books() {
    let cases = [
        ("R", "AA", Verdict::Won),
        ("R", "BB", Verdict::Won),
        ("R", "AABB", Verdict::Drawn),
        ("R", "NBB", Verdict::Drawn),
        ("R", "CAA", Verdict::Drawn),
        ("N", "A", Verdict::Won),
        ("N", "B", Verdict::Drawn),
        ("NN", "AABB", Verdict::Won),
        ("NC", "AABB", Verdict::Won),
        ("RP", "AABB", Verdict::Won),
        ("P", "", Verdict::Won),
        ("C", "", Verdict::Drawn),
        ("AABB", "", Verdict::Hopeless),
        ("", "", Verdict::Hopeless),
    ];
    for (strong, weak, expected) in cases {
        assert_eq!(verdict(letters(strong), letters(weak)), expected, "{strong} against {weak}");
    }
}

/// Where theory has an opinion about the classic endings, it agrees with them. The
/// file is not part of the repository; the test above needs none.
#[test]
fn classes_agree_with_classic_endings() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/puzzles/endgame_verdicts.epd");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared/data");
        return;
    };
    let (mut right, mut wrong, mut open) = (0, 0, 0);
    for line in text.lines() {
        let mut fields = line.split_whitespace();
        let (Some(board), Some(turn)) = (fields.next(), fields.next()) else { continue };
        let Ok(position) = format!("{board} {turn}").parse::<Position>() else { continue };
        let drawn = line.contains("res 1/2-1/2");
        match verdict(army(&position, Side::Red), army(&position, Side::Black)) {
            Verdict::Open => open += 1,
            Verdict::Drawn if drawn => right += 1,
            Verdict::Won if !drawn && line.contains("res 1-0") => right += 1,
            _ => wrong += 1,
        }
    }
    println!("{right} right, {wrong} wrong, {open} open");
    assert!(right > 20 * wrong && right > 4 * open, "{right} right, {wrong} wrong, {open} open");
}

#[test]
fn majors_are_counted_per_side() {
    let position: Position = "2bak4/4a4/4b4/9/9/9/9/9/4R4/3K5 w".parse().unwrap();
    assert_eq!(army(&position, Side::Red).count(Kind::Rook), 1);
    assert_eq!(army(&position, Side::Black).guards(), 4);
}
