//! Who moves and captures what on the dark chess board, and its text forms.

use reference::banqi::{Board, Cell};
use reference::{Colour, Kind, Piece};

/// A position with the given ranks 4 to 1 and red to move; nothing but what is shown.
fn red_to_move(cells: &str, pool: &str) -> Board {
    let text = format!("{cells} r {pool} 0 1");
    Board::from_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn has(board: &Board, ply: &str) -> bool {
    board.legal_plies().iter().any(|legal| legal == ply)
}

#[test]
fn adjacent_captures_follow_the_whole_table() {
    // Rows are red hunters, columns black prey, both in the order K A E R H C P.
    let table = [
        ("K", "kaerhc."),
        ("A", ".aerhcp"),
        ("E", "..erhcp"),
        ("R", "...rhcp"),
        ("H", "....hcp"),
        ("C", "......."),
        ("P", "k.....p"),
    ];
    for (hunter, row) in table {
        for prey in "kaerhcp".chars() {
            let board = red_to_move(&format!("8/8/8/{hunter}{prey}6"), "-");
            assert_eq!(has(&board, "a1b1"), row.contains(prey), "{hunter} takes {prey}");
        }
    }
}

#[test]
fn all_but_the_cannon_capture_beside_them_only() {
    let board = red_to_move("8/8/1p6/R1r5", "-");
    assert!(!has(&board, "a1c1"), "two steps away");
    assert!(!has(&board, "a1b2"), "diagonally");
    let own = red_to_move("8/8/8/RH5k", "-");
    assert!(!has(&own, "a1b1"), "an own piece");
    let dark = red_to_move("8/8/8/RX5k", "p1");
    assert!(!has(&dark, "a1b1"), "a face-down piece");
}

#[test]
fn a_cannon_needs_exactly_one_screen_at_any_distance() {
    for (row, ply, captures) in [
        ("Ck6", "a1b1", false),
        ("C1k5", "a1c1", false),
        ("Cpk5", "a1c1", true),
        ("CPk5", "a1c1", true),
        ("CXk5", "a1c1", true),
        ("C2p3k", "a1h1", true),
        ("Cp5k", "a1h1", true),
        ("C4X1k", "a1h1", true),
        ("CX4Xk", "a1h1", false),
        ("CXpk4", "a1d1", false),
        ("Cpc5", "a1c1", true),
        ("CpR4k", "a1c1", false),
        ("CpX4k", "a1c1", false),
    ] {
        let pool = match row.matches('X').count() {
            0 => "-",
            1 => "h1",
            _ => "h2",
        };
        let board = red_to_move(&format!("8/8/8/{row}"), pool);
        assert_eq!(has(&board, ply), captures, "{row}");
    }
    let column = red_to_move("k7/8/X7/C7", "h1");
    assert!(has(&column, "a1a4"), "along a file");
    let diagonal = red_to_move("8/2k5/1p6/C7", "-");
    assert!(!has(&diagonal, "a1c3"));
}

#[test]
fn a_cannon_walks_one_step_like_the_others() {
    let board = red_to_move("8/8/8/C1p4k", "-");
    assert!(has(&board, "a1b1") && has(&board, "a1a2"));
    assert!(!has(&board, "a1a3") && !has(&board, "a1d1"));
}

#[test]
fn only_own_face_up_pieces_move_and_anybody_flips() {
    let board = red_to_move("8/8/8/R1r4X", "p1");
    assert!(has(&board, "a1a2") && has(&board, "h1h1"));
    assert!(!has(&board, "c1c2"), "the opponent's piece");
    assert!(!has(&board, "h1g1"), "a face-down piece");
    assert!(!has(&board, "a1a1"), "a face-up piece cannot be flipped");
    assert!(!has(&board, "b1b1"), "nothing there");
}

#[test]
fn the_first_flip_gives_the_colours() {
    for (letter, turn) in [('K', Colour::Black), ('k', Colour::Red)] {
        let mut board = Board::start();
        board.play("c2c2", Some(letter)).unwrap();
        assert_eq!(board.turn(), Some(turn), "{letter}");
        // The second flip only passes the turn on, whatever it turns up.
        board.play("a1=p", None).unwrap();
        assert_eq!(board.turn(), Some(turn.other()), "{letter}");
    }
}

#[test]
fn plies_change_pool_clock_and_counter() {
    let mut board = Board::start();
    let pawn = Piece::new(Colour::Black, Kind::Pawn);
    for (ply, revealed, text) in [
        (
            "a1a1",
            Some('R'),
            "XXXXXXXX/XXXXXXXX/XXXXXXXX/RXXXXXXX b K1A2E2R1H2C2P5k1a2e2r2h2c2p5 0 2",
        ),
        (
            "a2a2",
            Some('p'),
            "XXXXXXXX/XXXXXXXX/pXXXXXXX/RXXXXXXX r K1A2E2R1H2C2P5k1a2e2r2h2c2p4 0 3",
        ),
        ("a1a2", None, "XXXXXXXX/XXXXXXXX/RXXXXXXX/1XXXXXXX b K1A2E2R1H2C2P5k1a2e2r2h2c2p4 0 4"),
        (
            "b1b1",
            Some('h'),
            "XXXXXXXX/XXXXXXXX/RXXXXXXX/1hXXXXXX r K1A2E2R1H2C2P5k1a2e2r2h1c2p4 0 5",
        ),
        ("a2a1", None, "XXXXXXXX/XXXXXXXX/1XXXXXXX/RhXXXXXX b K1A2E2R1H2C2P5k1a2e2r2h1c2p4 1 6"),
    ] {
        board.play(ply, revealed).unwrap();
        assert_eq!(board.to_text(), text);
        assert_eq!(Board::from_text(text), Ok(board.clone()));
    }
    assert_eq!(board.pool_count(pawn), 4);
    assert_eq!(board.pieces_left(Colour::Black), 15);
    assert_eq!(board.at("a2".parse().unwrap()), Cell::Empty);
}

#[test]
fn plies_that_cannot_be_played_leave_the_board_alone() {
    let board = red_to_move("8/8/8/R1r4X", "p1");
    for (ply, revealed, reason) in [
        ("h1h1", None, "does not say"),
        ("h1h1", Some('P'), "no `P` lies face down"),
        ("h1h1", Some('x'), "`x` is no piece"),
        ("h1=pp", None, "one letter"),
        ("h1=p", Some('p'), "one letter"),
        ("a1a2", Some('p'), "no flip"),
        ("a1c1", None, "not legal"),
        ("c1c2", None, "not legal"),
        ("a1", None, "no ply"),
        ("a1a9", None, "no square `a9`"),
    ] {
        let mut copy = board.clone();
        let error = copy.play(ply, revealed).expect_err(ply);
        assert!(error.contains(reason), "{ply}: `{error}` should name `{reason}`");
        assert_eq!(copy, board);
    }
}

#[test]
fn letters_of_other_engines_are_understood() {
    let ours = "K1E1H1P1/8/8/kehp4 b R1r1 7 30";
    let theirs = "G1M1N1S1/8/8/gmns4 b R1r1 7 30";
    let with = |text: &str| text.replacen('8', "XX6", 1);
    let board = Board::from_text(&with(theirs)).unwrap();
    assert_eq!(board.to_text(), with(ours));
    let shuffled = Board::from_text(&with(theirs).replace("R1r1", "r1R1")).unwrap();
    assert_eq!(shuffled, board, "the order of the pool does not matter");
}

#[test]
fn bad_position_texts_are_refused_with_their_reason() {
    for (text, reason) in [
        ("", "0 fields"),
        ("8/8/8/K7 r - 0", "4 fields"),
        ("8/8/K7 r - 0 1", "3 ranks"),
        ("8/8/8/K6 r - 0 1", "rank 1"),
        ("K8/8/8/8 r - 0 1", "rank 4"),
        ("8/9/8/K7 r - 0 1", "`9`"),
        ("8/8/8/x7 r - 0 1", "`x`"),
        ("8/8/8/K7 w - 0 1", "turn `w`"),
        ("8/8/8/K7 r - -1 1", "clock"),
        ("8/8/8/K7 r - 0 one", "ply"),
        ("8/8/8/K7 r - 0 0", "ply 0"),
        ("8/8/8/KX6 r - 0 1", "face down"),
        ("8/8/8/K7 r p1 0 1", "face down"),
        ("8/8/8/KX6 r p 0 1", "pool"),
        ("8/8/8/KX6 r p0 0 1", "pool"),
        ("8/8/8/KX6 r X1 0 1", "pool"),
        ("8/8/8/KXX5 r p1p1 0 1", "twice"),
        ("8/8/8/KX6 r K1 0 1", "2 of `K`"),
        ("8/8/8/RRR5 r - 0 1", "3 of `R`"),
        ("8/8/8/K7 - - 0 1", "face up"),
        ("8/8/8/8 r - 0 1", "empty"),
    ] {
        let error = Board::from_text(text).expect_err(text);
        assert!(error.contains(reason), "{text}: `{error}` should name `{reason}`");
    }
}

#[test]
fn perft_of_the_start_position() {
    let counts = |depth| {
        let perft = Board::start().perft(depth);
        (perft.kinds, perft.weighted)
    };
    assert_eq!(counts(0), (1, 1));
    assert_eq!(counts(1), (448, 1_024));
    assert_eq!(counts(2), (192_448, 984_064));
}
