//! Progress against levels by the interface.

use puzzles::rating::Rating;
use serde_json::json;

use crate::client::{Client, engine, human};
use crate::start;

/// A game against a level that its person gives up at once.
fn given_up(client: &mut Client, level: u8, more: &serde_json::Value) {
    let mut wanted = json!({"game": "xiangqi", "first": human(), "second": engine(level)});
    for (key, value) in more.as_object().unwrap() {
        wanted[key] = value.clone();
    }
    let game = client.post("/api/games", &wanted).good();
    let path = format!("/api/games/{}/resign", game["id"].as_str().unwrap());
    client.post(&path, &json!({"seat": "first", "revision": game["revision"]})).good();
}

#[test]
fn games_against_levels_are_rated_and_others_are_not() {
    let (_server, mut client) = start();
    let path = "/api/progress?game=xiangqi";
    let before = client.get(path).good();
    assert_eq!((&before["games"], &before["rating"]), (&json!(0), &json!(1200.0)));
    // Set up, and between two people: nothing to rate.
    given_up(&mut client, 2, &json!({"start": "3k5/9/9/r8/9/9/9/9/9/R3K4 w"}));
    given_up(&mut client, 2, &json!({"handicap": ["b9"]}));
    given_up(&mut client, 2, &json!({"second": human()}));
    assert_eq!(client.get(path).good()["games"], 0);
    given_up(&mut client, 2, &json!({}));
    // Games are known in the order of their ends, by milliseconds.
    std::thread::sleep(std::time::Duration::from_millis(5));
    given_up(&mut client, 1, &json!({}));
    let after = client.get(path).good();
    assert_eq!((&after["levels"][1]["lost"], &after["levels"][0]["lost"]), (&json!(1), &json!(1)));
    // The same by hand, from the paper's formulas.
    let level = |rating| Rating::guessed(rating, 60.0);
    let by_hand = Rating::guessed(1200.0, 350.0).after(&[(level(850.0), 0.0)]);
    let by_hand = by_hand.after(&[(level(700.0), 0.0)]);
    assert!((after["rating"].as_f64().unwrap() - by_hand.rating).abs() < 1e-9, "{after}");
    assert_eq!((&after["history"][0]["level"], &after["next"]), (&json!(2), &json!(1)));
    assert_eq!(client.get("/api/progress?game=banqi").good()["games"], 0);
    client.get("/api/progress?game=go").refused(400, "bad_request");
}
