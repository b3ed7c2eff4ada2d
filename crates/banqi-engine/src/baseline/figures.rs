//! The figures of Hsieh 2010 as far as its text defines them. The drawings
//! are lost: where the text gives squares they are used (its row 1 is our rank 4),
//! elsewhere positions are made that show what the text says.

use banqi::{Kind, Piece, Ply, Position, Reveal, Side};
use game::{NullObserver, Position as _};
use search::{Control, Engine as _, Request, Settings, Unattended};

use super::food_chain::ThesisEval;
use super::table::Table;
use super::thesis::{FlipRisk, Run, Thesis};
use super::{Baseline, INFINITE, Meter};
use crate::engine::BanqiGame;
use crate::walker::{Alive, Walker};

type Evaluation = fn(Alive) -> ThesisEval;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// Does something with a search of the thesis at a position.
fn with_run<T>(text: &str, evaluation: Evaluation, act: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let game = BanqiGame::from_position(Default::default(), position(text), 0);
    let walker = Walker::at(&game);
    let control = Control::new(&Unattended, None, None);
    let mut table = Table::new(1 << 10, 1);
    let eval = evaluation(walker.alive);
    act(&mut Run { walker, table: &mut table, eval, meter: Meter::new(&control) })
}

fn all_flips(run: &mut Run<'_>) -> Vec<FlipRisk> {
    let flips = run.walker.position.flips();
    run.flips(&flips)
}

/// The ply `foodchain-2010` plays, looking so many plies ahead.
fn choice(text: &str, depth: i32) -> String {
    let game = BanqiGame::from_position(Default::default(), position(text), 0);
    let mut engine = Baseline::new(Thesis::food_chain(), &Settings::default()).unwrap();
    let answer = engine.search(&game, &Request::to_depth(depth), &Unattended, &mut |_| {});
    answer.ply().unwrap().to_string()
}

fn risk(flips: &[FlipRisk], square: &str) -> FlipRisk {
    let wanted = Ply::flip(square.parse().unwrap());
    *flips.iter().find(|flip| flip.ply == wanted).unwrap()
}

/// Plays moves of the thesis' notation (`C1-A1`, row 1 on top).
fn play(start: &str, moves: &str) -> Position {
    let mut board = position(start);
    for text in moves.split(' ') {
        let bytes = text.as_bytes();
        let square = |at: usize| format!("{}{}", bytes[at] as char, b'5' - bytes[at + 1]);
        let ply = format!("{}{}", square(0), square(3)).to_lowercase();
        let ply = board.parse_ply(&ply).unwrap();
        board.make(ply, Reveal::Nothing, &mut NullObserver);
    }
    board
}

#[test]
fn figures_3_10_and_3_11_two_ways_lead_to_one_key() {
    let start = "rr6/7A/8/8 r";
    let first = play(start, "H2-G2 B1-B2 G2-G3 A1-A2");
    let second = play(start, "H2-H3 B1-B2 H3-G3 A1-A2");
    assert_eq!(first, second);
    assert_eq!(first.key(), second.key());
}

#[test]
fn figures_3_16_and_3_17_one_board_with_two_turns_has_two_keys() {
    let start = "pPC4p/8/8/8 r";
    let short = play(start, "C1-A1");
    let long =
        play(start, "B1-A1 H1-H2 C1-C2 H2-H1 C2-B2 H1-H2 B2-A2 H2-H1 A1-B1 H1-H2 A2-A1 H2-H1");
    let tiles = |board: &Position| board.iter().collect::<Vec<_>>();
    assert_eq!(tiles(&short), tiles(&long));
    assert_eq!((short.turn(), long.turn()), (Some(Side::Black), Some(Side::Red)));
    assert_ne!(short.key(), long.key());
}

#[test]
fn figure_3_22_nobody_is_made_to_take_a_guarded_pawn() {
    // Only E1-D1 can be moved, and C1-D1 takes back; while pieces lie face down
    // the side may do something else.
    let forced =
        |text| with_run(text, ThesisEval::fixed, |run| run.alpha_beta(2, -INFINITE, INFINITE));
    assert_eq!(forced("2epEX2/4X3/8/8 r P1p1"), 0);
    // Where nothing lies face down, an elephant that can only take is lost.
    assert_eq!(forced("X4epE/7p/7e/X7 r P1p1"), 0);
    assert!(forced("5epE/7p/7e/8 r") < 0);
}

#[test]
fn figure_3_24_a_pawn_with_prey_is_worth_more_than_a_king_without() {
    let alive = Alive::of(&position("8/2K5/3P4/5p2 r"));
    let eval = ThesisEval::food_chain(alive);
    let value = |side, kind| eval.value(Piece::new(side, kind));
    assert_eq!(value(Side::Red, Kind::King), 50);
    assert!(value(Side::Red, Kind::Pawn) > value(Side::Red, Kind::King));
}

