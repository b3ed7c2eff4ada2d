//! The archive of games by the interface: files in, lists, games, changes, files out.

use std::path::Path;
use std::time::Duration;

use records::{GameKind, read_text};
use serde_json::{Value, json};
use server::{Config, Server};
use tempfile::TempDir;

use crate::client::{Answer, Client};
use crate::{config, eventually, start_with};

/// Four games: one and two are the same opening, three is short, four has a beginning of
/// its own.
const GAMES: &str = "\
[Event \"全国赛\"]\n[Date \"1980.05.01\"]\n[Red \"胡榮華\"]\n[Black \"楊官璘\"]\n[Result \"1-0\"]\n\n\
1. h2e2 h9g7 2. h0g2 i9h9 3. g3g4 c6c5 1-0\n\n\
[Event \"全国赛\"]\n[Date \"1985.05.01\"]\n[Red \"楊官璘\"]\n[Black \"胡荣华\"]\n[Result \"1/2-1/2\"]\n\n\
1. h2e2 h9g7 2. h0g2 i9h9 3. c3c4 g6g5 1/2-1/2\n\n\
[Event \"杯賽\"]\n[Date \"1990.01.01\"]\n[Red \"呂欽\"]\n[Black \"胡榮華\"]\n[Result \"0-1\"]\n\n\
1. h2e2 h7e7 0-1\n\n\
[Event \"杯賽\"]\n[Date \"1991\"]\n[Red \"呂欽\"]\n[Black \"許銀川\"]\n[Result \"*\"]\n\n\
1. g3g4 g6g5 2. h0g2 *\n";

struct House {
    _server: Server,
    client: Client,
    folder: TempDir,
}

fn house() -> House {
    house_with(|_| {})
}

fn house_with(change: impl FnOnce(&mut Config)) -> House {
    let folder = TempDir::with_prefix("chuhe-library-").unwrap();
    let mut config = Config { archive: Some(folder.path().join("archive.sqlite")), ..config() };
    change(&mut config);
    let (server, client) = start_with(config);
    House { _server: server, client, folder }
}

impl House {
    fn upload(&mut self, name: &str, bytes: &[u8]) -> Answer {
        let path = format!("/api/library/imports?name={name}");
        let kind = [("content-type", "application/octet-stream")];
        self.client.request("POST", &path, &kind, Some(bytes))
    }

    /// Imports a file and waits for its end.
    fn import(&mut self, name: &str, bytes: &[u8]) -> Value {
        let id = self.upload(name, bytes).good()["id"].as_str().unwrap().to_owned();
        let mut last = Value::Null;
        eventually("the end of an import", || {
            last = self.client.get(&format!("/api/library/imports/{id}")).good();
            !["waiting", "running"].contains(&last["state"].as_str().unwrap())
        });
        last
    }

    fn list(&mut self, filter: &Value) -> Vec<u64> {
        let wanted = json!({"filter": filter});
        let mut list = self.client.post("/api/library/lists", &wanted).good();
        let path = format!("/api/library/lists/{}?count=200", list["id"].as_str().unwrap());
        eventually("a list", || {
            list = self.client.get(&path).good();
            list["ready"] == true
        });
        let games = list["games"].as_array().unwrap();
        assert_eq!(list["count"], games.len());
        games.iter().map(|game| game["id"].as_u64().unwrap()).collect()
    }

    fn uploads(&self) -> usize {
        std::fs::read_dir(self.folder.path().join("archive.sqlite-uploads")).unwrap().count()
    }
}

