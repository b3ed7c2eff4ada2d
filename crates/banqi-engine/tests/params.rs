//! The numbers of search and evaluation as one set.

mod support;

use banqi_engine::{BENCH_POSITIONS, BanqiGame, EvalParams, SearchParams};
use network::{BanqiInputs, BanqiNetwork, Shape, Width};
use search::{Limits, OptionKind, ParamError, ParamSet, Request, Settings};
use support::{choose, create};

/// Every number moved by a step, within its range.
fn moved(params: &ParamSet) -> ParamSet {
    let mut moved = params.clone();
    let step = |spec: &search::ParamSpec| {
        if spec.default + spec.step <= spec.max { spec.default + spec.step } else { spec.min }
    };
    let values: Vec<i32> = params.specs().iter().map(step).collect();
    moved.assign(&values).unwrap();
    moved
}

#[test]
fn every_number_is_named_and_comes_back() {
    let mut engine = create("chuhe", 1, 1);
    let usual = engine.params();
    let count = SearchParams::specs("search").len() + EvalParams::specs("eval").len();
    assert_eq!(usual.len(), count);
    assert!(usual.specs().iter().all(|spec| {
        (spec.name.starts_with("search.") || spec.name.starts_with("eval."))
            && spec.min <= spec.default
            && spec.default <= spec.max
            && spec.step > 0
    }));
    assert_eq!(usual.changes(), "");
    let other = moved(&usual);
    assert!(other.values().iter().zip(usual.values()).all(|(a, b)| a != b));
    engine.set_params(&other).unwrap();
    assert_eq!(engine.params(), other);
    engine.set_params(&usual).unwrap();
    assert_eq!(engine.params(), usual);
}

#[test]
fn the_option_and_the_set_say_the_same() {
    let mut engine = create("chuhe", 1, 1);
    let other = moved(&engine.params());
    engine.set_params(&other).unwrap();
    let shown = engine.options().into_iter().find(|option| option.name == "Params").unwrap().kind;
    let OptionKind::Text { value } = shown else { panic!("a text") };
    let settings = Settings { hash: 1, params: value, ..Settings::default() };
    assert_eq!(banqi_engine::create("chuhe", &settings).unwrap().params(), other);
}

#[test]
fn a_set_that_does_not_fit_changes_nothing() {
    let mut engine = create("chuhe", 1, 1);
    let usual = engine.params();
    let mut specs = usual.specs().to_vec();
    specs[0].name = "search.luck".into();
    assert!(matches!(engine.set_params(&ParamSet::new(specs)), Err(ParamError::Unknown(_))));
    let mut specs = usual.specs().to_vec();
    (specs[1].default, specs[1].max) = (1_000_000, 2_000_000);
    assert!(matches!(engine.set_params(&ParamSet::new(specs)), Err(ParamError::Range { .. })));
    assert_eq!(engine.params(), usual);
}

/// A number nobody reads could be left out: each of them changes some search.
#[test]
fn every_number_of_the_search_is_felt() {
    // Three phases, and an ending that nobody can win, with the draw limit in sight.
    let texts = [BENCH_POSITIONS[3], BENCH_POSITIONS[6], BENCH_POSITIONS[12], "8/8/1K4k1/8 r"];
    let games =
        texts.map(|text| BanqiGame::from_position(Default::default(), text.parse().unwrap(), 31));
    let mut engine = create("chuhe-hce", 1, 1);
    let usual = engine.params();
    let mut run = |params: &ParamSet, network: Option<&[u8]>| {
        engine.set_network(network).unwrap();
        engine.set_params(params).unwrap();
        games.each_ref().map(|game| {
            engine.new_game();
            let limits = Limits { depth: Some(9), nodes: Some(40_000), ..Limits::default() };
            choose(engine.as_mut(), game, &Request::within(limits))
        })
    };
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    let learned = BanqiNetwork::random(shape, 1).to_bytes();
    let networks = [None, Some(&learned[..])];
    let answers = networks.map(|network| run(&usual, network));
    for spec in usual.specs().iter().filter(|spec| spec.name.starts_with("search.")) {
        // Some are only of use to a network.
        let learned = usize::from(spec.name.starts_with("search.network"));
        let felt = [spec.min, spec.max].into_iter().any(|value| {
            let mut changed = usual.clone();
            changed.set(&spec.name, value.into()).unwrap();
            value != spec.default && run(&changed, networks[learned]) != answers[learned]
        });
        assert!(felt, "{} changes nothing", spec.name);
    }
}
