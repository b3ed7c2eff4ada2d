//! Too much of anything: bytes, requests, sessions, sockets, connections.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;
use server::Config;

use crate::client::{Client, exchange, human, read_answer};
use crate::{config, eventually, start, start_with};

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn large_bodies_are_refused_however_they_come() {
    let (_server, mut client) = start();
    let text = "x".repeat(300 << 10);
    let body = json!({"game": "xiangqi", "text": text}).to_string();
    let told = client.request("POST", "/api/paste", &[JSON], Some(body.as_bytes()));
    told.refused(413, "too_large");
    // Without a length beforehand.
    let mut stream = client.connect();
    let head = format!(
        "POST /api/paste HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n",
        client.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("8000\r\n{}\r\n", "y".repeat(0x8000));
    for _ in 0..20 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    if let Ok(answer) = read_answer(&mut stream) {
        answer.refused(413, "too_large");
    }
    // A length that lies is a short body.
    let mut stream = client.connect();
    let head = format!(
        "POST /api/paste HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 99999999999\r\n\r\n",
        client.address
    );
    exchange(&mut stream, head.as_bytes()).unwrap().refused(413, "too_large");
    let large_but_fine = json!({"game": "xiangqi", "text": "h2e2 ".repeat(20_000)});
    assert_eq!(client.post("/api/paste", &large_but_fine).status, 200);
}

#[test]
fn long_heads_are_refused() {
    let (_server, mut client) = start();
    let long = "a".repeat(100_000);
    let answer = client.request("GET", "/", &[("x-long", &long)], None);
    assert_eq!(answer.status, 431);
    assert!(client.get("/api/about").status == 200);
}

#[test]
fn a_slow_client_is_not_waited_for() {
    let impatient = Config { patience: std::time::Duration::from_millis(200), ..config() };
    let (_server, mut client) = start_with(impatient);
    let mut stream = client.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nhost:").unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the server hangs up");
    let mut stream = client.connect();
    let head = format!(
        "POST /api/paste HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 50\r\n\r\n{{",
        client.address
    );
    exchange(&mut stream, head.as_bytes()).unwrap().refused(400, "bad_request");
    assert_eq!(client.get("/api/about").status, 200);
}

#[test]
fn too_many_requests_are_refused_for_one_session_only() {
    let strict = Config { burst: 5, per_second: 1, ..config() };
    let (server, _) = start_with(strict);
    let mut eager = Client::with_cookie(server.address());
    let mut calm = Client::with_cookie(server.address());
    let codes: Vec<u16> = (0..30).map(|_| eager.get("/api/about").status).collect();
    assert_eq!(codes[..5], [200; 5]);
    assert!(codes.contains(&429), "{codes:?}");
    assert_eq!(calm.get("/api/about").status, 200);
    eager.get("/").status.eq(&200).then_some(()).expect("pages are not counted");
}

#[test]
fn sessions_are_bounded_and_keep_nobody_out() {
    let few = Config { max_sessions: 3, ..config() };
    let (server, _) = start_with(few);
    let mut clients: Vec<Client> = (0..6).map(|_| Client::with_cookie(server.address())).collect();
    let codes: Vec<u16> =
        clients.iter_mut().map(|client| client.get("/api/about").status).collect();
    assert_eq!(codes, [200; 6]);
    assert_eq!(server.app().sessions.len(), 3);
}

#[test]
fn sockets_of_a_session_are_bounded() {
    let few = Config { max_sockets: 2, ..config() };
    let (server, _) = start_with(few);
    let client = Client::with_cookie(server.address());
    let first = client.live();
    let _second = client.live();
    assert_eq!(client.try_live(&[]).err(), Some(429));
    drop(first);
    eventually("a closed socket makes room", || client.try_live(&[]).is_ok());
}

fn about(address: std::net::SocketAddr, cookie: &str) -> String {
    format!("GET /api/about HTTP/1.1\r\nhost: {address}\r\n{cookie}\r\n")
}

#[test]
fn connections_are_bounded_and_those_of_members_go_on() {
    let few = Config { max_connections: 16, ..config() };
    let (server, _) = start_with(few);
    let mut members: Vec<(TcpStream, String)> = (0..4)
        .map(|_| {
            let client = Client::with_cookie(server.address());
            let cookie = format!("cookie: {}\r\n", client.cookie.as_ref().unwrap());
            (client.connect(), about(server.address(), &cookie))
        })
        .collect();
    for (stream, request) in &mut members {
        assert_eq!(exchange(stream, request.as_bytes()).unwrap().status, 200);
    }
    // Some say nothing, some begin a request and never end it.
    let silent: Vec<TcpStream> = (0..40)
        .map(|number| {
            let mut stream = Client::new(server.address()).connect();
            if number % 2 == 0 {
                stream.write_all(b"GET /api/about HTTP/1.1\r\nhost").unwrap();
            }
            stream
        })
        .collect();
    for (stream, request) in &mut members {
        assert_eq!(exchange(stream, request.as_bytes()).unwrap().status, 200);
    }
    assert!(server.app().places.len() <= 16);
    eventually("the idle make room for somebody new", || {
        let mut stream = Client::new(server.address()).connect();
        let answer = exchange(&mut stream, about(server.address(), "").as_bytes());
        answer.is_ok_and(|answer| answer.status == 200)
    });
    drop(silent);
    drop(members);
    eventually("closed connections give their places back", || server.app().places.is_empty());
}

