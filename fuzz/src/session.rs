//! Targets of the protocol sessions: whole conversations, line by line.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use play::session::{Config, Next, Output, Session, mgtp};
use search::Settings;

use crate::laws::text;
use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "session_uci", run: uci, seeds: conversations, words: WORDS },
    Target { name: "session_mgtp", run: platform, seeds: platform_conversations, words: PLATFORM },
];

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "\n", "uci\n", "ucci\n", "isready\n", "ucinewgame\n", "position startpos\n", " moves h2e2", " h9g7",
    "position fen 4k4/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1\n", "go nodes 20\n", "go depth 2\n", "go infinite\n",
    "go ponder\n", "ponderhit\n", "stop\n", "quit\n", "go movetime 1\n", "go mate 2\n", " searchmoves h2e2\n",
    "setoption name Game value banqi\n", "setoption name Skill Level value 3\n", "setoption name MultiPV value 3\n",
    "setoption name Disable value lmr\n", "setoption name Params value ", "setoption usemillisec true\n",
    "banmoves h2e2\n", "d\n", "eval\n", "position startpos moves a1=R b1=p\n", "debug on\n", "\t", "車", "\0",
];
#[rustfmt::skip]
const PLATFORM: &[&str] = &[
    "\n", "4 name\n", "2 protocol_version\n", "5 quit\n", "7 reset_board\n", "8 num_repetition 3\n", "10 move a1 a2\n",
    "11 flip a1 P\n", "12 genmove red\n", "12 genmove unknown\n", "13 game_over x\n", "14 ready\n",
    "15 time_setting 900000\n", "16 time_left red 1000\n", "17 showboard\n", "18 init_board ", " X", " -", "K", "k", "0", "9 ",
];

/// The most lines of one input that are carried out.
const MOST_LINES: usize = 24;

/// An output whose lines can be looked at afterwards.
fn output() -> (Output, Receiver<String>) {
    let (sender, receiver) = channel();
    (Arc::new(move |line: &str| drop(sender.send(line.to_owned()))), receiver)
}

/// The smallest engine there is.
fn settings() -> Settings {
    Settings { hash: 1, ..Settings::default() }
}

/// The lines of an input without what takes minutes or gigabytes by right: benches,
/// deep counts, large tables, and files.
fn harmless(text: &str) -> impl Iterator<Item = String> {
    text.split(['\n', '\r']).take(MOST_LINES).filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["bench", ..] => None,
            ["go", "perft", depth, ..] if depth.parse::<u32>().is_ok_and(|depth| depth > 1) => None,
            ["setoption", ..] if line.contains('/') => None,
            ["setoption", ..] => Some(with_short_numbers(line)),
            _ => Some(line.to_owned()),
        }
    })
}

/// A line without the second digit of any number.
fn with_short_numbers(line: &str) -> String {
    let mut before = ' ';
    let mut kept = |letter: char| {
        let follows = before.is_ascii_digit() && letter.is_ascii_digit();
        before = letter;
        !follows
    };
    line.chars().filter(|&letter| kept(letter)).collect()
}

/// Nothing panics, every line for programs is one line, and who says `go` gets one answer.
fn uci(bytes: &[u8]) {
    let text = text(bytes);
    let (output, lines) = output();
    let config = Config { settings: settings(), seed: Some(1), ..Config::default() };
    let mut session = Session::new(&config, output).expect("the usual session");
    let (mut questions, mut is_uci) = (0, true);
    for line in harmless(&text) {
        is_uci &= line.trim() != "ucci";
        let mut words = line.split_whitespace();
        questions += usize::from(words.next() == Some("go") && words.next() != Some("perft"));
        if session.command(&line) == Next::Quit {
            break;
        }
    }
    drop(session);
    let lines: Vec<String> = lines.into_iter().collect();
    let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert!(!is_uci || answers == questions, "{questions} questions, {answers} answers: {text:?}");
    // What is for people at a terminal may be a picture.
    let for_programs = ["info ", "bestmove ", "id ", "option "];
    for line in lines.iter().filter(|line| for_programs.iter().any(|word| line.starts_with(word))) {
        assert!(!line.contains(['\n', '\r']), "{line:?} is more than one line");
    }
}

/// Nothing panics, and every request has at most one answer.
fn platform(bytes: &[u8]) {
    let text = text(bytes);
    let ((replies, lines), (remarks, _kept)) = (output(), output());
    let config = mgtp::Config {
        settings: settings(),
        movetime: Some(Duration::from_millis(1)),
        seed: Some(1),
        ..mgtp::Config::default()
    };
    let session = mgtp::MgtpSession::new(&config, replies, remarks);
    let mut session = session.expect("the usual session");
    let mut requests = 0;
    for line in text.split(['\n', '\r']).take(MOST_LINES) {
        requests += 1;
        if session.command(line) == Next::Quit {
            break;
        }
    }
    drop(session);
    assert!(lines.into_iter().count() <= requests, "{text:?}");
}

fn conversations() -> Vec<Vec<u8>> {
    seeds(&[
        "uci\nisready\nucinewgame\nposition startpos moves h2e2 h9g7\ngo nodes 50\nstop\nquit",
        "position fen 4k4/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1 moves f0f9\ngo depth 3\ngo infinite\nstop",
        "ucci\nsetoption usemillisec true\nposition startpos\nbanmoves h2e2\ngo time 1000 movestogo 40\nstop\nquit",
        "setoption name Game value banqi\nposition startpos moves a1=R b1=p\ngo nodes 50\nd\neval",
        "setoption name Skill Level value 2\ngo ponder movetime 5\nponderhit\nsetoption name MultiPV value 3\ngo nodes 9",
        "position startpos moves h2e2 x\ngo\nposition fen 9/9 w\ngo depth x\ngo perft 1",
    ])
}

fn platform_conversations() -> Vec<Vec<u8>> {
    let board = format!("18 init_board {} {}", "X ".repeat(32), "5 2 2 2 2 2 1 5 2 2 2 2 2 1");
    seeds(&[
        "4 name\n7 reset_board\n15 time_setting 900000\n14 ready\n12 genmove unknown\n11 flip a1 P\n12 genmove black",
        "8 num_repetition 3\n9 num_moves_to_draw 60\n11 flip b2 K\n10 move b2 b3\n16 time_left red 5\n5 quit",
        &board,
    ])
}
