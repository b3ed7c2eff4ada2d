//! What is listed is accepted, and options keep their values.

use std::collections::BTreeSet;

use game::GameKind;
use play::session::Config;
use protocol::{OptionKind, OptionSpec, ucci, uci};
use search::Settings;

use crate::support::Driver;

/// The options listed after the word of a dialect.
fn listed(session: &mut Driver, word: &str) -> Vec<OptionSpec> {
    session.send(word);
    let end = format!("{word}ok");
    let option = |line: &String| match word {
        "uci" => match line.parse() {
            Ok(uci::Reply::Option(option)) => Some(option),
            _ => None,
        },
        _ => match line.parse() {
            Ok(ucci::Reply::Option(option)) => Some(option),
            _ => None,
        },
    };
    session.until(&end).iter().filter_map(option).collect()
}

/// The line that sets an option to a value.
fn setting(word: &str, name: &str, value: &str) -> String {
    match word {
        "uci" => format!("setoption name {name} value {value}"),
        _ => format!("setoption {name} {value}"),
    }
}

/// Every value that is offered, the present one first; buttons have an empty one.
fn values(option: &OptionSpec) -> Vec<String> {
    match &option.kind {
        OptionKind::Check { default } => vec![default.unwrap().to_string()],
        OptionKind::Spin { default, min, .. } => {
            [default, min].map(|number| number.unwrap().to_string()).to_vec()
        }
        OptionKind::Combo { default, choices } => {
            let mut values = vec![default.clone().unwrap()];
            assert!(choices.contains(&values[0]), "{option:?}");
            values.extend(choices.iter().cloned());
            values
        }
        OptionKind::Text { default } => vec![default.clone().unwrap()],
        OptionKind::Button | OptionKind::Label => vec![String::new()],
    }
}

/// What a wrong value of an option would be; `None` if there is none.
fn wrong(option: &OptionSpec) -> Option<String> {
    match &option.kind {
        OptionKind::Spin { max, .. } => Some((max.unwrap() + 1).to_string()),
        OptionKind::Check { .. } | OptionKind::Combo { .. } => Some("perhaps".to_owned()),
        OptionKind::Text { .. } => Some("no-such-thing".to_owned()),
        OptionKind::Button | OptionKind::Label => None,
    }
}

fn profiles(kind: GameKind) -> Vec<&'static str> {
    match kind {
        GameKind::Xiangqi => xiangqi_engine::PROFILES.iter().map(|(name, _)| *name).collect(),
        GameKind::Banqi => banqi_engine::PROFILES.iter().map(|(name, _)| *name).collect(),
    }
}

#[test]
fn every_listed_option_is_accepted_by_its_name() {
    for (kind, word) in
        [(GameKind::Xiangqi, "uci"), (GameKind::Xiangqi, "ucci"), (GameKind::Banqi, "uci")]
    {
        for profile in profiles(kind) {
            let config = Config { game: kind, profile: profile.to_owned(), ..Config::default() };
            let mut session = Driver::new(&config);
            let options = listed(&mut session, word);
            assert!(options.len() >= 13, "{kind} {word}: {options:?}");
            for option in &options {
                let place = format!("{kind} {profile} {word} {}", option.name);
                assert!(word == "uci" || !option.name.contains(' '), "{place}: one word in UCCI");
                let set = |session: &mut Driver, value: &str| {
                    session.remark(&setting(word, &option.name, value))
                };
                for value in values(option) {
                    assert_eq!(set(&mut session, &value), "", "{place} {value}");
                    // A choice of game leads away from the list.
                    if option.name == "Game" {
                        assert_eq!(set(&mut session, kind.name()), "", "{place}");
                    }
                }
                if let Some(value) = wrong(option) {
                    let remark = set(&mut session, &value);
                    assert!(remark.contains("info "), "{place} {value}: {remark}");
                }
                assert_eq!(set(&mut session, &values(option)[0]), "", "{place}: as before");
            }
            assert_eq!(listed(&mut session, word), options, "all as before");
        }
    }
}