#[test]
fn a_refused_connection_gets_a_whole_answer() {
    let few = Config { max_connections: 4, slots: 1, ..config() };
    let (server, client) = start_with(few);
    let held = hold_the_slot(&server);
    // One of two strangers is worked for: its question waits at the gate.
    let question = format!(
        "POST /api/position HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 18\r\n\r\n{{\"game\":\"xiangqi\"}}",
        server.address()
    );
    let mut waiting = client.connect();
    waiting.write_all(question.as_bytes()).unwrap();
    eventually("it waits", || server.app().pool.searches() == 2);
    let mut stream = client.connect();
    let answer = exchange(&mut stream, about(server.address(), "").as_bytes()).unwrap();
    answer.refused(503, "busy");
    assert_eq!(answer.headers["connection"], "close");
    let mut rest = Vec::new();
    assert_eq!(stream.read_to_end(&mut rest).unwrap(), 0);
    drop(waiting);
    held.stop();
}

#[test]
fn a_client_that_never_reads_is_given_up() {
    let hasty = Config { patience: std::time::Duration::from_millis(300), ..config() };
    let (server, client) = start_with(hasty);
    let deaf: Vec<TcpStream> = (0..4)
        .map(|_| {
            let stream = client.connect();
            stream.set_nonblocking(true).unwrap();
            let request = about(server.address(), "").replace("/api/about", "/app.js");
            // Until the server takes no more, because its answers go nowhere.
            let requests = request.repeat(20_000).into_bytes();
            let (mut sent, mut stuck) = (0, 0);
            while stuck < 10 && sent < requests.len() {
                match (&stream).write(&requests[sent..]) {
                    Ok(count) => (sent, stuck) = (sent + count, 0),
                    Err(_) => {
                        stuck += 1;
                        std::thread::sleep(std::time::Duration::from_millis(10));
                    }
                }
            }
            stream
        })
        .collect();
    eventually("their places are free again", || server.app().places.is_empty());
    drop(deaf);
}

/// Takes the only slot of the gate until told otherwise.
fn hold_the_slot(server: &server::Server) -> server::think::pool::Search {
    use server::think::{gate::Class, pool::Time};
    let pool = &server.app().pool;
    let (sender, running) = std::sync::mpsc::channel();
    let work = move |run: &server::think::pool::Run| {
        sender.send(()).unwrap();
        // It does not ask the time: nobody else gets the slot.
        while !run.stopped() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    };
    let search = pool.start(Class::Game, 1, Time::Running, work, |_| ()).unwrap();
    running.recv().unwrap();
    search
}

