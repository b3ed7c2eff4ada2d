//! Hand-made cases: what may be played, and what ends a game.

use banqi::notation::{coordinate, replay};
use banqi::{BanqiRules, Position, Setup};
use game::{Cause, Game, Outcome, Position as _, Side};

/// Every capture in a position, in coordinate notation.
fn captures(text: &str) -> String {
    let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut plies: Vec<String> = position.captures_only().iter().map(|p| p.to_string()).collect();
    plies.sort();
    plies.join(" ")
}

#[test]
fn captures_follow_the_ranks() {
    let cases = [
        ("8/8/8/Kk6 r", "a1b1"),
        ("8/8/8/Kp6 r", ""),
        ("8/8/8/Kp6 b", "b1a1"),
        ("8/8/8/Pp6 r", "a1b1"),
        ("8/8/8/Pc6 r", ""),
        ("8/8/8/Hc6 r", "a1b1"),
        ("8/8/8/Hr6 r", ""),
        ("8/8/8/Hr6 b", "b1a1"),
        ("8/8/8/Ak6 r", ""),
        ("8/8/8/Ep6 r", "a1b1"),
        ("8/8/8/XX6 r P1p1", ""),
        ("8/8/8/KX6 r p1", ""),
        ("8/8/8/RR6 r", ""),
        ("8/8/8/K1k5 r", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(captures(text), expected, "{text}");
    }
}

#[test]
fn a_cannon_jumps_over_exactly_one_piece() {
    let cases = [
        ("8/8/8/Ck6 r", ""),
        ("8/8/8/CPk5 r", "a1c1 b1c1"),
        ("8/8/8/Cpk5 r", "a1c1"),
        ("8/8/8/CXk5 r P1", "a1c1"),
        ("8/8/8/C3X2k r P1", "a1h1"),
        ("8/8/8/CXXk4 r P2", ""),
        ("8/8/8/C1P1X1k1 r P1", ""),
        ("8/8/8/CPXk4 r P1", ""),
        ("8/8/8/CPP5 r", ""),
        ("8/8/8/CPc5 r", "a1c1"),
        ("8/8/8/Cc6 r", ""),
        ("k7/8/P7/C7 r", "a1a4"),
        ("k7/p7/P7/C7 r", "a1a3 a2a3"),
        ("8/8/7P/k6C r", ""),
        // A row does not run on into the next.
        ("8/8/Xk6/7C r P1", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(captures(text), expected, "{text}");
    }
}

/// Replays plies and returns the verdict as `outcome cause: reason`.
fn judged(rules: &str, start: &str, plies: &str) -> String {
    let rules: BanqiRules = rules.parse().unwrap();
    let start: Setup = start.parse().unwrap();
    let plies = coordinate::read_list(plies).unwrap();
    let game = replay(rules, &start, &plies).unwrap_or_else(|error| panic!("{error}"));
    describe(&game)
}

fn describe(game: &Game<Position, BanqiRules>) -> String {
    match game.verdict() {
        None => "goes on".to_owned(),
        Some(verdict) => format!("{} {}: {}", verdict.outcome, verdict.cause, verdict.reason),
    }
}

#[test]
fn the_board_ends_a_game() {
    let cases = [
        ("8/8/8/K1k5 r", "a1b1 c1b1", "black_wins elimination: red has no piece left"),
        ("8/8/8/Kk6 b", "b1a1", "black_wins elimination: red has no piece left"),
        // Red's last piece lies face down: not eliminated.
        ("8/8/8/Kk5X b P1", "b1a1", "goes on"),
        // Nothing but black pieces is left, seen or not.
        ("8/8/8/Kk5X b p1", "b1a1", "black_wins elimination: red has no piece left"),
        ("8/8/8/Pp5p r", "", "goes on"),
        // A pawn in the corner shut in by higher pieces cannot move.
        ("8/8/r7/Pr6 r", "", "black_wins no-move: red has no legal ply"),
        ("8/8/r6h/Pr6 b", "h2h3", "black_wins no-move: red has no legal ply"),
        // A face-down piece anywhere can always be flipped.
        ("8/8/r7/Pr5X r p1", "", "goes on"),
    ];
    for (start, plies, expected) in cases {
        assert_eq!(judged("tcga", start, plies), expected, "{start} {plies}");
    }
}

#[test]
fn no_progress_counts_plies_without_capture_or_flip() {
    let shuffle = "a1a2 h1h2 a2a1 h2h1 ".repeat(30);
    let plies = |count: usize| shuffle.split(' ').take(count).collect::<Vec<_>>().join(" ");
    let start = "8/8/8/K2X3k r p1";
    let rules = "no_progress_plies=60 repetition=off";
    let draw = "draw no-progress: 60 plies without a capture or flip";
    assert_eq!(judged(rules, start, &plies(59)), "goes on");
    assert_eq!(judged(rules, start, &plies(60)), draw);
    // A flip starts the count again.
    let flipped = format!("{} d1=p {}", plies(59), "a1a2 h2h1 a2a1 h1h2 ".repeat(14));
    assert_eq!(judged(rules, start, &flipped), "goes on");
    // The clock of the start position counts.
    let late = "8/8/8/K6k r - 58 90";
    assert_eq!(judged(rules, late, &plies(1)), "goes on");
    assert_eq!(judged(rules, late, &plies(2)), draw);
    assert_eq!(judged("no_progress_plies=0 repetition=off", late, &plies(100)), "goes on");
}

#[test]
fn a_cycle_is_the_same_plies_again() {
    let start = "8/8/8/K6k r";
    let cycle = "a1a2 h1h2 a2a1 h2h1 ";
    let draw = "draw repetition: the last 12 plies are three times the same 4 plies";
    assert_eq!(judged("tcga", start, &cycle.repeat(2)), "goes on");
    let short: String = cycle.repeat(3).trim().rsplit_once(' ').unwrap().0.to_owned();
    assert_eq!(judged("tcga", start, &short), "goes on");
    assert_eq!(judged("tcga", start, &cycle.repeat(3)), draw);
    // A cycle may begin anywhere: the first plies lead to it.
    assert_eq!(judged("tcga", start, &format!("a1b1 h1g1 b1a1 g1h1 {}", cycle.repeat(3))), draw);
    // Two different ways round are no cycle, though positions recur three times.
    let other = "a1b1 h1h2 b1a1 h2h1 ";
    let mixed = format!("{cycle}{other}{cycle}");
    assert_eq!(judged("tcga", start, &mixed), "goes on");
    // The capture a1xa2 is written like the move, but it cannot come again.
    let taken = format!("{cycle}{cycle}{cycle}");
    assert_eq!(judged("tcga", "8/8/r7/K6k r", &taken), "goes on");
    assert_eq!(judged("tcga", "8/8/r7/K6k r", &format!("{taken}a1a2")), draw);
    // But the two ways together are one cycle of eight plies.
    let long = format!("{cycle}{other}").repeat(3);
    let reason = "draw repetition: the last 24 plies are three times the same 8 plies";
    assert_eq!(judged("tcga", start, &long), reason);
}

#[test]
fn a_position_is_the_same_board_and_side() {
    let start = "8/8/8/K6k r";
    let cycle = "a1a2 h1h2 a2a1 h2h1 ";
    let draw = "draw repetition: the same position with red to move for the 3rd time";
    assert_eq!(judged("ntu-2018", start, cycle), "goes on");
    let short: String = cycle.repeat(2).trim().rsplit_once(' ').unwrap().0.to_owned();
    assert_eq!(judged("ntu-2018", start, &short), "goes on");
    assert_eq!(judged("ntu-2018", start, &cycle.repeat(2)), draw);
    assert_eq!(judged("ntu-2018", start, &format!("{cycle}a1b1 h1h2 b1a1 h2h1")), draw);
    // A triangle is impossible on squares, but losing a move is not: the same
    // board with the other side to move is another position.
    let rules = "repetition=position:2";
    let around = "a1a2 h1h2 a2b2 h2h1 b2b1 h1h2 b1a1";
    assert_eq!(judged(rules, start, around), "goes on");
    assert_eq!(judged("repetition=off", start, &cycle.repeat(9)), "goes on");
}

#[test]
fn the_same_chase_ten_times_loses() {
    // A rook beside a cannon that goes to and fro, as in Hsieh 2010.
    let start = "8/8/7c/K5R1 r";
    let chase = "g1g2 h2h1 g2g1 h1h2 ";
    let plies = |count: usize| chase.repeat(9).split(' ').take(count).collect::<Vec<_>>().join(" ");
    // 19 plies are ten of red's.
    assert_eq!(judged("thesis-2010", start, &plies(17)), "goes on");
    assert_eq!(
        judged("thesis-2010", start, &plies(19)),
        "black_wins perpetual-chase: red chases the cannon on h1 for the 10th time in a row"
    );
    assert_eq!(judged("repetition=off", start, &plies(19)), "goes on");
    // Another ply in between starts the count again.
    let pause = format!("{} a1a2 h2h3 a2a1 h3h2 {}", plies(16), chase.repeat(4));
    assert_eq!(judged("thesis-2010", start, &pause), "goes on");
}

#[test]
fn a_chase_follows_its_victim() {
    let cases = [
        // The victim walks away, the chaser follows it.
        ("8/8/8/1R1p4 r", "b1c1 d1e1 c1d1 e1f1 d1e1", "pawn on f1"),
        // The victim takes something on its way.
        ("8/8/8/1R1pP3 r", "b1c1 d1e1 c1d1 e1f1 d1e1", "pawn on f1"),
        // A cannon chases by its jump.
        ("8/8/CX6/1Xk5 r E1p1", "a2a1 c1c2 a1a2 c2c1 a2a1", "king on c1"),
        // Two pieces that chase one piece in turn count together.
        ("7p/3R4/2A1R3/3p4 r", "c2c1 h4h3 e2e1 h3h4 d3d2", "pawn on d1"),
        // Stepping away for one ply ends a chase.
        ("7p/8/1R1p1R2/8 r", "b2c2 h4h3 f2e2 h3h4 c2c1 h4h3 c1c2", ""),
        // Chasing two pieces in turn is no chase of one.
        ("8/8/1p6/2Rp3h r", "c1c2 h1h2 c2c1 h2h1 c1c2 h1h2 c2c1", ""),
        // The piece that moves chases, not one that stands by.
        ("7p/8/5R2/K4p2 r", "a1a2 h4h3 a2a1 h3h4 a1a2 h4h3 a2a1", ""),
        // Walking up to a piece that cannot be taken is no chase.
        ("8/8/8/1K1p4 r", "b1c1 d1d2 c1c2 d2d3 c2c3", ""),
        ("8/8/8/1R1k4 r", "b1c1 d1e1 c1d1 e1f1 d1e1", ""),
    ];
    for (start, plies, victim) in cases {
        let expected = match victim {
            "" => "goes on".to_owned(),
            _ => format!(
                "black_wins perpetual-chase: red chases the {victim} for the 3rd time in a row"
            ),
        };
        assert_eq!(judged("repetition=off long_chase=3", start, plies), expected, "{start}");
    }
}

#[test]
fn a_capture_or_flip_ends_a_chase() {
    let rules = "repetition=off long_chase=2";
    let start = "7p/8/4R3/1R1p1XpA r E1";
    let lost = "black_wins perpetual-chase: red chases the pawn on d1 for the 2nd time in a row";
    assert_eq!(judged(rules, start, "b1c1 h4h3 e2e1"), lost);
    assert_eq!(judged(rules, start, "b1c1 h4h3 h1g1 h3h4 e2e1"), "goes on");
    assert_eq!(judged(rules, start, "b1c1 h4h3 f1=E h3h4 e2e1"), "goes on");
    // A capture that lands beside the victim is no chase either.
    let beside = "7p/8/4A3/1R1pp3 r";
    assert_eq!(judged(rules, beside, "b1c1 h4h3 e2e1"), "goes on");
    // What the other side does in between does not matter.
    assert_eq!(judged(rules, start, "b1c1 f1=E e2e1"), lost);
}

#[test]
fn ends_come_in_their_order() {
    // The tenth chase is also the sixtieth ply: the chase is found first.
    let start = "8/8/7c/K5R1 r - 41 60";
    let chase = "g1g2 h2h1 g2g1 h1h2 ".repeat(5);
    let plies = chase.split(' ').take(19).collect::<Vec<_>>().join(" ");
    let rules = "no_progress_plies=60 repetition=cycle:2 long_chase=10";
    let verdict = replay(
        rules.parse().unwrap(),
        &start.parse().unwrap(),
        &coordinate::read_list(&plies).unwrap(),
    )
    .unwrap()
    .verdict()
    .cloned()
    .unwrap();
    assert_eq!(
        (verdict.outcome, verdict.cause),
        (Outcome::Win(Side::Black), Cause::PerpetualChase)
    );
    let rules = "no_progress_plies=60 repetition=cycle:2";
    assert_eq!(
        judged(rules, start, &plies),
        "draw no-progress: 60 plies without a capture or flip"
    );
    // A capture that leaves nothing outweighs the ply count.
    let last = "8/8/8/Kk6 r - 59 99";
    assert_eq!(judged("tcga", last, "a1b1"), "red_wins elimination: black has no piece left");
}

#[test]
fn illegal_plies_are_explained() {
    let board = "8/1X6/1K1C2h1/Pp1k2X1 r R1c1 0 1";
    let position: Position = board.parse().unwrap();
    let cases = [
        ("a2a3", "a2a3: a2 is empty"),
        ("h4h4", "h4h4: h4 is empty"),
        ("b2b2", "b2b2: the red king on b2 is face up already"),
        ("b3b4", "b3b4: the piece on b3 is face down, it can only be flipped (b3b3)"),
        ("b1c1", "b1c1: the black pawn on b1 cannot move, it is red's turn"),
        ("b2b3", "b2b3: the piece on b3 is face down and cannot be taken"),
        ("b2b1", "b2b1: a king cannot take a pawn"),
        ("b2d2", "b2d2: d2 is held by red's own cannon"),
        ("b2b4", "b2b4: b2 and b4 are not neighbours, a king moves one step"),
        ("b2d1", "b2d1: b2 and d1 are not neighbours, a king moves one step"),
        ("d2d1", "d2d1: a cannon takes along a row or column over exactly one piece"),
        ("d2g2", "d2g2: a cannon takes along a row or column over exactly one piece"),
        ("d2f2", "d2f2: d2 and f2 are not neighbours, a cannon moves one step"),
        (
            "a1",
            "`a1` is not a ply: expected two squares like a1a2, or the same square twice for a flip",
        ),
        ("a1a5", "`a1a5`: `a5` is not a square: expected a file a–h and a rank 1–4"),
    ];
    for (ply, expected) in cases {
        assert_eq!(position.parse_ply(ply), Err(expected.to_owned()));
    }
    let start = Position::start();
    assert!(start.parse_ply("a1a1").is_ok());
    let unfixed: Position = "8/8/8/XX6 - K1k1".parse().unwrap();
    assert_eq!(unfixed.legal_plies().len(), 2);
    assert!(unfixed.captures_only().is_empty() && unfixed.quiets().is_empty());
}
