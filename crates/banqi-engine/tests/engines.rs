//! The boundary: determinism, limits, options, and simple positions.

mod support;

use std::sync::atomic::AtomicBool;

use banqi_engine::{
    BENCH_POSITIONS, BanqiGame, EngineError, Features, PROFILES, Signals, bench_to, create, explain,
};
use game::Position as _;
use search::Limits;
use search::control::NoClock;
use support::{choose, nodes};

fn game(text: &str) -> BanqiGame {
    BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0)
}

#[test]
fn the_same_nodes_give_the_same_choice() {
    for (profile, _) in PROFILES {
        for text in BENCH_POSITIONS.iter().step_by(3) {
            let run =
                || choose(create(profile, 2, 1).unwrap().as_mut(), &game(text), &nodes(20_000));
            let (first, second) = (run(), run());
            assert_eq!(first, second, "{profile} in {text}");
            assert!(game(text).position().is_legal(first.ply.unwrap()), "{profile} in {text}");
        }
    }
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let nodes = bench_to(8).unwrap();
    assert!(nodes > 10_000);
    assert_eq!(nodes, bench_to(8).unwrap());
}

#[test]
fn node_limits_are_kept_closely() {
    let mut engine = create("chuhe", 2, 1).unwrap();
    for limit in [1, 100, 5_000, 100_000] {
        let choice = choose(engine.as_mut(), &game(BENCH_POSITIONS[3]), &nodes(limit));
        assert!(choice.nodes <= limit + 1_100, "{} of {limit}", choice.nodes);
        assert!(choice.ply.is_some());
    }
}

#[test]
fn several_threads_find_a_legal_ply() {
    let mut engine = create("chuhe", 4, 3).unwrap();
    for text in BENCH_POSITIONS {
        let choice = choose(engine.as_mut(), &game(text), &nodes(30_000));
        assert!(game(text).position().is_legal(choice.ply.unwrap()));
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_answers() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1).unwrap();
        let (stop, pondering) = (AtomicBool::new(true), AtomicBool::new(false));
        let signals = Signals { clock: &NoClock, stop: &stop, pondering: &pondering };
        let game = game(BENCH_POSITIONS[0]);
        let choice = engine.search(&game, &Limits::default(), signals, &mut |_| {});
        assert!(game.position().is_legal(choice.ply.unwrap()), "{profile}");
    }
}

#[test]
fn every_profile_opens_a_game_and_takes_a_free_last_piece() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1).unwrap();
        let start = BanqiGame::new(Default::default());
        let first = choose(engine.as_mut(), &start, &nodes(1_000)).ply.unwrap();
        assert!(first.is_flip(), "{profile}");
        let choice = choose(engine.as_mut(), &game("8/8/8/A2Kh3 r"), &nodes(5_000));
        assert_eq!(choice.ply.unwrap().to_string(), "d1e1", "{profile}");
    }
}

#[test]
fn without_a_legal_ply_there_is_no_choice() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1).unwrap();
        let stuck = game("8/8/R7/pR6 b");
        assert_eq!(choose(engine.as_mut(), &stuck, &nodes(100)).ply, None, "{profile}");
    }
}

#[test]
fn options_are_listed_and_checked() {
    let mut engine = create("chuhe", 1, 1).unwrap();
    assert!(engine.options().iter().any(|option| option.name == "Hash" && option.value == 1));
    engine.set_option("Hash", "2").unwrap();
    engine.set_option("contempt", "10").unwrap();
    assert!(engine.options().iter().any(|option| option.name == "contempt" && option.value == 10));
    let error = engine.set_option("Threads", "many").unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Threads is 'many': expected a whole number from 1 to 256"
    );
    assert!(matches!(engine.set_option("Depth", "1"), Err(EngineError::Option { .. })));
    let error = create("ta-1ply", 1, 1).unwrap().set_option("Hash", "1").unwrap_err();
    assert_eq!(error.to_string(), "profile ta-1ply has no option 'Hash': expected one of none");
}

#[test]
fn every_technique_can_be_switched_off_and_on_again() {
    let mut engine = create("chuhe", 2, 1).unwrap();
    // A middlegame, two endings, and one that nobody can win.
    let texts = [BENCH_POSITIONS[3], BENCH_POSITIONS[12], BENCH_POSITIONS[13], "8/8/1K4k1/8 r"];
    let games = texts.map(game);
    let mut run = |disabled: &str| {
        engine.set_option("Disable", disabled).unwrap();
        games.each_ref().map(|game| {
            engine.new_game();
            choose(engine.as_mut(), game, &nodes(40_000))
        })
    };
    let all = run("");
    for name in Features::NAMES {
        let choices = run(name);
        for (game, choice) in games.iter().zip(&choices) {
            assert!(game.position().is_legal(choice.ply.unwrap()), "{name}");
        }
        assert!(choices != all, "{name} makes no difference at all");
    }
    assert_eq!(run("<empty>"), all);
    let error = engine.set_option("Disable", "lmr,magic").unwrap_err();
    assert!(error.to_string().starts_with("no technique is named 'magic': expected one of "));
}

#[test]
fn the_rows_of_an_explanation_sum_to_its_total() {
    for text in BENCH_POSITIONS {
        for clock in [0, 31, 45, 59] {
            let game = BanqiGame::from_position(Default::default(), text.parse().unwrap(), clock);
            let explanation = explain(&game);
            let sum: i32 = explanation.rows.iter().map(|row| row.value).sum();
            assert_eq!(sum, explanation.total, "{text}");
        }
    }
}

#[test]
fn a_mirrored_position_is_worth_the_same() {
    for text in BENCH_POSITIONS {
        let position: banqi::Position = text.parse().unwrap();
        let value = |which| {
            let game = BanqiGame::from_position(Default::default(), position.mirror(which), 0);
            explain(&game).total
        };
        let here = explain(&game(text)).total;
        assert!((0..3).all(|which| value(which) == here), "{text}");
    }
}
