//! The repetition law and the natural limit on the shared cases.

use game::{Cause, Game, Outcome, Position as _};
use serde::Deserialize;
use xiangqi::rules::{Foreseen, foresee};
use xiangqi::{Position, Setup, Stage, XiangqiRules};

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

/// The end of a game by the repetition law after some plies, by playing them.
fn repetition_end(game: &mut XiangqiGame, plies: &[xiangqi::Ply]) -> Option<(Outcome, Cause)> {
    plies.iter().for_each(|&ply| game.play_on(ply, ()).unwrap());
    let end = game.verdict().map(|verdict| (verdict.outcome, verdict.cause));
    for _ in plies {
        game.undo();
    }
    let law = [Cause::Repetition, Cause::PerpetualCheck, Cause::PerpetualChase];
    end.filter(|(_, cause)| law.contains(cause))
}

/// What [`foresee`] promises, by trying every ply and every reply.
fn by_trying(game: &XiangqiGame) -> Vec<Foreseen> {
    let mut probe = game.clone();
    let loses = Outcome::Win(!game.position().turn());
    let mut found = Vec::new();
    for ply in game.position().plies(Stage::All) {
        let mut end = repetition_end(&mut probe, &[ply]);
        if end.is_none() {
            let mut after = game.position().clone();
            after.make_ply(ply, &mut game::NullObserver);
            let replies = after.plies(Stage::All);
            end = replies
                .into_iter()
                .filter_map(|reply| repetition_end(&mut probe, &[ply, reply]))
                .find(|(outcome, _)| *outcome == loses);
        }
        found.extend(end.map(|(outcome, cause)| Foreseen { ply, outcome, cause }));
    }
    found
}

fn sorted(mut foreseen: Vec<Foreseen>) -> Vec<Foreseen> {
    foreseen.sort_by_key(|foreseen| foreseen.ply);
    foreseen
}

#[test]
fn the_last_ply_of_every_case_is_foreseen_with_its_verdict() {
    for case in read::<RepetitionCase>("repetition_cases.json") {
        let Some(expected) = case.computer_rule.filter(|verdict| verdict != "none") else {
            continue;
        };
        let (last, before) = case.moves.split_last().unwrap();
        let game = play("computer", &case.fen, before);
        if game.verdict().is_some() {
            continue;
        }
        let ply = game.position().parse_ply(last).unwrap();
        let foreseen = foresee(&game).into_iter().find(|foreseen| foreseen.ply == ply);
        let outcome = foreseen.map(|foreseen| foreseen.outcome.name());
        assert_eq!(outcome, Some(expected.as_str()), "{}", case.id);
    }
}

#[test]
fn foreseeing_finds_what_trying_every_ply_and_reply_finds() {
    let (mut compared, mut losing) = (0, 0);
    for case in read::<RepetitionCase>("repetition_cases.json").iter().step_by(3) {
        for rules in ["computer", "asian", "allow-chase", "none"] {
            for cut in (1..=6).filter(|&cut| cut <= case.moves.len()) {
                let game = play(rules, &case.fen, &case.moves[..case.moves.len() - cut]);
                if game.verdict().is_some() {
                    continue;
                }
                let expected = sorted(by_trying(&game));
                assert_eq!(sorted(foresee(&game)), expected, "{} {rules} -{cut}", case.id);
                compared += 1;
                losing += usize::from(expected.iter().any(|end| end.outcome != Outcome::Draw));
            }
        }
    }
    assert!(compared > 150 && losing > 40, "{compared} positions, {losing} with a losing ply");
}
