//! Targets of the engine protocols: lines in both directions.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use protocol::coordinates::{
    Letters, Ranks, complete_fen, convert, proven_ranks, with_letters, xboard_fen,
};
use protocol::line::LineSplitter;
use protocol::{mgtp, ucci, uci, xboard};

use crate::laws::{Choices, text};
use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "protocol_uci", run: uci, seeds: uci_lines, words: UCI_WORDS },
    Target { name: "protocol_ucci", run: ucci, seeds: ucci_lines, words: UCI_WORDS },
    Target { name: "protocol_xboard", run: xboard, seeds: xboard_lines, words: XBOARD_WORDS },
    Target { name: "protocol_mgtp", run: mgtp, seeds: mgtp_lines, words: MGTP_WORDS },
    Target { name: "protocol_text", run: coordinates, seeds: texts, words: TEXT_WORDS },
    Target { name: "protocol_split", run: split, seeds: streams, words: &["\n", "\r\n", "\r"] },
];

#[rustfmt::skip]
const UCI_WORDS: &[&str] = &[
    " ", "uci", "ucci", "position ", "startpos", "fen ", " moves ", "go ", "depth 3", "wtime 100",
    "infinite", "searchmoves ", "info ", "score cp 12", "mate -3", "lowerbound", "pv h2e2", "wdl 1 2 3",
    "multipv 2", "bestmove ", "ponder ", "option ", "setoption ", "name ", "value ", "type spin ",
    "default ", "min ", "max ", "var ", "id name ", "author ", "banmoves ", "probe ", "nobestmove",
    "increment 1", "opptime 5", "h2e2", "(none)", "99999999999999999999", "-1", "\t", "車",
];
#[rustfmt::skip]
const XBOARD_WORDS: &[&str] = &[
    " ", "feature ", "done=1", "myname=\"", "\"", "variants=\"xiangqi\"", "option=\"", " -spin ",
    " -combo ", " /// ", "ping 1", "pong 1", "level ", "40 5 0", "3:30", "st 5", "usermove ", "move ",
    "setboard ", "time 100", "otim 100", "result 1-0 {", "}", "1/2-1/2", "resign", "Illegal move: ",
    "Error (", "): ", "# ", "tellall ", "h2e2", "i10h10", "=", "'", "9 12 34 567 h2e2", "\t", "車",
];
#[rustfmt::skip]
const MGTP_WORDS: &[&str] = &[
    " ", "=", "?", "0", "10 ", "12 ", "18 ", "move ", "flip ", "genmove ", "red", "black", "unknown",
    "a1 ", "d8 ", "a0 a0", "K", "p", "init_board ", "X", "-", "time_left ", "time_setting ", "ready",
    "known_command ", "99999999999999999999", "-1", "\t", "車",
];
#[rustfmt::skip]
const TEXT_WORDS: &[&str] = &[
    "/", "9", " w", " b", " -", " 0 1", "h2e2", "i10h10", "H2-E2", "a0", "10", "r", "n", "h", "b", "e",
];

/// What a parser accepts it prints as one line; and what is clean it reads
/// again as the same.
fn check<T, E>(text: &str, clean: &str)
where
    T: FromStr<Err = E> + Display + Debug + PartialEq,
    E: Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            assert!(!printed.contains(['\n', '\r', '\0']), "{text:?} is printed as {printed:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "{text:?} is refused without reason"),
    }
    if let Ok(value) = clean.parse::<T>() {
        let printed = value.to_string();
        assert_eq!(printed.parse(), Ok(value), "{clean:?} is printed as {printed:?}");
    }
}

/// Control characters are printed as spaces.
fn clean(text: &str) -> String {
    text.replace(char::is_control, " ")
}

fn uci(bytes: &[u8]) {
    let text = text(bytes);
    let clean = clean(&text);
    check::<uci::Command, _>(&text, &clean);
    check::<uci::Reply, _>(&text, &clean);
}

fn ucci(bytes: &[u8]) {
    let text = text(bytes);
    let clean = clean(&text);
    check::<ucci::Command, _>(&text, &clean);
    check::<ucci::Reply, _>(&text, &clean);
}

fn xboard(bytes: &[u8]) {
    let text = text(bytes);
    // The protocol cannot quote a text that has both kinds of quotes.
    let clean = clean(&text).replace('\'', "`");
    check::<xboard::Command, _>(&text, &clean);
    check::<xboard::Reply, _>(&text, &clean);
    // Only whether it panics: options without a known kind are kept as they are.
    let _ = xboard::option_from_feature(&text);
}

