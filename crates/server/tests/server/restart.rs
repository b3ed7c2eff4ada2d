//! A server goes down and comes back: games go on.

use std::path::Path;

use serde_json::{Value, json};
use server::{Config, Server, StartError};

use crate::client::{Client, engine, human};
use crate::{config, start_with};

fn kept(folder: &Path) -> Config {
    Config { library: Some(folder.join("library.sqlite")), ..config() }
}

fn play(client: &mut Client, game: &Value, ply: &str) -> Value {
    let path = format!("/api/games/{}/play", game["id"].as_str().unwrap());
    client.post(&path, &json!({"ply": ply, "revision": game["revision"]})).good()
}

fn look(client: &mut Client, game: &Value) -> Value {
    client.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).good()
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "banqi", "first": human(), "second": human(), "seed": "99"});
    let dark = client.post("/api/games", &wish).good();
    let dark = play(&mut client, &dark, "a1");
    let wish = json!({"game": "xiangqi", "first": human(), "second": human(), "rules": "asian",
        "clock": {"base_ms": 300_000, "increment_ms": 2_000}});
    let game = client.post("/api/games", &wish).good();
    let game = play(&mut client, &game, "h2e2");
    let mut settings = client.get("/api/settings").good();
    settings["theme"] = json!("light");
    client.put("/api/settings", &settings).good();
    let mut live = client.live();
    live.watch(&game["id"]);
    server.stop();
    live.until("shutdown", |_| true);
    assert!(live.next().is_none(), "the socket is closed in order");

    let (server, mut client) = start_with(kept(folder.path()));
    let again = look(&mut client, &dark);
    for field in ["revision", "plies", "board", "seed", "colours", "rules", "created"] {
        assert_eq!(again[field], dark[field], "{field}");
    }
    assert_eq!(again["paused"], false);
    let deal = banqi::Deal::shuffled(99);
    let next = play(&mut client, &again, "b2");
    let expected = deal.piece_at("b2".parse().unwrap()).unwrap().letter().to_string();
    assert_eq!(next["plies"][1]["reveal"], json!(expected));

    let again = look(&mut client, &game);
    assert_eq!((&again["paused"], &again["clocks"]["running"]), (&json!(true), &Value::Null));
    assert_eq!(again["clocks"]["first_ms"], 302_000);
    let resume = format!("/api/games/{}/resume", game["id"].as_str().unwrap());
    assert_eq!(client.post(&resume, &json!({})).good()["clocks"]["running"], "second");
    assert_eq!(client.get("/api/settings").good()["theme"], "light");
    server.stop();
}

#[test]
fn an_engine_goes_on_thinking_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "xiangqi", "first": human(), "second": engine(10)});
    let game = client.post("/api/games", &wish).good();
    let game = play(&mut client, &game, "h2e2");
    assert_eq!(game["thinking"], true);
    server.stop();
    let (_server, client) = start_with(kept(folder.path()));
    let mut live = client.live();
    live.watch(&game["id"]);
    live.game(|game| game["plies"].as_array().unwrap().len() == 2);
}

#[test]
fn engines_that_play_each_other_wait_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "xiangqi", "first": engine(9), "second": engine(9)});
    let game = client.post("/api/games", &wish).good();
    let mut live = client.live();
    live.watch(&game["id"]);
    live.game(|game| game["plies"].as_array().unwrap().len() >= 2);
    server.stop();
    let (_server, mut client) = start_with(kept(folder.path()));
    let again = look(&mut client, &game);
    assert_eq!((&again["paused"], &again["thinking"]), (&json!(true), &json!(false)));
    let plies = again["plies"].as_array().unwrap().len();
    let mut live = client.live();
    live.watch(&game["id"]);
    let resume = format!("/api/games/{}/resume", game["id"].as_str().unwrap());
    client.post(&resume, &json!({})).good();
    live.game(|game| game["plies"].as_array().unwrap().len() > plies);
}

#[test]
fn undo_and_results_survive_too() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let game = client.post("/api/games", &wish).good();
    let game = play(&mut client, &game, "h2e2");
    let game = play(&mut client, &game, "h9g7");
    let path = |what: &str| format!("/api/games/{}/{what}", game["id"].as_str().unwrap());
    let game = client.post(&path("undo"), &json!({"revision": game["revision"]})).good();
    let body = json!({"seat": "second", "revision": game["revision"]});
    let game = client.post(&path("resign"), &body).good();
    server.stop();
    let (_server, mut client) = start_with(kept(folder.path()));
    let again = look(&mut client, &game);
    for field in ["plies", "result", "revision", "updated"] {
        assert_eq!(again[field], game[field], "{field}");
    }
}

#[test]
fn a_second_server_on_the_same_library_is_sent_to_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _) = start_with(kept(folder.path()));
    let error = Server::start(kept(folder.path())).err().expect("it does not start");
    let StartError::InUse { address, .. } = &error else { panic!("{error}") };
    assert_eq!(address.as_deref(), Some(server.url().as_str()));
    assert!(error.to_string().contains(&server.url()), "{error}");
    server.stop();
    start_with(kept(folder.path()));
}

