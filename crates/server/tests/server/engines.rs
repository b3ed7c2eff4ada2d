//! Foreign engines: they play, analyse and review; those that crash, hang or are not
//! there are told by a code, and nobody else waits for them.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, Engines};

use crate::client::human;
use crate::{config, eventually, start_with};

/// An engine of a few words: its answers to `go` are the last argument.
fn engine(name: &str, go: &str) -> String {
    let script = format!(
        "while read -r line; do case \"$line\" in \
         uci) echo id name Toy; echo option name MultiPV type spin default 1 min 1 max 5; echo uciok;; \
         isready) echo readyok;; quit) exit;; go*) {go};; stop) {stop};; esac; done",
        stop = if go.contains("wait") { "echo bestmove b2e2" } else { ":" },
    );
    format!(
        "[[engine]]\nname = \"{name}\"\ncmd = \"sh\"\nargs = [\"-c\", {}]\nproto = \"uci\"\n\
         hang_timeout = 0.2\n",
        json!(script)
    )
}

fn engines() -> String {
    let answer = "echo info depth 7 seldepth 9 multipv 1 score cp 42 nodes 900 pv h2e2 h9g7; \
                  echo bestmove h2e2";
    let lines = "echo info depth 5 multipv 1 score cp 30 nodes 10 pv b2e2; \
                 echo info depth 5 multipv 2 score mate -2 nodes 20 pv a0a1 : wait";
    [
        engine("Good", answer),
        engine("Patient", lines),
        engine("Crash", "exit 3"),
        engine("Hang", ":"),
        engine("Liar", "echo bestmove a0a9"),
        "[[engine]]\nname = \"Missing\"\ncmd = \"/no/such/engine\"\n".to_owned(),
    ]
    .join("\n")
}

fn with_engines() -> Config {
    let engines = Engines::parse(&engines()).expect("a file of engines");
    Config { engines, idle_engines: Duration::ZERO, ..config() }
}

fn seat(name: &str) -> Value {
    json!({"kind": "engine", "profile": format!("engine:{name}"), "level": 3})
}

#[test]
fn a_foreign_engine_plays_like_ours() {
    let (_server, mut client) = start_with(with_engines());
    let profiles = client.get("/api/about").good()["xiangqi"]["profiles"].clone();
    assert!(profiles.as_array().unwrap().iter().any(|one| one["name"] == "engine:Good"));
    let known = client.get("/api/knowledge").good();
    assert_eq!(known["engines"][0]["name"], "Good");
    assert!(!known.to_string().contains("while read"), "how it starts is nobody's business");
    let wish = json!({"game": "xiangqi", "first": seat("Good"), "second": human()});
    let id = client.post("/api/games", &wish).good()["id"].clone();
    let path = format!("/api/games/{}", id.as_str().unwrap());
    eventually("its move", || client.get(&path).good()["plies"][0]["ply"] == "h2e2");
    let pgn = client.get(&format!("{path}/export?format=pgn")).text();
    assert!(pgn.contains("[Red \"Good, level 3\"]"), "{pgn}");
    for wrong in [seat("Nobody"), json!({"kind": "engine", "profile": "/bin/sh", "level": 3})] {
        let wish = json!({"game": "xiangqi", "first": wrong, "second": human()});
        client.post("/api/games", &wish).refused(400, "bad_request");
    }
    let wish = json!({"game": "banqi", "first": seat("Good"), "second": human()});
    client.post("/api/games", &wish).refused(400, "bad_request");
}

#[test]
fn a_foreign_engine_analyses_until_told_to_stop() {
    let (server, client) = start_with(with_engines());
    let mut live = client.live();
    let ask = |key: i32, name: &str| {
        json!({"type": "analyse", "key": key, "game": "xiangqi", "plies": [], "lines": 2,
            "profile": format!("engine:{name}")})
    };
    live.send(&ask(1, "Patient"));
    let found = live.until("analysis", |told| told["lines"].as_array().unwrap().len() == 2);
    assert_eq!(
        (&found["depth"], &found["lines"][0]["plies"][0]["ply"]),
        (&json!(5), &json!("b2e2"))
    );
    assert_eq!(found["lines"][0]["score"]["cp"], 30);
    assert_eq!(found["lines"][1]["score"]["mate"], -2);
    live.send(&json!({"type": "stop", "key": 1}));
    eventually("the search ends", || server.app().foreign.searches() == 0);
    live.send(&ask(2, "Good"));
    let found = live.until("analysis", |told| told["key"] == 2 && told["done"] == true);
    assert_eq!(found["lines"][0]["plies"][1]["ply"], "h9g7");
}

#[test]
fn a_foreign_engine_reviews() {
    let (_server, client) = start_with(with_engines());
    let mut live = client.live();
    live.send(&json!({"type": "review", "key": 4, "game": "xiangqi", "plies": ["h2e2", "h9g7"],
        "budget_ms": 20, "profile": "engine:Good"}));
    let first = live.until("review_ply", |told| told["index"] == 0);
    assert_eq!((&first["best"]["ply"], &first["mark"]), (&json!("h2e2"), &json!("best")));
    live.until("error", |told| told["key"] == 4 && told["error"]["code"] == "engine");
}

#[test]
fn bad_engines_are_told_by_a_code_and_harm_nobody() {
    let (server, mut client) = start_with(with_engines());
    let mut live = client.live();
    for (key, name, words) in
        [(1, "Crash", "exit status 3"), (2, "Liar", "illegal"), (3, "Missing", "cannot start")]
    {
        live.send(&json!({"type": "analyse", "key": key, "game": "xiangqi", "plies": [],
            "profile": format!("engine:{name}")}));
        let told = live.until("error", |told| told["key"] == key);
        assert_eq!(told["error"]["code"], "engine", "{told}");
        assert!(told["error"]["message"].as_str().unwrap().contains(words), "{told}");
    }
    // One hangs; everything else goes on, and stopping it is heard.
    live.send(&json!({"type": "analyse", "key": 9, "game": "xiangqi", "plies": [],
        "profile": "engine:Hang"}));
    eventually("it is asked", || server.app().foreign.searches() == 1);
    let wish = json!({"game": "xiangqi", "first": seat("Good"), "second": human()});
    let id = client.post("/api/games", &wish).good()["id"].clone();
    let path = format!("/api/games/{}", id.as_str().unwrap());
    eventually("another engine's move", || client.get(&path).good()["plies"][0]["ply"] == "h2e2");
    live.send(&json!({"type": "stop", "key": 9}));
    eventually("it is given up", || server.app().foreign.searches() == 0);
    // In a game the fault stops the game and not the server.
    let wish = json!({"game": "xiangqi", "first": seat("Crash"), "second": human()});
    let id = client.post("/api/games", &wish).good()["id"].clone();
    let path = format!("/api/games/{}", id.as_str().unwrap());
    eventually("the game stands", || client.get(&path).good()["paused"] == true);
}
