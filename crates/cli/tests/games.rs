//! `chuhe games`: what users and programs see of the archive.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn chuhe(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_chuhe");
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

fn games(folder: &Path, arguments: &[&str]) -> Output {
    chuhe(folder, &[&["games", "--data-dir", "data"], arguments].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn values(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const GAMES: &str = "[Red \"上海 胡榮華\"]\n[Black \"呂欽\"]\n[Date \"1990.05.01\"]\n[Event \"五羊杯\"]\n\n\
    1. 炮二平五 马８进７ {solid} 2. 马二进三 (2. 兵七进一) 车９平８ 1-0\n\n\
    [Red \"吕钦\"]\n[Black \"许银川\"]\n[Date \"1999.??.??\"]\n\n\
    1. 炮八平五 马２进３ 2. 马八进七 卒３进１ 0-1\n";

#[test]
fn from_import_to_export() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.pgn"), GAMES).unwrap();
    let empty = games(path, &["list"]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(&empty.stderr).contains("holds no games yet"));
    let done = games(path, &["import", "a.pgn"]);
    assert_eq!(text(&done.stdout), "2 games added; the archive has 2\n", "{}", text(&done.stderr));
    let again = games(path, &["import", "a.pgn"]);
    assert_eq!(text(&again.stdout), "nothing new, 1 file imported before; the archive has 2\n");
    let listed = values(&games(path, &["list", "--json"]));
    assert_eq!((&listed[0]["red"], &listed[0]["opening"]), (&"胡榮華".into(), &"B01".into()));
    let found = values(&games(path, &["search", "--player", "吕欽", "--result", "red", "--json"]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["id"], 1);
    let nothing = games(path, &["search", "--player", "nobody"]);
    assert_eq!((nothing.status.code(), text(&nothing.stdout)), (Some(0), "0 games\n".into()));
    // Both games begin alike, one of them in a mirror.
    let opening = values(&games(path, &["opening", "--moves", "b2e2 b9c7", "--json"]));
    assert_eq!(opening[0]["all"]["games"], 2);
    assert_eq!(
        (&opening[0]["plies"][0]["ply"], &opening[0]["plies"][0]["wins"]),
        (&"b0c2".into(), &1.into())
    );
    let done = games(path, &["export", "--player", "胡", "out.pgn", "--notation", "wxf"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let written = std::fs::read_to_string(path.join("out.pgn")).unwrap();
    assert!(written.contains("[Red \"上海 胡榮華\"]") && written.contains("{solid}"), "{written}");
    assert!(written.contains("(2. P7+1)"), "{written}");
    let shown = text(&games(path, &["show", "2", "--ply", "1"]).stdout);
    assert!(shown.contains("B2-E2") && shown.contains("4C2C1"), "{shown}");
    let stats = values(&games(path, &["stats", "--json"]));
    assert_eq!(stats[0]["players"][0]["name"], "呂欽");
    assert_eq!(
        (&stats[0]["players"][0]["games"], &stats[0]["player_count"]),
        (&2.into(), &3.into())
    );
    let table = text(&games(path, &["list", "--sort", "date", "--reverse"]).stdout);
    assert!(table.lines().nth(1).unwrap().contains("1999.??.??"), "{table}");
    assert!(games(path, &["dedupe"]).status.success());
}

#[test]
fn a_shape_is_found_in_the_archive_where_it_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.pgn"), GAMES).unwrap();
    games(path, &["import", "a.pgn"]);
    for (shape, expected) in [("central-cannon", 2), ("hollow-cannon", 0)] {
        let found = values(&games(path, &["search", "--pattern", shape, "--json"]));
        assert_eq!(found.len(), expected, "{shape}");
        // The same by reading the file itself.
        let read = chuhe(path, &["patterns", "search", shape, "a.pgn", "--json"]);
        let read = values(&read);
        let places = |all: &[Value], game: &str, of: &dyn Fn(&Value) -> Value| -> Vec<Value> {
            all.iter().flat_map(|one| [one[game].clone(), of(one)]).collect()
        };
        assert_eq!(
            places(&found, "id", &|one| one["first"]["ply"].clone()),
            places(&read, "game", &|one| one["ply"].clone())
        );
        assert!(found.iter().all(|one| one["first"]["pattern"] == shape));
    }
    let mined = chuhe(path, &["patterns", "mine", "a.pgn", "--support", "1", "--json"]);
    assert!(mined.status.success(), "{}", text(&mined.stderr));
    let wrong = chuhe(path, &["patterns", "mine", "--errors", "a.pgn"]);
    assert!(!wrong.status.success() && !wrong.stderr.is_empty());
    let table = text(&games(path, &["search", "--pattern", "central-cannon"]).stdout);
    assert!(table.contains("ply 1: central-cannon for red"), "{table}");
    std::fs::write(path.join("bad.pat"), "(pattern x (when (at us.dragon board)))").unwrap();
    let bad = games(path, &["search", "--pattern", "bad.pat"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(text(&bad.stderr).contains("bad.pat:1:"), "{}", text(&bad.stderr));
}

#[test]
fn wrong_questions_are_answered_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.pgn"), GAMES).unwrap();
    games(path, &["import", "a.pgn"]);
    for (arguments, expected) in [
        (&["search"][..], "search for what?"),
        (&["search", "--opening", "Z99"], "no opening has the code or name 'Z99'"),
        (&["search", "--material", "RC"], "expected the pieces of one side"),
        (&["search", "--places", "z9=R"], "is no piece on a point"),
        (&["search", "--since", "yesterday"], "expected a year"),
        (&["search", "--pattern", "no-such-shape"], "no pattern is named 'no-such-shape'"),
        (&["search", "--fen", "nothing"], "is no position"),
        (&["opening", "--moves", "h2e2 h2e2"], "--moves: "),
        (&["show", "7"], "there is no game 7"),
        (&["show", "1", "--ply", "99"], "the game has 4 plies, not 99"),
        (&["export", "out.doc"], "--to: the format of out.doc"),
        (&["export", "--player", "nobody", "out.pgn"], "nothing is written"),
    ] {
        let output = games(path, arguments);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
    let output = games(path, &["import", "missing.pgn"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("missing.pgn: No such file"));
}

#[test]
fn dark_chess_goes_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let lines = "result_first\tfirst\tsecond\tmoves\n1-0\tA\tB\tb8(G) d8(c) c8(C) b7(P)\n";
    std::fs::write(path.join("a.tsv"), lines).unwrap();
    assert!(games(path, &["import", "a.tsv"]).status.success());
    let found = values(&games(path, &["search", "--game", "banqi", "--player", "a", "--json"]));
    assert_eq!(found[0]["game"], "banqi");
    for format in ["tsv", "json", "record", "pgn"] {
        let output = games(path, &["export", "--to", format, "-"]);
        assert!(output.status.success(), "{format}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty());
    }
    let output = games(path, &["export", "--to", "xqf", "a.xqf"]);
    assert!(text(&output.stderr).contains("xqf cannot hold a game of dark chess"));
}
