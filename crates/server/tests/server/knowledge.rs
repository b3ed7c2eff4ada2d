//! Books and endgame tables by the interface.

use std::sync::atomic::AtomicBool;

use book::{Header, Table};
use play::GameKind;
use records::fold::Folded;
use records::{Board, Start};
use serde_json::{Value, json};
use server::Config;
use tempfile::TempDir;

use crate::{config, start_with};

#[test]
fn books_say_what_they_know_of_a_position() {
    let folder = TempDir::with_prefix("chuhe-books-").unwrap();
    let mut table = Table::new(Header::new(GameKind::Xiangqi, "computer"));
    let board = Board::open(&Start::usual(GameKind::Xiangqi)).unwrap();
    let folded = Folded::of(&board);
    for (ply, wins) in [("h2e2", 60), ("a3a4", 1)] {
        let entry = table.at(&folded, records::Played::Xiangqi(ply.parse().unwrap()));
        (entry.counts.wins, entry.counts.draws, entry.counts.losses) = (wins, 10, 5);
        (entry.marks.record, entry.year) = (true, 1999);
    }
    table.write(&folder.path().join("own.book")).unwrap();
    std::fs::write(folder.path().join("bad.book"), "nothing").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "nothing").unwrap();
    let books = Some(folder.path().to_owned());
    let (_server, mut client) = start_with(Config { books, ..config() });
    let line = json!({"game": "xiangqi"});
    let said = client.post("/api/books/probe", &line).good();
    let moves = said["books"][0]["moves"].as_array().unwrap();
    assert_eq!((said["books"].as_array().unwrap().len(), moves.len()), (1, 2));
    // The book may keep the image of a move, never another one.
    let first = moves[0]["ply"]["ply"].as_str().unwrap();
    assert!(["h2e2", "b2e2"].contains(&first), "{first}");
    assert_eq!((&moves[0]["wins"], &moves[0]["good"]), (&json!(60), &json!(true)));
    let far = json!({"game": "xiangqi", "plies": ["a0a1"]});
    assert_eq!(client.post("/api/books/probe", &far).good()["books"], json!([]));
    let all = client.get("/api/knowledge").good();
    let names: Vec<&Value> = all["books"].as_array().unwrap().iter().map(|b| &b["name"]).collect();
    assert_eq!(names, ["bad.book", "own.book"]);
    assert!(all["books"][0]["error"].is_string() && all["books"][1]["moves"] == 2);
}

#[test]
fn tables_value_every_legal_ply() {
    let folder = TempDir::with_prefix("chuhe-tables-").unwrap();
    let builder = tablebase::Builder {
        folder: folder.path(),
        threads: 1,
        memory: 64 << 20,
        end_up_to: 700_000,
        stop: &AtomicBool::new(false),
    };
    tablebase::banqi::build(&["K-A".parse().unwrap()], &builder, &mut |_| {}).unwrap();
    let tables = Some(folder.path().to_owned());
    let (_server, mut client) = start_with(Config { tables, ..config() });
    let line = json!({"game": "banqi", "start": "8/8/8/K4a2 r - 0 1"});
    let told = client.post("/api/tables/probe", &line).good();
    assert_eq!(told["value"], "win");
    let plies = told["plies"].as_array().unwrap();
    let legal = client.post("/api/position", &line).good();
    let count: usize = legal["board"]["legal"]
        .as_object()
        .unwrap()
        .values()
        .map(|to| to.as_array().unwrap().len())
        .sum();
    assert_eq!(plies.len(), count, "every legal ply");
    assert!(
        plies.iter().all(|ply| ply["ply"]["text"]["iccs"].is_string() && ply["value"].is_string())
    );
    let best =
        plies.iter().filter(|ply| ply["value"] == "win").filter_map(|ply| ply["plies"].as_u64());
    assert_eq!(best.min(), told["distance"].as_u64(), "the ply itself counts");
    let opening = json!({"game": "xiangqi"});
    assert_eq!(client.post("/api/tables/probe", &opening).good(), Value::Null);
    let all = client.get("/api/knowledge").good();
    assert_eq!(all["tables"]["banqi"][0]["name"], "A-K", "the name of its file");
    assert!(all["tables"]["banqi"][0]["bytes"].as_u64() > Some(0));
}
