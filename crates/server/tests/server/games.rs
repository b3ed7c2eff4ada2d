//! Games: creating, playing, ending, listing, deleting; both games.

use serde_json::{Value, json};

use crate::client::{Client, engine, human};
use crate::{config, start, start_with};

fn create(client: &mut Client, wish: &Value) -> Value {
    client.post("/api/games", wish).good()
}

fn two_humans(game: &str) -> Value {
    json!({"game": game, "first": human(), "second": human()})
}

/// Does something to a game at its present revision.
fn act(client: &mut Client, game: &Value, what: &str, mut body: Value) -> Value {
    body["revision"] = game["revision"].clone();
    client.post(&path(game, what), &body).good()
}

fn path(game: &Value, what: &str) -> String {
    format!("/api/games/{}/{what}", game["id"].as_str().unwrap())
}

fn play_all(client: &mut Client, mut game: Value, plies: &str) -> Value {
    for ply in plies.split_whitespace() {
        game = act(client, &game, "play", json!({"ply": ply}));
    }
    game
}

#[test]
fn two_people_play_to_mate_and_take_it_back() {
    let (_server, mut client) = start();
    let mut wish = two_humans("xiangqi");
    wish["start"] = json!("3k5/9/9/9/9/9/9/R8/1R2A4/4K4 w - - 0 1");
    let game = create(&mut client, &wish);
    assert_eq!((&game["board"]["turn"], &game["can_undo"]), (&json!("first"), &json!(false)));
    let game = play_all(&mut client, game, "a2a8 d9e9 b1b9");
    assert_eq!(game["result"], json!({"winner": "first", "reason": "checkmate"}));
    assert_eq!(game["board"]["check"], json!(["e9"]));
    assert_eq!(game["board"]["legal"], json!({}));
    assert_eq!(game["last"], json!({"from": "b1", "to": "b9"}));
    client
        .post(&path(&game, "play"), &json!({"ply": "e9e8", "revision": game["revision"]}))
        .refused(409, "game_over");
    let game = act(&mut client, &game, "undo", json!({}));
    assert_eq!((game["plies"].as_array().unwrap().len(), &game["result"]), (2, &Value::Null));
    assert!(game["board"]["legal"]["b1"].as_array().unwrap().contains(&json!("b9")));
}

#[test]
fn an_engine_answers_and_undo_goes_back_to_the_person() {
    let (_server, mut client) = start();
    let wish = json!({"game": "xiangqi", "first": human(), "second": engine(1)});
    let game = create(&mut client, &wish);
    let mut live = client.live();
    live.watch(&game["id"]);
    let game = act(&mut client, &game, "play", json!({"ply": "h2e2"}));
    assert_eq!(game["plies"][0]["text"]["zh_hant"], "炮二平五");
    let game = live.game(|game| game["plies"].as_array().unwrap().len() == 2);
    assert_eq!(game["thinking"], false);
    let game = act(&mut client, &game, "undo", json!({}));
    assert_eq!((game["plies"].as_array().unwrap().len(), &game["can_undo"]), (0, &json!(false)));
    client
        .post(&path(&game, "undo"), &json!({"revision": game["revision"]}))
        .refused(400, "bad_request");
}

#[test]
fn the_engine_begins_when_it_has_the_first_seat() {
    let (_server, mut client) = start();
    let wish = json!({"game": "banqi", "first": engine(2), "second": human(), "seed": "7"});
    let game = create(&mut client, &wish);
    let mut live = client.live();
    live.watch(&game["id"]);
    let game = live.game(|game| game["plies"].as_array().unwrap().len() == 1);
    assert!(game["colours"]["first"].is_string(), "{game}");
    assert_eq!(game["board"]["turn"], "second");
}

#[test]
fn wrong_plies_and_wrong_turns_are_refused_and_change_nothing() {
    let (_server, mut client) = start();
    let game = create(&mut client, &two_humans("xiangqi"));
    let play = |client: &mut Client, ply: &str, revision: u64| {
        client.post(&path(&game, "play"), &json!({"ply": ply, "revision": revision}))
    };
    play(&mut client, "h2h8", 0).refused(422, "not_legal");
    play(&mut client, "hello", 0).refused(400, "bad_request");
    play(&mut client, "h9g7", 0).refused(422, "not_legal");
    play(&mut client, "h2e2", 1).refused(409, "stale");
    assert_eq!(play(&mut client, "h2e2", 0).status, 200);
    play(&mut client, "h9g7", 0).refused(409, "stale");
    let state = client.get(&path(&game, "")[..path(&game, "").len() - 1]).good();
    assert_eq!(state["plies"].as_array().unwrap().len(), 1);
    let against = json!({"game": "xiangqi", "first": engine(10), "second": human()});
    let game = create(&mut client, &against);
    client
        .post(&path(&game, "play"), &json!({"ply": "h9g7", "revision": game["revision"]}))
        .refused(409, "not_your_turn");
    client
        .post(&path(&game, "resign"), &json!({"seat": "first", "revision": game["revision"]}))
        .refused(409, "not_your_turn");
}