fn mgtp(bytes: &[u8]) {
    let text = text(bytes);
    let clean = clean(&text);
    check::<mgtp::Command, _>(&text, &clean);
    check::<mgtp::Reply, _>(&text, &clean);
    check::<mgtp::PlyText, _>(&text, &clean);
    check::<mgtp::Piece, _>(&text, &clean);
    check::<mgtp::Square, _>(&text, &clean);
}

/// Moves change between the dialects and back; FEN text may be anything.
fn coordinates(bytes: &[u8]) {
    let text = text(bytes);
    for (from, to) in [(Ranks::OneToTen, Ranks::ZeroToNine), (Ranks::ZeroToNine, Ranks::OneToTen)] {
        if let Ok(converted) = convert(&text, from, to) {
            let again = convert(&converted, to, from).expect("our own text");
            assert_eq!(convert(&again, from, to), Ok(converted), "{text:?} and {again:?} differ");
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let _ = proven_ranks(&words);
    let complete = complete_fen(&text);
    if !words.is_empty() {
        assert_eq!(complete_fen(&complete), complete, "a complete FEN is completed: {text:?}");
    }
    let _ = (xboard_fen(&text), with_letters(&text, Letters::KnightBishop));
}

/// The same lines however the stream is cut: pieces as the first bytes say.
fn split(bytes: &[u8]) {
    let (cuts, stream) = bytes.split_at(bytes.len().min(8));
    let mut choices = Choices::new(cuts);
    let mut splitter = LineSplitter::new();
    let mut lines = Vec::new();
    let mut rest = stream;
    while !rest.is_empty() {
        let (piece, left) = rest.split_at(1 + choices.below(rest.len()));
        lines.extend(splitter.push(piece));
        rest = left;
    }
    lines.extend(splitter.finish());
    let mut whole = LineSplitter::new();
    let mut expected = whole.push(stream);
    expected.extend(whole.finish());
    assert_eq!(lines, expected, "cutting the stream changes its lines");
}

fn uci_lines() -> Vec<Vec<u8>> {
    seeds(&[
        "position startpos moves h2e2 h9g7",
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1",
        "go wtime 60000 btime 60000 winc 600 binc 600 movestogo 12 nodes 5 searchmoves h2e2",
        "setoption name UCI_Variant value xiangqi",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name Style type combo default Normal var Solid var Normal",
        "info depth 12 seldepth 20 multipv 1 score cp -34 upperbound nodes 5 nps 7 wdl 1 2 997 pv h2e2",
        "bestmove h2e2 ponder h9g7",
        "id name Chuhe 0.1",
    ])
}

fn ucci_lines() -> Vec<Vec<u8>> {
    seeds(&[
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1",
        "go time 1000 movestogo 40 opptime 1000 oppmovestogo 40 draw",
        "go ponder depth 7",
        "setoption usemillisec true",
        "option hashsize type spin min 16 max 1024 default 16",
        "banmoves h2e2 b2e2",
        "info depth 6 score 4 pv b0c2 b9c7",
        "bestmove b0c2 ponder b9c7 draw",
        "pophash bestmove h2e2 lowerbound 3 depth 4",
    ])
}

fn xboard_lines() -> Vec<Vec<u8>> {
    seeds(&[
        "feature ping=1 setboard=1 myname=\"Some engine\" variants=\"xiangqi\" done=1",
        "feature option=\"Hash -spin 64 1 1024\"",
        "feature option=\"Style -combo Solid /// *Normal\"",
        "level 40 5:30 0.5",
        "setboard 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "usermove h3e3",
        "move h3e3",
        "result 1-0 {Red mates}",
        "9 156 1084 48000 h3e3 h10g8",
        "Illegal move (leaves the king in check): e1e2",
    ])
}

fn mgtp_lines() -> Vec<Vec<u8>> {
    let board = format!("18 init_board {} {}", "X".repeat(32), "5 2 2 2 2 2 1 5 2 2 2 2 2 1");
    seeds(&[
        "10 move a1 a2",
        "11 flip b3 n",
        "12 genmove unknown",
        "15 time_setting 900000",
        "16 time_left red 1000",
        "=12 a1 a1",
        "?10 illegal move",
        &board,
    ])
}

fn texts() -> Vec<Vec<u8>> {
    seeds(&[
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "h2e2",
        "i10h10",
        "a1a10 b2",
    ])
}

fn streams() -> Vec<Vec<u8>> {
    seeds(&["12345678uciok\r\nreadyok\nbestmove h2e2", "abcdefgh\n\n車\n", ""])
}
