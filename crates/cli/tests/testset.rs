//! `chuhe testset`, `chuhe suite` and `chuhe games stats --emit`.

use std::path::Path;
use std::process::{Command, Output};

fn chuhe(folder: &Path, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_chuhe");
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(folder).env("HOME", folder);
    command.env_remove("XDG_DATA_HOME").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs a command that must work.
fn run(folder: &Path, arguments: &str) -> String {
    let output = chuhe(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments}: {}", text(&output.stderr));
    text(&output.stdout) + &text(&output.stderr)
}

/// Runs a command that must be refused with some words.
fn refused(folder: &Path, arguments: &str, words: &str) {
    let output = chuhe(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
    assert!(said.contains(words), "{arguments}: {said}");
}

const GAMES: &str = "1. h2e2 h9g7 2. h0g2 1-0\n\n1. h2e2 h9g7 2. b2d2 0-1\n\n\
    [FEN \"4k4/9/9/9/9/9/9/9/RR7/3K5 w\"]\n\n1. a1a9 e9e8 1-0\n";

fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    run(folder.path(), "games import games.pgn");
    folder
}

#[test]
fn sets_are_made_checked_and_solved() {
    let folder = place();
    let path = folder.path();
    let said = run(path, "testset must-play --x 30 --min-games 1 --out must.epd");
    assert!(said.contains("c = 33.33"), "{said}");
    let must = std::fs::read_to_string(path.join("must.epd")).unwrap();
    assert!(must.contains("bm h0g2;") && must.contains("second -100.0 %"), "{must}");
    assert_eq!(run(path, "testset starts --games 2 --out starts.epd"), "1 position\n");
    assert!(run(path, "testset starts --table").contains("table 2-32"));
    let said = run(path, "testset mates --most 4 --out mates.epd");
    assert_eq!(said, "2 positions (in 2: 1, in 3: 1)\n");
    assert!(
        std::fs::read_dir(path)
            .unwrap()
            .all(|entry| { !entry.unwrap().file_name().to_string_lossy().ends_with(".part") })
    );
    let said = run(path, "testset check mates.epd --sample 9");
    assert!(said.starts_with("2 mates of 2 proved again, 0 wrong"), "{said}");
    let said = run(path, "suite mates.epd must.epd --nodes 20000 --hash 4 --json");
    let value: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&value["files"][0]["solved"], &value["files"][0]["wrong"]), (&2.into(), &0.into()));
    let again = run(path, "suite mates.epd must.epd --nodes 20000 --hash 4 --json");
    assert_eq!(said, again, "the same nodes, the same verdicts");
    // A wrong claim is a failed check.
    let wrong = std::fs::read_to_string(path.join("mates.epd")).unwrap().replace("dm 3", "dm 4");
    std::fs::write(path.join("wrong.epd"), wrong).unwrap();
    let output = chuhe(path, "testset check wrong.epd");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("solved in 3, not in 4"));
}

#[test]
fn what_is_held_out_cannot_be_tuned_with() {
    let folder = place();
    let path = folder.path();
    run(path, "testset mates --most 4 --out mates.epd");
    run(path, "testset split mates.epd --share 99 --training a.epd --held-out b.epd");
    let held = std::fs::read_to_string(path.join("b.epd")).unwrap();
    assert_eq!(held.lines().count(), 2, "{held}");
    refused(path, "tune ga --suite b.epd --out run --nodes 100", "the position is held out");
    let said = run(path, "suite b.epd --nodes 20000 --hash 4");
    assert!(said.starts_with("2 solved"), "{said}");
}

#[test]
fn bad_input_is_named() {
    let folder = place();
    let path = folder.path();
    std::fs::write(path.join("bad.epd"), "nonsense\n").unwrap();
    for (arguments, words) in [
        ("testset must-play --x 0", "X is 0: expected more than 0"),
        ("testset must-play --x 101", "X is 101: expected"),
        ("testset must-play --c 200", "c is 200: expected"),
        ("testset must-play --min-games 0", "expected at least 1"),
        ("testset must-play --player nobody", "no game is like that"),
        ("testset must-play --game banqi", "this is about xiangqi alone"),
        ("testset must-play --x 30", "none of 0 positions"),
        ("testset starts --games 1", "Y is 1: expected at least 2"),
        ("testset starts --games 4000", "expected at most the 3 chosen games"),
        ("testset starts --player nobody", "no game is like that"),
        ("testset mates --least 5 --most 4 --out m.epd", "--least 5 is more than --most 4"),
        ("testset mates --player nobody --out m.epd", "no game is like that"),
        ("testset tactics --out t.epd", "has such a position"),
        ("testset tactics --game banqi --out t.epd", "no game is like that"),
        ("testset tactics --gap 0 --out t.epd", "expected more than 0"),
        ("testset split none.epd --training a --held-out b", "cannot read none.epd"),
        ("testset split bad.epd --training a --held-out b", "bad.epd:1: "),
        ("testset split bad.epd --training a --held-out a", "are the same file"),
        ("testset split bad.epd --share 100 --training a --held-out b", "less than 100 percent"),
        ("testset check bad.epd", "bad.epd:1: "),
        ("testset check none.epd", "cannot read none.epd"),
        ("testset mates --data-dir empty --out m.epd", "holds no games yet"),
        ("suite none.epd", "cannot read none.epd"),
        ("games stats --emit params --profile nobody", "no profile is named 'nobody'"),
        ("games stats --emit params --result unknown", "nothing can be counted"),
    ] {
        refused(path, arguments, words);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = place();
    let path = folder.path();
    for arguments in [
        "testset starts --games 2 --out /dev/full",
        "testset must-play --min-games 1 --out /dev/full",
        "games stats --emit svg --out /dev/full",
    ] {
        refused(path, arguments, "cannot write /dev/full");
    }
    refused(path, "testset starts --games 2 --out none/starts.epd", "cannot write none/starts.epd");
}

#[test]
fn statistics_become_parameters_an_engine_loads() {
    let folder = place();
    let path = folder.path();
    run(path, "games stats --emit params --out first.toml");
    let listed = run(path, "games stats --emit params --to params");
    assert!(listed.contains("eval.squares.") && !listed.contains("eval.material"), "{listed}");
    let checked = run(path, "params check --profile shenxiang first.toml");
    assert!(checked.contains("all is well"), "{checked}");
    run(path, "games stats --emit svg --out heat.svg");
    assert!(std::fs::read_to_string(path.join("heat.svg")).unwrap().ends_with("</svg>\n"));
    let counts: serde_json::Value =
        serde_json::from_str(&run(path, "games stats --emit counts")).unwrap();
    assert_eq!(counts["positions"], 4 + 4 + 3);
    // Both kings of the start stand at home in eight positions, four of a won game.
    assert_eq!(
        counts["king"]["opening"][9][4],
        serde_json::json!([[4.0, 0.0, 4.0], [4.0, 0.0, 4.0]])
    );
}