#[test]
fn a_change_by_another_program_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let game = client.post("/api/games", &wish).good();
    let game = play(&mut client, &game, "h2e2");
    let id = game["id"].as_str().unwrap().parse().unwrap();
    // Somebody else plays on in the same file.
    let other = library::Library::open(&folder.path().join("library.sqlite")).unwrap();
    let ply = library::PlyRow { ply: "h9g7".into(), ..library::PlyRow::default() };
    other.append_ply(&id, library::Change::after(1, 1), 1, &ply, "p", None).unwrap();
    let path = |what: &str| format!("/api/games/{}/{what}", game["id"].as_str().unwrap());
    for (what, body) in [
        ("play", json!({"ply": "b9c7", "revision": 1})),
        ("undo", json!({"revision": 1})),
        ("resign", json!({"seat": "first", "revision": 1})),
    ] {
        client.post(&path(what), &body).refused(409, "stale");
        assert_eq!(other.game(&id).unwrap().unwrap().plies.len(), 2, "{what}");
    }
    let again = look(&mut client, &game);
    assert_eq!((&again["revision"], &again["plies"][1]["ply"]), (&json!(2), &json!("h9g7")));
    play(&mut client, &again, "h0g2");
    server.stop();
}

#[test]
fn a_game_that_cannot_be_loaded_is_listed_and_deleted() {
    let (server, mut client) = crate::start();
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    client.post("/api/games", &wish).good();
    let broken = library::NewGame {
        owner: "local".into(),
        game: "xiangqi".into(),
        first: "no player".into(),
        second: r#"{"kind":"human"}"#.into(),
        rules: "asian".into(),
        start: "no start".into(),
        ..library::NewGame::default()
    };
    let id = server.app().library.create_game(&broken, 9).unwrap();
    let listed = client.get("/api/games").good();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2);
    assert!(client.get(&format!("/api/games/{id}")).status >= 400);
    assert_eq!(client.delete(&format!("/api/games/{id}")).status, 204);
    client.delete(&format!("/api/games/{id}")).refused(404, "not_found");
    assert_eq!(client.get("/api/games").good()["games"].as_array().unwrap().len(), 1);
}

#[test]
fn damage_is_noticed_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    for _ in 0..30 {
        client.post("/api/games", &wish).good();
    }
    server::upkeep::examine_now(server.app());
    assert_eq!(client.get("/api/about").good()["damaged"], false);
    server.stop();
    let path = folder.path().join("library.sqlite");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    server::upkeep::examine_now(server.app());
    assert_eq!(client.get("/api/about").good()["damaged"], true);
    assert_eq!(client.get("/api/games").status, 200, "what is whole can be read");
}

#[test]
fn a_damaged_library_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    std::fs::write(&path, b"this is no database at all, not even a little bit of one").unwrap();
    let error = Server::start(kept(folder.path())).err().expect("it does not start").to_string();
    assert!(error.contains("library.sqlite") && error.contains("damaged"), "{error}");
}

/// Any legal ply of a game.
fn some_ply(game: &Value, dice: &mut game::Rng) -> Option<String> {
    let legal = game["board"]["legal"].as_object()?;
    let plies: Vec<String> = legal
        .iter()
        .flat_map(|(from, targets)| {
            let targets = targets.as_array().into_iter().flatten();
            targets.map(move |to| format!("{from}{}", to.as_str().unwrap_or_default()))
        })
        .collect();
    dice.choose(&plies).cloned()
}

#[test]
fn a_full_disk_loses_the_ply_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut client) = start_with(kept(folder.path()));
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let mut game = client.post("/api/games", &wish).good();
    server.app().library.limit_pages(0).unwrap();
    while client.post("/api/games", &wish).status != 500 {}
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut dice = game::Rng::new(5);
    let lost = loop {
        let ply = some_ply(&game, &mut dice).expect("the disk is full before the game is over");
        let body = json!({"ply": ply, "revision": game["revision"]});
        let answer = client.post(&format!("{path}/play"), &body);
        if answer.status != 200 {
            answer.refused(500, "internal");
            break body;
        }
        game = answer.json();
    };
    let again = look(&mut client, &game);
    assert_eq!((&again["plies"], &again["revision"]), (&game["plies"], &game["revision"]));
    server.app().library.limit_pages(1 << 20).unwrap();
    let played = client.post(&format!("{path}/play"), &lost).good();
    assert_eq!(
        played["plies"].as_array().unwrap().len(),
        game["plies"].as_array().unwrap().len() + 1
    );
    server.stop();
    let (_server, mut client) = start_with(kept(folder.path()));
    assert_eq!(look(&mut client, &game)["plies"], played["plies"]);
}
