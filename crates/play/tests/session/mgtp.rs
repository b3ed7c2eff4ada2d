//! The tournament protocol, good and bad requests.

use std::time::Duration;

use play::session::Next;
use play::session::mgtp::{Config, MgtpSession, RecordError};
use search::Settings;

use crate::support::sink;

/// A session with a small table, thinking for 30 ms at most.
fn quick() -> Config {
    Config { movetime: Some(Duration::from_millis(30)), ..clocked() }
}

/// The same, thinking by the platform's clock.
fn clocked() -> Config {
    Config { settings: Settings { hash: 1, ..Settings::default() }, ..Config::default() }
}

/// What is answered to some lines, and what is said beside.
fn conversation(config: &Config, lines: &str) -> (Vec<String>, Vec<String>) {
    let (replies, answers) = sink();
    let (remarks, beside) = sink();
    let mut session = MgtpSession::new(config, replies, remarks).unwrap();
    for line in lines.lines() {
        let next = session.command(line);
        assert_eq!(next == Next::Quit, line == "5 quit", "{line}");
    }
    drop(session);
    (answers.iter().collect(), beside.iter().collect())
}

fn answers(config: &Config, lines: &str) -> Vec<String> {
    conversation(config, lines).0
}

/// What each search was allowed, as the remarks say.
fn allowed(remarks: &[String]) -> Vec<&str> {
    let inside = |line: &'_ String| Some(line.find('(')? + 1..line.find(')')?);
    remarks.iter().filter_map(|line| Some(&line[inside(line)?])).collect()
}

#[test]
fn a_game_begins() {
    let said = answers(
        &quick(),
        "0 protocol_version\n1 name\n2 version\n3 known_command flip\n7 reset_board\n14 ready\n\
         15 time_setting 3000\n12 genmove unknown\n11 flip a1 R\n16 time_left red 2900\n\
         11 flip b2 k\n12 genmove red\n4 list_commands\n5 quit\n",
    );
    assert_eq!(said[0], "=0 1.1.0");
    assert_eq!(said[1], "=1 Chuhe");
    assert_eq!(said[3], "=3 true");
    let first: Vec<&str> = said[7].split(' ').collect();
    assert_eq!(first[0], "=12");
    assert_eq!(first[1], first[2], "the first ply is a flip");
    assert_eq!(said[8], "=11");
    assert!(said[11].starts_with("=12 "), "{said:?}");
    assert!(said[12].starts_with("=4 ") && said.contains(&"genmove".to_owned()), "{said:?}");
    assert_eq!(said.last().unwrap(), "=5");
}

#[test]
fn wrong_requests_change_nothing() {
    let said = answers(
        &Config { profile: "ta-1ply".to_owned(), ..quick() },
        "7 reset_board\n11 flip a1 K\n11 flip a2 K\n10 move a3 a4\n12 genmove red\n12 genmove unknown\n\
         10 move a1 a2\n99 dance\n6 boardsize 8 8\n11 flip a9 R\n12 genmove black\n\n5 quit\n",
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
        let line = &said[index];
        assert!(line.starts_with(start) && line.contains(words), "{index}: {line}");
    }
    assert!(said[10].starts_with("=12 "), "{}", said[10]);
}

#[test]
fn before_the_first_flip_every_name_of_the_turn_is_right() {
    for turn in ["red", "black", "unknown"] {
        let said = answers(&quick(), &format!("7 reset_board\n12 genmove {turn}\n5 quit\n"));
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
    let (_, remarks) = conversation(&clocked(), lines);
    assert_eq!(allowed(&remarks), ["200 ms left", "150 ms left", "200 ms left"]);
    let board = format!("18 init_board K {}k{}", "- ".repeat(30), " 0 0 0 0 0 0 1".repeat(2));
    let lines = format!("15 time_setting 200\n{board}\n12 genmove red\n5 quit\n");
    let (_, remarks) = conversation(&clocked(), &lines);
    assert_eq!(allowed(&remarks), ["200 ms left"]);
}

#[test]
fn a_time_for_the_ply_outranks_the_clock() {
    let lines = "7 reset_board\n15 time_setting 900000\n11 flip b3 K\n16 time_left black 900000\n\
                 12 genmove black\n5 quit\n";
    let (_, remarks) = conversation(&quick(), lines);
    assert_eq!(allowed(&remarks), ["30 ms a ply"]);
}

#[test]
fn depth_and_score_are_said_beside() {
    let lines = "7 reset_board\n11 flip b3 K\n12 genmove black\n5 quit\n";
    let (said, remarks) = conversation(&quick(), lines);
    assert_eq!(said.len(), 4);
    assert!(remarks[0].starts_with("depth ") && remarks[0].contains(" score "), "{remarks:?}");
}

#[test]
fn boards_are_shown_as_the_platform_has_them() {
    let lines = "7 reset_board\n11 flip a8 K\n11 flip d1 p\n17 showboard\n5 quit\n";
    let said = answers(&quick(), lines);
    assert_eq!(&said[3..5], ["=17 8 K X X X", "7 X X X X"]);
    assert_eq!(&said[10..12], ["1 X X X p", "  a b c d"]);
}

#[test]
fn a_board_in_the_middle_of_a_game() {
    let empty = "- ".repeat(30);
    let line =
        format!("18 init_board K {empty}k 0 0 0 0 0 0 1 0 0 0 0 0 0 1\n12 genmove black\n5 quit\n");
    let said = answers(&quick(), &line);
    assert_eq!(said[0], "=18");
    assert!(said[1].starts_with("=12 d1 "), "{}", said[1]);
    let line = format!("18 init_board K {empty}k 0 0 0 0 0 0 0 0 0 0 0 0 0 1\n5 quit\n");
    assert!(answers(&quick(), &line)[0].contains("more red kings are face up than alive"));
    let line = format!("18 init_board K {empty}k 0 0 0 0 0 0 1 0 0 0 0 0 0 19\n14 ready\n5 quit\n");
    let said = answers(&quick(), &line);
    assert!(said[0].contains("19 black kings are alive: a set has 1"), "{said:?}");
    assert_eq!(said[1], "=14", "the session goes on");
}

/// Rules that come in the middle of a game judge all of it.
#[test]
fn the_platform_changes_the_rules() {
    let empty = "- ".repeat(30);
    let board = format!("18 init_board K {empty}k 0 0 0 0 0 0 1 0 0 0 0 0 0 1");
    let said = answers(
        &quick(),
        &format!(
            "{board}\n10 move a8 a7\n9 num_moves_to_draw 30\n8 num_repetition 3\n17 showboard\n5 quit\n"
        ),
    );
    assert_eq!(&said[..4], ["=18", "=10", "=9", "=8"], "{said:?}");
    assert!(said[5].starts_with("7 K"), "the game is still there: {said:?}");
}

fn record(plies: &str) -> String {
    let rows = "* X X X X\n".repeat(8);
    let header = "* \n* A vs B\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n";
    format!("{header}{rows}* first 0\n* time 900\n* 1. {plies}\n")
}

#[test]
fn a_record_in_and_a_ply_out() {
    let mut session = MgtpSession::new(&quick(), sink().0, sink().0).unwrap();
    let answer = session.answer_record(&record("a1(R) b2(k)")).unwrap();
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0] == "0" || lines[0] == "1", "{answer}");
    let error = session.answer_record(&record("a1(K) a2(K)")).unwrap_err();
    assert!(matches!(error, RecordError::Ply { number: 2, .. }), "{error}");
    let error = session.answer_record("* nothing").unwrap_err();
    assert!(matches!(error, RecordError::Text(_)), "{error}");
}
