//! `chuhe evolve` as a process: killed at any moment, paused by a signal, ended by
//! Ctrl-C.
#![cfg(unix)]

#[path = "support/killed.rs"]
mod killed;

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use killed::kill_until_done;
use serde_json::Value;

fn evolve(out: &Path, extra: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["evolve", "--game", "banqi", "--nice", "0", "--out"]).arg(out);
    command.args(["--positions", "400", "--nodes", "30", "--threads", "1", "--hash", "1"]);
    command.args(["--width", "64", "--epochs", "3", "--batch", "1024"]);
    command.args(["--match-nodes", "40", "--match-games", "8"]).args(extra);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn status(out: &Path) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command.args(["evolve", "status", "--json", "--out"]).arg(out).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

#[test]
fn a_killed_run_goes_on() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    kill_until_done(|| evolve(&out, &["--generations", "2"]).spawn().unwrap());
    let status = status(&out);
    assert_eq!((&status["complete"], &status["running"]), (&2.into(), &false.into()));
    let report = std::fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("2 generations are complete"), "{report}");
    for number in ["1", "2"] {
        let folder = out.join("generations").join(number);
        let results = std::fs::read_to_string(folder.join("match/results.jsonl")).unwrap();
        let mut games: Vec<u64> = results
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap())
            .collect();
        games.sort_unstable();
        assert!(games.windows(2).all(|pair| pair[0] < pair[1]), "a game stands twice");
        assert!(folder.join("network.chn").exists() && folder.join("network.svg").exists());
    }
}

fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// Waits for a line of the log.
fn until(out: &Path, line: &str) {
    loop {
        let log = std::fs::read_to_string(out.join("log.txt")).unwrap_or_default();
        if log.lines().any(|told| told.ends_with(line)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_signal_pauses_and_ctrl_c_says_how_to_go_on() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("run");
    let mut child = evolve(&out, &[]).spawn().unwrap();
    // The first step begins after the signals are listened for.
    until(&out, "generation 1: self-play");
    send(&child, "-USR1");
    until(&out, "  paused");
    assert!(out.join("pause").exists());
    let standing = status(&out);
    assert_eq!((&standing["running"], &standing["paused"]), (&true.into(), &true.into()));
    send(&child, "-USR1");
    until(&out, "no longer paused");
    send(&child, "-INT");
    let mut told = String::new();
    child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let resume = told.lines().last().unwrap().strip_prefix("go on with: chuhe ").unwrap();
    let mut again = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let again = again.args(resume.split(' ')).args(["--nice", "0", "--hours", "0"]);
    assert!(again.stdout(Stdio::null()).status().unwrap().success(), "{resume}");
    assert_eq!(status(&out)["running"], false);
}