#[test]
fn wishes_that_make_no_sense_are_refused() {
    let (_server, mut client) = start();
    let bad = [
        json!({}),
        json!({"game": "chess", "first": human(), "second": human()}),
        json!({"game": "xiangqi", "first": human()}),
        json!({"game": "xiangqi", "first": human(), "second": {"kind": "engine", "profile": "x", "level": 1}}),
        json!({"game": "xiangqi", "first": human(), "second": engine(0)}),
        json!({"game": "xiangqi", "first": human(), "second": engine(11)}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "rules": "fide"}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "start": "9/9 w"}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "seed": "5"}),
        json!({"game": "banqi", "first": human(), "second": human(), "seed": "-5"}),
        json!({"game": "banqi", "first": human(), "second": human(), "seed": 5}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "clock": {"base_ms": 0, "increment_ms": 0}}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "clock": {"seconds": 5}}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "handicap": ["e0"]}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "handicap": ["e5"]}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "handicap": ["z9"]}),
        json!({"game": "banqi", "first": human(), "second": human(), "handicap": ["a1"]}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "surprise": 1}),
        json!({"game": "xiangqi", "first": human(), "second": human(), "start": "3k5/R8/R8/9/9/9/9/9/9/3RK4 b"}),
    ];
    for wish in bad {
        client.post("/api/games", &wish).refused(400, "bad_request");
    }
    assert_eq!(client.get("/api/games").good()["games"], json!([]));
}

#[test]
fn a_handicap_takes_pieces_off() {
    let (_server, mut client) = start();
    let mut wish = two_humans("xiangqi");
    wish["handicap"] = json!(["b9", "h9"]);
    let game = create(&mut client, &wish);
    assert!(game["start"].as_str().unwrap().starts_with("r1bakab1r/"));
    assert_eq!(game["board"]["pieces"]["b9"], Value::Null);
}

#[test]
fn resigning_and_agreeing_end_a_game() {
    let (_server, mut client) = start();
    let game = create(&mut client, &two_humans("xiangqi"));
    let game = act(&mut client, &game, "resign", json!({"seat": "first"}));
    assert_eq!(game["result"], json!({"winner": "second", "reason": "resignation"}));
    let game = create(&mut client, &two_humans("banqi"));
    client
        .post(&path(&game, "answer-draw"), &json!({"accept": true, "revision": 0}))
        .refused(400, "bad_request");
    let game = act(&mut client, &game, "offer-draw", json!({"seat": "second"}));
    assert_eq!(game["draw_offer"], "second");
    let game = act(&mut client, &game, "answer-draw", json!({"accept": false}));
    assert_eq!((&game["draw_offer"], &game["declined"]), (&Value::Null, &json!("second")));
    let game = act(&mut client, &game, "offer-draw", json!({"seat": "first"}));
    let game = act(&mut client, &game, "answer-draw", json!({"accept": true}));
    assert_eq!(game["result"], json!({"winner": null, "reason": "agreement"}));
}

#[test]
fn an_engine_takes_no_draw_early_however_it_stands() {
    let (_server, mut client) = start();
    let mut wish = json!({"game": "xiangqi", "first": human(), "second": engine(3)});
    let game = create(&mut client, &wish);
    let game = act(&mut client, &game, "offer-draw", json!({"seat": "first"}));
    assert_eq!((&game["declined"], &game["result"]), (&json!("first"), &Value::Null));
    // It is lost for black.
    wish["start"] = json!("3k5/9/9/9/9/9/9/R8/1R2A4/4K4 w");
    let game = create(&mut client, &wish);
    let game = act(&mut client, &game, "offer-draw", json!({"seat": "first"}));
    assert_eq!((&game["declined"], &game["result"]), (&json!("first"), &Value::Null));
}