#[test]
fn the_lists_are_those_of_the_game_and_the_dialect() {
    let names = |kind, word| -> BTreeSet<String> {
        let mut session = Driver::of(kind);
        listed(&mut session, word).into_iter().map(|option| option.name).collect()
    };
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let engine: Vec<&str> =
        Settings::default().options().iter().map(|option| option.name).collect();
    let common = &set(&engine)
        | &set(&["Game", "Profile", "EvalFile", "TablePath", "Ponder", "UCI_ShowWDL"]);
    let books = set(&["BookFile", "Book Red", "Book Black", "Book Depth", "Book Variety"]);
    let common = &common | &books;
    let xiangqi = set(&["PatternFile", "Repetition Rule", "Sixty Move Rule"]);
    assert_eq!(names(GameKind::Xiangqi, "uci"), &common | &xiangqi);
    assert_eq!(names(GameKind::Banqi, "uci"), &common | &set(&["Rules"]));
    let in_ucci = |name: &&str| match *name {
        "Hash" => "hashsize".to_owned(),
        "Clear Hash" => "newgame".to_owned(),
        "Skill Level" => "level".to_owned(),
        name => name.to_lowercase().replace(' ', ""),
    };
    let own = set(&[
        "profile",
        "ponder",
        "repetition",
        "sixtymoverule",
        "evalfile",
        "tablepath",
        "patternfile",
        "bookfiles",
        "bookred",
        "bookblack",
        "bookdepth",
        "bookvariety",
        "usemillisec",
        "batch",
    ]);
    assert_eq!(names(GameKind::Xiangqi, "ucci"), &engine.iter().map(in_ucci).collect() | &own);
}

/// The value an option is listed with.
fn value_of(session: &mut Driver, name: &str) -> String {
    let options = listed(session, "uci");
    values(options.iter().find(|option| option.name == name).expect(name))[0].clone()
}

#[test]
fn a_changed_value_is_listed_and_a_wrong_one_changes_nothing() {
    for kind in GameKind::ALL {
        let mut session = Driver::of(kind);
        for (name, value, wrong) in [
            ("Hash", "3", "0"),
            ("Threads", "2", "-1"),
            ("MultiPV", "4", "four"),
            ("Skill Level", "7", "11"),
            ("Move Overhead", "55", "9999"),
            ("UCI_ShowWDL", "true", "maybe"),
            ("Book Red", "false", "maybe"),
            ("Book Depth", "12", "-1"),
            ("Book Variety", "uniform", "often"),
            ("Disable", "lmr", "lmr,magic"),
            ("Params", "null_base=5", "luck=3"),
        ] {
            let params = value.replace(
                "null_base",
                if kind == GameKind::Banqi { "mobility" } else { "null_base" },
            );
            assert_eq!(session.remark(&setting("uci", name, &params)), "", "{kind} {name}");
            assert_ne!(session.remark(&setting("uci", name, wrong)), "", "{kind} {name}");
            assert_eq!(value_of(&mut session, name), params, "{kind}");
        }
    }
}

#[test]
fn another_profile_has_the_same_settings() {
    for kind in GameKind::ALL {
        let mut session = Driver::of(kind);
        session.send("setoption name Hash value 5");
        session.send("setoption name Skill Level value 6");
        for profile in profiles(kind) {
            assert_eq!(session.remark(&setting("uci", "Profile", profile)), "");
            assert_eq!(value_of(&mut session, "Profile"), profile);
            assert_eq!(value_of(&mut session, "Hash"), "5");
            assert_eq!(value_of(&mut session, "Skill Level"), "6");
        }
    }
    // Published programs are as they were: nothing of them can be changed.
    let mut session = Driver::banqi();
    session.send("setoption name Disable value lmr");
    let remark = session.remark("setoption name Profile value ta-1ply");
    assert!(remark.contains("Disable"), "{remark}");
    assert_eq!(value_of(&mut session, "Profile"), "chuhe");
}

#[test]
fn what_both_games_have_goes_along() {
    let mut session = Driver::xiangqi();
    for (name, value) in [
        ("Hash", "3"),
        ("Threads", "2"),
        ("Move Overhead", "77"),
        ("MultiPV", "2"),
        ("Skill Level", "4"),
        ("UCI_ShowWDL", "true"),
        ("Disable", "lmr"),
        ("Params", "null_base=5"),
    ] {
        session.send(&setting("uci", name, value));
    }
    for game in ["banqi", "xiangqi"] {
        session.send(&setting("uci", "Game", game));
        for (name, value) in [
            ("Game", game),
            ("Profile", "chuhe"),
            ("Hash", "3"),
            ("Threads", "2"),
            ("Move Overhead", "77"),
            ("MultiPV", "2"),
            ("Skill Level", "4"),
            ("UCI_ShowWDL", "true"),
            // The other engine has other techniques and other numbers.
            ("Disable", "<empty>"),
            ("Params", "<empty>"),
        ] {
            assert_eq!(value_of(&mut session, name), value, "{game} {name}");
        }
    }
}
