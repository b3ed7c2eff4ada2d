//! `chuhe convert`: files, folders, pipes, and what it says about damage.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GAME: &str = "[Red \"甲\"]\n\n1. h2e2 {good} (1. h0g2) h9g7 2. h0g2 1-0\n";

fn convert(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("convert")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn through_every_format_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.pgn"), GAME).unwrap();
    for files in [["a.pgn", "b.xqf"], ["b.xqf", "c.cbr"], ["c.cbr", "d.ubb"], ["d.ubb", "e.jsonl"]]
    {
        let done = convert(path, &files, b"");
        assert!(done.status.success(), "{files:?}: {}", text(&done.stderr));
        assert_eq!(text(&done.stderr), "1 game read, 1 written\n");
    }
    let json = std::fs::read(path.join("e.jsonl")).unwrap();
    let done = convert(path, &["--to", "pgn", "--notation", "wxf", "-", "-"], &json);
    let pgn = text(&done.stdout);
    assert!(done.status.success() && done.stderr.is_empty());
    assert!(pgn.contains("[Red \"甲\"]") && pgn.contains("\n1. C2=5 {good} (1. H2+3)"), "{pgn}");
    assert!(pgn.ends_with("2. H2+3\n1-0\n"), "{pgn}");
}

#[test]
fn several_games_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let done = convert(path, &["--to", "xqf", "-", "one-each/"], GAME.repeat(3).as_bytes());
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(std::fs::read_dir(path.join("one-each")).unwrap().count(), 3);
    let files = ["one-each/0001.xqf", "one-each/0002.xqf", "all.tsv"];
    assert!(convert(path, &files, b"").status.success());
    let table = std::fs::read_to_string(path.join("all.tsv")).unwrap();
    assert_eq!(table.lines().count(), 3, "{table}");
}

#[test]
fn damage_is_told_and_the_rest_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let text_of = "1. h2e2 h9g7 2. h2e2";
    let done = convert(path, &["--json", "-", "a.pgn"], text_of.as_bytes());
    assert_eq!(done.status.code(), Some(1));
    let told = text(&done.stdout);
    let lines: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [problem, counts] = &lines[..] else { panic!("{told}") };
    assert_eq!((&problem["code"], &problem["column"]), (&"move".into(), &17.into()));
    assert_eq!((&counts["written"], &counts["problems"]), (&1.into(), &1.into()));
    let written = std::fs::read_to_string(path.join("a.pgn")).unwrap();
    assert!(written.contains("H9-G7\n*"), "{written}");
    // What cannot be carried out leaves nothing behind.
    let done = convert(path, &["-", "b.cbr"], GAME.repeat(2).as_bytes());
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(path).unwrap().count(), 1);
    let done = convert(path, &["a.pgn", "--to", "json", "-"], b"");
    assert!(done.status.success(), "an option may stand between files: {}", text(&done.stderr));
    let done = convert(path, &["a.pgn"], b"");
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("name the files to read"), "{}", text(&done.stderr));
    let done = convert(path, &["a.pgn", "a.pgn"], b"");
    assert!(text(&done.stderr).contains("would be read and written"));
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.pgn"), GAME).unwrap();
    std::fs::write(path.join("b.xqf"), "XQ").unwrap();
    std::fs::write(path.join("empty.pgn"), "").unwrap();
    let files = ["missing.pgn", "empty.pgn", "b.xqf", "a.pgn", "all.tsv"];
    let done = convert(path, &files, b"");
    let told = text(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{told}");
    for name in &files[..3] {
        assert!(told.contains(&format!("{name}: ")), "{name}: {told}");
    }
    let table = std::fs::read_to_string(path.join("all.tsv")).unwrap();
    assert!(table.contains("h2e2 h9g7 h0g2"), "{table}");
}
