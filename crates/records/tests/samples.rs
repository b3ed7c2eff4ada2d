//! Real files from outside the repository, against what they are known to hold.

use std::path::{Path, PathBuf};

use records::{Game, GameKind, read};
use serde_json::Value;

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/formats");
    if folder.join("expected.jsonl").exists() {
        return Some(folder);
    }
    println!("skipped: no ../shared/data");
    None
}

#[test]
fn every_pgn_sample_reads_as_expected() {
    let Some(folder) = folder() else { return };
    let expected = std::fs::read_to_string(folder.join("expected.jsonl")).unwrap();
    let mut files = 0;
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let file = row["file"].as_str().unwrap();
        if !file.starts_with("pgn/") {
            continue;
        }
        files += 1;
        check_file(&row, &std::fs::read(folder.join(file)).unwrap());
    }
    assert!(files >= 11, "{files} files");
}

fn check_file(row: &Value, bytes: &[u8]) {
    let name = row["file"].as_str().unwrap();
    let record = read(bytes, GameKind::Xiangqi);
    let encoding = match row["encoding"].as_str().unwrap() {
        "GBK" => "gb18030",
        other => other,
    };
    assert_eq!((record.encoding, record.problems.len()), (encoding, 0), "{name}");
    let single = [row.clone()];
    let games = row["games"].as_array().map_or(&single[..], Vec::as_slice);
    assert_eq!(record.games.len(), games.len(), "{name}");
    for (index, (game, expected)) in record.games.iter().zip(games).enumerate() {
        check_game(&format!("{name}, game {}", index + 1), game, expected);
    }
}

fn check_game(name: &str, game: &Game, expected: &Value) {
    assert_eq!(game.problems, [], "{name}");
    for (key, value) in expected["tags"].as_object().unwrap() {
        assert_eq!(game.header(key), value.as_str(), "{name}: {key}");
    }
    assert_eq!(game.start.to_string(), expected["fen"].as_str().unwrap(), "{name}");
    let main: Vec<String> = game.tree.main_plies().map(|played| played.to_string()).collect();
    assert_eq!(main.join(" "), expected["main"].as_str().unwrap(), "{name}");
    assert_eq!(game.tree.len() as u64, expected["nodes"].as_u64().unwrap(), "{name}");
    let said = game.tree.nodes().iter().filter(|node| !node.comment.is_empty()).count();
    assert_eq!(said as u64, expected["comments"].as_u64().unwrap(), "{name}");
    for comment in expected["comment_list"].as_array().into_iter().flatten() {
        let id = game.tree.main_line()[comment[0].as_u64().unwrap() as usize - 1];
        let text = comment[2].as_str().unwrap().replace("\r\n", "\n");
        assert_eq!(game.tree.node(id).comment, text.trim(), "{name}");
    }
}

#[test]
fn the_collection_of_tandem_notations_is_read() {
    let Some(folder) = folder() else { return };
    let rows = std::fs::read_to_string(folder.join("notation_cn_tandem.tsv")).unwrap();
    for row in rows.lines().skip(1) {
        let [fen, token, uci, ..] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let record = read(format!("[FEN \"{fen}\"]\n\n1. {token}").as_bytes(), GameKind::Xiangqi);
        let main: Vec<String> =
            record.games[0].tree.main_plies().map(|played| played.to_string()).collect();
        assert_eq!(main, [uci], "{row}");
    }
}