#[test]
fn a_file_is_imported_once_and_nothing_of_it_is_left() {
    let mut house = house();
    let done = house.import("a.pgn", GAMES.as_bytes());
    assert_eq!(
        (&done["state"], &done["added"], &done["name"]),
        (&json!("done"), &json!(4), &json!("a.pgn"))
    );
    let again = house.import("b.pgn", GAMES.as_bytes());
    assert_eq!((&again["added"], &again["known_files"]), (&json!(0), &json!(1)));
    assert_eq!(again["known"], json!(["b.pgn"]));
    let more = house.import("c.pgn", format!("{GAMES}\n").as_bytes());
    assert_eq!((&more["added"], &more["duplicates"]), (&json!(0), &json!(4)));
    let bad = house.import("d.pgn", b"1. h2e2 h9g7 2. h2e2 *");
    assert_eq!(bad["problem_count"], 1);
    assert_eq!(
        (&bad["problems"][0]["file"], &bad["problems"][0]["line"]),
        (&json!("d.pgn"), &json!(1))
    );
    let none = house.import("e.zip", b"PK\x03\x04 and no more");
    assert_eq!((&none["state"], &none["problem_count"]), (&json!("done"), &json!(1)));
    assert_eq!(house.uploads(), 0);
    let all = house.client.get("/api/library/imports").good();
    assert_eq!(all["imports"].as_array().unwrap().len(), 5);
    assert_eq!(all["imports"][0]["name"], "e.zip", "the newest first");
}

#[test]
fn files_of_other_pages_and_too_large_ones_are_refused() {
    let mut house = house_with(|config| config.patience = Duration::from_millis(300));
    let path = "/api/library/imports?name=a.pgn";
    let form = [("content-type", "text/plain")];
    house.client.request("POST", path, &form, Some(b"1. h2e2")).refused(400, "bad_request");
    let foreign =
        [("content-type", "application/octet-stream"), ("origin", "http://elsewhere.example")];
    house.client.request("POST", path, &foreign, Some(b"1. h2e2")).refused(403, "forbidden");
    let mut stream = house.client.connect();
    let head = |length: u64| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/octet-stream\r\n\
             content-length: {length}\r\n\r\n",
            house.client.address
        )
    };
    let answer = crate::client::exchange(&mut stream, head(1 << 40).as_bytes()).unwrap();
    answer.refused(413, "too_large");
    // Who announces more than comes is not waited for.
    let mut stream = house.client.connect();
    let slow = head(1000) + "1. h2e2";
    let answer = crate::client::exchange(&mut stream, slow.as_bytes()).unwrap();
    answer.refused(400, "bad_request");
    // Who hangs up leaves nothing behind.
    let mut stream = house.client.connect();
    std::io::Write::write_all(&mut stream, slow.as_bytes()).unwrap();
    drop(stream);
    eventually("a broken upload to go", || house.uploads() == 0);
    assert_eq!(house.client.get("/api/library").good()["games"], 0);
}

#[test]
fn what_a_killed_server_left_is_removed() {
    let folder = TempDir::with_prefix("chuhe-library-").unwrap();
    let uploads = folder.path().join("archive.sqlite-uploads");
    std::fs::create_dir(&uploads).unwrap();
    std::fs::write(uploads.join("7"), "half a file").unwrap();
    let config = Config { archive: Some(folder.path().join("archive.sqlite")), ..config() };
    let (_server, _) = start_with(config);
    assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 0);
}

