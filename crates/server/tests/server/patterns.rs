//! Patterns: texts and drawings, what they match, cost and change, kept sets.

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::start;

const HOLLOW: &str = "(pattern hollow (when (let C1 us.cannon) (line them.king vertical them.king * C1)) (score (early 50) (per C1)))";
const BOARD: &str = "4k4/9/9/9/9/9/4C4/9/9/3K5 w";

/// The reasons of a refused request.
fn reasons(answer: &Answer) -> Value {
    answer.refused(400, "bad_request");
    answer.json()["error"]["reasons"].clone()
}

fn ask(client: &mut Client, path: &str, body: &Value) -> Value {
    client.post(&format!("/api/patterns/{path}"), body).good()
}

#[test]
fn a_text_becomes_a_drawing_and_a_drawing_a_text() {
    let (_server, mut client) = start();
    let checked = ask(&mut client, "check", &json!({"text": HOLLOW}));
    assert_eq!(checked["problems"], json!([]));
    assert_eq!(checked["patterns"][0]["key"], "hollow");
    let mut drawing = checked["drawing"].clone();
    let kinds: Vec<&str> = drawing["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["place", "line", "score"]);
    assert_eq!(drawing["parts"][1]["items"], json!(["k", "*", "@C1"]));
    let written = ask(&mut client, "write", &json!({"drawing": drawing}));
    assert!(written["text"].as_str().unwrap().contains("(line them.king vertical them.king * C1)"));
    // A painted region and a changed line.
    drawing["parts"][0]["points"] = json!(["e2", "e3"]);
    drawing["parts"][0]["source"] = Value::Null;
    drawing["parts"][1] = json!({"kind": "line", "from": {"kind": "points", "points": ["e9"]}, "ways": ["down"], "items": ["k", "*", "@C1"]});
    let written = ask(&mut client, "write", &json!({"drawing": drawing}));
    let text = written["text"].as_str().unwrap();
    assert!(text.contains("(let C1 us.cannon (e2 e3))"), "{text}");
    assert!(text.contains("(line e9 toward-us them.king * C1)"), "{text}");
    assert_eq!(written["problems"], json!([]));
    // What means nothing names its part.
    drawing["parts"][1]["ways"] = json!(["sideways"]);
    let refused = client.post("/api/patterns/write", &json!({"drawing": drawing}));
    assert_eq!(reasons(&refused), json!(["part:1"]));
}

#[test]
fn errors_have_their_places() {
    let (_server, mut client) = start();
    let text = "; 空頭炮\n(pattern 空 (when (at us.dragon e9)))";
    let checked = ask(&mut client, "check", &json!({"text": text}));
    let problem = &checked["problems"][0];
    assert_eq!(
        (&problem["severity"], &problem["line"], &problem["column"]),
        (&json!("error"), &json!(2), &json!(22))
    );
    let [from, to] = ["from", "to"].map(|name| problem[name].as_u64().unwrap() as usize);
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "us.dragon");
    assert_eq!(checked["drawing"], Value::Null);
    let long = "x".repeat(70_000);
    client.post("/api/patterns/check", &json!({"text": long})).refused(413, "too_large");
    client.post("/api/patterns/check", &json!({"words": ""})).refused(400, "bad_request");
}

#[test]
fn matches_are_told_with_their_points() {
    let (_server, mut client) = start();
    let found = ask(&mut client, "matches", &json!({"text": HOLLOW, "fen": BOARD}));
    let one = &found["matches"][0];
    assert_eq!(
        (&one["key"], &one["side"], &one["count"]),
        (&json!("hollow"), &json!("red"), &json!(1))
    );
    let points = one["points"].as_array().unwrap();
    assert!(points.contains(&json!("e3")) && points.contains(&json!("e9")), "{points:?}");
    let blocked = "4k4/9/9/4p4/9/9/4C4/9/9/3K5 b";
    let found = ask(&mut client, "matches", &json!({"text": HOLLOW, "fen": blocked}));
    assert_eq!(found["matches"], json!([]));
    let wrong = client
        .post("/api/patterns/matches", &json!({"text": HOLLOW, "fen": "9/9/9/9/9/9/9/9/9/9 w"}));
    assert_eq!(reasons(&wrong)[0], "kings");
    let wrong = client.post("/api/patterns/matches", &json!({"text": "(", "fen": BOARD}));
    assert_eq!(reasons(&wrong), json!(["text"]));
}

