//! What can be wrong with a run's folder, and that the best network survives it.

use std::path::Path;

use game::GameKind;
use trainer::evolve::{Changes, EvolveError, Places, RunPlan, State, Status, open};

use super::evolve::{random_network, run, run_plan};

fn error(run_plan: &RunPlan) -> String {
    run(run_plan).expect_err("it cannot go on").to_string()
}

/// A run that has begun and done nothing.
fn begun(folder: &Path) -> RunPlan {
    let run_plan = RunPlan { generations: Some(0), ..run_plan(GameKind::Banqi, folder) };
    run(&run_plan).unwrap();
    RunPlan { generations: Some(1), ..run_plan }
}

#[test]
fn a_damaged_state_is_named_and_left_as_it_is() {
    let place = tempfile::tempdir().unwrap();
    let run_plan = begun(place.path());
    let path = Places::new(place.path()).state();
    let good = std::fs::read_to_string(&path).unwrap();
    let cases = [
        (good[..good.len() / 2].to_owned(), "state.json is damaged: "),
        (String::new(), "state.json is damaged: "),
        (good.replace("\"version\": 1", "\"version\": 9"), "version 9, expected 1"),
        (good.replace("\"best\": 0", "\"best\": 3"), "generation 3 is called the best, not 0"),
        (good.replace("\"epochs\"", "\"epoch\""), "unknown field `epoch`"),
    ];
    for (text, expected) in cases {
        std::fs::write(&path, &text).unwrap();
        let found = error(&run_plan);
        assert!(found.contains(expected), "{expected}: {found}");
        assert!(Status::read(place.path()).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn folders_of_others_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let run_plan = begun(place.path());
    let other = RunPlan { game: GameKind::Xiangqi, ..run_plan.clone() };
    assert!(error(&other).contains("is a run of banqi: expected one of xiangqi"));
    let held = open(&run_plan, Box::new(|_| {})).unwrap();
    assert!(Status::read(place.path()).unwrap().running);
    assert!(matches!(run(&run_plan), Err(EvolveError::Locked(_))));
    drop(held);
    let nowhere = place.path().join("nowhere");
    assert!(matches!(Status::read(&nowhere), Err(EvolveError::NoRun(_))));
}

#[test]
fn networks_that_cannot_be_used_are_named() {
    let place = tempfile::tempdir().unwrap();
    let start =
        |path| RunPlan { start: Some(path), ..run_plan(GameKind::Banqi, &place.path().join("a")) };
    let missing = error(&start(place.path().join("none.chn")));
    assert!(missing.contains("none.chn: No such file"), "{missing}");
    let other = error(&start(random_network(GameKind::Xiangqi, place.path())));
    assert!(other.contains("xiangqi"), "{other}");
    // Nothing was begun by these.
    assert!(!Places::new(&place.path().join("a")).state().exists());
    let good = start(random_network(GameKind::Banqi, place.path()));
    run(&RunPlan { generations: Some(0), ..good.clone() }).unwrap();
    assert!(error(&good).contains("its first network cannot be chosen any more"));
    // The best network is gone, or damaged.
    let path = Places::new(&good.folder).network(0);
    let bytes = std::fs::read(&path).unwrap();
    let again = RunPlan { start: None, ..good };
    std::fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    assert!(error(&again).contains("network.chn: "));
    std::fs::remove_file(&path).unwrap();
    assert!(error(&again).contains("network.chn: No such file"));
}

#[test]
fn settings_and_data_without_sense_are_named() {
    let place = tempfile::tempdir().unwrap();
    let with =
        |changes| RunPlan { changes, ..run_plan(GameKind::Banqi, &place.path().join("run")) };
    let cases = [
        (Changes { positions: Some(0), ..Changes::default() }, "positions 0: expected at least 1"),
        (Changes { width: Some(100), ..Changes::default() }, "width 100: expected 64, 128"),
        (Changes { king_buckets: Some(4), ..Changes::default() }, "king buckets 4: expected 1"),
        (Changes { epochs: Some(f64::NAN), ..Changes::default() }, "epochs NaN"),
        (Changes { age_share: Some(2.0), ..Changes::default() }, "age share 2: expected 0 to 1"),
        (Changes { sprt: Some("elo0=5".to_owned()), ..Changes::default() }, "\"elo1\" is missing"),
    ];
    for (changes, expected) in cases {
        let found = error(&with(changes));
        assert!(found.contains(expected), "{expected}: {found}");
    }
    let empty = RunPlan { data: vec![place.path().to_owned()], ..with(Changes::default()) };
    assert!(error(&empty).contains("no file *.chd"), "{}", error(&empty));
}

#[test]
fn what_cannot_be_written_did_not_happen() {
    let place = tempfile::tempdir().unwrap();
    let run_plan = begun(place.path());
    let path = Places::new(place.path()).state();
    let before = State::load(&path).unwrap();
    // A folder where the new file belongs: it cannot be written.
    let beside = place.path().join("state.json.new");
    std::fs::create_dir(&beside).unwrap();
    assert!(error(&run_plan).contains("state.json"));
    assert_eq!(State::load(&path).unwrap(), before);
    std::fs::remove_dir(&beside).unwrap();
    run(&run_plan).unwrap();
    assert_eq!(State::load(&path).unwrap().complete(), 1);
}
