//! The boundary: determinism, limits, options, and simple positions.

mod support;

use std::time::Duration;

use banqi_engine::{BENCH_POSITIONS, BanqiGame, Features, PROFILES, bench};
use game::Position as _;
use search::{Explanation, Flow, Host, OptionError, OptionKind, Request};
use support::{choose, create, nodes};

fn game(text: &str) -> BanqiGame {
    BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0)
}

#[test]
fn the_same_nodes_give_the_same_choice() {
    for (profile, _) in PROFILES {
        for text in BENCH_POSITIONS.iter().step_by(3) {
            let run = || choose(create(profile, 2, 1).as_mut(), &game(text), &nodes(20_000));
            let (first, second) = (run(), run());
            assert_eq!(first, second, "{profile} in {text}");
            assert!(game(text).position().is_legal(first.ply().unwrap()), "{profile} in {text}");
        }
    }
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let nodes = bench("chuhe", 8).unwrap();
    assert!(nodes > 10_000);
    assert_eq!(nodes, bench("chuhe", 8).unwrap());
}

#[test]
fn node_limits_are_kept_closely() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 2, 1);
        for text in [BENCH_POSITIONS[0], BENCH_POSITIONS[3], BENCH_POSITIONS[12]] {
            for limit in [1, 100, 777, 5_000, 50_000] {
                let answer = choose(engine.as_mut(), &game(text), &nodes(limit));
                let most = limit + (limit / 100).max(1);
                assert!(answer.nodes <= most, "{profile}: {} of {limit}", answer.nodes);
                assert!(answer.ply().is_some(), "{profile} with {limit}");
            }
        }
    }
}

#[test]
fn several_threads_find_a_legal_ply() {
    let mut engine = create("chuhe", 4, 3);
    for text in BENCH_POSITIONS {
        let choice = choose(engine.as_mut(), &game(text), &nodes(30_000));
        assert!(game(text).position().is_legal(choice.ply().unwrap()));
    }
}

/// A host that stops a search at its first yield point.
struct Impatient;

impl Host for Impatient {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        Flow::Stop
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_answers() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1);
        let game = game(BENCH_POSITIONS[0]);
        let choice = engine.search(&game, &Request::default(), &Impatient, &mut |_| {});
        assert!(game.position().is_legal(choice.ply().unwrap()), "{profile}");
    }
}

#[test]
fn every_profile_opens_a_game_and_takes_a_free_last_piece() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1);
        let start = BanqiGame::new(Default::default());
        let first = choose(engine.as_mut(), &start, &nodes(1_000)).ply().unwrap();
        assert!(first.is_flip(), "{profile}");
        let choice = choose(engine.as_mut(), &game("8/8/8/A2Kh3 r"), &nodes(5_000));
        assert_eq!(choice.ply().unwrap().to_string(), "d1e1", "{profile}");
    }
}

#[test]
fn without_a_legal_ply_there_is_no_choice() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1);
        let stuck = game("8/8/R7/pR6 b");
        assert_eq!(choose(engine.as_mut(), &stuck, &nodes(100)).ply(), None, "{profile}");
    }
}

#[test]
fn options_are_listed_and_checked() {
    let mut engine = create("chuhe", 1, 1);
    let hash = |engine: &dyn search::Engine<_, _>| {
        let option = engine.options().into_iter().find(|option| option.name == "Hash");
        match option.unwrap().kind {
            OptionKind::Number { value, .. } => value,
            _ => 0,
        }
    };
    assert_eq!(hash(engine.as_ref()), 1);
    engine.set_option("hash", "2").unwrap();
    assert_eq!(hash(engine.as_ref()), 2);
    engine.set_option("Params", "contempt=10,eval.tempo=9").unwrap();
    assert_eq!(engine.params().changes(), "search.contempt=10,eval.tempo=9");
    let error = engine.set_option("Params", "contempt=10,luck=3").unwrap_err();
    assert_eq!(error.to_string(), "option Params: no parameter is named 'luck'");
    assert_eq!(engine.params().get("contempt"), Some(10), "unchanged by an error");
    engine.set_option("Params", "tempo=7").unwrap();
    assert_eq!(engine.params().changes(), "eval.tempo=7", "all others are the usual ones");
    let error = engine.set_option("Threads", "many").unwrap_err();
    assert_eq!(error.to_string(), "option Threads is 'many': expected a number from 1 to 512");
    assert!(matches!(engine.set_option("Depth", "1"), Err(OptionError::Unknown { .. })));
}

#[test]
fn every_profile_has_the_shared_options_and_a_baseline_nothing_to_change() {
    for (profile, _) in PROFILES {
        let mut engine = create(profile, 1, 1);
        let names: Vec<&str> = engine.options().iter().map(|option| option.name).collect();
        assert!(names.contains(&"Hash") && names.contains(&"Skill Level"), "{profile}: {names:?}");
        for (name, value) in [("Hash", "2"), ("Threads", "2"), ("MultiPV", "3")] {
            engine.set_option(name, value).unwrap();
        }
        engine.set_option("Disable", "<empty>").unwrap();
        if !profile.starts_with("chuhe") {
            for (name, value) in [("Disable", "lmr"), ("Params", "contempt=1")] {
                let error = engine.set_option(name, value).unwrap_err().to_string();
                assert!(error.contains("has nothing to change"), "{error}");
            }
            assert!(engine.params().is_empty() && engine.set_params(&engine.params()).is_ok());
        }
    }
}

#[test]
fn every_technique_can_be_switched_off_and_on_again() {
    // A network knows the clock by itself: there some make no difference.
    let mut engine = create("chuhe-hce", 2, 1);
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
            assert!(game.position().is_legal(choice.ply().unwrap()), "{name}");
        }
        assert!(choices != all, "{name} makes no difference at all");
    }
    assert_eq!(run("<empty>"), all);
    let error = engine.set_option("Disable", "lmr,magic").unwrap_err();
    assert!(error.to_string().contains("no technique is named 'magic': expected one of "));
}

fn explain(game: &BanqiGame) -> Explanation {
    create("chuhe", 1, 1).explain(game).unwrap()
}

#[test]
fn the_rows_of_an_explanation_sum_to_its_total() {
    for text in BENCH_POSITIONS {
        for clock in [0, 31, 45, 59] {
            let game = BanqiGame::from_position(Default::default(), text.parse().unwrap(), clock);
            let explanation = explain(&game);
            assert!(explanation.adds_up(), "{text}: {explanation}");
            for row in explanation.rows.iter().filter(|row| !row.children.is_empty()) {
                let sides = row.children.iter().filter(|part| part.side.is_some()).count();
                let rounding = row.children.iter().find(|part| part.key == "rounding");
                assert!(sides == 2 && rounding.is_none_or(|rest| rest.value.abs() <= 2), "{row:?}");
            }
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