#[test]
fn games_are_chosen_by_everything_at_once() {
    let mut house = house();
    house.import("a.pgn", GAMES.as_bytes());
    assert_eq!(house.list(&json!({})), [1, 2, 3, 4]);
    assert_eq!(house.list(&json!({"player": "胡荣华"})), [1, 2, 3]);
    assert_eq!(house.list(&json!({"player": "胡荣华", "result": "red"})), [1]);
    assert_eq!(house.list(&json!({"player": "胡榮華", "since": "1981", "until": "1990"})), [2, 3]);
    assert_eq!(house.list(&json!({"event": "杯赛", "max_plies": 2})), [3]);
    assert_eq!(
        house.list(&json!({"opening": "E"})),
        house.list(&json!({"min_plies": 3, "max_plies": 3}))
    );
    let after = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";
    assert_eq!(house.list(&json!({"position": after})), [1, 2]);
    assert_eq!(house.list(&json!({"position": after, "result": "draw"})), [2]);
    assert_eq!(house.list(&json!({"places": "e2=C, e7=c"})), [3], "a sub-board");
    assert_eq!(house.list(&json!({"places": "g4=P, g5=p"})), [4]);
    assert!(house.list(&json!({"material": "R-r"})).is_empty());
    let wrong = json!({"filter": {"material": "xx"}});
    let refused = house.client.post("/api/library/lists", &wrong);
    refused.refused(400, "bad_request");
    assert_eq!(refused.json()["error"]["reasons"], json!(["material"]));
    house.client.post("/api/library/lists", &json!({"order": "luck"})).refused(400, "bad_request");
    let newest = json!({"filter": {}, "order": "date", "descending": true});
    let list = house.client.post("/api/library/lists", &newest).good();
    let years: Vec<&str> =
        list["games"].as_array().unwrap().iter().filter_map(|game| game["date"].as_str()).collect();
    assert!(years[0].starts_with("1991") && years[3].starts_with("1980"), "{years:?}");
    let path = format!("/api/library/lists/{}?from=1&count=2", list["id"].as_str().unwrap());
    let piece = house.client.get(&path).good();
    assert_eq!((&piece["from"], piece["games"].as_array().unwrap().len()), (&json!(1), 2));
    house.client.get("/api/library/lists/777").refused(404, "not_found");
}

#[test]
fn games_are_opened_changed_tagged_removed_and_brought_back() {
    let mut house = house();
    house.import("a.pgn", GAMES.as_bytes());
    let game = house.client.get("/api/library/games/1").good();
    assert_eq!(game["plies"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&game["headers"]["Red"], &game["row"]["red"]),
        (&json!("胡榮華"), &json!("胡榮華"))
    );
    let change = json!({"headers": {"Black": "柳大華", "Event": "", "Result": "1/2-1/2"}});
    let changed = house.client.put("/api/library/games/1", &change).good();
    assert_eq!((&changed["id"], &changed["row"]["black"]), (&json!(5), &json!("柳大華")));
    assert_eq!(
        (&changed["row"]["event"], &changed["row"]["result"]),
        (&json!(""), &json!("1/2-1/2"))
    );
    assert_eq!(house.list(&json!({})), [2, 3, 4, 5]);
    let wrong = json!({"headers": {"Result": "maybe"}});
    house.client.put("/api/library/games/5", &wrong).refused(400, "bad_request");
    house.client.put("/api/library/games/99", &change).refused(404, "not_found");
    house.client.post("/api/library/restore", &json!({"ids": [1]})).good();
    assert_eq!(house.list(&json!({})), [1, 2, 3, 4]);
    let tags =
        house.client.post("/api/library/tag", &json!({"ids": [1, 4], "tag": " 要學 ", "on": true}));
    assert_eq!(tags.good()["tags"], json!([{"tag": "要學", "games": 2}]));
    assert_eq!(house.list(&json!({"tag": "要學"})), [1, 4]);
    house
        .client
        .post("/api/library/tag", &json!({"ids": [1], "tag": "", "on": true}))
        .refused(400, "bad_request");
    let gone = house.client.post("/api/library/remove", &json!({"ids": [1, 2, 50]})).good();
    assert_eq!(gone["ids"], json!([1, 2]));
    assert_eq!(house.list(&json!({})), [3, 4]);
    assert_eq!(house.list(&json!({"removed": true})), [1, 2]);
    assert_eq!(house.client.get("/api/library").good()["games"], 2);
    house.client.post("/api/library/restore", &gone).good();
    assert_eq!(house.list(&json!({})), [1, 2, 3, 4]);
    let tree = json!({"game": "xiangqi", "nodes": [{}, {"parent": 0, "ply": "h2e2"}]});
    let own = json!({"tree": tree, "headers": {"Red": "我"}});
    let id = house.client.post("/api/library/games", &own).good()["id"].clone();
    assert_eq!(house.list(&json!({"player": "我"})), [id.as_u64().unwrap()]);
    let illegal = json!({"tree": {"game": "xiangqi", "nodes": [{}, {"parent": 0, "ply": "h2h9"}, {"parent": 1, "ply": "a0a9"}]}});
    house.client.post("/api/library/games", &illegal).refused(400, "bad_request");
}

