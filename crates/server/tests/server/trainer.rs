//! The endgame trainer by the interface: endings of a table, moves judged by it.

use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use server::{Config, Server};
use tempfile::TempDir;

use crate::client::Client;
use crate::{config, start, start_with};

struct House {
    _server: Server,
    client: Client,
    _folder: TempDir,
}

fn house() -> House {
    let folder = TempDir::with_prefix("chuhe-trainer-").unwrap();
    let builder = tablebase::Builder {
        folder: folder.path(),
        threads: 1,
        memory: 64 << 20,
        end_up_to: 700_000,
        stop: &AtomicBool::new(false),
    };
    tablebase::banqi::build(&["K-A".parse().unwrap()], &builder, &mut |_| {}).unwrap();
    let classes = ["KRK", "KPK"].map(|name| name.parse().unwrap());
    tablebase::xiangqi::build(&classes, &builder, &mut |_| {}).unwrap();
    let tables = Some(folder.path().to_owned());
    let (server, client) = start_with(Config { tables, ..config() });
    House { _server: server, client, _folder: folder }
}

fn probe(client: &mut Client, game: &str, start: &Value, plies: &Value) -> Value {
    let line = json!({"game": game, "start": start, "plies": plies});
    client.post("/api/tables/probe", &line).good()
}

fn texts(plies: &Value) -> Value {
    plies.as_array().unwrap().iter().map(|ply| ply["ply"].clone()).collect()
}

/// Plays the table's best plies against its best defence: every step keeps the win, the
/// distance falls, and the end comes when the table said.
#[test]
fn the_best_play_wins_in_the_distance_that_was_told() {
    let mut house = house();
    for (game, class) in [("banqi", "A-K"), ("xiangqi", "KRK")] {
        let begun = house.client.post("/api/trainer/start", &json!({"game": game, "class": class}));
        let begun = begun.good();
        assert_eq!(
            (&begun["worth"]["value"], &begun["board"]["turn"]),
            (&json!("win"), &json!("first"))
        );
        let mut left = begun["worth"]["distance"].as_i64().unwrap();
        let mut plies = json!([]);
        loop {
            // A second opinion: the same position by the tables' own question.
            let known = probe(&mut house.client, game, &begun["start"], &plies);
            assert_eq!(known["distance"].as_i64(), Some(left));
            let won = |ply: &&Value| ply["value"] == "win";
            let best = known["plies"].as_array().unwrap().iter().filter(won);
            let best = best.min_by_key(|ply| ply["plies"].as_i64()).unwrap()["ply"]["ply"].clone();
            let body = json!({"game": game, "start": begun["start"], "plies": plies, "ply": best});
            let answer = house.client.post("/api/trainer/play", &body).good();
            assert_eq!(
                (&answer["kept"], &answer["before"]["distance"]),
                (&json!(true), &json!(left))
            );
            plies = texts(&answer["plies"]);
            if answer["result"].is_object() {
                assert_eq!(answer["result"]["winner"], "first");
                assert!(left <= 2, "{left}");
                break;
            }
            let next = answer["worth"]["distance"].as_i64().unwrap();
            assert_eq!(next, left - 2, "the defence lasts as long as it can");
            left = next;
        }
    }
}

#[test]
fn a_win_that_is_thrown_away_is_told_with_what_was_better() {
    let mut house = house();
    let throws = |told: &Value| {
        let plies = told["plies"].as_array().unwrap();
        plies.iter().find(|ply| ply["value"] != "win").cloned()
    };
    // Until there is a position in which something can be thrown away.
    let (start, known, poor) = (0..50)
        .find_map(|_| {
            let wanted = json!({"game": "xiangqi", "class": "KPK"});
            let begun = house.client.post("/api/trainer/start", &wanted).good();
            let known = probe(&mut house.client, "xiangqi", &begun["start"], &json!([]));
            let poor = throws(&known)?;
            Some((begun["start"].clone(), known, poor))
        })
        .expect("a win that can be thrown away");
    let plies = known["plies"].as_array().unwrap();
    let body = json!({"game": "xiangqi", "start": start, "ply": poor["ply"]["ply"]});
    let answer = house.client.post("/api/trainer/play", &body).good();
    assert_eq!((&answer["kept"], &answer["before"]["value"]), (&json!(false), &json!("win")));
    let best = answer["best"]["ply"].as_str().unwrap();
    let rated = plies.iter().find(|ply| ply["ply"]["ply"] == best).unwrap();
    assert_eq!(rated["value"], "win");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut house = house();
    let client = &mut house.client;
    for (body, status, code) in [
        (json!({"game": "banqi", "class": "../../etc"}), 404, "not_found"),
        (json!({"game": "banqi", "class": "A-K", "value": "loss"}), 400, "bad_request"),
        (
            json!({"game": "xiangqi", "class": "KRK", "value": "draw", "more": 1}),
            400,
            "bad_request",
        ),
    ] {
        client.post("/api/trainer/start", &body).refused(status, code);
    }
    let play = |client: &mut Client, start: &str, ply: &str| {
        client.post("/api/trainer/play", &json!({"game": "banqi", "start": start, "ply": ply}))
    };
    play(client, "nonsense", "a1a2").refused(400, "bad_request");
    play(client, "8/8/8/K4a2 r - 0 1", "a1c3").refused(422, "not_legal");
    play(client, "8/8/8/KAPPPaa1 r - 0 1", "a1a2").refused(404, "not_found");
    let (_server, mut bare) = start();
    bare.post("/api/trainer/start", &json!({"game": "banqi", "class": "A-K"}))
        .refused(404, "not_found");
}
