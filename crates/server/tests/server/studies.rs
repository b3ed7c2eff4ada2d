//! About, settings, trees and studies.

use serde_json::{Value, json};

use crate::start;

fn tree() -> Value {
    json!({"version": 1, "game": "xiangqi", "start": null, "rules": "computer", "root": {
        "children": [{"ply": "h2e2", "comment": "中炮", "children": []}]}})
}

#[test]
fn about_lists_what_there_is() {
    let (_server, mut client) = start();
    let about = client.get("/api/about").good();
    assert_eq!(about["xiangqi"]["levels"], 10);
    let names = |list: &Value| -> Vec<String> {
        list.as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(names(&about["banqi"]["profiles"]).contains(&"ntu-2018".to_owned()));
    assert!(names(&about["xiangqi"]["rules"]).contains(&"asian".to_owned()));
    for kind in ["xiangqi", "banqi"] {
        let body = json!({"game": kind, "start": about[kind]["start"], "rules": about[kind]["usual_rules"]});
        assert_eq!(client.post("/api/position", &body).status, 200);
    }
}

#[test]
fn settings_are_kept_and_checked() {
    let (_server, mut client) = start();
    let usual = client.get("/api/settings").good();
    assert_eq!((&usual["language"], &usual["pieces"]), (&Value::Null, &json!("traditional")));
    let mut mine = usual.clone();
    mine["language"] = json!("zh-Hant");
    mine["rules_xiangqi"] = json!("asian");
    assert_eq!(client.put("/api/settings", &mine).good(), mine);
    assert_eq!(client.get("/api/settings").good(), mine);
    for (key, value) in [
        ("language", json!("xx")),
        ("threads", json!(0)),
        ("hash_mb", json!(100_000)),
        ("new", json!(1)),
        ("sound", json!("loud")),
    ] {
        let mut wrong = mine.clone();
        wrong[key] = value;
        client.put("/api/settings", &wrong).refused(400, "bad_request");
    }
    assert_eq!(client.get("/api/settings").good(), mine);
    let wish = json!({"game": "xiangqi", "first": {"kind": "human"}, "second": {"kind": "human"}});
    assert_eq!(client.post("/api/games", &wish).good()["rules"], "asian");
}

#[test]
fn studies_are_kept_changed_listed_and_deleted() {
    let (_server, mut client) = start();
    let body = json!({"game": "xiangqi", "title": "中炮對屏風馬", "tree": tree()});
    let id = client.post("/api/studies", &body).good()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/studies/{id}");
    let study = client.get(&path).good();
    assert_eq!((&study["title"], &study["tree"]), (&body["title"], &tree()));
    let mut changed = tree();
    changed["root"]["children"] = json!([]);
    assert_eq!(client.put(&path, &json!({"title": "new", "tree": changed})).status, 204);
    assert_eq!(client.get(&path).good()["tree"], changed);
    assert_eq!(client.get("/api/studies").good()["studies"][0]["title"], "new");
    assert_eq!(client.delete(&path).status, 204);
    client.get(&path).refused(404, "not_found");
    client.put(&path, &json!({"title": "new", "tree": tree()})).refused(404, "not_found");
    client.delete(&path).refused(404, "not_found");
    assert_eq!(client.get("/api/studies").good()["studies"], json!([]));
    for bad in [
        json!({"title": "x", "tree": tree()}),
        json!({"game": "xiangqi", "tree": tree()}),
        json!({"game": "xiangqi", "title": "x".repeat(300), "tree": tree()}),
        json!({"game": "xiangqi", "title": "x", "tree": {"version": 3}}),
    ] {
        client.post("/api/studies", &bad).refused(400, "bad_request");
    }
}

#[test]
fn a_game_has_a_tree() {
    let (_server, mut client) = start();
    let wish = json!({"game": "xiangqi", "first": {"kind": "human"}, "second": {"kind": "human"}});
    let game = client.post("/api/games", &wish).good();
    let path = format!("/api/games/{}/tree", game["id"].as_str().unwrap());
    assert_eq!(client.get(&path).good(), Value::Null);
    assert_eq!(client.put(&path, &tree()).status, 204);
    assert_eq!(client.get(&path).good(), tree());
    client.put(&path, &json!({"version": 1})).refused(400, "bad_request");
    client.get("/api/games/aaaa/tree").refused(404, "not_found");
    client.put("/api/games/aaaa/tree", &tree()).refused(404, "not_found");
}
