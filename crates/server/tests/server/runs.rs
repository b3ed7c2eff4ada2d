//! Matches that run by themselves: started, watched, stopped, resumed after a restart;
//! what is told of them counted a second way.

use std::path::Path;

use arena::stats::{GameResult, Pentanomial, Wdl};
use serde_json::{Value, json};
use server::{Config, Server};

use crate::client::Client;
use crate::{config, eventually, start_with};

fn kept(folder: &Path) -> Config {
    Config {
        library: Some(folder.join("library.sqlite")),
        runs: Some(folder.join("runs")),
        runs_stand_back: false,
        ..config()
    }
}

/// A match of simple players that takes a while.
fn wish(games: u32) -> Value {
    json!({"title": "dice", "match": {"game": "xiangqi", "games": games, "tc": "nodes=1",
        "engines": [{"engine": "greedy"}, {"engine": "random"}], "opening_plies": 4, "cut": true}})
}

fn begin(client: &mut Client, wish: &Value) -> String {
    let run = client.post("/api/runs/matches", wish).good();
    run["id"].as_str().unwrap().to_owned()
}

fn show(client: &mut Client, id: &str) -> Value {
    client.get(&format!("/api/runs/{id}")).good()
}

fn wait_for(client: &mut Client, id: &str, state: &str) -> Value {
    let mut seen = Value::Null;
    eventually(state, || {
        seen = show(client, id);
        assert_ne!(seen["state"], "failed", "{seen}");
        seen["state"] == state
    });
    seen
}

/// The results in the saved games, from the view of `greedy`, by pair of games.
fn counted(client: &mut Client, id: &str) -> (Wdl, Pentanomial, Vec<u32>) {
    let text = client.get(&format!("/api/runs/{id}/record")).text();
    let mut games: Vec<(u32, GameResult)> = records::read_text(&text, play::GameKind::Xiangqi)
        .games
        .iter()
        .map(|game| {
            let header = |name: &str| game.header(name).unwrap().to_owned();
            let number: u32 = header("Round").parse().unwrap();
            let red = match game.result {
                records::GameResult::First => GameResult::Win,
                records::GameResult::Second => GameResult::Loss,
                records::GameResult::Draw => GameResult::Draw,
                records::GameResult::Unknown => panic!("game {number} has no result"),
            };
            (number, if header("Red") == "greedy" { red } else { red.reversed() })
        })
        .collect();
    games.sort_by_key(|(number, _)| *number);
    let mut wdl = Wdl::default();
    games.iter().for_each(|(_, result)| wdl.add_game(*result));
    let mut pairs = Pentanomial::default();
    for pair in games.chunks_exact(2) {
        pairs.add_pair(pair[0].1, pair[1].1);
    }
    (wdl, pairs, games.iter().map(|(number, _)| *number).collect())
}

fn check_standing(client: &mut Client, id: &str, games: u32) {
    let run = show(client, id);
    let (wdl, pairs, numbers) = counted(client, id);
    assert_eq!(numbers, (1..=games).collect::<Vec<_>>(), "every game once");
    let report = &run["match"]["standing"]["pairings"][0]["report"];
    let told =
        [&report["wins"], &report["draws"], &report["losses"]].map(|it| it.as_u64().unwrap());
    assert_eq!(told, [wdl.wins, wdl.draws, wdl.losses]);
    let strength = pairs.strength();
    let near = |told: &Value, counted: f64| {
        let told = told.as_f64().unwrap_or(f64::INFINITY);
        assert!(told == counted || (told - counted).abs() < 1e-9, "{told} {counted}");
    };
    near(&report["elo"]["value"], strength.elo.value);
    near(&report["elo"]["margin"], strength.elo.margin);
    let curve = &run["match"]["curve"];
    assert_eq!(curve["pairs"].as_array().unwrap().last(), Some(&json!(games / 2)));
    near(curve["elo"].as_array().unwrap().last().unwrap(), strength.elo.value);
}

#[test]
fn a_match_is_played_and_told_as_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, mut client) = start_with(kept(folder.path()));
    let mut live = client.live();
    live.send(&json!({"type": "runs", "key": 5, "id": null}));
    assert_eq!(live.until("runs", |_| true)["runs"], json!([]));
    let id = begin(&mut client, &wish(24));
    live.send(&json!({"type": "runs", "key": 6, "id": id}));
    let news = live.until("runs", |news| news["run"]["state"] == "done");
    assert_eq!((&news["key"], &news["runs"][0]["brief"]["done"]), (&json!(6), &json!(24)));
    check_standing(&mut client, &id, 24);
    let games = client.get(&format!("/api/runs/{id}/games")).good();
    assert_eq!((&games["count"], games["games"].as_array().unwrap().len()), (&json!(24), 24));
    for listed in games["games"].as_array().unwrap() {
        let number = &listed["number"];
        let game = client.get(&format!("/api/runs/{id}/games/{number}")).good();
        assert_eq!(game["headers"]["Red"], listed["first"]);
        assert_eq!(json!(game["plies"].as_array().unwrap().len()), listed["plies"]);
        let result = match listed["winner"].as_str() {
            Some("first") => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        assert_eq!(game["result"], result);
    }
    client.get(&format!("/api/runs/{id}/games/24")).refused(404, "not_found");
    client.post(&format!("/api/runs/{id}/resume"), &json!({})).refused(400, "bad_request");
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, mut client) = start_with(kept(folder.path()));
    let mut wish = wish(4_000);
    wish["match"]["sprt"] = json!({"elo0": 0.0, "elo1": 100.0, "alpha": 0.05, "beta": 0.05});
    let id = begin(&mut client, &wish);
    let run = wait_for(&mut client, &id, "done");
    let standing = &run["match"]["standing"];
    assert_eq!(standing["decision"], "accept_h1", "who captures beats who throws dice");
    assert!(standing["done"].as_u64().unwrap() < 4_000);
    let sprt = &standing["pairings"][0]["report"]["sprt"];
    let llr = run["match"]["curve"]["llr"].as_array().unwrap().clone();
    assert!(llr.iter().any(|it| it.as_f64() >= sprt["upper_bound"].as_f64()), "{llr:?}");
}