/// Eight bound pieces of any kind may be chosen in so many ways that nobody waits for it.
#[test]
fn texts_that_ask_for_too_much_are_refused() {
    let (_server, mut client) = start();
    let bound: String = (0..8).map(|number| format!("(let X{number} any)")).collect();
    let text =
        format!("(pattern slow (when {bound} (attacks X0 X7) (attacks X7 X0) (attacks X1 X0)))");
    assert_eq!(ask(&mut client, "check", &json!({"text": text}))["too_much"], true);
    for path in ["matches", "try"] {
        let body = json!({"text": text, "fen": BOARD});
        let refused = client.post(&format!("/api/patterns/{path}"), &body);
        assert_eq!(reasons(&refused), json!(["text"]));
    }
    client.post("/api/patterns/cost", &json!({"text": text})).refused(400, "bad_request");
}

#[test]
fn costs_and_trials_are_reported() {
    let (_server, mut client) = start();
    let cost = ask(&mut client, "cost", &json!({"text": HOLLOW}));
    let methods: Vec<&str> = cost["methods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["method"].as_str().unwrap())
        .collect();
    assert_eq!(
        methods,
        ["basic", "improved-basic", "switch", "improved-switch", "if", "interpreter", "bits"]
    );
    assert!(cost["methods"][0]["cycles"].as_f64().unwrap() > 0.0);
    assert_eq!((&cost["patterns"], &cost["grounds"]), (&json!(1), &json!(2)));
    let body = json!({"text": HOLLOW, "fen": BOARD, "weights": {"hollow": [200, 200]}});
    let tried = ask(&mut client, "try", &body);
    let cp = |name: &str| tried[name]["score"]["cp"].as_i64().unwrap();
    assert!(cp("with") > cp("without"), "{tried}");
    let wrong = json!({"text": HOLLOW, "fen": BOARD, "weights": {"other": [1, 1]}});
    client.post("/api/patterns/try", &wrong).refused(400, "bad_request");
}

#[test]
fn sets_are_kept_changed_and_deleted() {
    let (_server, mut client) = start();
    let sets = client.get("/api/patterns/sets").good();
    let titles: Vec<&str> =
        sets["sets"].as_array().unwrap().iter().map(|set| set["id"].as_str().unwrap()).collect();
    assert_eq!(titles, ["mates", "attacks", "structures", "endings"]);
    let shipped = client.get("/api/patterns/sets/attacks").good();
    assert!(shipped["shipped"] == true && shipped["patterns"].as_array().unwrap().len() > 10);
    assert_eq!(shipped["patterns"][0]["key"], "hollow-cannon");
    let sent = json!({"title": "mine", "text": HOLLOW});
    client.put("/api/patterns/sets/attacks", &sent).refused(404, "not_found");
    let made = client.post("/api/patterns/sets", &sent).good();
    let path = format!("/api/patterns/sets/{}", made["id"].as_str().unwrap());
    let kept = client.get(&path).good();
    assert_eq!((&kept["title"], &kept["patterns"][0]["text"]), (&json!("mine"), &json!(HOLLOW)));
    let change = json!({"title": "ours", "text": "(pattern b", "revision": 0});
    assert_eq!(client.put(&path, &change).good()["revision"], 1);
    client.put(&path, &change).refused(409, "stale");
    assert_eq!(
        client.get(&path).good()["patterns"][0]["text"],
        "(pattern b",
        "broken texts are kept"
    );
    client
        .post("/api/patterns/sets", &json!({"title": " ", "text": ""}))
        .refused(400, "bad_request");
    assert_eq!(client.delete(&path).status, 204);
    client.get(&path).refused(404, "not_found");
}

#[test]
fn a_file_is_split_into_its_patterns() {
    let (_server, mut client) = start();
    let text =
        format!("; first\n{HOLLOW}\n\n; second\n(pattern b (when (at us.rook e9)))\n(pattern");
    let split = ask(&mut client, "split", &json!({"text": text}));
    let patterns = split["patterns"].as_array().unwrap();
    assert_eq!(patterns.len(), 3);
    assert_eq!((&patterns[0]["key"], &patterns[1]["key"]), (&json!("hollow"), &json!("b")));
    assert!(patterns[1]["text"].as_str().unwrap().starts_with("; second"));
    assert_eq!(patterns[2]["text"], "(pattern");
    let words = client.get("/api/patterns/words").good();
    assert!(words["regions"].as_array().unwrap().iter().any(|one| one["name"] == "palace"));
}
