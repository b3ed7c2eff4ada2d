//! Puzzles by the interface: chosen, solved, failed, brought back, proved, made.

use library::archive::import::Import;
use puzzles::shipped::shipped;
use serde_json::{Value, json};
use server::Config;
use tempfile::TempDir;

use crate::client::Client;
use crate::{config, eventually, start, start_with};

fn about(client: &mut Client, game: &str) -> Value {
    client.get(&format!("/api/puzzles?game={game}")).good()
}

fn next(client: &mut Client, wanted: &Value) -> Value {
    client.post("/api/puzzles/next", wanted).good()
}

/// What an attempt was when it was seen, with more.
fn seen(attempt: &Value, more: &Value) -> Value {
    let mut body = json!({
        "game": attempt["game"],
        "attempt": attempt["id"],
        "plies": attempt["plies"].as_array().unwrap().len(),
    });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

fn act(client: &mut Client, what: &str, attempt: &Value, more: &Value) -> Value {
    client.post(&format!("/api/puzzles/{what}"), &seen(attempt, more)).good()
}

/// The solution of the shipped puzzle that is open: own plies and answers in turn.
fn solution(attempt: &Value) -> Vec<String> {
    let game = attempt["game"].as_str().unwrap().parse().unwrap();
    let id = attempt["puzzle"].as_str().unwrap();
    let puzzle = shipped(game).iter().find(|puzzle| puzzle.id == id).unwrap();
    puzzle.line.iter().map(ToString::to_string).collect()
}

/// Plays the solution to its end; what is open then.
fn solve(client: &mut Client, mut attempt: Value) -> Value {
    let line = solution(&attempt);
    while attempt["state"] == "open" {
        let ply = line[attempt["plies"].as_array().unwrap().len()].split('=').next().unwrap();
        let ply = if ply.len() == 2 { ply.repeat(2) } else { ply.to_owned() };
        attempt = act(client, "play", &attempt, &json!({ "ply": ply }));
        assert!(attempt["wrong"].is_null(), "{attempt}");
    }
    attempt
}

/// A legal ply that no proof accepts.
fn wrong_ply(client: &mut Client, attempt: &Value) -> (Value, String) {
    let legal = attempt["board"]["legal"].as_object().unwrap();
    let first = &solution(attempt)[0];
    for (from, targets) in legal {
        for to in targets.as_array().unwrap() {
            let ply = format!("{from}{}", to.as_str().unwrap());
            if &ply != first {
                let after = act(client, "play", attempt, &json!({ "ply": ply }));
                if after["wrong"].is_object() {
                    return (after, ply);
                }
                panic!("{ply} was accepted: {after}");
            }
        }
    }
    panic!("there is only one ply: {attempt}");
}

#[test]
fn puzzles_of_every_kind_are_solved_and_rated() {
    let (_server, mut client) = start();
    for (game, goals) in
        [("xiangqi", &["mate", "gain"][..]), ("banqi", &["gain", "win", "draw"][..])]
    {
        for (number, goal) in (1..).zip(goals) {
            let attempt = next(&mut client, &json!({"game": game, "goal": goal}));
            assert_eq!(attempt["goal"]["name"], *goal);
            assert!(attempt["themes"].is_null(), "themes give the solution away");
            client.get(&format!("/api/puzzles/proof?game={game}")).refused(409, "not_your_turn");
            let solved = solve(&mut client, attempt);
            assert_eq!(
                (&solved["state"], &solved["rated"]["score"]),
                (&json!("solved"), &json!(1.0))
            );
            let proof = client.get(&format!("/api/puzzles/proof?game={game}")).good();
            let nodes = proof["nodes"].as_array().unwrap();
            assert!(nodes.len() > 1 || goal == &"mate", "{proof}");
            let now = about(&mut client, game);
            assert_eq!(
                (&now["streak"], &now["tries"], &now["due"]),
                (&json!(number), &json!(number), &json!(0))
            );
            assert!(now["rating"].as_f64() > Some(1200.0), "{now}");
            assert_eq!(now["attempt"]["puzzle"], solved["puzzle"], "it stays open for who reloads");
        }
    }
}

#[test]
fn a_failure_is_rated_once_and_comes_back() {
    let (_server, mut client) = start();
    // A single first ply, so that every other one is wrong.
    let wanted = json!({"game": "xiangqi", "goal": "gain"});
    let attempt = next(&mut client, &wanted);
    let failed = attempt["puzzle"].clone();
    let (after, _) = wrong_ply(&mut client, &attempt);
    assert_eq!((&after["state"], &after["rated"]["score"]), (&json!("open"), &json!(0.0)));
    let rating = about(&mut client, "xiangqi")["rating"].as_f64().unwrap();
    assert!(rating < 1200.0);
    // Who goes on may still find it; the rating stays what it is.
    let solved = solve(&mut client, after);
    assert_eq!(solved["state"], "solved");
    let now = about(&mut client, "xiangqi");
    assert_eq!((now["rating"].as_f64(), &now["due"]), (Some(rating), &json!(1)));
    for _ in 0..3 {
        let other = next(&mut client, &wanted);
        assert_ne!(other["puzzle"], failed, "a failure comes back when it is asked for");
        solve(&mut client, other);
    }
    let back = next(&mut client, &json!({"game": "xiangqi", "review": true}));
    assert_eq!((&back["puzzle"], &back["review"]), (&failed, &json!(true)));
    let solved = solve(&mut client, back);
    assert!(solved["rated"]["due"].as_i64().is_some(), "again in a day: {solved}");
    let now = about(&mut client, "xiangqi");
    assert_eq!((&now["due"], &now["later"], &now["streak"]), (&json!(0), &json!(1), &json!(4)));
    let none = client.post("/api/puzzles/next", &json!({"game": "xiangqi", "review": true}));
    none.refused(404, "not_found");
}

#[test]
fn help_comes_in_two_steps_and_costs() {
    let (_server, mut client) = start();
    let wanted = json!({"game": "xiangqi", "goal": "mate"});
    for (steps, score) in [(1, 0.5), (2, 0.0)] {
        let mut attempt = next(&mut client, &wanted);
        assert!(attempt["hint"].is_null());
        for step in 1..=steps {
            attempt = act(&mut client, "hint", &attempt, &json!({}));
            assert_eq!(
                (&attempt["hints"], attempt["hint"]["ply"].is_object()),
                (&json!(step), step == 2)
            );
        }
        let from = attempt["hint"]["from"].as_str().unwrap().to_owned();
        assert!(solution(&attempt)[0].starts_with(&from));
        let solved = solve(&mut client, attempt);
        assert_eq!(solved["rated"]["score"], json!(score));
    }
    let attempt = next(&mut client, &wanted);
    let shown = act(&mut client, "give-up", &attempt, &json!({}));
    assert_eq!((&shown["state"], &shown["rated"]["score"]), (&json!("shown"), &json!(0.0)));
    let over = client.post("/api/puzzles/hint", &seen(&shown, &json!({})));
    over.refused(409, "game_over");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (_server, mut client) = start();
    client.get("/api/puzzles?game=chess").refused(400, "bad_request");
    client
        .post("/api/puzzles/next", &json!({"game": "banqi", "goal": "mate"}))
        .refused(404, "not_found");
    client
        .post("/api/puzzles/next", &json!({"game": "xiangqi", "theme": "nothing"}))
        .refused(404, "not_found");
    client.get("/api/puzzles/proof?game=xiangqi").refused(404, "not_found");
    let attempt = next(&mut client, &json!({"game": "xiangqi"}));
    for ply in ["", "a0a9x", "zz", "e0e9", &"a".repeat(5_000)] {
        let body = seen(&attempt, &json!({ "ply": ply }));
        client.post("/api/puzzles/play", &body).refused(422, "not_legal");
    }
    let mut stale = seen(&attempt, &json!({"ply": "a0a1"}));
    stale["plies"] = json!(4);
    client.post("/api/puzzles/play", &stale).refused(409, "stale");
    let other = next(&mut client, &json!({"game": "xiangqi"}));
    assert_ne!(other["id"], attempt["id"]);
    client.post("/api/puzzles/hint", &seen(&attempt, &json!({}))).refused(409, "stale");
}

/// A game that ends with two rooks against a bare king.
const ENDING: &str = "[FEN \"4k4/9/9/9/9/9/9/9/RR7/3K5 w\"]\n\n1. a1a9 e9e8 2. b1b8 e8e7 1-0\n\n";

#[test]
fn puzzles_are_made_of_ones_own_games() {
    let folder = TempDir::with_prefix("chuhe-puzzles-").unwrap();
    let archive = folder.path().join("archive.sqlite");
    let games = folder.path().join("games.pgn");
    std::fs::write(&games, ENDING).unwrap();
    let made = library::Archive::open(&archive).unwrap();
    made.import(&Import::of(vec![games]), &mut |_| {}).unwrap();
    drop(made);
    let (_server, mut client) = start_with(Config { archive: Some(archive), ..config() });
    client
        .post("/api/puzzles/next", &json!({"game": "xiangqi", "own": true}))
        .refused(404, "not_found");
    let begun = client.post("/api/puzzles/make", &json!({"game": "xiangqi"}));
    assert_eq!(begun.status, 201, "{}", begun.text());
    let mut now = Value::Null;
    eventually("the end of the search", || {
        now = about(&mut client, "xiangqi");
        now["making"]["state"] != "running"
    });
    assert_eq!(
        (&now["making"]["state"], &now["making"]["added"]),
        (&json!("done"), &json!(1)),
        "{now}"
    );
    assert_eq!(now["own"], 1);
    let own = next(&mut client, &json!({"game": "xiangqi", "own": true}));
    assert_eq!((&own["own"], &own["goal"]), (&json!(true), &json!({"name": "mate", "moves": 3})));
    let right = act(&mut client, "play", &own, &json!({"ply": "b1b9"}));
    assert!(right["wrong"].is_null() && right["plies"].as_array().unwrap().len() == 2, "{right}");
}
