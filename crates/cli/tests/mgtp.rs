//! The tournament protocol, good and bad requests.

use std::io::Write;
use std::process::{Command, Stdio};

/// Everything the engine answers to some lines, thinking for 30 ms at most.
fn answers(arguments: &[&str], lines: &str) -> Vec<String> {
    let arguments = [&["--movetime", "30"], arguments].concat();
    conversation(&arguments, lines).0
}

/// What the engine answers to some lines, and what it says beside.
fn conversation(arguments: &[&str], lines: &str) -> (Vec<String>, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["mgtp", "--hash", "1"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines = |bytes| {
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect::<Vec<String>>()
    };
    (lines(output.stdout), lines(output.stderr))
}

/// What each search was allowed, as the engine says on standard error.
fn allowed(remarks: &[String]) -> Vec<&str> {
    let inside = |line: &'_ String| {
        let (start, end) = (line.find('(')? + 1, line.find(')')?);
        Some(start..end)
    };
    remarks.iter().filter_map(|line| Some(&line[inside(line)?])).collect()
}

#[test]
fn a_game_begins() {
    let said = answers(
        &[],
        "0 protocol_version\n1 name\n2 version\n3 known_command flip\n7 reset_board\n14 ready\n\
         15 time_setting 3000\n12 genmove unknown\n11 flip a1 R\n16 time_left red 2900\n\
         11 flip b2 k\n12 genmove red\n5 quit\n",
    );
    assert_eq!(said[0], "=0 1.1.0");
    assert_eq!(said[1], "=1 Chuhe");
    assert_eq!(said[3], "=3 true");
    let first: Vec<&str> = said[7].split(' ').collect();
    assert_eq!(first[0], "=12");
    assert_eq!(first[1], first[2], "the first ply is a flip");
    assert_eq!(said[8], "=11");
    assert!(said[11].starts_with("=12 "), "{said:?}");
    assert_eq!(said.last().unwrap(), "=5");
}

#[test]
fn wrong_requests_change_nothing() {
    let said = answers(
        &["--profile", "ta-1ply"],
        "7 reset_board\n11 flip a1 K\n11 flip a2 K\n10 move a3 a4\n12 genmove red\n12 genmove unknown\n\
         10 move a1 a2\n99 dance\n6 boardsize 8 8\n11 flip a9 R\n12 genmove black\n5 quit\n",
    );
    assert_eq!(&said[..2], ["=7", "=11"]);
    let expected = [
        (2, "?11", "red king"),
        (3, "?10", "a3 a4: the piece on a3 is face down"),
        (4, "?12", "black's turn"),
        (5, "=12", ""),
        (6, "?10", "a1 a2: "),
        (7, "?99", ""),
        (8, "?6", "4 8"),
        (9, "?11", ""),
    ];
    for (index, start, words) in expected {
        assert!(
            said[index].starts_with(start) && said[index].contains(words),
            "{}: {}",
            index,
            said[index]
        );
    }
    assert!(said[10].starts_with("=12 "), "{}", said[10]);
}

#[test]
fn before_the_first_flip_every_name_of_the_turn_is_right() {
    for turn in ["red", "black", "unknown"] {
        let said = answers(&[], &format!("7 reset_board\n12 genmove {turn}\n5 quit\n"));
        let words: Vec<&str> = said[1].split(' ').collect();
        assert_eq!(words[0], "=12", "{turn}: {}", said[1]);
        assert_eq!(words[1], words[2], "{turn}: a flip");
    }
}

#[test]
fn the_time_of_a_game_holds_for_the_next() {
    let lines = "15 time_setting 200\n7 reset_board\n12 genmove unknown\n11 flip b3 K\n\
                 16 time_left black 150\n12 genmove black\n7 reset_board\n11 flip b3 K\n\
                 12 genmove black\n5 quit\n";
    let (_, remarks) = conversation(&[], lines);
    assert_eq!(allowed(&remarks), ["200 ms left", "150 ms left", "200 ms left"]);
    let board = format!("18 init_board K {}k{}", "- ".repeat(30), " 0 0 0 0 0 0 1".repeat(2));
    let (_, remarks) =
        conversation(&[], &format!("15 time_setting 200\n{board}\n12 genmove red\n5 quit\n"));
    assert_eq!(allowed(&remarks), ["200 ms left"]);
}

#[test]
fn a_time_for_the_ply_outranks_the_clock() {
    let lines = "7 reset_board\n15 time_setting 900000\n11 flip b3 K\n16 time_left black 900000\n\
                 12 genmove black\n5 quit\n";
    let (_, remarks) = conversation(&["--movetime", "20"], lines);
    assert_eq!(allowed(&remarks), ["20 ms a ply"]);
}

#[test]
fn depth_and_score_go_to_standard_error() {
    let lines = "7 reset_board\n11 flip b3 K\n12 genmove black\n5 quit\n";
    let (said, remarks) = conversation(&["--movetime", "30"], lines);
    assert_eq!(said.len(), 4);
    assert!(remarks[0].starts_with("depth ") && remarks[0].contains(" score "), "{remarks:?}");
}

#[test]
fn boards_are_shown_as_the_platform_has_them() {
    let said = answers(&[], "7 reset_board\n11 flip a8 K\n11 flip d1 p\n17 showboard\n5 quit\n");
    assert_eq!(&said[3..5], ["=17 8 K X X X", "7 X X X X"]);
    assert_eq!(&said[10..12], ["1 X X X p", "  a b c d"]);
}

#[test]
fn a_board_in_the_middle_of_a_game() {
    let empty = "- ".repeat(30);
    let line =
        format!("18 init_board K {empty}k 0 0 0 0 0 0 1 0 0 0 0 0 0 1\n12 genmove black\n5 quit\n");
    let said = answers(&[], &line);
    assert_eq!(said[0], "=18");
    assert!(said[1].starts_with("=12 d1 "), "{}", said[1]);
}

#[test]
fn files_in_and_out() {
    let folder = std::env::temp_dir().join(format!("chuhe-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rows = "* X X X X\n".repeat(8);
    let record = format!(
        "* \n* A vs B\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n{rows}* first 0\n* time 900\n* 1. a1(R) b2(k)\n"
    );
    std::fs::write(folder.join("board.txt"), record).unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["mgtp", "--movetime", "30", "--hash", "1", "--file-mode"])
        .arg(&folder)
        .status()
        .unwrap();
    assert!(status.success());
    let answer = std::fs::read_to_string(folder.join("move.txt")).unwrap();
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0] == "0" || lines[0] == "1", "{answer}");
    std::fs::remove_dir_all(&folder).unwrap();
}
