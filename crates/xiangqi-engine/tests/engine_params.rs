//! The numbers of an engine: listed, changed, taken back.

use search::{Explanation, ParamError, ParamSet, ParamSpec, Settings};
use xiangqi::XiangqiRules;
use xiangqi_engine::eval::EvalParams;
use xiangqi_engine::{BoxedEngine, PROFILES, XiangqiGame, create};

fn engine(profile: &str) -> BoxedEngine {
    create(profile, &Settings { hash: 1, ..Settings::default() }).unwrap()
}

/// A position where the sides differ, so that a number shows.
fn explained(engine: &BoxedEngine) -> Explanation {
    let position = "3k5/9/9/9/4PP3/9/9/9/9/4K4 w".parse().unwrap();
    let game = XiangqiGame::from_position(XiangqiRules::default(), position, 0);
    engine.explain(&game).unwrap()
}

/// Every number somewhere else than usual.
fn moved(set: &ParamSet) -> ParamSet {
    let number = |(spec, &value): (&ParamSpec, &i32)| {
        if value + spec.step <= spec.max { value + spec.step } else { value - spec.step }
    };
    let mut moved = set.clone();
    let values: Vec<i32> = set.specs().iter().zip(set.values()).map(number).collect();
    moved.assign(&values).unwrap();
    moved
}

#[test]
fn every_number_of_search_and_evaluation_can_be_changed_and_read_back() {
    for (profile, _) in PROFILES {
        let mut engine = engine(profile);
        let usual = engine.params();
        let of = |prefix| usual.specs().iter().filter(|spec| spec.name.starts_with(prefix)).count();
        assert!(of("search.") > 40 && of("eval.") > 1_000, "{profile}");
        let named = of("search.") + of("eval.") + of("patterns.");
        assert_eq!(named, usual.len(), "{profile}");
        assert_eq!(usual.changes(), "", "{profile} begins with its defaults");

        let moved = moved(&usual);
        engine.set_params(&moved).unwrap();
        let differs = |(a, b): (&i32, &i32)| a != b;
        assert!(usual.values().iter().zip(engine.params().values()).all(differs), "{profile}");
        assert_eq!(engine.params(), moved, "{profile}");
        engine.set_params(&usual).unwrap();
        assert_eq!(engine.params(), usual, "{profile}");
    }
}

#[test]
fn a_changed_number_of_the_evaluation_is_felt() {
    let mut engine = engine("chuhe");
    let pair = |engine: &BoxedEngine| {
        let rows = explained(engine).rows;
        rows.into_iter().find(|row| row.key == "named_features").unwrap().value
    };
    let before = pair(&engine);
    let mut params = engine.params();
    let name = "eval.features.joined_pawns.late";
    params.set(name, i64::from(params.get(name).unwrap()) + 30).unwrap();
    engine.set_params(&params).unwrap();
    let raised = pair(&engine);
    assert!(raised > before, "{before} → {raised}");
    engine.set_option("Params", "features.joined_pawns.late=0").unwrap();
    assert_eq!(pair(&engine), 0);
    // The option changes what was given, not the usual numbers.
    engine.set_option("Params", "").unwrap();
    assert_eq!(pair(&engine), raised);
}

#[test]
fn a_parameter_file_goes_through_the_set() {
    let mut engine = engine("chuhe");
    let text = "phase_rule = \"power\"\n[tempo]\nto_move = { early = 31, late = 17 }";
    let mut params = engine.params();
    EvalParams::from_toml(text).unwrap().write_to(&mut params).unwrap();
    engine.set_params(&params).unwrap();
    assert_eq!(EvalParams::of_set(&engine.params()), EvalParams::from_toml(text).unwrap());
    let tempo = explained(&engine).rows.into_iter().find(|row| row.key == "tempo").unwrap();
    assert_eq!(tempo.value, 17, "a bare ending, without blending");
}

#[test]
fn sets_that_do_not_fit_are_refused() {
    let mut engine = engine("chuhe");
    let usual = engine.params();
    let strange = ParamSpec { name: "search.magic".into(), default: 1, min: 0, max: 2, step: 1 };
    let refused = engine.set_params(&ParamSet::new(vec![strange]));
    assert_eq!(refused, Err(ParamError::Unknown("search.magic".to_owned())));
    let mut wider: Vec<ParamSpec> = usual.specs().to_vec();
    (wider[0].default, wider[0].max) = (1_000_000, 2_000_000);
    let refused = engine.set_params(&ParamSet::new(wider));
    assert!(matches!(refused, Err(ParamError::Range { .. })), "{refused:?}");
    assert_eq!(engine.params(), usual);
    // A part of the numbers is enough; the others stay.
    let mut part = ParamSet::new(vec![usual.specs()[1].clone()]);
    part.assign(&[usual.specs()[1].max]).unwrap();
    engine.set_params(&part).unwrap();
    assert_eq!(engine.params().changes().split('=').next(), Some(&*usual.specs()[1].name));
}