#[test]
fn a_match_goes_on_after_a_restart_and_every_game_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let (first, waiting) = (begin(&mut client, &wish(300)), begin(&mut client, &wish(6)));
    eventually("some games", || show(&mut client, &first)["brief"]["done"].as_u64() > Some(3));
    assert_eq!(show(&mut client, &waiting)["state"], "waiting");
    server.stop();
    let (_server, mut client) = start_with(kept(folder.path()));
    let run = show(&mut client, &first);
    assert!(["waiting", "running", "done"].contains(&run["state"].as_str().unwrap()), "{run}");
    wait_for(&mut client, &first, "done");
    wait_for(&mut client, &waiting, "done");
    check_standing(&mut client, &first, 300);
    check_standing(&mut client, &waiting, 6);
}

/// The same with numbers to nine digits: times are summed in the order in which games ended.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            json!(format!("{:.9e}", number.as_f64().unwrap_or_default()))
        }
        Value::Array(items) => items.iter().map(rounded).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), rounded(value))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn a_match_is_stopped_resumed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let id = begin(&mut client, &wish(20_000));
    let path = format!("/api/runs/{id}");
    eventually("a game", || show(&mut client, &id)["brief"]["done"].as_u64() > Some(0));
    client.delete(&path).refused(503, "busy");
    client.post(&format!("{path}/stop"), &json!({})).good();
    let stopped = wait_for(&mut client, &id, "stopped");
    let done = stopped["brief"]["done"].as_u64().unwrap();
    server.stop();
    let (_server, mut client) = start_with(kept(folder.path()));
    let again = show(&mut client, &id);
    assert_eq!((&again["state"], &again["brief"]["done"]), (&json!("stopped"), &json!(done)));
    let standings = [&again["match"], &stopped["match"]].map(rounded);
    assert_eq!(standings[0], standings[1], "the same standing from the folder");
    client.post(&format!("{path}/resume"), &json!({})).good();
    eventually("more", || show(&mut client, &id)["brief"]["done"].as_u64() > Some(done));
    client.post(&format!("{path}/stop"), &json!({})).good();
    wait_for(&mut client, &id, "stopped");
    assert!(folder.path().join("runs").join(&id).is_dir());
    assert_eq!(client.delete(&path).status, 204);
    client.get(&path).refused(404, "not_found");
    assert_eq!(std::fs::read_dir(folder.path().join("runs")).unwrap().count(), 0);
}

#[test]
fn a_run_that_cannot_go_on_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let id = begin(&mut client, &wish(20_000));
    eventually("a game", || show(&mut client, &id)["brief"]["done"].as_u64() > Some(0));
    server.stop();
    let toml = folder.path().join("runs").join(&id).join("run.toml");
    std::fs::write(toml, "games = 'many'").unwrap();
    let (_server, mut client) = start_with(kept(folder.path()));
    let mut run = Value::Null;
    eventually("the failure", || {
        run = client.get("/api/runs").good()["runs"][0].clone();
        run["state"] == "failed"
    });
    assert!(run["error"].as_str().unwrap().contains("run.toml"), "{run}");
}

#[test]
fn only_what_the_server_has_may_play() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, mut client): (Server, _) = start_with(kept(folder.path()));
    let offer = client.get("/api/runs").good();
    assert!(
        offer["engines"]["banqi"].as_array().unwrap().iter().any(|one| one["name"] == "random")
    );
    for (field, value) in [
        ("engines", json!([{"engine": "/bin/sh"}, {"engine": "random"}])),
        ("engines", json!([{"engine": "greedy", "cmd": "/bin/sh"}, {"engine": "random"}])),
        ("engines", json!([{"engine": "greedy"}])),
        ("games", json!(0)),
        ("tc", json!("forever")),
        ("rules", json!("house rules")),
        ("folder", json!("/tmp")),
    ] {
        let mut wish = wish(4);
        wish["match"][field] = value;
        client.post("/api/runs/matches", &wish).refused(400, "bad_request");
    }
    let mut wish = wish(4);
    wish["title"] = json!("two\nlines");
    client.post("/api/runs/matches", &wish).refused(400, "bad_request");
    assert!(!folder.path().join("runs").exists(), "nothing was begun");
    for id in ["..", "x", "aaaaaaaaaaaaaaaaaaaaaaaaaa"] {
        assert!(client.get(&format!("/api/runs/{id}")).status >= 400, "{id}");
    }
    let (_server, mut client) = start_with(config());
    client.get("/api/runs").refused(404, "not_found");
}
