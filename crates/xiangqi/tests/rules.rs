//! The repetition law and the natural limit on the shared cases.

use game::{Game, Outcome, Position as _};
use serde::Deserialize;
use xiangqi::{Position, Setup, XiangqiRules};

type XiangqiGame = Game<Position, XiangqiRules>;

#[derive(Deserialize)]
struct RepetitionCase {
    id: String,
    fen: String,
    moves: Vec<String>,
    verdict: String,
    rule_set: String,
    computer_rule: Option<String>,
}

#[derive(Deserialize)]
struct LimitCase {
    fen: String,
    moves: Vec<String>,
    rule60_after_each_ply: Vec<u32>,
    draw_at_ply: Option<usize>,
}

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> Vec<T> {
    let path = format!("{}/../../testdata/rules/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn play(rules: &str, fen: &str, moves: &[String]) -> XiangqiGame {
    let setup: Setup = fen.parse().unwrap();
    let position = Position::try_from(&setup).unwrap();
    let mut game = Game::from_position(rules.parse().unwrap(), position, setup.halfmoves);
    for text in moves {
        let ply = game.position().parse_ply(text).unwrap();
        game.play_on(ply, ()).unwrap();
    }
    game
}

fn verdict(game: &XiangqiGame) -> &'static str {
    game.verdict().map_or("none", |verdict| verdict.outcome.name())
}

#[test]
fn every_computer_rule_verdict() {
    let mut judged = 0;
    for case in read::<RepetitionCase>("repetition_cases.json") {
        let Some(expected) = case.computer_rule else { continue };
        let game = play("computer", &case.fen, &case.moves);
        assert_eq!(verdict(&game), expected, "{}: {:?}", case.id, game.verdict());
        judged += 1;
    }
    assert!(judged >= 323, "only {judged} cases");
}

#[test]
fn asian_rules_agree_with_the_manual() {
    let cases = read::<RepetitionCase>("repetition_cases.json");
    let manual: Vec<_> = cases
        .iter()
        .filter(|case| case.rule_set == "wxf/axf manual" && case.computer_rule.is_some())
        .collect();
    let agree = |rules: &str| {
        let right =
            |case: &&&RepetitionCase| verdict(&play(rules, &case.fen, &case.moves)) == case.verdict;
        manual.iter().filter(right).count()
    };
    let (asian, computer) = (agree("asian"), agree("computer"));
    assert_eq!((asian, computer, manual.len()), (120, 116, 124));
}

#[test]
fn every_counter_of_the_natural_limit() {
    for case in read::<LimitCase>("natural_limit_cases.json") {
        let mut game = play("computer", &case.fen, &[]);
        let mut drawn_at = None;
        for (text, expected) in case.moves.iter().zip(&case.rule60_after_each_ply) {
            let ply = game.position().parse_ply(text).unwrap();
            game.play_on(ply, ()).unwrap();
            assert_eq!(game.history().limit().plies(), *expected, "{text} of {}", case.fen);
            if *expected >= 120 && game.position().has_legal_ply() {
                drawn_at = drawn_at.or(Some(game.plies().len()));
            }
        }
        assert_eq!(drawn_at, case.draw_at_ply, "{}", case.fen);
    }
}

#[test]
fn the_natural_limit_draws_unless_it_is_mate() {
    let setup: Setup = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 60".parse().unwrap();
    let position = Position::try_from(&setup).unwrap();
    let mut game: XiangqiGame =
        Game::from_position(XiangqiRules::default(), position, setup.halfmoves);
    let ply = game.position().parse_ply("a1b1").unwrap();
    game.play(ply, ()).unwrap();
    let verdict = game.verdict().unwrap();
    assert_eq!(verdict.outcome, Outcome::Draw);
    assert!(verdict.reason.contains("120 plies"), "{}", verdict.reason);
}
