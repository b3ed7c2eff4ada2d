//! FEN: what is read, what is written, and what each error says.

use game::Position as _;
use game::conformance::random_position;
use xiangqi::{Position, START_FEN, Setup};

#[test]
fn the_start_position_is_written_as_it_is_read() {
    assert_eq!(Position::start().to_string(), START_FEN);
}

#[test]
fn tolerant_forms_mean_the_same() {
    let start = Position::start();
    let placement = START_FEN.split(' ').next().unwrap();
    let he_letters =
        placement.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
    let gs_letters =
        placement.replace('K', "G").replace('k', "g").replace('P', "S").replace('p', "s");
    for fen in [
        placement.to_owned(),
        format!("{placement} w"),
        format!("{placement} r - - 0 1"),
        format!("  {placement}   w  -   -  0   1 "),
        format!("{placement} w 0 1"),
        format!("{he_letters} w - - 0 1"),
        format!("{gs_letters} w - - 0 1"),
        placement.replace("/9/", "//") + " w",
        placement.replace("/9/", "/54/") + " w",
    ] {
        assert_eq!(fen.parse::<Position>().as_ref(), Ok(&start), "{fen}");
    }
}

#[test]
fn counters_are_kept_by_the_setup() {
    let fen = "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 17 42";
    let setup: Setup = fen.parse().unwrap();
    assert_eq!((setup.halfmoves, setup.fullmoves), (17, 42));
    assert_eq!(setup.to_string(), fen);
}

#[test]
fn errors_name_the_fault() {
    let cases = [
        ("", "the FEN is empty"),
        ("9/9 w", "2 ranks"),
        ("4k4/9/9/9/9/9/9/9/8/4K4 w", "rank 1 of the placement, '8', has 8 points"),
        ("4k4/9/9/9/9/9/9/9/55/4K4 w", "rank 1 of the placement, '55', has 10 points"),
        ("4k4/9/9/9/9/9/9/4x4/9/4K4 w", "'x' in rank 2"),
        ("4k4/9/9/9/9/9/9/9/0/4K4 w", "'0' in rank 1"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 x", "side to move is 'x'"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - minus 1", "the ply counter (field 5) is 'minus'"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 99999999999", "the move number (field 6)"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves", "unexpected 'moves'"),
        ("9/9/9/9/9/9/9/9/9/4K4 w", "black has 0 kings"),
        ("3kk4/9/9/9/9/9/9/9/9/4K4 w", "black has 2 kings"),
        ("3k5/9/9/9/9/9/9/9/RRR6/4K4 w", "red has 3 rooks, at most 2"),
        ("k8/9/9/9/9/9/9/9/9/4K4 w", "a black king cannot stand on a9"),
        ("3k5/9/9/9/9/9/9/9/A8/4K4 w", "a red advisor cannot stand on a1"),
        ("3k5/9/9/9/9/9/9/9/9/B3K4 w", "a red elephant cannot stand on a0"),
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w", "a red pawn cannot stand on a2"),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w", "a red pawn cannot stand on b3"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other"),
        ("3k5/9/9/9/9/9/9/9/3R5/4K4 w", "black is in check from d1 although it is red's turn"),
        ("3kk4/9/9/9/9/9/9/9/RRR6/B3K4 w", "black has 2 kings, expected 1; "),
    ];
    for (fen, expected) in cases {
        let error = match fen.parse::<Setup>() {
            Err(error) => error.to_string(),
            Ok(setup) => Position::try_from(&setup).map(|_| ()).unwrap_err().to_string(),
        };
        assert!(error.contains(expected), "{fen}: '{error}' does not say '{expected}'");
        assert!(fen.parse::<Position>().is_err());
    }
}

#[test]
fn random_positions_round_trip() {
    for seed in 0..2_000 {
        let position: Position = random_position(seed, seed as usize % 200);
        assert_eq!(position.to_string().parse::<Position>(), Ok(position));
    }
}

#[test]
fn no_text_panics() {
    arbtest::arbtest(|u| {
        let text: String = u.arbitrary()?;
        if let Ok(position) = text.parse::<Position>() {
            game::conformance::check_position(&position);
        }
        Ok(())
    });
    // Random bytes rarely look like a FEN: change a good one instead.
    arbtest::arbtest(|u| {
        let mut bytes = START_FEN.as_bytes().to_vec();
        for _ in 0..u.int_in_range(1..=6)? {
            let at = u.choose_index(bytes.len())?;
            let alphabet = b"KABNRCPkabnrcp123456789/ w-b0";
            match u.int_in_range(0..=2)? {
                0 => bytes[at] = *u.choose(alphabet)?,
                1 => bytes.insert(at, *u.choose(alphabet)?),
                _ => drop(bytes.remove(at)),
            }
        }
        if let Ok(position) = String::from_utf8_lossy(&bytes).parse::<Position>() {
            game::conformance::check_position(&position);
        }
        Ok(())
    });
}

#[test]
fn plies_are_explained() {
    let position = Position::start();
    for (text, expected) in [
        ("h2", "expected two squares"),
        ("h2e9z", "expected two squares"),
        ("j2e2", "'j2' is not a square"),
        ("h2h2", "does not move"),
        ("e4e5", "e4 is empty"),
        ("h7e7", "it is red's turn"),
        ("a0a3", "holds a piece of the same side"),
        ("b0d1", "the horse on b0 cannot reach d1"),
        ("炮二平五", "expected two squares"),
    ] {
        let error = position.parse_ply(text).unwrap_err();
        assert!(error.contains(expected), "{text}: '{error}' does not say '{expected}'");
    }
    let pinned: Position = "4k4/9/9/9/4r4/9/9/9/4A4/4K4 w".parse().unwrap();
    assert!(pinned.parse_ply("e1d2").unwrap_err().contains("would be left in check"));
}
