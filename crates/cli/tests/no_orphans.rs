//! kill -9 of a match leaves no engine behind, nor what the engine has started.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Answers the first words of UCI; told to think it starts a child, writes down both
/// numbers, and then listens to nobody.
const ENGINE: &str = r#"#!/bin/sh
while read -r word rest; do
    case $word in
    uci) echo 'option name UCI_Variant type combo default xiangqi var xiangqi'; echo uciok ;;
    isready) echo readyok ;;
    go)
        sleep 600 &
        echo "$$ $!" > pids.new
        mv pids.new pids
        exec sleep 600
        ;;
    quit) exit ;;
    esac
done
"#;

/// Whether a process is there and not just waiting to be collected.
fn is_running(pid: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().unwrap();
    let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !done() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn write_engine(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("engine");
    std::fs::write(&path, ENGINE).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_killed_match_leaves_no_engine_behind() {
    let folder = tempfile::tempdir().unwrap();
    write_engine(folder.path());
    let mut runner = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["match", "--engine", "name=deaf,cmd=./engine,proto=uci"])
        .args(["--engine", "builtin=random", "--tc", "600+0", "--games", "2", "--out", "run"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let file = folder.path().join("pids");
    wait_until("the engine was never told to think", || file.exists());
    let pids = std::fs::read_to_string(&file).unwrap();
    assert!(pids.split_whitespace().all(is_running), "{pids}");
    runner.kill().unwrap();
    runner.wait().unwrap();
    wait_until("an engine lives on", || !pids.split_whitespace().any(is_running));
}
