//! Who may ask, and from where: hosts, origins, tokens, owners, files.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Value, json};
use server::{Config, Server, StartError};

use crate::client::{Client, human};
use crate::{config, start, start_with};

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn foreign_hosts_are_refused() {
    let (server, mut client) = start();
    let port = server.address().port();
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")]
    {
        assert_eq!(client.request("GET", "/api/about", &[("host", &host)], None).status, 200);
    }
    for host in ["evil.example", &format!("evil.example:{port}"), "localhost", "", "127.0.0.1:1"] {
        client.request("GET", "/api/about", &[("host", host)], None).refused(403, "forbidden");
        client.request("GET", "/", &[("host", host)], None).refused(403, "forbidden");
    }
    let two = [("host", "localhost"), ("host", "evil.example")];
    assert_eq!(client.request("GET", "/api/about", &two, None).status, 400);
}

#[test]
fn foreign_origins_cannot_write_or_listen() {
    let (server, mut client) = start();
    let own = format!("http://{}", server.address());
    let body = json!({"game": "xiangqi", "first": human(), "second": human()}).to_string();
    let body = Some(body.as_bytes());
    let good = client.request("POST", "/api/games", &[JSON, ("origin", &own)], body);
    assert_eq!(good.status, 201);
    for origin in ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1"] {
        let answer = client.request("POST", "/api/games", &[JSON, ("origin", origin)], body);
        answer.refused(403, "forbidden");
        assert_eq!(client.try_live(&[("origin", origin)]).err(), Some(403), "{origin}");
    }
    let site = [JSON, ("sec-fetch-site", "cross-site")];
    client.request("POST", "/api/games", &site, body).refused(403, "forbidden");
    assert!(client.try_live(&[("origin", &own)]).is_ok());
    // What a form of another site can send is no JSON.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let headers = [("content-type", kind)];
        client.request("POST", "/api/games", &headers, body).refused(400, "bad_request");
    }
    client.request("POST", "/api/games", &[], body).refused(400, "bad_request");
    assert_eq!(client.get("/api/games").good()["games"].as_array().unwrap().len(), 1);
}

