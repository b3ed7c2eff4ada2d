//! Positions, pastes, evaluations, flips, analysis and reviews.

use serde_json::{Value, json};

use crate::{eventually, start};

#[test]
fn a_position_is_shown_with_everything_about_it() {
    let (_server, mut client) = start();
    let body = json!({"game": "xiangqi", "plies": ["h2e2", "h9g7"], "rules": "asian"});
    let found = client.post("/api/position", &body).good();
    assert_eq!(found["plies"][1]["text"]["wxf"], "H8+7");
    assert_eq!((&found["board"]["turn"], &found["result"]), (&json!("first"), &Value::Null));
    let flips = json!({"game": "banqi", "plies": ["a1=R", {"ply": "b1b1", "reveal": "k"}]});
    let found = client.post("/api/position", &flips).good();
    assert_eq!(found["board"]["face_down"], 30);
    let cases = [
        (json!({"game": "xiangqi", "start": "9/9/9/9/9/9/9/9/9/9 w"}), Some("kings")),
        (json!({"game": "xiangqi", "start": "zzz"}), Some("unreadable")),
        (json!({"game": "banqi", "start": "8/8/8/K7 -"}), Some("turn_missing")),
        (json!({"game": "banqi", "plies": ["a1"]}), None),
        (json!({"game": "xiangqi", "rules": "chess"}), None),
        (json!({"plies": []}), None),
    ];
    for (body, reason) in cases {
        let answer = client.post("/api/position", &body);
        answer.refused(400, "bad_request");
        let reasons = &answer.json()["error"]["reasons"];
        assert_eq!(reasons[0].as_str(), reason, "{body}");
    }
    let body = json!({"game": "xiangqi", "plies": ["h2e2", "h2e2"]});
    client.post("/api/position", &body).refused(422, "not_legal");
}

#[test]
fn texts_are_pasted() {
    let (_server, mut client) = start();
    let paste = |text: &str| json!({"game": "xiangqi", "text": text});
    let found = client.post("/api/paste", &paste("炮二平五 马8进7 hello")).good();
    assert_eq!(found["plies"].as_array().unwrap().len(), 2);
    assert_eq!(found["stopped_at"]["index"], 2);
    client.post("/api/paste", &paste("what?")).refused(400, "bad_request");
    client.post("/api/paste", &paste("")).refused(400, "bad_request");
    let broken = client.post("/api/paste", &paste("9/9/9/9/9/9/9/9/9/9 w"));
    broken.refused(400, "bad_request");
    assert_eq!(broken.json()["error"]["reasons"], json!(["kings", "kings"]));
}

#[test]
fn a_pasted_game_keeps_what_is_said_in_it_and_is_written_again() {
    let (_server, mut client) = start();
    let text = "[Red \"甲\"]\n[Result \"1-0\"]\n\n\
                1. C2=5 {中炮} (1. H2+3 H8+7) H8+7?? 1-0\n\n[Red \"乙\"]\n\n1. P7+1 *\n";
    let paste = |index: u32| json!({"game": "xiangqi", "text": text, "index": index});
    let found = client.post("/api/paste", &paste(0)).good();
    assert_eq!(found["nodes"][1], json!({"parent": 0, "ply": "h2e2", "comment": "中炮"}));
    assert_eq!(found["nodes"].as_array().unwrap().len(), 5);
    assert_eq!((&found["result"], &found["headers"]["Red"]), (&json!("1-0"), &json!("甲")));
    assert_eq!(found["games"][1]["red"], "乙");
    assert_eq!(client.post("/api/paste", &paste(1)).good()["plies"][0]["ply"], "c3c4");
    client.post("/api/paste", &paste(2)).refused(400, "bad_request");
    let tree = json!({"version": 2, "game": "xiangqi", "start": found["start"],
        "rules": "asian", "nodes": found["nodes"]});
    let headers = json!({"Red": "甲", "Black": "丙", "Date": "2026.11.16", "Result": "1-0"});
    let body = json!({"tree": tree, "notation": "wxf", "headers": headers});
    let written = client.post("/api/pgn", &body).good()["text"].as_str().unwrap().to_owned();
    for part in [
        "[Red \"甲\"]\n[Black \"丙\"]\n[Result \"1-0\"]",
        "[Date \"2026.11.16\"]",
        "1. C2=5 {中炮} (1. H2+3 H8+7) 1... H8+7 $4\n1-0\n",
    ] {
        assert!(written.contains(part), "{written}");
    }
    let again = json!({"game": "xiangqi", "text": written});
    assert_eq!(client.post("/api/paste", &again).good()["nodes"], found["nodes"]);
    for bad in [
        json!({"tree": {}}),
        json!({"tree": {"game": "xiangqi", "nodes": [{}, {"parent": 1, "ply": "h2e2"}]}}),
        json!({"tree": {"game": "xiangqi", "nodes": [{}, {"parent": 0, "ply": "zz"}]}}),
        json!({"tree": {"game": "xiangqi", "nodes": []}, "notation": "morse"}),
    ] {
        client.post("/api/pgn", &bad).refused(400, "bad_request");
    }
}

