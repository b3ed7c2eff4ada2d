//! Real files from outside the repository, against what they are known to hold.

use std::path::{Path, PathBuf};

use records::{Game, GameKind, GameResult, Hint, NodeId, ProblemCode, Tree, read};
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
fn every_sample_reads_as_expected() {
    let Some(folder) = folder() else { return };
    let expected = std::fs::read_to_string(folder.join("expected.jsonl")).unwrap();
    let mut files = 0;
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let file = row["file"].as_str().unwrap();
        files += 1;
        check_file(&row, &std::fs::read(folder.join(file)).unwrap());
    }
    assert!(files >= 33, "{files} files");
}

fn check_file(row: &Value, bytes: &[u8]) {
    let name = row["file"].as_str().unwrap();
    let record = read(bytes, Hint::new(GameKind::Xiangqi).named(name));
    let encoding = match row["encoding"].as_str().unwrap() {
        "GBK" | "GB18030" => "gb18030",
        "UTF-8 BOM" | "ASCII" => "UTF-8",
        "binary" => "",
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
    let legal = expected["main_legal"] == true;
    check_tags(name, game, &expected["tags"]);
    assert_eq!(game.start.to_string(), expected["fen"].as_str().unwrap(), "{name}");
    let main = expected["main"].as_str().unwrap();
    let nodes = expected["nodes"].as_u64().unwrap() as usize;
    let lines = expected["lines"].as_array().into_iter().flatten();
    let lines: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
    if name.starts_with("xqf/v18_big_tree") {
        // A variation of 1,679 plies repeats a rook's ply when the rook has gone: it and
        // the ten plies after it are left out.
        let [problem] = &game.problems[..] else { panic!("{:?}", game.problems) };
        assert_eq!((problem.code, problem.variation), (ProblemCode::Move, true));
        assert_eq!((problem.place.byte(), problem.token.as_str()), (Some(4510), "e7f7"));
        assert_eq!(
            (text(game, &game.tree.main_line()).as_str(), game.tree.len()),
            (main, nodes - 11)
        );
    } else if legal {
        assert_eq!(game.problems, [], "{name}");
        assert_eq!((text(game, &game.tree.main_line()).as_str(), game.tree.len()), (main, nodes));
        assert!(lines.is_empty() || lines_of(game) == lines, "{name}: {:?}", lines_of(game));
    } else {
        // One ply of the main line is not legal: the line ends before it.
        let (legal, _) = main.rsplit_once(' ').unwrap();
        assert_eq!(
            (text(game, &game.tree.main_line()).as_str(), game.tree.len()),
            (legal, nodes - 1)
        );
        assert_eq!(lines_of(game)[1..], lines[1..], "{name}");
        assert_eq!((game.problems.len(), game.problems[0].code), (1, ProblemCode::Move), "{name}");
    }
    if !name.starts_with("cbf/") && !name.starts_with("synthetic/") {
        check_comments(name, game, expected);
    }
}

/// Of the sites' files the names are known, but only MXQ holds them.
fn check_tags(name: &str, game: &Game, tags: &Value) {
    if ["che", "chn", "ccm"].iter().any(|format| name.contains(&format!(".{format}"))) {
        return;
    }
    for (key, value) in tags.as_object().unwrap() {
        let told = match key.as_str() {
            "result" => {
                let result = match value.as_str().unwrap() {
                    "W" => GameResult::First,
                    other => GameResult::read(other).unwrap_or_default(),
                };
                assert_eq!(game.result, result, "{name}");
                continue;
            }
            // Numbers of the container, of no use to anybody.
            "version" | "mask" | "kind" | "first" | "recordresult" => continue,
            "type" if value.is_number() => continue,
            "commenter" | "commentator" => game.header("Annotator"),
            "name" => game.header("Title"),
            "from" => game.header("Source"),
            "contest" => game.header("Event"),
            other => game.header(other),
        };
        assert_eq!(told, value.as_str(), "{name}: {key}");
    }
}

fn check_comments(name: &str, game: &Game, expected: &Value) {
    let said = game.tree.nodes().iter().filter(|node| !node.comment().is_empty()).count();
    // One comment of the big tree stands in the part that cannot be played.
    let lost = usize::from(name.starts_with("xqf/v18_big_tree"));
    assert_eq!((said + lost) as u64, expected["comments"].as_u64().unwrap(), "{name}");
    let plain = |value: &Value| value.as_str().unwrap().replace("\r\n", "\n").trim().to_owned();
    if let Some(root) = expected.get("root_comment") {
        let (told, known) = (game.tree.node(Tree::ROOT).comment(), plain(root));
        // Long ones are shortened in the list.
        let known = known.strip_suffix("...").unwrap_or(&known);
        assert!(told.starts_with(known), "{name}: {told} != {known}");
    }
    for comment in expected["comment_list"].as_array().into_iter().flatten() {
        let (ply, word, said) = (comment[0].as_u64().unwrap(), &comment[1], plain(&comment[2]));
        let found = game.tree.in_order().any(|id| {
            let node = game.tree.node(id);
            depth(game, id) as u64 == ply
                && node.played.unwrap().to_string() == word.as_str().unwrap()
                && node.comment() == said
        });
        assert!(found, "{name}: {ply} {word} {said}");
    }
}

fn depth(game: &Game, mut id: NodeId) -> usize {
    let mut depth = 0;
    while id != Tree::ROOT {
        id = game.tree.node(id).parent();
        depth += 1;
    }
    depth
}

fn text(game: &Game, nodes: &[NodeId]) -> String {
    let words = nodes.iter().map(|&id| game.tree.node(id).played.unwrap().to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// Every line from the start to its end.
fn lines_of(game: &Game) -> Vec<String> {
    let ends = game.tree.in_order().filter(|&id| game.tree.first_child(id).is_none());
    let lines = ends.map(|end| {
        let up = std::iter::successors(Some(end), |&id| Some(game.tree.node(id).parent()));
        let mut line: Vec<NodeId> = up.take_while(|&id| id != Tree::ROOT).collect();
        line.reverse();
        text(game, &line)
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { vec![String::new()] } else { lines }
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