#[test]
fn a_hint_is_a_legal_ply_and_changes_nothing() {
    let (_server, mut client) = start();
    for kind in ["xiangqi", "banqi"] {
        let game = create(&mut client, &two_humans(kind));
        let hint = client.post(&path(&game, "hint"), &json!({})).good();
        let (from, to) = (hint["ply"]["from"].as_str().unwrap(), &hint["ply"]["to"]);
        let board = &game["board"];
        let legal = match to {
            Value::Null => board["flips"].as_array().unwrap().contains(&json!(from)),
            to => board["legal"][from].as_array().unwrap().contains(to),
        };
        assert!(legal, "{hint}");
        assert_eq!(hint["ply"]["reveal"], Value::Null, "a hint knows no face-down piece");
        let same = client.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).good();
        assert_eq!(same["revision"], game["revision"]);
    }
}

#[test]
fn a_deal_stays_secret_and_comes_back_after_undo() {
    let (_server, mut client) = start();
    let mut wish = two_humans("banqi");
    wish["seed"] = json!("12345678901234567890");
    let game = create(&mut client, &wish);
    assert_eq!(game["seed"], "12345678901234567890");
    let deal = banqi::Deal::shuffled(12_345_678_901_234_567_890);
    let letter =
        |square: &str| deal.piece_at(square.parse().unwrap()).unwrap().letter().to_string();
    let pieces = game["board"]["pieces"].as_object().unwrap();
    assert!(pieces.len() == 32 && pieces.values().all(|piece| piece == "X"));
    // A client that says what lies there is not believed.
    let wrong = if letter("c2") == "K" { "c2=k" } else { "c2=K" };
    let flipped = act(&mut client, &game, "play", json!({"ply": wrong}));
    assert_eq!(flipped["plies"][0]["reveal"], json!(letter("c2")));
    assert_eq!(flipped["plies"][0]["ply"], "c2c2");
    let back = act(&mut client, &flipped, "undo", json!({}));
    assert_eq!((&back["board"]["pieces"]["c2"], &back["colours"]), (&json!("X"), &Value::Null));
    let again = act(&mut client, &back, "play", json!({"ply": "c2"}));
    assert_eq!(again["plies"][0]["reveal"], json!(letter("c2")));
    let replay = client.post(&path(&again, "again"), &json!({"swap": true})).good();
    assert_eq!((&replay["seed"], &replay["plies"]), (&game["seed"], &json!([])));
    let other = act(&mut client, &replay, "play", json!({"ply": "c2"}));
    assert_eq!(other["plies"][0]["reveal"], json!(letter("c2")));
}

#[test]
fn again_swaps_seats() {
    let (_server, mut client) = start();
    let wish = json!({"game": "xiangqi", "first": human(), "second": engine(4), "rules": "asian",
        "clock": {"base_ms": 60000, "increment_ms": 1000}});
    let game = create(&mut client, &wish);
    let next = client.post(&path(&game, "again"), &json!({"swap": true})).good();
    assert_eq!((&next["first"], &next["second"]), (&game["second"], &game["first"]));
    assert_eq!((&next["rules"], &next["clock"]), (&game["rules"], &game["clock"]));
    assert_ne!(next["id"], game["id"]);
}

#[test]
fn engines_play_each_other_to_the_end_and_can_be_paused() {
    let (_server, mut client) = start();
    for kind in ["xiangqi", "banqi"] {
        let wish = json!({"game": kind, "first": engine(1), "second": engine(1)});
        let game = create(&mut client, &wish);
        let mut live = client.live();
        live.watch(&game["id"]);
        live.game(|game| game["plies"].as_array().unwrap().len() >= 4);
        let paused = client.post(&path(&game, "pause"), &json!({})).good();
        if paused["result"].is_null() {
            assert_eq!((&paused["paused"], &paused["thinking"]), (&json!(true), &json!(false)));
            client.post(&path(&game, "resume"), &json!({})).good();
        }
        let over = live.game(|game| !game["result"].is_null());
        assert!(over["plies"].as_array().unwrap().len() > 10, "{}", over["result"]);
        client.post(&path(&over, "pause"), &json!({})).refused(409, "game_over");
    }
}

#[test]
fn engines_play_each_other_in_so_many_games_only() {
    let mut slow = config();
    slow.pace = std::time::Duration::from_secs(600);
    let (_server, mut client) = start_with(slow);
    let wish = json!({"game": "xiangqi", "first": engine(1), "second": engine(1)});
    for _ in 0..8 {
        create(&mut client, &wish);
    }
    client.post("/api/games", &wish).refused(429, "too_many");
}