#[test]
fn files_are_read_in_their_own_encoding() {
    let (_server, mut client) = start();
    const BYTES: (&str, &str) = ("content-type", "application/octet-stream");
    // 炮二平五 in GBK and in Big5.
    let gbk = b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *\n====\nhttp://x/";
    let big5 = b"1. \xac\xb6\xa4G\xa5\xad\xa4\xad *";
    for (bytes, encoding) in [(&gbk[..], "gb18030"), (&big5[..], "Big5")] {
        let answer = client.request("POST", "/api/open?game=xiangqi", &[BYTES], Some(bytes)).good();
        assert_eq!(
            (&answer["encoding"], &answer["plies"][0]["ply"]),
            (&json!(encoding), &json!("h2e2"))
        );
        assert_eq!(answer["problems"], json!([]));
    }
    let large = vec![b' '; (2 << 20) + 1];
    client
        .request("POST", "/api/open?game=xiangqi", &[BYTES], Some(&large))
        .refused(413, "too_large");
    client.request("POST", "/api/open?game=xiangqi", &[], Some(gbk)).refused(400, "bad_request");
}

#[test]
fn the_terms_of_an_evaluation_are_told_with_what_decides() {
    let (_server, mut client) = start();
    let bodies = [
        json!({"game": "xiangqi", "fen": "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b"}),
        json!({"game": "xiangqi", "plies": ["h2e2"]}),
        json!({"game": "banqi", "fen": "KA6/8/8/h6h r"}),
        json!({"game": "banqi", "plies": ["a1=R", "b1=k", "c2=p"]}),
    ];
    let texts = include_str!("../../../../web/i18n/en/analyse.js");
    for body in bodies {
        let found = client.post("/api/evaluate", &body).good();
        let terms = found["terms"].as_array().unwrap();
        let total: i64 = terms.iter().map(|term| term["total"].as_i64().unwrap()).sum();
        let decided_by = found["decided_by"].as_str().unwrap();
        if decided_by == "rows" {
            assert_eq!(found["score"]["cp"], total, "{found}");
        }
        let key = format!("'analyse.decided.{decided_by}'");
        assert!(decided_by == "rows" || texts.contains(&key), "the page has no text {key}");
        for term in terms {
            let (first, second) =
                (term["first"].as_i64().unwrap(), term["second"].as_i64().unwrap());
            assert_eq!(term["total"], first - second, "{term}");
            let key = format!("'analyse.term.{}'", term["name"].as_str().unwrap());
            assert!(texts.contains(&key), "the page has no text {key}");
        }
    }
    client.post("/api/evaluate", &json!({"fen": "x"})).refused(400, "bad_request");
    // The same position, black and white exchanged, is worth the opposite to first.
    let seen = |fen: &str| {
        let body = json!({"game": "banqi", "start": fen});
        crate::client::Client::new(client.address).post("/api/evaluate", &body).good()["score"]["cp"].clone()
    };
    assert_eq!(seen("K7/8/8/7h r"), seen("k7/8/8/7H b"));
}

