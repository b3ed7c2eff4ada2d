//! `chuhe puzzles`: made of games, listed, proved again.

use std::path::Path;
use std::process::{Command, Output};

fn chuhe(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments.split_whitespace()).current_dir(folder).env("HOME", folder);
    command.env_remove("XDG_DATA_HOME").output().unwrap()
}

/// What a command prints, and how it ends.
fn said(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = chuhe(folder, arguments);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn puzzles_are_made_listed_and_proved_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let games = "[FEN \"4k4/9/9/9/9/9/9/9/RR7/3K5 w\"]\n\n1. a1a9 e9e8 1-0\n\n1. h2e2 h9g7 1-0\n";
    std::fs::write(path.join("games.pgn"), games).unwrap();
    assert_eq!(said(path, "games import games.pgn").0, Some(0));
    let (code, text) = said(path, "puzzles make --out own.puzzles");
    assert_eq!((code, text.starts_with("1 puzzle (mate in 3: 1)")), (Some(0), true), "{text}");
    let (_, line) = said(path, "puzzles list own.puzzles");
    assert!(line.contains("\tmate:3\t4k4/9/9/9/9/9/9/9/RR7/3K5 w\t"), "{line}");
    let (code, text) = said(path, "puzzles check own.puzzles --slow");
    assert_eq!(
        (code, text.as_str()),
        (Some(0), "1 puzzle proved again, 1 on slow boards, 0 wrong\n")
    );
    // A file of the other game, one that is no file of puzzles, and none.
    for arguments in ["check own.puzzles --game banqi", "list games.pgn", "list nothing"] {
        assert_eq!(said(path, &format!("puzzles {arguments}")).0, Some(2), "{arguments}");
    }
    let (code, text) = said(path, "puzzles make --game banqi --out none");
    assert_eq!((code, path.join("none").exists()), (Some(2), false), "{text}");
}