#[test]
fn a_flag_falls_without_anybody_asking() {
    let (_server, mut client) = start();
    let mut wish = two_humans("xiangqi");
    wish["clock"] = json!({"per_move_ms": 500});
    let game = create(&mut client, &wish);
    assert_eq!(game["clocks"]["running"], Value::Null, "clocks begin with the first ply");
    let mut live = client.live();
    live.watch(&game["id"]);
    let game = act(&mut client, &game, "play", json!({"ply": "h2e2"}));
    assert_eq!(game["clocks"]["running"], "second");
    let over = live.game(|game| !game["result"].is_null());
    assert_eq!(over["result"], json!({"winner": "first", "reason": "time"}));
    assert_eq!(over["clocks"]["second_ms"], 0);
}

#[test]
fn a_paused_clock_stands() {
    let (_server, mut client) = start();
    let mut wish = two_humans("xiangqi");
    wish["clock"] = json!({"base_ms": 600_000, "increment_ms": 0});
    let game = create(&mut client, &wish);
    let game = act(&mut client, &game, "play", json!({"ply": "h2e2"}));
    let paused = client.post(&path(&game, "pause"), &json!({})).good();
    assert_eq!((&paused["paused"], &paused["clocks"]["running"]), (&json!(true), &Value::Null));
    let left = paused["clocks"]["second_ms"].clone();
    let look = client.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).good();
    assert_eq!(look["clocks"]["second_ms"], left);
    let resumed = client.post(&path(&game, "resume"), &json!({})).good();
    assert_eq!(resumed["clocks"]["running"], "second");
}

#[test]
fn games_are_listed_exported_and_deleted() {
    let (_server, mut client) = start();
    let first = create(&mut client, &two_humans("xiangqi"));
    let first = play_all(&mut client, first, "h2e2 h9g7 h0g2");
    let second = create(&mut client, &two_humans("banqi"));
    let second = act(&mut client, &second, "play", json!({"ply": "a1"}));
    let third = create(&mut client, &two_humans("xiangqi"));
    act(&mut client, &third, "resign", json!({"seat": "second"}));
    let ids = |list: &Value| -> Vec<Value> {
        list["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect()
    };
    let all = client.get("/api/games").good();
    assert_eq!(ids(&all).len(), 3);
    let running = client.get("/api/games?state=running&game=xiangqi").good();
    assert_eq!(ids(&running), [first["id"].clone()]);
    let finished = client.get("/api/games?state=finished").good();
    assert_eq!(ids(&finished), [third["id"].clone()]);
    assert_eq!(finished["games"][0]["result"]["reason"], "resignation");
    let page = client.get("/api/games?limit=2").good();
    assert_eq!((ids(&page).len(), &page["more"]), (2, &json!(true)));
    let last = ids(&page)[1].as_str().unwrap().to_owned();
    let rest = client.get(&format!("/api/games?limit=2&before={last}")).good();
    assert_eq!((ids(&rest).len(), &rest["more"]), (1, &json!(false)));
    for bad in ["state=lost", "game=chess", "limit=x", "before=zzz"] {
        client.get(&format!("/api/games?{bad}")).refused(400, "bad_request");
    }

    let pgn = client.get(&path(&first, "export?format=pgn"));
    assert_eq!(pgn.headers["content-type"], "text/plain; charset=utf-8");
    assert!(pgn.text().contains("1. H2-E2 H9-G7\n2. H0-G2\n*"), "{}", pgn.text());
    assert_eq!(client.get(&path(&first, "export?format=moves")).text(), "h2e2 h9g7 h0g2\n");
    assert!(client.get(&path(&first, "export?format=fen")).text().starts_with("rnbakab1r/"));
    client.get(&path(&first, "export?format=exe")).refused(400, "bad_request");
    let record = client.get(&path(&second, "export?format=pgn")).text();
    assert!(record.contains("Human vs Human") && record.contains("* 1. a8("), "{record}");
    let pasted = client.post("/api/paste", &json!({"game": "banqi", "text": record})).good();
    assert_eq!((&pasted["kind"], pasted["plies"].as_array().unwrap().len()), (&json!("record"), 1));

    let mut live = client.live();
    live.watch(&first["id"]);
    assert_eq!(client.delete(&format!("/api/games/{}", first["id"].as_str().unwrap())).status, 204);
    live.until("gone", |message| message["id"] == first["id"]);
    client.get(&path(&first, "export")).refused(404, "not_found");
    client
        .delete(&format!("/api/games/{}", first["id"].as_str().unwrap()))
        .refused(404, "not_found");
    assert_eq!(ids(&client.get("/api/games").good()).len(), 2);
}

#[test]
fn two_tabs_see_one_game() {
    let (_server, mut client) = start();
    let game = create(&mut client, &two_humans("xiangqi"));
    let mut other = Client::new(client.address);
    let (mut one, mut two) = (client.live(), other.live());
    one.watch(&game["id"]);
    two.watch(&game["id"]);
    act(&mut client, &game, "play", json!({"ply": "h2e2"}));
    for tab in [&mut one, &mut two] {
        tab.game(|game| game["plies"].as_array().unwrap().len() == 1);
    }
    let seen = other.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).good();
    act(&mut other, &seen, "play", json!({"ply": "h9g7"}));
    one.game(|game| game["plies"].as_array().unwrap().len() == 2);
    two.send(&json!({"type": "unwatch", "id": game["id"]}));
    two.send(&json!({"type": "ping"}));
    two.until("pong", |_| true);
    let seen = other.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).good();
    act(&mut other, &seen, "undo", json!({}));
    two.send(&json!({"type": "ping"}));
    let next = two.until("pong", |_| true);
    assert_eq!(next["type"], "pong", "no game after unwatch");
}