#[test]
fn flips_are_averages_of_what_may_turn_up() {
    let (_server, mut client) = start();
    let found = client.post("/api/flips", &json!({"fen": "7X/8/8/KX5r r p1C1"})).good();
    let squares = found["squares"].as_array().unwrap();
    assert_eq!(squares.len(), 2);
    for square in squares {
        let outcomes = square["outcomes"].as_array().unwrap();
        let (mut sum, mut weight) = (0.0, 0.0);
        for outcome in outcomes {
            let count = outcome["weight"].as_f64().unwrap();
            sum += count * outcome["value"].as_f64().unwrap();
            weight += count;
            assert_eq!(outcome["of"], 2);
        }
        assert!((square["expectation"].as_f64().unwrap() - sum / weight).abs() <= 0.5);
        assert!(square["worst"].as_f64() <= square["best"].as_f64());
    }
    let none = client.post("/api/flips", &json!({"fen": "8/8/8/K6r r"})).good();
    assert_eq!(none["squares"], json!([]));
    client.post("/api/flips", &json!({"game": "xiangqi"})).refused(400, "bad_request");
}

#[test]
fn a_longer_look_at_flips_goes_deeper() {
    let (_server, mut client) = start();
    let fen = "XXXXX3/XXX5/4K2h/r2P4 r R1h1r1c1p2P2";
    let mut depth = |ms: u32| {
        let found = client.post("/api/flips", &json!({"fen": fen, "ms": ms})).good();
        found["depth"].as_i64().expect("a depth")
    };
    let (glance, look) = (depth(1), depth(2_500));
    assert_eq!(glance, 1, "a first look is always taken");
    assert!(look > glance, "{look}");
    client.post("/api/flips", &json!({"fen": fen, "ms": -1})).refused(400, "bad_request");
    let timed = json!({"game": "banqi", "fen": fen, "ms": 100});
    client.post("/api/evaluate", &timed).refused(400, "bad_request");
}

#[test]
fn an_analysis_deepens_is_replaced_and_stopped() {
    let (server, client) = start();
    let mut live = client.live();
    live.send(
        &json!({"type": "analyse", "key": 1, "game": "xiangqi", "plies": ["h2e2"], "lines": 3}),
    );
    let first = live.until("analysis", |message| message["depth"].as_i64() >= Some(4));
    assert_eq!((first["key"].as_i64(), first["lines"].as_array().unwrap().len()), (Some(1), 3));
    assert!(first["lines"][0]["plies"][0]["text"]["zh_hans"].is_string());
    live.send(
        &json!({"type": "analyse", "key": 2, "game": "banqi", "plies": ["a1=R"], "lines": 2}),
    );
    let second = live
        .until("analysis", |message| message["key"] == 2 && message["depth"].as_i64() >= Some(1));
    assert_eq!(second["lines"].as_array().unwrap().len(), 2);
    eventually("only one analysis runs", || server.app().pool.searches() == 1);
    live.send(&json!({"type": "stop", "key": 1}));
    live.send(&json!({"type": "stop", "key": 2}));
    eventually("a stopped analysis ends", || server.app().pool.searches() == 0);
}

#[test]
fn closing_the_socket_stops_its_searches() {
    let (server, client) = start();
    let mut live = client.live();
    live.send(&json!({"type": "analyse", "key": 1, "game": "xiangqi", "lines": 1}));
    let plies: Vec<&str> = ["h2e2", "h9g7"].to_vec();
    live.send(
        &json!({"type": "review", "key": 2, "game": "xiangqi", "plies": plies, "budget_ms": 10000}),
    );
    eventually("both run", || server.app().pool.searches() == 2);
    drop(live);
    eventually("both have ended", || server.app().pool.searches() == 0);
    eventually("the socket is gone", || {
        server.app().sockets.load(std::sync::atomic::Ordering::Relaxed) == 0
    });
}