#[test]
fn every_answer_has_the_headers_that_protect_it() {
    let (_server, mut client) = start();
    for path in ["/", "/api/about", "/api/none", "/none.js", "/play/x"] {
        let answer = client.get(path);
        let header = |name: &str| answer.headers.get(name).map(String::as_str).unwrap_or_default();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
    assert_eq!(client.get("/api/games").headers["cache-control"], "no-store");
    let cookie = client.get("/").headers["set-cookie"].clone();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[test]
fn files_are_sent_compressed_and_only_when_changed() {
    let (_server, mut client) = start();
    let plain = client.get("/");
    assert_eq!(plain.headers["content-type"], "text/html; charset=utf-8");
    assert!(plain.text().to_lowercase().starts_with("<!doctype html>"));
    let gzip = client.request("GET", "/", &[("accept-encoding", "br, gzip;q=0.8")], None);
    assert_eq!(gzip.headers["content-encoding"], "gzip");
    assert!(gzip.body.starts_with(&[0x1f, 0x8b]) && gzip.body.len() < plain.body.len());
    let tag = plain.headers["etag"].clone();
    let again = client.request("GET", "/", &[("if-none-match", &tag)], None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    for page in ["/games", "/play/abc", "/analyse?game=xiangqi", "/setup", "/settings", "/help"] {
        assert_eq!(client.get(page).body, plain.body, "{page}");
    }
    let unknown = client.get("/no/such/page");
    assert_eq!((unknown.status, unknown.body), (404, plain.body));
    assert_eq!(client.request("POST", "/", &[JSON], Some(b"{}")).status, 405);
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let (_server, mut client) = start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..\\Cargo.toml",
        "/./../crates/server/Cargo.toml",
        "//etc/passwd.txt",
        "/static/../../Cargo.toml",
        "/%2e%2e%2f%2e%2e%2fetc/passwd.txt",
        "/....//Cargo.toml",
        "/index.html/../../Cargo.toml",
        "/C:/Windows/win.ini",
        "/file:///etc/hosts.txt",
        "/index.html%00.js",
        "/tsconfig.json",
        "/tools/serve.mjs",
    ] {
        let answer = client.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        assert!(!answer.text().contains("[package]") && !answer.text().contains("root:"), "{path}");
    }
}

fn guarded() -> Config {
    Config { token: Some("correct horse battery".to_owned()), ..config() }
}

/// A browser that opened the page with the token.
fn member(server: &Server) -> Client {
    let mut client = Client::new(server.address());
    let url = server.url();
    let path = &url[url.find("/?").expect("the address has the token")..];
    let answer = client.get(path);
    assert_eq!((answer.status, answer.headers["location"].as_str()), (303, "/"));
    client.cookie = answer.headers["set-cookie"].split(';').next().map(str::to_owned);
    client
}

#[test]
fn beyond_this_machine_a_token_is_needed() {
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let started = Server::start(Config { listen: everywhere, ..config() });
    assert!(matches!(started.err(), Some(StartError::NoToken(_))));
    let proxy = Config { hosts: vec!["chess.home".to_owned()], ..config() };
    assert!(matches!(Server::start(proxy).err(), Some(StartError::NoTokenForHost(_))));
    for (token, length) in [("", 0), ("short", 5), ("              ", 0)] {
        for listen in [everywhere, IpAddr::V4(Ipv4Addr::LOCALHOST)] {
            let started = Server::start(Config { listen, token: Some(token.into()), ..config() });
            let found = started.err();
            assert!(matches!(found, Some(StartError::ShortToken(n)) if n == length), "{found:?}");
        }
    }
    let (server, mut stranger) = start_with(guarded());
    for path in ["/", "/games", "/play/x", "/?token=wrong"] {
        stranger.get(path).refused(403, "forbidden");
    }
    for path in ["/api/about", "/api/games", "/api/settings"] {
        stranger.get(path).refused(403, "forbidden");
    }
    assert_eq!(stranger.try_live(&[]).err(), Some(403));
    stranger.cookie = Some(format!("chuhe={}.0000", "a".repeat(26)));
    stranger.get("/api/about").refused(403, "forbidden");
    let mut friend = member(&server);
    assert_eq!(friend.get("/api/about").status, 200);
    assert_eq!(friend.get("/").status, 200);
}

#[test]
fn a_browser_without_the_token_is_asked_for_it() {
    let (_server, mut stranger) = start_with(guarded());
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for (path, wrong) in [("/", false), ("/games", false), ("/play/x?token=wrong", true)] {
        let page = stranger.request("GET", path, &browser, None);
        assert_eq!(page.status, 403, "{path}");
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        let text = page.text();
        assert!(
            text.contains("name=\"token\"") && text.contains("通行碼") && text.contains("口令")
        );
        assert_eq!(!text.contains("data-wrong hidden"), wrong, "{path}");
    }
    assert_eq!(stranger.get("/styles/token.css").status, 200);
    // Programs and scripts get an error they can read, the right token gets in.
    stranger.get("/").refused(403, "forbidden");
    stranger.request("GET", "/api/games", &browser, None).refused(403, "forbidden");
    let form = "/games?token=+correct%20horse+battery";
    let answer = stranger.request("GET", form, &browser, None);
    assert_eq!((answer.status, answer.headers["location"].as_str()), (303, "/games"));
}

fn ids(client: &mut Client) -> Vec<String> {
    let games = client.get("/api/games").good()["games"].clone();
    let ids = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned());
    ids.collect()
}

#[test]
fn the_printed_address_can_be_opened_any_number_of_times_from_any_port() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Config { library: Some(folder.path().join("library.sqlite")), ..guarded() };
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let (server, _) = start_with(kept.clone());
    let mut first = member(&server);
    let id = first.post("/api/games", &wish).good()["id"].as_str().unwrap().to_owned();
    assert_eq!(ids(&mut member(&server)), std::slice::from_ref(&id), "opened again");
    let cookie = first.cookie.clone();
    assert!(!cookie.as_ref().unwrap().contains(&server.address().port().to_string()));
    server.stop();
    // Another port, the cookie of the first one.
    let (server, mut again) = start_with(kept);
    again.cookie = cookie;
    assert_eq!(ids(&mut again), [id]);
    drop(server);
}

