//! Runs put together from settings, as `chuhe match`, a page or a tuner would.

#[path = "support/runs.rs"]
mod support;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use arena::clock::TimeControl;
use arena::engine::{EngineConfig, EngineConfigError, ProtocolName};
use arena::player::GameKind;
use arena::run::assembly::{AssemblyError, MatchSettings, Openings, begin, open_again};
use arena::run::{DirectoryError, Event, RunConfigError, SeatRule, run};

use support::Folder;

fn settings(game: GameKind) -> MatchSettings {
    let engines = ["random", "greedy"].map(EngineConfig::builtin).into();
    MatchSettings { game, engines, games: 5, ..MatchSettings::default() }
}

fn refusal(settings: MatchSettings, name: &str) -> AssemblyError {
    let folder = Folder::new(name);
    let error = begin(settings, Some(&folder.0)).expect_err("it must not begin");
    assert!(!folder.0.exists(), "nothing was written: {error}");
    error
}

#[test]
fn what_nobody_says_is_usual() {
    for (game, rules, openings) in
        [(GameKind::Xiangqi, "computer", 3), (GameKind::Banqi, "tcga", 0)]
    {
        let folder = Folder::new(&format!("usual-{game}"));
        let mut directory = begin(settings(game), Some(&folder.0)).unwrap();
        let config = directory.config();
        assert_eq!((config.rules.as_str(), config.tc), (rules, TimeControl::USUAL));
        assert_eq!((config.margin_ms, config.seed, config.pin), (50, 1, true));
        assert_eq!(config.seats, SeatRule::FirstSeat);
        assert_eq!(directory.openings().len(), openings);
        let outcome =
            run(&mut directory, &mut |_: &Event<'_>| {}, &AtomicBool::new(false)).unwrap();
        assert!(outcome.complete);
        drop(directory);
        assert_eq!(open_again(&folder.0).unwrap().lines().len(), 6);
        let again = begin(settings(game), Some(&folder.0)).unwrap_err();
        let directory = AssemblyError::Directory(DirectoryError::Exists {
            path: folder.0.display().to_string(),
        });
        assert_eq!(again.to_string(), directory.to_string());
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_written() {
    let dark = settings(GameKind::Banqi);
    let openings = Some(Openings::Random { plies: 4 });
    let error = refusal(MatchSettings { openings, ..dark.clone() }, "random-deals");
    assert!(matches!(error, AssemblyError::RandomDeals), "{error}");
    let openings = Some(Openings::File("no/such/file.epd".into()));
    let error = refusal(MatchSettings { openings, ..dark.clone() }, "no-file");
    assert!(matches!(error, AssemblyError::Openings(_)), "{error}");
    let error = refusal(MatchSettings { games: 0, ..dark.clone() }, "no-games");
    assert!(matches!(error, AssemblyError::Settings(RunConfigError::NoGames)), "{error}");
    let rules = Some("chess".to_owned());
    let error = refusal(MatchSettings { rules, ..dark.clone() }, "no-rules");
    assert!(matches!(error, AssemblyError::Settings(RunConfigError::Rules(_))), "{error}");
    let mut wrong = dark;
    wrong.engines[1] = EngineConfig::program("x", "x", ProtocolName::Ucci);
    let error = refusal(wrong, "wrong-game");
    let AssemblyError::Engine { name, error } = error else { panic!("{error}") };
    assert!(name == "x" && matches!(error, EngineConfigError::WrongGame { .. }), "{error}");
}

#[test]
fn openings_of_a_file_are_used_in_order_or_shuffled() {
    let folder = Folder::new("openings-file");
    std::fs::create_dir_all(&folder.0).unwrap();
    let list = arena::openings::balanced(20, 4, 5);
    let file = folder.0.join("list.epd");
    std::fs::write(&file, list.join("\n")).unwrap();
    let read = |shuffle: bool| {
        let openings = Some(Openings::File(file.clone()));
        let settings = MatchSettings { openings, shuffle, ..settings(GameKind::Xiangqi) };
        let directory = begin(settings, Some(&folder.0.join(shuffle.to_string()))).unwrap();
        assert!(directory.config().openings.starts_with(&file.display().to_string()));
        directory.openings().to_vec()
    };
    assert_eq!(read(false), list);
    let mut shuffled = read(true);
    assert_ne!(shuffled, list);
    shuffled.sort();
    let mut sorted = list;
    sorted.sort();
    assert_eq!(shuffled, sorted);
}

fn run_of_program(folder: &Path, program: &Path) -> Result<(), AssemblyError> {
    let command = program.display().to_string();
    let mut settings = settings(GameKind::Xiangqi);
    settings.engines[1] = EngineConfig::program("other", &command, ProtocolName::Uci);
    begin(settings, Some(folder)).map(drop)
}

#[test]
fn a_changed_program_is_not_mixed_with_the_old_one() {
    let folder = Folder::new("changed-program");
    std::fs::create_dir_all(&folder.0).unwrap();
    let (program, path) = (folder.0.join("engine"), folder.0.join("run"));
    std::fs::write(&program, "one").unwrap();
    run_of_program(&path, &program).unwrap();
    assert!(open_again(&path).is_ok());
    for change in [Some("two"), None] {
        match change {
            Some(text) => std::fs::write(&program, text).unwrap(),
            None => std::fs::remove_file(&program).unwrap(),
        }
        let error = open_again(&path).unwrap_err();
        assert!(matches!(&error, AssemblyError::Changed { name, .. } if name == "other"));
        assert!(error.to_string().contains("results would be mixed"), "{error}");
    }
    std::fs::write(&program, "one").unwrap();
    assert!(open_again(&path).is_ok(), "it is the same again");
}