#[test]
fn a_review_marks_a_planted_blunder() {
    let (_server, mut client) = start();
    let wish = json!({"game": "xiangqi", "first": {"kind": "human"}, "second": {"kind": "human"}});
    let mut game = client.post("/api/games", &wish).good();
    for ply in ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "g7e6"] {
        let id = game["id"].as_str().unwrap();
        let body = json!({"ply": ply, "revision": game["revision"]});
        game = client.post(&format!("/api/games/{id}/play"), &body).good();
    }
    let mut live = client.live();
    live.send(&json!({"type": "review", "key": 9, "id": game["id"], "budget_ms": 60}));
    let blunder = live.until("review_ply", |message| message["index"] == 4);
    assert_eq!((&blunder["mark"], &blunder["seat"]), (&json!("blunder"), &json!("first")));
    assert_ne!(blunder["best"]["ply"], "e2e6");
    assert!(blunder["loss"].as_i64() > Some(100) && blunder["luck"].is_null(), "{blunder}");
    let end = live.until("review_end", |_| true);
    assert_eq!(end["summary"]["first"]["plies"], 3);
    assert!(end["summary"]["first"]["blunder"].as_i64() >= Some(1), "{end}");
}

#[test]
fn a_dark_chess_review_tells_luck_from_decisions() {
    let (_server, client) = start();
    let mut live = client.live();
    live.send(&json!({"type": "review", "key": 1, "game": "banqi", "start": "7X/8/8/KX5r r p1C1",
        "plies": ["b1=p", "h1h2"], "budget_ms": 20}));
    let flip = live.until("review_ply", |message| message["index"] == 0);
    assert!(flip["luck"].as_i64() < Some(0), "{flip}");
    let step = live.until("review_ply", |message| message["index"] == 1);
    assert!(step["luck"].is_null(), "{step}");
    live.until("review_end", |_| true);
}

#[test]
fn wrong_messages_are_answered_and_the_socket_stays() {
    let (_server, client) = start();
    let mut live = client.live();
    for wrong in [
        "",
        "{",
        "[]",
        "null",
        "7",
        r#"{"type":"fly"}"#,
        r#"{"type":"watch"}"#,
        r#"{"type":"watch","id":"nothing"}"#,
        r#"{"type":"analyse","key":1}"#,
        r#"{"type":"analyse","key":1,"game":"xiangqi","lines":0}"#,
        r#"{"type":"analyse","key":1,"game":"xiangqi","lines":99}"#,
        r#"{"type":"analyse","key":1,"game":"xiangqi","profile":"deep"}"#,
        r#"{"type":"analyse","key":1,"game":"xiangqi","plies":["a0a9"]}"#,
        r#"{"type":"review","key":1}"#,
        r#"{"type":"review","key":1,"id":"none"}"#,
        r#"{"type":"review","key":1,"game":"banqi","budget_ms":1}"#,
    ] {
        live.say(wrong);
        let error = live.until("error", |_| true);
        assert!(error["error"]["message"].is_string(), "{wrong}: {error}");
    }
    live.socket.send(tungstenite::Message::binary(vec![1, 2, 3])).unwrap();
    live.until("error", |_| true);
    live.send(&json!({"type": "ping"}));
    live.until("pong", |_| true);
}

#[test]
fn finished_and_strange_positions_do_no_harm() {
    let (server, mut client) = start();
    let positions = [
        ("banqi", "8/8/8/K7 b"),
        ("banqi", "8/8/8/K7 r"),
        ("banqi", "8/8/8/X7 - K1"),
        ("banqi", "8/8/8/X6X - K1k1"),
        ("banqi", "8/8/8/KX6 b P1"),
        ("banqi", "8/8/8/K6h r - 1000000 1000000"),
        ("banqi", "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX"),
        ("xiangqi", "R3k4/1R7/9/9/9/9/9/9/9/3K5 b"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 1000000 1000000"),
    ];
    let mut live = client.live();
    for (key, (kind, fen)) in positions.into_iter().enumerate() {
        let body = json!({"game": kind, "start": fen});
        assert_eq!(client.post("/api/position", &body).status, 200, "{fen}");
        let body = json!({"game": kind, "fen": fen});
        assert_eq!(client.post("/api/evaluate", &body).status, 200, "{fen}");
        if kind == "banqi" {
            assert_eq!(client.post("/api/flips", &json!({"fen": fen})).status, 200, "{fen}");
        }
        let wish = json!({"type": "analyse", "key": key, "game": kind, "start": fen, "lines": 5});
        live.send(&wish);
        let first = live.until("analysis", |message| message["key"] == key);
        assert!(first["lines"].is_array(), "{fen}");
    }
    drop(live);
    eventually("all searches end", || server.app().pool.searches() == 0);
}
