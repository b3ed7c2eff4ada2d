//! What happens when an engine fails in the middle of a search. These tests need a
//! hook that the server does not have outside its own tests.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{Config, Port, Server};

#[path = "../tests/server/client.rs"]
mod client;

use client::{Client, engine, human};

fn start() -> (Server, Client) {
    let config = Config {
        port: Port::Any,
        slots: 2,
        hash_mb: 32,
        pace: Duration::ZERO,
        ..Config::default()
    };
    let server = Server::start(config).expect("a server starts");
    let client = Client::new(server.address());
    (server, client)
}

fn path(game: &Value, action: &str) -> String {
    format!("/api/games/{}/{action}", game["id"].as_str().expect("an id"))
}

#[test]
fn a_failed_analysis_is_told_and_the_next_one_works() {
    let (server, client) = start();
    let mut live = client.live();
    server.app().pool.fail_next();
    live.send(&json!({"type": "analyse", "key": 5, "game": "xiangqi", "lines": 1}));
    let error = live.until("error", |_| true);
    assert_eq!((&error["key"], &error["error"]["code"]), (&json!(5), &json!("internal")));
    live.send(&json!({"type": "analyse", "key": 6, "game": "xiangqi", "lines": 1}));
    live.until("analysis", |message| message["key"] == 6);
}

#[test]
fn an_engine_that_fails_leaves_the_game_as_it_was() {
    let (server, mut client) = start();
    let new = json!({"game": "xiangqi", "first": human(), "second": engine(5)});
    let game = client.post("/api/games", &new).good();
    let mut live = client.live();
    live.watch(&game["id"]);
    server.app().pool.fail_next();
    let ply = json!({"ply": "h2e2", "revision": game["revision"]});
    client.post(&path(&game, "play"), &ply).good();
    let error = live.until("error", |_| true);
    assert_eq!((&error["error"]["code"], &error["id"]), (&json!("internal"), &game["id"]));
    let paused = live.game(|game| game["paused"] == true);
    assert_eq!(paused["plies"].as_array().map(Vec::len), Some(1));
    client.post(&path(&game, "resume"), &json!({})).good();
    live.game(|game| game["plies"].as_array().map(Vec::len) == Some(2));
    server.app().pool.fail_next();
    client.post(&path(&game, "hint"), &json!({})).refused(500, "internal");
    assert_eq!(client.post(&path(&game, "hint"), &json!({})).status, 200);
    while server.app().pool.searches() > 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
}
