//! Games, self-play, labels and networks by workers on many machines: what comes of it is
//! what one process would have made, whoever dies meanwhile.
#![cfg(unix)]

#[path = "../../jobs/tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use support::Server;

fn chuhe(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Processes that end with the test.
struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn workers(url: &str, count: usize) -> Processes {
    let one = |_| chuhe(&["worker", "--threads", "1", "--nats", url]).spawn().unwrap();
    Processes((0..count).map(one).collect())
}

/// Does a command by three workers: one is killed when `done` says so for the first time,
/// the broker when it says so for the second, and is started again.
fn disturbed(mut command: Command, done: impl Fn() -> u64, marks: [u64; 2]) {
    let mut server = Server::start(&[]).unwrap();
    let url = server.url();
    let mut workers = workers(&url, 3);
    command.args(["--ack-wait", "1", "--nats", &url]);
    let mut run = Processes(vec![command.spawn().unwrap()]);
    let mut until = |mark: u64| {
        while done() < mark {
            assert!(run.0[0].try_wait().unwrap().is_none(), "over before {mark}: {}", done());
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    until(marks[0]);
    workers.0[0].kill().unwrap();
    until(marks[1]);
    server.kill();
    std::thread::sleep(Duration::from_millis(200));
    server.start_again();
    assert!(run.0[0].wait().unwrap().success());
}

fn is_installed() -> bool {
    Server::start(&[]).is_some()
}

fn lines(path: &Path) -> u64 {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count() as u64)
}

/// A network that knows nothing.
fn network(folder: &Path) -> String {
    use network::{Shape, Width, XiangqiInputs, XiangqiNetwork};
    let path = folder.join("random.chn");
    let shape = Shape { width: Width::W64, inputs: XiangqiInputs::default() };
    std::fs::write(&path, XiangqiNetwork::random(shape, 1).to_bytes()).unwrap();
    path.display().to_string()
}

/// Finished games as they stand in the file, without times and places.
fn games(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    let plain = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("every line is whole");
        let object = value.as_object_mut().unwrap();
        for name in ["times", "wall_ms", "record_end"] {
            object.remove(name);
        }
        value
    };
    text.lines().map(plain).collect()
}

/// The same in the order of the plan.
fn in_order(mut games: Vec<Value>) -> Vec<Value> {
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

/// Moves of the records by the games' numbers, without the times in their comments.
fn records(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let games = text.split("[Game ").skip(1);
    let number = |game: &str| {
        let rest = game.split("[Round \"").nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let moves = |game: &str| {
        let parts = game.rsplit("]\n").next().unwrap().split('{');
        let outside = parts.map(|part| part.split('}').next_back().unwrap());
        outside.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    games.map(|game| (number(game), moves(game))).collect()
}

/// A match of two engines of ours, one of them with a network of its own.
fn match_command(place: &Path, name: &str, extra: &[&str]) -> Command {
    let with_network =
        format!("name=net,builtin=chuhe,option.Hash=1,option.EvalFile={}", network(place));
    let mut command = chuhe(&["match", "--engine", &with_network, "--engine"]);
    command
        .arg("name=hand,builtin=chuhe-hce,option.Hash=1,option.Params=eval.features.pin.early=9");
    command.args(["--tc", "nodes=1500", "--games", "16", "--max-plies", "60", "--seed", "3"]);
    command.args(extra).arg("--out").arg(place.join(name));
    command
}

#[test]
fn a_match_is_the_same_by_workers() {
    if !is_installed() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name);
    let alone = match_command(place.path(), "alone", &["--concurrency", "2"]).status();
    assert!(alone.unwrap().success());
    let results = folder("together").join("results.jsonl");
    disturbed(match_command(place.path(), "together", &[]), || lines(&results), [2, 6]);
    let together = games(&folder("together"));
    assert_eq!(together.len(), 16);
    assert_eq!(together, in_order(games(&folder("alone"))), "in the order of the plan");
    let moves = |name: &str| records(&folder(name).join("games.pgn"));
    assert_eq!(moves("together").len(), 16);
    assert!(moves("together").values().all(|moves| moves.starts_with("1. ")));
    assert_eq!(moves("together"), moves("alone"));
}

#[test]
fn a_match_by_workers_ends_with_its_test_and_goes_on_after_a_kill() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let _workers = workers(&url, 2);
    let place = tempfile::tempdir().unwrap();
    let begin = |name: &str, extra: &[&str]| {
        let mut command = chuhe(&["match", "--game", "banqi", "--engine", "builtin=greedy"]);
        command.args(["--engine", "builtin=random", "--games", "4000", "--seed", "5"]);
        command.args(["--sprt", "elo0=0,elo1=10"]).args(extra).arg("--out");
        command.arg(place.path().join(name));
        command
    };
    assert!(begin("alone", &[]).status().unwrap().success());
    let nats = ["--nats", url.as_str()];
    let folder = place.path().join("together");
    let mut run = Processes(vec![begin("together", &nats).spawn().unwrap()]);
    while lines(&folder.join("results.jsonl")) < 10 {
        std::thread::sleep(Duration::from_millis(2));
    }
    run.0[0].kill().unwrap();
    run.0[0].wait().unwrap();
    let mut resume = chuhe(&["match", "--nats", &url, "--resume"]);
    assert!(resume.arg(&folder).status().unwrap().success());
    let (together, alone) = (games(&folder), in_order(games(&place.path().join("alone"))));
    assert!(together.len() < 4_000, "the test decided");
    assert_eq!(together, alone[..together.len()]);
    let decision = |name: &str| {
        let text = std::fs::read(place.path().join(name).join("summary.json")).unwrap();
        let summary: Value = serde_json::from_slice(&text).unwrap();
        (summary["decision"].clone(), summary["counted"].clone())
    };
    assert_eq!(decision("together"), decision("alone"));
}

/// Waits until a file has a text.
fn until_told(path: &Path, words: &str) {
    while !std::fs::read_to_string(path).unwrap_or_default().contains(words) {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_program_runs_on_a_worker_only_if_the_worker_says_so() {
    let Some(server) = Server::start(&[]) else { return };
    let (url, program) = (server.url(), env!("CARGO_BIN_EXE_chuhe"));
    let place = tempfile::tempdir().unwrap();
    let told = |name: &str| place.path().join(name);
    let worker = |name: &str, extra: &[&str]| {
        let mut command = chuhe(&["worker", "--threads", "1", "--json", "--nats", &url]);
        command.args(extra).stdout(File::create(told(name)).unwrap());
        Processes(vec![command.spawn().unwrap()])
    };
    let engine = format!("name=other,cmd={program},args=uci,proto=uci,option.Hash=1");
    let (out, folder) = ("together", place.path().join("together"));
    let mut command = chuhe(&["match", "--engine", &engine, "--engine", "builtin=random"]);
    command.args(["--tc", "nodes=200", "--games", "4", "--max-plies", "40", "--nats", &url]);
    let mut run =
        Processes(vec![command.arg("--out").arg(place.path().join(out)).spawn().unwrap()]);
    let _first = worker("nothing", &[]);
    until_told(&told("nothing"), "engine other is not allowed here");
    let other_options = format!("name=other,cmd={program},args=uci,option.Hash=2");
    let _second = worker("options", &["--allow-engine", &other_options]);
    until_told(&told("options"), "allowed here with option.Hash=2");
    let other_program = "name=other,cmd=/bin/sh,option.Hash=1";
    let _third = worker("program", &["--allow-engine", other_program]);
    until_told(&told("program"), "install the same version");
    assert_eq!(lines(&folder.join("results.jsonl")), 0, "nobody plays");
    let _fourth = worker("allowed", &["--allow-engine", &engine]);
    assert!(run.0[0].wait().unwrap().success());
    assert_eq!(games(&folder).len(), 4);
    for name in ["nothing", "options", "program"] {
        let text = std::fs::read_to_string(told(name)).unwrap();
        assert!(!text.contains("joined"), "{text}");
    }
}

#[test]
fn what_workers_cannot_do_is_said_at_once() {
    let Some(server) = Server::start(&[]) else { return };
    let url = server.url();
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("never").display().to_string();
    let engine = "name=a,builtin=chuhe-hce";
    let tables = place.path().display().to_string();
    let cases: &[(&[&str], &str)] = &[
        (&["match", "--engine", "builtin=chuhe,option.TablePath=x", "--engine", engine], "x"),
        (
            &["match", "--engine", engine, "--engine", "builtin=chuhe", "--table-path", &tables],
            "table",
        ),
        (
            &["match", "--engine", engine, "--engine", "builtin=chuhe", "--ack-wait", "nan"],
            "0.5 to 3600",
        ),
        (&["selfplay", "--network", "missing.chn"], "missing.chn"),
        (&["label", "missing.epd"], "missing.epd"),
    ];
    for (number, (words, expected)) in cases.iter().enumerate() {
        let mut command = chuhe(words);
        command.args(["--nats", &url, "--out", &format!("{out}-{number}")]);
        let output = command.stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    let mut nobody = chuhe(&["selfplay", "--positions", "9", "--nats", "nats://127.0.0.1:1"]);
    let output = nobody.args(["--out", &out]).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("NATS at nats://127.0.0.1:1"), "{said}");
    let mut worker =
        chuhe(&["worker", "--nats", &url, "--allow-engine", "name=a,cmd=./no-program"]);
    let output = worker.stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("--allow-engine: engine a: its program ./no-program"), "{said}");
}

fn same_file(one: &Path, other: &Path, name: &str) {
    let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap();
    assert!(read(one) == read(other), "{name} differs");
}

fn size(path: PathBuf) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

#[test]
fn self_play_is_the_same_by_workers() {
    if !is_installed() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let (alone, together) = (place.path().join("alone"), place.path().join("together"));
    let selfplay = |out: &Path| {
        let mut command = chuhe(&["selfplay", "--nodes", "400", "--hash", "1", "--seed", "4"]);
        command.args(["--positions", "9000", "--inner-every", "4", "--network"]);
        command.arg(network(place.path())).arg("--out").arg(out);
        command
    };
    assert!(selfplay(&alone).status().unwrap().success());
    let done = || size(together.join("inner.chd"));
    disturbed(selfplay(&together), done, [1, 1_000_000]);
    for name in ["positions.chd", "inner.chd", "next-game"] {
        same_file(&alone, &together, name);
    }
    assert!(size(alone.join("inner.chd")) > 100_000, "long results were sent");
}

#[test]
fn labels_are_the_same_by_workers() {
    if !is_installed() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let from = place.path().join("from");
    let mut selfplay = chuhe(&["selfplay", "--game", "banqi", "--nodes", "20", "--hash", "1"]);
    selfplay.args(["--positions", "9000", "--out"]).arg(&from);
    assert!(selfplay.status().unwrap().success());
    let (alone, together) = (place.path().join("alone"), place.path().join("together"));
    let label = |out: &Path| {
        let mut command = chuhe(&["label", "--game", "banqi", "--nodes", "300", "--hash", "1"]);
        command.arg(&from).arg("--out").arg(out);
        command
    };
    assert!(label(&alone).status().unwrap().success());
    let done = || size(together.join("positions.chd"));
    disturbed(label(&together), done, [1, 100_000]);
    same_file(&alone, &together, "positions.chd");
    // The same command has nothing more to do, with or without workers.
    assert!(label(&together).status().unwrap().success());
    same_file(&alone, &together, "positions.chd");
}

#[test]
fn a_generation_is_the_same_by_workers() {
    if !is_installed() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let evolve = |name: &str| {
        let mut command = chuhe(&["evolve", "--game", "banqi", "--nice", "0", "--hash", "1"]);
        command.args(["--positions", "2500", "--nodes", "200", "--threads", "1", "--width", "64"]);
        command.args(["--epochs", "2", "--batch", "1024", "--match-nodes", "2000"]);
        command.args(["--match-games", "12", "--generations", "1", "--out"]);
        command.arg(place.path().join(name));
        command
    };
    assert!(evolve("alone").status().unwrap().success());
    let generation = |name: &str| place.path().join(name).join("generations/1");
    let results = generation("together").join("match/results.jsonl");
    disturbed(evolve("together"), || lines(&results), [2, 6]);
    for name in ["data/positions.chd", "network.chn"] {
        same_file(&generation("alone"), &generation("together"), name);
    }
    let played = |name: &str| in_order(games(&generation(name).join("match")));
    let (alone, together) = (played("alone"), played("together"));
    let most = alone.len().min(together.len());
    assert_eq!(alone[..most], together[..most]);
    let tested = |name: &str| {
        let text = std::fs::read(place.path().join(name).join("state.json")).unwrap();
        let state: Value = serde_json::from_slice(&text).unwrap();
        state["generations"][0]["tested"].clone()
    };
    assert_eq!(tested("together"), tested("alone"));
}
