//! Profiles, options and what they refuse.

use search::{CreateError, OptionError, OptionKind, Request, Settings, Unattended};
use xiangqi::XiangqiRules;
use xiangqi_engine::{BoxedEngine, PROFILES, XiangqiGame, create};

fn small() -> Settings {
    Settings { hash: 1, ..Settings::default() }
}

fn nodes(engine: &mut BoxedEngine) -> u64 {
    engine.new_game();
    let game = XiangqiGame::new(XiangqiRules::default());
    engine.search(&game, &Request::to_depth(7), &Unattended, &mut |_| {}).nodes
}

fn text(engine: &BoxedEngine, name: &str) -> String {
    let option = engine.options().into_iter().find(|option| option.name == name).unwrap();
    match option.kind {
        OptionKind::Number { value, .. } => value.to_string(),
        OptionKind::Text { value } => value,
        OptionKind::Button => String::new(),
    }
}

#[test]
fn profiles_have_names() {
    for (name, _) in PROFILES {
        assert_eq!(create(name, &small()).unwrap().profile(), name);
    }
    let error = create("nobody", &small()).err().expect("an error");
    assert!(matches!(error, CreateError::Profile { .. }));
    let expected = "no profile is named 'nobody': expected one of chuhe, chuhe-hce, shenxiang";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn techniques_and_numbers_change_the_search_and_come_back() {
    let mut engine = create("chuhe", &small()).unwrap();
    let usual = nodes(&mut engine);
    for (name, value) in
        [("Disable", "null-move, lmr"), ("Params", "search.null_base=5,razoring=300")]
    {
        engine.set_option(name, value).unwrap();
        assert_eq!(text(&engine, name), value);
        assert_ne!(nodes(&mut engine), usual, "{name}");
        engine.set_option(name, "<empty>").unwrap();
        assert_eq!(nodes(&mut engine), usual, "{name}");
    }
    let settings = Settings { disabled: "lmr".to_owned(), ..small() };
    assert_ne!(nodes(&mut create("chuhe", &settings).unwrap()), usual);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut engine = create("chuhe", &small()).unwrap();
    let (options, params) = (engine.options(), engine.params());
    let cases = [
        ("Disable", "null-move,magic", "option Disable: no technique is named 'magic'"),
        ("Params", "razoring=300,magic=1", "option Params: no parameter is named 'magic'"),
        ("Params", "razoring=99999", "option Params: parameter search.razoring is 99999"),
        ("Params", "razoring", "option Params: 'razoring' is not a change"),
        ("Threads", "0", "option Threads is '0'"),
        ("Nothing", "1", "no option is named 'Nothing'"),
    ];
    for (name, value, part) in cases {
        let error = engine.set_option(name, value).unwrap_err().to_string();
        assert!(error.contains(part), "{name} {value}: {error}");
        assert_eq!((engine.options(), engine.params()), (options.clone(), params.clone()));
    }
    let settings = Settings { params: "magic=1".to_owned(), ..small() };
    let error = create("chuhe", &settings).err().expect("an error");
    assert!(matches!(error, CreateError::Option(OptionError::Text { name: "Params", .. })));
}