#[test]
fn what_is_taken_away_is_what_was_chosen() {
    let mut house = house();
    house.import("a.pgn", GAMES.as_bytes());
    let wanted = json!({"ids": [2, 3], "format": "pgn", "notation": "zh_hant"});
    let file = house.client.post("/api/library/export", &wanted);
    assert_eq!(file.status, 200);
    assert!(file.headers["content-disposition"].contains("chuhe-games.pgn"));
    let read = read_text(&file.text(), GameKind::Xiangqi);
    let lengths: Vec<usize> = read.games.iter().map(|game| game.tree.len()).collect();
    assert_eq!(lengths, [6, 2]);
    assert!(file.text().contains("炮二平五"));
    let list =
        house.client.post("/api/library/lists", &json!({"filter": {"player": "吕钦"}})).good();
    let wanted = json!({"list": list["id"], "format": "xqf"});
    let file = house.client.post("/api/library/export", &wanted);
    assert_eq!(&file.body[..2], b"PK", "several files of one game each");
    let back = house_with(|_| {}).import("again.zip", &file.body);
    assert_eq!(back["added"], 2);
    let none = json!({"ids": [], "format": "pgn"});
    house.client.post("/api/library/export", &none).refused(400, "bad_request");
    let other = json!({"ids": [1], "format": "doc"});
    house.client.post("/api/library/export", &other).refused(400, "bad_request");
}

#[test]
fn players_openings_and_positions_are_summed_up() {
    let mut house = house();
    house.import("a.pgn", GAMES.as_bytes());
    let all = house.client.post("/api/library/statistics", &json!({})).good();
    assert_eq!(all["results"], json!({"games": 4, "red": 1, "draws": 1, "black": 1, "unknown": 1}));
    let hu = house.client.get("/api/library/player?name=%E8%83%A1%E8%8D%A3%E5%8D%8E").good();
    assert_eq!(
        (&hu["red"]["results"]["games"], &hu["black"]["results"]["games"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(hu["black"]["results"]["black"], 1);
    let kings: u64 = hu["heat"]["king"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(kings, 1000, "one king in each position");
    house.client.get("/api/library/player?name=nobody").refused(404, "not_found");
    let names = house.client.get("/api/library/names?of=player&text=%E8%83%A1").good();
    assert_eq!(names["names"], json!(["胡榮華"]));
    let line = json!({"game": "xiangqi", "plies": ["h2e2", "h9g7"]});
    let explored = house.client.post("/api/library/explore", &json!({"line": line})).good();
    assert_eq!(
        (&explored["all"]["games"], &explored["all"]["wins"], &explored["all"]["draws"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(explored["plies"][0]["ply"]["ply"], "h0g2");
    assert_eq!(explored["plies"][0]["ply"]["text"]["wxf"], "H2+3");
    assert_eq!(explored["models"].as_array().unwrap().len(), 2);
    assert_eq!(explored["models"][0]["ply"], 2);
    let line = json!({"game": "xiangqi", "plies": ["h2e2", "h9g7"]});
    let filtered = json!({"line": line, "filter": {"since": "1984"}});
    let explored = house.client.post("/api/library/explore", &filtered).good();
    assert_eq!((&explored["all"]["games"], &explored["models"][0]["id"]), (&json!(1), &json!(2)));
    // What is removed is not counted any more, filter or not.
    house.client.post("/api/library/remove", &json!({"ids": [2]})).good();
    let explored = house.client.post("/api/library/explore", &filtered).good();
    assert_eq!(explored["all"]["games"], 0);
}

#[test]
fn a_server_without_an_archive_says_so() {
    let (_server, mut client) = crate::start();
    client.get("/api/library").refused(404, "not_found");
    assert!(!Path::new("archive.sqlite").exists());
}
