//! `chuhe tune` as a process: killed and resumed, and on many machines.
#![cfg(unix)]

#[path = "support/killed.rs"]
mod killed;
#[path = "../../jobs/tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use killed::kill_until_done;
use serde_json::Value;
use support::Server;

/// Own positions: mates in one and two, and a few quiet ones.
const SET: &str = "\
4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm b0b9; id \"1\";
3k5/9/9/9/9/9/9/9/4R4/4KR3 w - - bm e1d1; id \"2\";
4ka3/4a4/9/9/9/9/9/9/2C6/3RK4 w - - bm d0d9; id \"3\";
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - bm h2e2; id \"4\";
rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b - - bm b7e7; id \"5\";
r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - bm b0c2; id \"6\";
";

fn chuhe(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A genetic run in a folder; the test set lies beside it.
fn ga(place: &Path, name: &str, extra: &[&str]) -> Command {
    let set = place.join("set.epd");
    std::fs::write(&set, SET).unwrap();
    let mut command = chuhe(&["tune", "ga", "--nodes", "400", "--hash", "1", "--suite"]);
    command.arg(set).args(["--candidates", "9", "--generations", "3", "--seed", "5"]);
    command.args(extra).arg("--out").arg(place.join(name));
    command
}

fn state(folder: &Path) -> Value {
    let text = std::fs::read(folder.join("state.json")).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or(Value::Null)
}

/// What a run came to, without the time it took.
fn outcome(folder: &Path) -> (Value, Vec<Value>) {
    let state = state(folder);
    assert_eq!(state["complete"], Value::Bool(true), "{}", folder.display());
    let history = state["history"].as_array().unwrap();
    let figures = history.iter().map(|p| serde_json::json!([p["training"], p["held_out"]]));
    (state["method"].clone(), figures.collect())
}

#[test]
fn a_killed_run_comes_to_the_same_end() {
    let place = tempfile::tempdir().unwrap();
    assert!(ga(place.path(), "whole", &[]).status().unwrap().success());
    let whole = outcome(&place.path().join("whole"));
    assert_eq!(whole.1.len(), 4, "the beginning and three generations");

    let folder = place.path().join("killed");
    kill_until_done(|| match folder.join("run.json").exists() {
        true => chuhe(&["tune", "resume"]).arg(&folder).spawn().unwrap(),
        false => ga(place.path(), "killed", &["--threads", "2"]).spawn().unwrap(),
    });
    assert_eq!(outcome(&folder), whole);
    for file in ["best.params", "history.csv", "report.html"] {
        assert!(folder.join(file).exists(), "{file}");
    }
    // A complete run has nothing more to do, and a new one does not go over it.
    assert!(chuhe(&["tune", "resume"]).arg(&folder).status().unwrap().success());
    assert_eq!(ga(place.path(), "killed", &[]).status().unwrap().code(), Some(2));
}

/// Workers that end with the test.
struct Workers(Vec<Child>);

impl Drop for Workers {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn done(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("results.jsonl")).unwrap_or_default().lines().count()
}

#[test]
fn many_machines_come_to_the_same_end() {
    let Some(mut server) = Server::start(&["--auth", "secret"]) else { return };
    let place = tempfile::tempdir().unwrap();
    assert!(ga(place.path(), "alone", &["--threads", "2"]).status().unwrap().success());
    let url = server.url();
    let worker = || {
        let words = ["worker", "--threads", "1", "--nats-token", "secret", "--nats", &url];
        chuhe(&words).spawn().unwrap()
    };
    let mut workers = Workers((0..3).map(|_| worker()).collect());
    let folder = place.path().join("together");
    let words = ["--nats-token", "secret", "--ack-wait", "2", "--nats", &url];
    let mut run = Workers(vec![ga(place.path(), "together", &words).spawn().unwrap()]);
    let until = |count: usize| {
        while done(&folder) < count {
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until(3);
    workers.0[0].kill().unwrap();
    until(6);
    server.kill();
    std::thread::sleep(Duration::from_millis(200));
    server.start_again();
    assert!(run.0[0].wait().unwrap().success());
    assert_eq!(outcome(&folder), outcome(&place.path().join("alone")));
    let lines = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    let mut indices: Vec<u64> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["index"].as_u64().unwrap())
        .collect();
    indices.sort_unstable();
    assert!(indices.windows(2).all(|pair| pair[0] < pair[1]), "a result was counted twice");
}

#[test]
fn a_second_coordinator_is_refused() {
    let Some(server) = Server::start(&[]) else { return };
    let (place, url) = (tempfile::tempdir().unwrap(), server.url());
    let (folder, copy) = (place.path().join("run"), place.path().join("copy"));
    let set = place.path().join("set.epd");
    std::fs::write(&set, SET).unwrap();
    let _worker = Workers(vec![chuhe(&["worker", "--nats", &url]).spawn().unwrap()]);
    let mut command = chuhe(&["tune", "ga", "--nodes", "400", "--generations", "100000"]);
    command.args(["--candidates", "9", "--nats", &url, "--suite"]).arg(set);
    let _run = Workers(vec![command.arg("--out").arg(&folder).spawn().unwrap()]);
    while done(&folder) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    // On the same disk, and where only the broker knows of the first.
    std::fs::create_dir(&copy).unwrap();
    std::fs::copy(folder.join("run.json"), copy.join("run.json")).unwrap();
    for (folder, words) in [(&folder, "in use by another"), (&copy, "has a coordinator already")] {
        let mut resume = chuhe(&["tune", "resume", "--nats", &url]);
        let output = resume.arg(folder).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(words) && said.contains("chuhe tune resume"), "{said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
    }
}

#[test]
fn a_full_disk_ends_a_run_that_goes_on_later() {
    let place = tempfile::tempdir().unwrap();
    assert!(ga(place.path(), "whole", &[]).status().unwrap().success());
    let folder = place.path().join("full");
    let whole = ga(place.path(), "full", &[]);
    let words: Vec<String> =
        whole.get_args().map(|word| format!("'{}'", word.to_str().unwrap())).collect();
    // A limit on the size of files stands for a disk that is full.
    let script = format!(
        "trap '' XFSZ; ulimit -f 12; exec {} {}",
        env!("CARGO_BIN_EXE_chuhe"),
        words.join(" ")
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("chuhe tune resume") && said.contains("File too large"), "{said}");
    assert!(chuhe(&["tune", "resume"]).arg(&folder).status().unwrap().success());
    assert_eq!(outcome(&folder), outcome(&place.path().join("whole")));
}

#[test]
fn wrong_input_is_refused_with_a_reason() {
    let place = tempfile::tempdir().unwrap();
    let set = |name: &str, text: &str| {
        let path = place.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = set("good.epd", SET);
    let empty = set("empty.epd", "# nothing\n");
    let both = set(
        "both.epd",
        "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm b0b9;\n4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm a8a9;\n",
    );
    let out = place.path().join("never").display().to_string();
    let cases: &[(&[&str], &str)] = &[
        (&["ga", "--suite", &empty], "no position"),
        (&["ga", "--suite", &both], "different answers"),
        (&["ga", "--suite", &good, "--params", "eval.nothing"], "eval.nothing"),
        (&["ga", "--suite", &good, "--start", "eval.features.pin.early=9999"], "9999"),
        (&["ga", "--suite", &good, "--candidates", "4"], "more candidates than parents"),
        (&["ga", "--suite", "missing.epd"], "missing.epd"),
        (&["ga"], "--suite"),
        (&["cma", "--suite", &good], "CMA-ES is for few"),
        (&["experiment", "3-11", "--suite", &good], "expected one of"),
        (&["texel", "--data", "missing"], "missing"),
        (
            &["spsa", "--engine", "cmd=./missing,proto=uci", "--options", "Skill"],
            "cannot be tuned: ",
        ),
        (&["cma", "--engine", "cmd=x", "--suite", &good], "--options"),
        (&["texel", "--engine", "cmd=x", "--options", "A", "--data", "x"], "spsa, ga or cma"),
    ];
    for (words, expected) in cases {
        let mut command = chuhe(&["tune"]);
        let output = command.args(*words).args(["--out", &out]).stderr(Stdio::piped()).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(expected), "{words:?}: {said}");
    }
}