#[test]
fn games_are_renamed_and_searched() {
    let (_server, mut client) = start();
    let wish = json!({"game": "xiangqi", "first": human(), "second": engine(1)});
    let lost = create(&mut client, &wish);
    let lost = act(&mut client, &lost, "resign", json!({"seat": "first"}));
    let dark = create(&mut client, &two_humans("banqi"));
    let renamed = client.post(&path(&dark, "rename"), &json!({"name": "  暗棋\n 決賽 "})).good();
    assert_eq!((&renamed["name"], &renamed["revision"]), (&json!("暗棋 決賽"), &dark["revision"]));
    let long = client.post(&path(&dark, "rename"), &json!({"name": "x".repeat(101)}));
    assert_eq!(long.status, 400);
    let mut found = |search: &str| -> Vec<Value> {
        let answer = client.get(&format!("/api/games?search={search}")).good();
        answer["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect()
    };
    assert_eq!(found("%E6%B1%BA%E8%B3%BD"), [dark["id"].clone()], "by name");
    assert_eq!(found("%3Dlost"), [lost["id"].clone()], "by result");
    assert_eq!(found("%3Dbanqi%0A%3Drunning"), [dark["id"].clone()], "both must hold");
    assert_eq!(found("nothing%09%3Dresignation"), [lost["id"].clone()], "one is enough");
    assert_eq!(found("").len(), 2);
    let shown = client.get(&format!("/api/games/{}", dark["id"].as_str().unwrap())).good();
    assert_eq!(shown["name"], "暗棋 決賽");
}

#[test]
fn warnings_tell_what_the_rules_will_say() {
    let (_server, mut client) = start();
    let mut wish = two_humans("xiangqi");
    wish["start"] = json!("3k5/9/9/9/9/9/9/9/4A4/R3K4 w");
    let game = create(&mut client, &wish);
    let game = play_all(&mut client, game, "a0a9 d9d8 a9a8 d8d9 a8a9");
    let codes = |game: &Value| -> Vec<String> {
        let warnings = game["warnings"].as_array().unwrap();
        warnings.iter().map(|w| w["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(codes(&game), ["check", "repetition"], "black is not to blame");
    let game = play_all(&mut client, game, "d9d8 a9a8 d8d9");
    assert_eq!(codes(&game), ["long_check", "repetition"]);
    let warning = &game["warnings"][0];
    assert_eq!(warning["seat"], "first", "red is warned on its own turn");
    assert_eq!(warning["plies"].as_array().map(Vec::len), Some(1));
    assert_eq!(warning["plies"][0]["text"]["zh_hant"], "車九進一");
    let game = play_all(&mut client, game, "a8a9");
    assert_eq!(game["result"], json!({"winner": "second", "reason": "perpetual_check"}));
}

#[test]
fn games_that_do_not_exist_are_not_found() {
    let (_server, mut client) = start();
    let unknown = library::Id::random().to_string();
    for id in [unknown.as_str(), "x", "..", "%2e%2e", "aaaaaaaaaaaaaaaaaaaaaaaaaa%00"] {
        client.get(&format!("/api/games/{id}")).refused(404, "not_found");
    }
    for what in ["play", "undo", "resign", "offer-draw", "answer-draw", "hint", "again", "pause"] {
        let body = json!({"revision": 0, "ply": "h2e2", "seat": "first", "accept": true});
        let answer = client.post(&format!("/api/games/{unknown}/{what}"), &body);
        assert!(matches!(answer.status, 400 | 404), "{what}: {}", answer.text());
    }
    client.get("/api/nothing").refused(404, "not_found");
    client.get("/api").refused(404, "not_found");
}