#[test]
fn figure_3_25_the_advisor_with_more_prey_is_worth_more() {
    let alive = Alive::of(&position("KAEERRHH/PPP5/8/5pka r"));
    let eval = ThesisEval::food_chain(alive);
    let value = |side, kind| eval.value(Piece::new(side, kind));
    let black_advisor = value(Side::Black, Kind::Advisor);
    assert!(black_advisor > value(Side::Red, Kind::Advisor), "red likes the exchange");
    assert!(black_advisor < value(Side::Red, Kind::King), "but not for the king");
}

#[test]
fn figure_3_27_threats_add_for_the_hunter_and_subtract_for_the_hunted() {
    // Red has just moved: the pawn is two steps from the king, the king three
    // steps from the elephant.
    let board = position("8/8/P1k2E2/8 b");
    let eval = ThesisEval::food_chain(Alive::of(&board));
    let value = |side, kind| eval.value(Piece::new(side, kind));
    let gained = value(Side::Black, Kind::King) / (2 * 8);
    let lost = value(Side::Red, Kind::Elephant) / (3 * 8);
    assert_eq!(eval.threats(&board, Side::Red), gained - lost);
}

#[test]
fn figure_3_28_the_hunter_waits_for_the_right_parity() {
    // Two steps from the pawn the elephant would never catch it by going nearer:
    // black moves its advisor instead.
    let ply = choice("8/6a1/8/e1P5 b", 1);
    assert!(ply.starts_with("g3"), "{ply}");
}

#[test]
fn figure_3_29_the_hunted_keeps_its_even_distance() {
    // Red is to move and the pawn keeps the right distance: the rook moves.
    let ply = choice("8/6R1/8/e1P5 r", 1);
    assert!(ply.starts_with("g3"), "{ply}");
}

#[test]
fn figure_3_32_squares_count_2_and_3_against_2() {
    let board = position("r6k/8/8/3R4 b");
    let walker = Walker::at(&BanqiGame::from_position(Default::default(), board, 0));
    let eval = ThesisEval::food_chain(walker.alive);
    // Corner and corner against the edge: 2 + 2 - 3; nobody took anything.
    let threats = eval.threats(&walker.position, Side::Red);
    assert_eq!(eval.evaluate(&walker), 2 + 2 - 3 - threats);
    // As the text has it, corner and edge against a corner.
    let board = position("r2k4/8/8/7R b");
    let walker = Walker::at(&BanqiGame::from_position(Default::default(), board, 0));
    let threats = eval.threats(&walker.position, Side::Red);
    assert_eq!(eval.evaluate(&walker), 2 + 3 - 2 - threats);
}

#[test]
fn figure_3_33_of_equally_safe_flips_the_one_with_the_greatest_sum() {
    // Nothing can be lost on any square. A cannon on F2 would hit a horse and a
    // rook, of which one can be saved; two cannons lie face down.
    let text = "A6X/3hpX2/5p2/1X3r2 r C2p1";
    let horse = with_run(text, ThesisEval::fixed, |run| {
        i64::from(run.eval.value(Piece::new(Side::Black, Kind::Horse)))
    });
    let flips = with_run(text, ThesisEval::fixed, all_flips);
    assert!(flips.iter().all(|flip| flip.worst == 0), "{flips:?}");
    assert_eq!(flips[0].ply, Ply::flip("f3".parse().unwrap()));
    assert_eq!(risk(&flips, "f3").sum, 2 * horse);
    assert_eq!((risk(&flips, "h4").sum, risk(&flips, "b1").sum), (0, 0));
}

#[test]
fn figure_3_34_beside_the_advisor_nothing_is_flipped() {
    // On h4 most pieces would be prey of the black advisor, but the king would
    // take it. D2 risks nothing, and two cannons would hit the red advisor.
    let text = "6aX/3X3X/3X4/2XAX3 b K1H2P1c2";
    // With the evaluation of Hsieh 2010 the worth of squares and threats comes in, a few
    // points beside the loss of an advisor.
    let flips = with_run(text, ThesisEval::food_chain, all_flips);
    let (safe, beside) = (risk(&flips, "d3"), risk(&flips, "h4"));
    assert!(safe.worst > -10 && beside.worst < -200, "{flips:?}");
    assert!(flips.iter().all(|flip| flip.sum <= safe.sum), "{flips:?}");
    let flips = with_run(text, ThesisEval::fixed, all_flips);
    let hit = with_run(text, ThesisEval::fixed, |run| {
        i64::from(run.eval.value(Piece::new(Side::Red, Kind::Advisor)))
    });
    assert_eq!(flips[0].ply, Ply::flip("d3".parse().unwrap()));
    assert_eq!((flips[0].worst, flips[0].sum), (0, 2 * hit));
}
