//! Move generation, FEN and check of the xiangqi board.

use std::fs;

use reference::Colour;
use reference::xiangqi::{Board, Move};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn has(board: &Board, text: &str) -> bool {
    board.legal_moves().contains(&text.parse::<Move>().unwrap())
}

#[test]
fn perft_counts_match_the_published_ones_to_depth_three() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rules/perft.epd");
    let text = fs::read_to_string(file).unwrap();
    let mut positions = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (fen, counts) = line.split_once(';').unwrap();
        let board = board(fen);
        for count in counts.split(';') {
            let (depth, nodes) = count.trim().split_once(' ').unwrap();
            let depth: u32 = depth[1..].parse().unwrap();
            if depth <= 3 {
                assert_eq!(board.perft(depth), nodes.parse::<u64>().unwrap(), "{fen} D{depth}");
            }
        }
        positions += 1;
    }
    assert_eq!(positions, 43);
}

#[test]
fn fens_survive_a_round_trip() {
    for fen in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "3R1k3/9/b1rn1a1r1/2pCN1p2/p5b1p/2P1C4/P3P1P1P/4B1Nc1/9/2BAKA1R1 b - - 0 1",
    ] {
        assert_eq!(board(fen).to_fen(), fen);
    }
    let start = Board::start();
    assert_eq!(
        board("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r"),
        start,
        "letters H and E, side `r`, missing counters"
    );
    assert!(start.broken_limits().is_empty());
}

#[test]
fn bad_fens_are_refused_with_their_reason() {
    for (fen, reason) in [
        ("", "empty"),
        ("4k4/9/9/9/9/9/9/9/3K5 w", "9 ranks"),
        ("4k4/9/9/9/9/9/9/9/9/3K6 w", "rank 0"),
        ("4k4/9/9/9/9/9/9/9/9/3K4 w", "rank 0"),
        ("4k4/9/9/9/9/9/9/9/9/RRRRRRRRRR w", "longer"),
        ("4k4/9/9/9/4x4/9/9/9/9/3K5 w", "`x`"),
        ("4k4/9/9/9/4é4/9/9/9/9/3K5 w", "`é`"),
        ("4k4/09/9/9/9/9/9/9/9/3K5 w", "`0`"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", "`x`"),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "Red has 0 kings"),
        ("3kk4/9/9/9/9/9/9/9/9/5K3 w", "Black has 2 kings"),
        ("9/9/9/4k4/9/9/9/9/9/3K5 w", "outside"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "face"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "Black is in check"),
    ] {
        let error = Board::from_fen(fen).expect_err(fen);
        assert!(error.contains(reason), "{fen}: `{error}` should name `{reason}`");
    }
}

#[test]
fn limits_of_the_set_and_of_the_walks_are_listed() {
    let broken = |fen: &str| board(fen).broken_limits().len();
    assert_eq!(broken("4k4/9/9/9/9/9/9/9/3R5/R2K1R3 w"), 1, "three rooks");
    assert_eq!(broken("4k4/9/8p/9/9/9/9/9/9/3K5 w"), 1, "a pawn behind its start");
    assert_eq!(broken("4k4/9/9/9/1p7/9/9/9/9/3K5 w"), 1, "a pawn on a file it cannot enter yet");
    assert_eq!(broken("4k4/9/9/9/9/1p7/9/9/9/3K5 w"), 0, "the same pawn across the river");
    assert_eq!(broken("4k4/4a4/9/9/9/9/9/4A4/9/3K5 w"), 1, "an advisor off its diagonals");
    assert_eq!(broken("2b1k4/9/9/9/9/9/9/9/4B4/3K5 w"), 1, "an elephant off its points");
}

#[test]
fn pieces_walk_as_the_rules_say() {
    let elephant = board("4k4/9/9/9/9/2B6/9/9/9/3K5 w");
    assert!(has(&elephant, "c4e2") && has(&elephant, "c4a2") && !has(&elephant, "c4e6"));
    let blocked_eye = board("4k4/9/9/9/9/2B6/3p5/9/9/3K5 w");
    assert!(!has(&blocked_eye, "c4e2") && has(&blocked_eye, "c4a2"));
    let horse = board("4k4/9/9/9/2p6/2N6/9/9/9/3K5 w");
    assert!(!has(&horse, "c4b6") && !has(&horse, "c4d6") && has(&horse, "c4a5"));
    let cannon = board("4k4/9/2r6/9/2p6/2C6/9/9/9/3K5 w");
    assert!(has(&cannon, "c4c7") && !has(&cannon, "c4c5") && !has(&cannon, "c4c6"));
    let home_pawn = board("4k4/9/9/9/9/2P6/9/9/9/3K5 w");
    assert!(has(&home_pawn, "c4c5") && !has(&home_pawn, "c4b4") && !has(&home_pawn, "c4c3"));
    let crossed_pawn = board("4k4/9/9/9/2P6/9/9/9/9/3K5 w");
    assert!(has(&crossed_pawn, "c5b5") && has(&crossed_pawn, "c5d5"));
    assert!(!has(&crossed_pawn, "c5c4"));
}

#[test]
fn the_kings_may_never_face() {
    let pinned = board("4k4/9/9/9/4R4/9/9/9/4A4/4K4 b");
    assert!(pinned.is_in_check(Colour::Black));
    let shield = board("4k4/9/9/9/9/9/9/9/4A4/4K4 w");
    assert!(!has(&shield, "e1d2"), "the advisor keeps the file closed");
    assert!(has(&shield, "e0d0"));
    let step = board("3k5/9/9/9/9/9/9/9/9/4K4 w");
    assert!(!has(&step, "e0d0") && has(&step, "e0f0"));
}

#[test]
fn captures_are_the_legal_moves_onto_pieces() {
    let position = board("4k4/9/9/9/4p4/9/4R4/2r6/4A4/4K4 w");
    let texts = |side| -> Vec<String> {
        position.captures(side).into_iter().map(|capture| capture.to_string()).collect()
    };
    assert_eq!(texts(Colour::Red), ["e3e5"]);
    assert!(texts(Colour::Black).is_empty());
}

#[test]
fn illegal_moves_leave_the_board_alone() {
    let mut position = Board::start();
    for text in ["e0e2", "h2h9", "b9c7", "e4e5", "a0a0"] {
        let result = position.play(text.parse().unwrap());
        let legal = text == "h2h9";
        assert_eq!(result.is_ok(), legal, "{text}");
        if legal {
            position = Board::start();
        }
        assert_eq!(position, Board::start());
    }
}