#[test]
fn questions_wait_at_the_gate_and_end_with_their_client() {
    let (server, client) = start_with(Config { slots: 1, ..config() });
    let held = hold_the_slot(&server);
    for (path, body) in [
        ("position", r#"{"game":"xiangqi","plies":["h2e2"]}"#),
        ("paste", r#"{"game":"xiangqi","text":"h2e2"}"#),
        ("evaluate", r#"{"game":"xiangqi","plies":["h2e2"]}"#),
        ("flips", r#"{"fen":"8/8/8/KX5r r p1"}"#),
    ] {
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            server.address(),
            body.len()
        );
        let mut stream = client.connect();
        stream.write_all(head.as_bytes()).unwrap();
        eventually(path, || server.app().pool.searches() == 2);
        drop(stream);
        eventually("it ended with its client", || server.app().pool.searches() == 1);
    }
    held.stop();
}

#[test]
fn a_session_that_asks_much_at_once_waits_for_itself() {
    let (server, _) = start_with(Config { slots: 1, ..config() });
    let held = hold_the_slot(&server);
    let eager = Client::with_cookie(server.address());
    let body = r#"{"game":"xiangqi"}"#;
    let request = format!(
        "POST /api/position HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         cookie: {}\r\ncontent-length: {}\r\n\r\n{body}",
        server.address(),
        eager.cookie.as_ref().unwrap(),
        body.len()
    );
    let mut streams: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = eager.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    eventually("six at once", || server.app().pool.searches() == 7);
    let mut calm = Client::with_cookie(server.address());
    assert_eq!(calm.get("/api/about").status, 200);
    assert_eq!(server.app().pool.searches(), 7, "the others still wait for their own");
    held.stop();
    for stream in &mut streams {
        assert_eq!(read_answer(stream).unwrap().status, 200);
    }
}

#[test]
fn pings_are_limited() {
    let (server, client) = start();
    let mut live = client.live();
    for _ in 0..2_000 {
        if live.socket.send(tungstenite::Message::Ping(Vec::new().into())).is_err() {
            break;
        }
    }
    while live.next().is_some() {}
    eventually("the socket is gone", || {
        server.app().sockets.load(std::sync::atomic::Ordering::Relaxed) == 0
    });
}

#[test]
fn messages_are_bounded_in_size_and_number() {
    let (server, client) = start();
    let mut live = client.live();
    let long = json!({"type": "ping", "x": "y".repeat(200_000)}).to_string();
    live.say(&long);
    assert!(live.next().is_none(), "a message too long ends the conversation");
    let mut live = client.live();
    for _ in 0..100 {
        live.send(&json!({"type": "ping"}));
    }
    let error = live.until("error", |_| true);
    assert_eq!(error["error"]["code"], "too_many");
    for _ in 0..600 {
        if live.socket.send(tungstenite::Message::text("{}")).is_err() {
            break;
        }
    }
    while live.next().is_some() {}
    eventually("both sockets are gone", || {
        server.app().sockets.load(std::sync::atomic::Ordering::Relaxed) == 0
    });
}

#[test]
fn a_very_long_game_is_analysed() {
    let (_server, client) = start();
    let mut live = client.live();
    let round = ["b0c2", "b9c7", "c2b0", "c7b9"];
    let plies: Vec<_> = (0..1_400).map(|ply| json!({"ply": round[ply % 4]})).collect();
    let wish = json!({"type": "analyse", "key": 1, "game": "xiangqi", "plies": plies, "lines": 1});
    assert!(wish.to_string().len() > 20_000);
    live.send(&wish);
    live.until("analysis", |message| message["depth"].as_i64() >= Some(1));
    // What no game can be is refused with a word.
    live.say(&json!({"type": "ping", "x": "y".repeat(200_000)}).to_string());
    assert!(live.next().is_none());
}

#[test]
fn searches_are_bounded() {
    let few = Config { max_searches: 3, ..config() };
    let (server, mut client) = start_with(few);
    let mut tabs: Vec<_> = (0..3).map(|_| client.live()).collect();
    for tab in &mut tabs {
        tab.send(&json!({"type": "analyse", "key": 1, "game": "xiangqi", "lines": 1}));
    }
    eventually("three run", || server.app().pool.searches() == 3);
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let game = client.post("/api/games", &wish).good();
    let hint = format!("/api/games/{}/hint", game["id"].as_str().unwrap());
    client.post(&hint, &json!({})).refused(503, "busy");
    tabs.clear();
    eventually("there is room again", || client.post(&hint, &json!({})).status == 200);
}

#[test]
fn many_searches_share_two_processors_and_all_get_on() {
    let (_server, client) = start_with(Config { hash_mb: 128, ..config() });
    let mut tabs: Vec<_> = (0..8).map(|_| client.live()).collect();
    for tab in &mut tabs {
        tab.send(&json!({"type": "analyse", "key": 1, "game": "xiangqi", "lines": 1}));
    }
    for tab in &mut tabs {
        tab.until("analysis", |message| message["depth"].as_i64() >= Some(6));
    }
}

#[test]
fn engines_together_stay_within_the_memory() {
    let (server, client) = start();
    let mut tabs: Vec<_> = (0..12).map(|_| client.live()).collect();
    for tab in &mut tabs {
        tab.send(&json!({"type": "analyse", "key": 1, "game": "xiangqi", "lines": 1}));
    }
    let begins = |tab: &mut crate::client::Live| loop {
        let message = tab.next().expect("an answer");
        match message["type"].as_str() {
            Some("analysis") => return true,
            Some("error") => {
                assert_eq!(message["error"]["code"], "busy", "{message}");
                return false;
            }
            _ => {}
        }
    };
    let running = tabs.iter_mut().map(begins).filter(|&runs| runs).count();
    assert!((4..12).contains(&running), "{running} of 12 run in 32 MB");
    // Besides the tables every engine needs something of its own.
    let memory = server.app().pool.memory();
    assert!(memory.used() <= memory.budget() + 64, "{} MB", memory.used());
    // A person who plays is not turned away: there is room for that.
    let mut player = Client::new(server.address());
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let game = player.post("/api/games", &wish).good();
    let hint = format!("/api/games/{}/hint", game["id"].as_str().unwrap());
    assert_eq!(player.post(&hint, &json!({})).status, 200);
    drop(tabs);
    eventually("searches end", || server.app().pool.searches() == 0);
    server.app().pool.tidy(std::time::Duration::ZERO);
    eventually("everything is given back", || {
        server.app().pool.tidy(std::time::Duration::ZERO);
        memory.used() == 0
    });
}
