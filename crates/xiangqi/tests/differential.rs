//! The bitboards against the slow reference board.

use game::{Game, Rng, Side};
use reference::Colour;
use reference::xiangqi as slow;
use xiangqi::rules::chased;
use xiangqi::{Position, Stage, XiangqiRules};

/// Random games; returns how many positions were compared.
fn compare_games(rules: &str, slow_rules: &slow::Rules, seed: u64, positions: usize) -> usize {
    let rules: XiangqiRules = rules.parse().unwrap();
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    while compared < positions {
        let mut fast: Game<Position, XiangqiRules> = Game::new(rules.clone());
        let mut reference = slow::Game::new(xiangqi::START_FEN, *slow_rules).unwrap();
        // Few pieces repeat and end more often: many captures early on.
        let greed = rng.below(4);
        loop {
            compare_moves(fast.position(), reference.board());
            compare_chases(fast.position(), reference.board());
            compare_results(&fast, &reference);
            compared += 1;
            if fast.verdict().is_some() || fast.plies().len() > 400 {
                break;
            }
            let ply = choose(&mut rng, fast.position(), greed);
            fast.play(ply, ()).unwrap();
            reference.play(&ply.to_string()).unwrap();
        }
    }
    compared
}

fn choose(rng: &mut Rng, position: &Position, greed: usize) -> xiangqi::Ply {
    let captures = position.plies(Stage::Captures);
    if !captures.is_empty() && rng.below(4) < greed {
        return *rng.choose(&captures).unwrap();
    }
    *rng.choose(&position.plies(Stage::All)).unwrap()
}

fn compare_moves(fast: &Position, slow: &slow::Board) {
    let mut ours: Vec<String> = fast.plies(Stage::All).iter().map(ToString::to_string).collect();
    let mut theirs: Vec<String> = slow.legal_moves().iter().map(ToString::to_string).collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "moves of {fast}");
    assert_eq!(fast.to_string(), slow.to_fen());
    assert_eq!(fast.is_in_check(Side::Red), slow.is_in_check(Colour::Red), "{fast}");
    assert_eq!(fast.is_in_check(Side::Black), slow.is_in_check(Colour::Black), "{fast}");
}

fn compare_chases(fast: &Position, slow: &slow::Board) {
    let law = XiangqiRules::default().repetition;
    for (side, colour) in [(Side::Red, Colour::Red), (Side::Black, Colour::Black)] {
        let ours: Vec<String> =
            chased(fast, side, &law).into_iter().map(|square| square.to_string()).collect();
        let mut theirs: Vec<String> =
            slow::chased(slow, colour).iter().map(ToString::to_string).collect();
        theirs.sort_by_key(|text| (text.as_bytes()[1], text.as_bytes()[0]));
        assert_eq!(ours, theirs, "{side} chases in {fast}");
    }
}

fn compare_results(fast: &Game<Position, XiangqiRules>, slow: &slow::Game) {
    let ours = fast.verdict().map_or("none", |verdict| verdict.outcome.name());
    let theirs = match slow.result() {
        slow::GameResult::RedWins(_) => "red_wins",
        slow::GameResult::BlackWins(_) => "black_wins",
        slow::GameResult::Draw(_) => "draw",
        slow::GameResult::Open => "none",
    };
    assert_eq!(ours, theirs, "{} after {:?}", fast.position(), fast.plies().len());
    assert_eq!(fast.history().limit().plies(), slow.natural_counter().plies);
}

#[test]
fn twenty_thousand_positions_agree() {
    let compared = compare_games("computer", &slow::Rules::default(), 11, 20_000);
    assert!(compared >= 20_000);
}

#[test]
fn other_laws_agree_too() {
    let law = |repetition, fold| slow::Rules { repetition, fold, ..slow::Rules::default() };
    compare_games("allow-chase", &law(slow::RepetitionLaw::AllowChase, 2), 12, 2_000);
    compare_games("none", &law(slow::RepetitionLaw::None, 2), 13, 2_000);
}

/// Endings with few pieces shuffle to and fro: repetitions of every kind.
#[test]
fn repetitions_in_endings_agree() {
    let starts = [
        "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
        "4kab2/4a4/4b4/9/4r4/9/4R4/4B4/4A4/3AK1B2 w - - 0 1",
        "3k5/9/9/4n4/9/1c2C4/9/4N4/9/4K4 b - - 0 1",
        "4k4/4a4/3a5/2r6/9/9/6N2/3C5/9/4K4 w - - 0 1",
        "4ka3/9/9/9/2p3P2/9/9/9/4A4/3K5 w - - 0 1",
    ];
    let mut rng = Rng::new(77);
    let (mut decisive, mut drawn) = (0, 0);
    for round in 0..1_500 {
        let fen = starts[round % starts.len()];
        let rules = slow::Rules::default();
        let mut reference = slow::Game::new(fen, rules).unwrap();
        let position: Position = fen.parse().unwrap();
        let mut fast = Game::from_position(XiangqiRules::default(), position, 0);
        for _ in 0..80 {
            compare_results(&fast, &reference);
            if fast.verdict().is_some() {
                break;
            }
            let ply = shuffle(&mut rng, &fast);
            fast.play(ply, ()).unwrap();
            reference.play(&ply.to_string()).unwrap();
        }
        if let Some(verdict) = fast.verdict() {
            match verdict.cause {
                game::Cause::PerpetualCheck | game::Cause::PerpetualChase => decisive += 1,
                game::Cause::Repetition => drawn += 1,
                _ => {}
            }
        }
    }
    assert!(decisive > 20 && drawn > 20, "{decisive} decisive and {drawn} drawn repetitions");
}

/// Mostly takes its last move back, preferring checks and chases.
fn shuffle(rng: &mut Rng, game: &Game<Position, XiangqiRules>) -> xiangqi::Ply {
    let position = game.position();
    let plies = game.plies();
    if plies.len() >= 2 && rng.below(10) < 8 {
        let last = plies[plies.len() - 2].ply;
        let back = xiangqi::Ply::new(last.to(), last.from());
        if position.is_legal_ply(back) {
            return back;
        }
    }
    let checks = position.plies(Stage::QuietChecks);
    if !checks.is_empty() && rng.below(2) == 0 {
        return *rng.choose(&checks).unwrap();
    }
    *rng.choose(&position.plies(Stage::All)).unwrap()
}
