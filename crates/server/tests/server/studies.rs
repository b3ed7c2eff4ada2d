//! About, settings, trees and studies.

use serde_json::{Value, json};

use crate::start;

fn tree() -> Value {
    json!({"version": 2, "game": "xiangqi", "start": null, "rules": "computer",
        "nodes": [{}, {"parent": 0, "ply": "h2e2", "comment": "中炮"}]})
}

/// A game of 600 plies with 300 variations of three.
fn long_tree() -> Value {
    let mut nodes = vec![json!({})];
    for (ply, text) in ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(600).enumerate() {
        nodes.push(json!({"parent": ply, "ply": text, "score": {"cp": 12, "mate": null}}));
    }
    for start in (0..600).step_by(2) {
        let first = nodes.len();
        nodes.push(json!({"parent": start, "ply": "b0c2", "comment": "旁枝：此處亦可進馬。"}));
        nodes.push(json!({"parent": first, "ply": "b9c7"}));
        nodes.push(json!({"parent": first + 1, "ply": "i0i1", "mark": "?!"}));
    }
    json!({"version": 2, "game": "xiangqi", "start": null, "rules": "computer", "nodes": nodes})
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
    changed["nodes"] = json!([{}]);
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
fn a_study_has_chapters_and_leaves_as_one_file() {
    let (_server, mut client) = start();
    let body = json!({"game": "xiangqi", "title": "Two lines", "tree": tree()});
    let id = client.post("/api/studies", &body).good()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/studies/{id}");
    let mut other = tree();
    other["nodes"] =
        json!([{}, {"parent": 0, "ply": "c3c4", "marks": ["Gc3c4"], "mark": "strong"}]);
    let chapter = json!({"title": "仙人指路", "tree": other});
    assert_eq!(client.post(&format!("{path}/chapters"), &chapter).good()["id"], 2);
    let mut dark = tree();
    dark["game"] = json!("banqi");
    let wrong = json!({"title": "", "tree": dark});
    client.post(&format!("{path}/chapters"), &wrong).refused(400, "bad_request");
    // One is changed, the other stays.
    let mut changed = tree();
    changed["nodes"] = json!([{}, {"parent": 0, "ply": "b0c2"}]);
    let put = json!({"title": "Two lines", "tree": changed, "chapter": 2});
    assert_eq!(client.put(&path, &put).status, 204);
    let study = client.get(&path).good();
    assert_eq!((&study["tree"], &study["chapters"][1]["tree"]), (&tree(), &changed));
    let put = json!({"title": "Two lines", "tree": other, "chapter": 2});
    assert_eq!(client.put(&path, &put).status, 204);
    let file = client.get(&format!("{path}/export?notation=iccs")).text();
    let read = client.post("/api/paste", &json!({"game": "xiangqi", "text": file, "index": 1}));
    let read = read.good();
    assert_eq!(read["games"].as_array().unwrap().len(), 2, "{file}");
    assert_eq!(read["headers"]["Chapter"], "仙人指路");
    assert_eq!(read["nodes"], other["nodes"]);
    let zip = client.get(&format!("{path}/export?format=xqf"));
    assert!(zip.status == 200 && zip.body.starts_with(b"PK"));
    client.get(&format!("{path}/export?format=exe")).refused(400, "bad_request");
    // Put in order, renamed, deleted.
    let order = json!({"chapters": [{"id": 2, "title": "first"}, {"id": 1, "title": "second"}]});
    assert_eq!(client.put(&format!("{path}/chapters"), &order).status, 204);
    let study = client.get(&path).good();
    assert_eq!((&study["chapters"][0]["title"], &study["tree"]), (&json!("first"), &other));
    let one = json!({"chapters": [{"id": 1, "title": ""}]});
    assert_eq!(client.put(&format!("{path}/chapters"), &one).status, 204);
    assert_eq!(client.get(&path).good()["tree"], tree());
    client.put(&path, &put).refused(404, "not_found");
    for wrong in [json!({"chapters": []}), json!({"chapters": [{"id": 2, "title": ""}]}), json!({})]
    {
        assert!(client.put(&format!("{path}/chapters"), &wrong).status >= 400);
    }
    client.get("/api/studies/aaaa/export").refused(404, "not_found");
}

#[test]
fn a_tree_becomes_a_file_of_any_format_and_is_read_again() {
    let (_server, mut client) = start();
    let mut tree = tree();
    tree["nodes"] = json!([{}, {"parent": 0, "ply": "h2e2", "comment": "中炮", "mark": "strong",
        "marks": ["Re4", "Gh2e2"]}, {"parent": 1, "ply": "h9g7"}, {"parent": 0, "ply": "c3c4"}]);
    const BYTES: (&str, &str) = ("content-type", "application/octet-stream");
    for format in ["pgn", "xqf", "cbr", "dhtmlxq", "json"] {
        let body =
            json!({"tree": tree, "format": format, "headers": {"Red": "甲", "Result": "1-0"}});
        let file = client.post("/api/export", &body);
        assert_eq!(file.status, 200, "{format}");
        let name = file.headers["content-disposition"].clone();
        let name = name.split('"').nth(1).unwrap().to_owned();
        let open = format!("/api/open?game=xiangqi&name={name}");
        let read = client.request("POST", &open, &[BYTES], Some(&file.body)).good();
        assert_eq!(read["nodes"][1]["marks"], json!(["Re4", "Gh2e2"]), "{format}: {read}");
        assert_eq!(read["nodes"][1]["mark"], "strong", "{format}");
        assert_eq!(read["nodes"].as_array().unwrap().len(), 4, "{format}");
        assert_eq!(read["headers"]["Red"], "甲", "{format}");
    }
    for (format, status) in [("record", 400), ("exe", 400)] {
        let body = json!({"tree": tree, "format": format});
        assert_eq!(client.post("/api/export", &body).status, status, "{format}");
    }
}

#[test]
fn shapes_are_named_with_what_they_count() {
    let (_server, mut client) = start();
    let hollow = json!({"game": "xiangqi", "start": "4k4/9/9/9/9/9/4C4/9/9/3K5 b"});
    let found = client.post("/api/shapes", &hollow).good();
    let first = &found["shapes"][0];
    assert_eq!((&first["key"], &first["side"]), (&json!("hollow-cannon"), &json!("red")));
    assert_eq!(first["points"], json!([{"at": "e3", "piece": "C"}, {"at": "e9", "piece": "k"}]));
    // The worths of all shapes together are the term of the evaluation.
    let terms = client.post("/api/evaluate", &hollow).good()["terms"].clone();
    let term = terms.as_array().unwrap().iter().find(|term| term["name"] == "patterns").cloned();
    let of = |side: &str| -> i64 {
        let all = found["shapes"].as_array().unwrap().iter();
        all.filter(|one| one["side"] == side).filter_map(|one| one["worth"].as_i64()).sum()
    };
    let total = term.map_or(0, |term| term["total"].as_i64().unwrap());
    assert!((of("red") - of("black") - total).abs() <= 2, "{found} {terms}");
    client.post("/api/shapes", &json!({"game": "banqi"})).refused(400, "bad_request");
}

#[test]
fn long_games_with_many_variations_are_kept() {
    let (_server, mut client) = start();
    let wish = json!({"game": "xiangqi", "first": {"kind": "human"}, "second": {"kind": "human"}});
    let game = client.post("/api/games", &wish).good();
    let path = format!("/api/games/{}/tree", game["id"].as_str().unwrap());
    assert_eq!(client.put(&path, &long_tree()).status, 204);
    assert_eq!(client.get(&path).good(), long_tree());
    let body = json!({"game": "xiangqi", "title": "long", "tree": long_tree()});
    let id = client.post("/api/studies", &body).good()["id"].as_str().unwrap().to_owned();
    assert_eq!(client.get(&format!("/api/studies/{id}")).good()["tree"], long_tree());
    // As PGN and read again, nothing is lost.
    let text = client.post("/api/pgn", &json!({"tree": long_tree()})).good()["text"].clone();
    let read = client.post("/api/paste", &json!({"game": "xiangqi", "text": text})).good();
    assert_eq!(read["problems"], json!([]), "{}", read["problems"]);
    let count = |tree: &Value| tree["nodes"].as_array().map(Vec::len);
    assert_eq!(count(&read), count(&long_tree()));
    let mut endless = long_tree();
    endless["nodes"] = (0..30_000).map(|_| json!({})).collect();
    client.put(&path, &endless).refused(400, "bad_request");
}

#[test]
fn trees_of_the_nested_form_are_still_read() {
    let (server, mut client) = start();
    let nested = json!({"version": 1, "game": "xiangqi", "start": null, "rules": "computer",
        "root": {"children": [{"ply": "h2e2", "comment": "中炮", "children": []}]}});
    // As an older Chuhe has kept it.
    let kept = nested.to_string();
    let library = &server.app().library;
    let owner = "local";
    let id = library.create_study(owner, "xiangqi", "old", &kept, 9, 1).unwrap();
    let found = client.get(&format!("/api/studies/{id}"));
    assert_eq!(found.good()["tree"], tree());
    let body = json!({"title": "old", "tree": nested});
    assert_eq!(client.put(&format!("/api/studies/{id}"), &body).status, 204);
    assert_eq!(client.get(&format!("/api/studies/{id}")).good()["tree"], tree());
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
