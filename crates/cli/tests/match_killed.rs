//! kill -9 at any moment: no finished game is lost, none counted twice, and the
//! end is that of an undisturbed run.

#[path = "support/killed.rs"]
mod killed;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use killed::kill_until_done;
use serde_json::Value;

fn chuhe() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    command
}

fn begin(game: &str, games: &str, extra: &[&str], out: &Path) -> Command {
    let mut command = chuhe();
    command
        .args(["match", "--game", game, "--engine", "builtin=random", "--engine", "builtin=greedy"])
        .args(["--games", games, "--concurrency", "2", "--seed", "5", "--out"])
        .arg(out)
        .args(extra);
    command
}

/// Game number → everything but times and offsets.
fn results(folder: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut value: Value = serde_json::from_str(line).expect("every line is whole");
        let object = value.as_object_mut().unwrap();
        object.remove("times");
        object.remove("wall_ms");
        object.remove("record_end");
        let number = object["game"].as_u64().unwrap();
        assert!(games.insert(number, value).is_none(), "game {number} stands twice");
    }
    games
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-kill-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn check(game: &str, games: &str, extra: &[&str]) {
    check_named(game, game, games, extra);
}

fn check_named(name: &str, game: &str, games: &str, extra: &[&str]) {
    let (whole, parts) = (folder(&format!("{name}-whole")), folder(&format!("{name}-parts")));
    assert!(begin(game, games, extra, &whole).status().unwrap().success());
    kill_until_done(|| {
        let mut command = if parts.join("run.toml").exists() {
            let mut command = chuhe();
            command.args(["match", "--resume"]).arg(&parts);
            command
        } else {
            begin(game, games, extra, &parts)
        };
        command.spawn().unwrap()
    });
    let (expected, found) = (results(&whole), results(&parts));
    let counted = expected.len().min(found.len());
    assert!(counted > 0);
    for (number, game) in expected.iter().filter(|_| extra.is_empty()) {
        assert_eq!(found.get(number), Some(game));
    }
    assert_eq!(summary(&whole), summary(&parts));
    for path in [whole, parts] {
        std::fs::remove_dir_all(path).unwrap();
    }
}

/// The final standing, printed again by resuming a complete run; times left out.
fn summary(path: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["match", "--json", "--resume"])
        .arg(path)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(end["event"], "end");
    assert_eq!(end["complete"], true);
    for engine in end["summary"]["engines"].as_array_mut().unwrap() {
        engine.as_object_mut().unwrap().remove("wall_ms");
    }
    let summary = end["summary"].as_object_mut().unwrap();
    // How many games were in flight at the test's decision is a matter of timing.
    summary.remove("done");
    summary.remove("runner_ms");
    Value::Object(summary.clone())
}

#[test]
fn a_killed_dark_chess_run_ends_as_if_nothing_had_happened() {
    check("banqi", "1200", &[]);
}

#[test]
fn a_killed_xiangqi_run_ends_as_if_nothing_had_happened() {
    check("xiangqi", "400", &[]);
}

#[test]
fn a_killed_sequential_test_decides_alike() {
    check_named("sprt", "banqi", "20000", &["--sprt", "elo0=0,elo1=1"]);
}