#[test]
fn games_of_single_browsers_are_kept_for_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let library = library::Library::open(&path).unwrap();
    let row = |owner: &str| library::NewGame {
        owner: owner.to_owned(),
        game: "xiangqi".to_owned(),
        first: human().to_string(),
        second: human().to_string(),
        rules: "computer".to_owned(),
        start: xiangqi::START_FEN.to_owned(),
        ..library::NewGame::default()
    };
    let mut old: Vec<String> = ["s-aaaa", "s-bbbb"]
        .map(|owner| library.create_game(&row(owner), 1).unwrap().to_string())
        .into();
    library.create_game(&row("local"), 1).unwrap();
    drop(library);
    let (server, _) = start_with(Config { library: Some(path), ..guarded() });
    let mut found = ids(&mut member(&server));
    found.sort();
    old.sort();
    assert_eq!(found, old);
}

#[test]
fn refusals_say_that_the_connection_ends() {
    let (_server, mut client) = start();
    let closes = |answer: &crate::client::Answer| {
        answer.headers.get("connection").is_some_and(|value| value == "close")
    };
    let foreign = client.request("GET", "/api/about", &[("host", "evil.example")], None);
    assert!(foreign.status == 403 && closes(&foreign));
    // Not read, so the rest cannot be told from the next request.
    let body = Some(b"{\"game\": 1}".as_slice());
    let unread = client.request("POST", "/api/position", &[("content-type", "text/plain")], body);
    assert!(unread.status == 400 && closes(&unread));
    let wrong = client.request("POST", "/api/position", &[JSON], body);
    assert!(wrong.status == 400 && !closes(&wrong), "read to its end");
    assert!(!closes(&client.get("/api/about")));
}

#[test]
fn one_token_never_sees_anothers_games() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Config { library: Some(folder.path().join("library.sqlite")), ..guarded() };
    let other = Config { token: Some("another long token".to_owned()), ..kept.clone() };
    let (server, _) = start_with(kept.clone());
    let mut ann = member(&server);
    let wish = json!({"game": "xiangqi", "first": human(), "second": human()});
    let game = ann.post("/api/games", &wish).good();
    let id = game["id"].as_str().unwrap();
    let tree = json!({"version": 1, "game": "xiangqi", "root": {}});
    let study = json!({"game": "xiangqi", "title": "secret", "tree": tree});
    let study = ann.post("/api/studies", &study).good()["id"].as_str().unwrap().to_owned();
    let mut settings = ann.get("/api/settings").good();
    settings["theme"] = json!("dark");
    ann.put("/api/settings", &settings).good();

    server.stop();
    let (server, _) = start_with(other);
    let mut bo = member(&server);
    let cookie = ann.cookie.clone();
    ann.address = server.address();
    ann.get("/api/games").refused(403, "forbidden");
    assert_eq!(bo.get("/api/games").good()["games"], json!([]));
    assert_eq!(bo.get("/api/studies").good()["studies"], json!([]));
    assert_eq!(bo.get("/api/settings").good()["theme"], Value::Null);
    let body =
        json!({"revision": 0, "ply": "h2e2", "seat": "first", "accept": true, "swap": false});
    for what in
        ["play", "undo", "resign", "offer-draw", "answer-draw", "pause", "resume", "hint", "again"]
    {
        let answer = bo.post(&format!("/api/games/{id}/{what}"), &body);
        assert!(matches!(answer.status, 400 | 404), "{what}");
        assert!(!answer.text().contains("rnbakabnr"));
    }
    bo.get(&format!("/api/games/{id}")).refused(404, "not_found");
    bo.get(&format!("/api/games/{id}/export")).refused(404, "not_found");
    bo.get(&format!("/api/games/{id}/tree")).refused(404, "not_found");
    bo.put(&format!("/api/games/{id}/tree"), &tree).refused(404, "not_found");
    bo.delete(&format!("/api/games/{id}")).refused(404, "not_found");
    bo.get(&format!("/api/studies/{study}")).refused(404, "not_found");
    bo.put(&format!("/api/studies/{study}"), &json!({"title": "x", "tree": tree}))
        .refused(404, "not_found");
    bo.delete(&format!("/api/studies/{study}")).refused(404, "not_found");
    let mut live = bo.live();
    live.send(&json!({"type": "watch", "id": id}));
    assert_eq!(live.until("error", |_| true)["error"]["code"], "not_found");
    live.send(&json!({"type": "review", "key": 1, "id": id}));
    assert_eq!(live.until("error", |_| true)["error"]["code"], "not_found");
    drop(live);
    server.stop();
    let (server, mut ann) = start_with(kept);
    ann.cookie = cookie;
    assert_eq!(ann.get(&format!("/api/games/{id}")).good()["plies"], json!([]));
    drop(server);
}
