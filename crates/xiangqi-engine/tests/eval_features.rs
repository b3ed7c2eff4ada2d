//! Each named feature on hand-made boards: present in the first, gone in the
//! others, and nothing else changes.

use game::{Position as _, Side};
use xiangqi::Position;
use xiangqi_engine::eval::{AttackInfo, EvalStyle, Evaluation, FeatureCounts, raised_before_horse};

fn info(position: &Position) -> AttackInfo {
    AttackInfo::new(position)
}

fn counts(fen: &str) -> FeatureCounts {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let found = FeatureCounts::of(&position, &info(&position), Side::Red);
    let image = position.mirror(1);
    let swapped = FeatureCounts::of(&image, &info(&image), Side::Black);
    assert_eq!(found, swapped, "colours swapped: {fen}");
    found
}

/// Red has exactly `expected` in `with` and no feature in `without`.
fn check(expected: FeatureCounts, with: &[&str], without: &[&str]) {
    for fen in with {
        assert_eq!(counts(fen), expected, "{fen}");
    }
    for fen in without {
        assert_eq!(counts(fen), FeatureCounts::default(), "{fen}");
    }
}

#[test]
fn hollow_cannon() {
    check(
        FeatureCounts { hollow_cannon: 1, ..FeatureCounts::default() },
        &["4k4/9/9/9/9/9/9/4C4/9/3K5 b", "3k5/9/9/9/3C5/9/9/9/9/4K4 w"],
        // A piece between; another file.
        &["4k4/9/9/9/4P4/9/9/4C4/9/3K5 b", "4k4/9/9/9/9/9/9/5C3/9/3K5 b"],
    );
}

#[test]
fn cannon_over_the_palace_horse() {
    check(
        FeatureCounts { palace_horse: 1, ..FeatureCounts::default() },
        &["4k4/4n4/9/9/9/9/9/4C4/9/3K5 b", "4k4/4n4/4b4/4p4/9/9/9/4C4/9/3K5 w"],
        // No cannon on the centre file; the horse elsewhere; the king elsewhere.
        &[
            "4k4/4n4/4b4/4p4/9/9/9/3C5/9/3K5 w",
            "4k4/9/4n4/9/9/9/9/4C4/9/3K5 b",
            "5k3/4n4/4b4/4p4/9/9/9/4C4/9/3K5 w",
        ],
    );
}

#[test]
fn pins() {
    check(
        FeatureCounts { pin: 1, ..FeatureCounts::default() },
        &[
            "4k4/4a4/9/9/9/9/4R4/9/9/3K5 w",
            "4kn2R/9/9/9/9/9/9/9/9/3K5 b",
            "4k4/4a4/4b4/9/9/9/9/4C4/9/3K5 w",
        ],
        // Two pieces before a rook, three before a cannon, an own piece before a rook.
        &[
            "4k4/4a4/4b4/9/9/9/4R4/9/9/3K5 w",
            "4k4/4a4/4b4/4p4/9/9/9/4C4/9/3K5 w",
            "4k4/9/9/9/9/4P4/4R4/9/9/3K5 w",
        ],
    );
    let twice = counts("4kn2R/4a4/9/9/9/9/4R4/9/9/3K5 b");
    assert_eq!(twice.pin, 2);
}

#[test]
fn iron_bolt() {
    check(
        FeatureCounts { iron_bolt: 1, ..FeatureCounts::default() },
        &["4k4/4a4/4b4/4p4/3R5/9/9/4C4/9/3K5 w", "4k4/4aR3/4b4/4p4/9/9/9/4C4/9/3K5 w"],
        // The rook on another file; the way blocked; no cannon in the centre.
        &[
            "4k4/4a4/4b4/4p4/2R6/9/9/4C4/9/3K5 w",
            "4k4/4a4/4b4/3np4/3R5/9/9/4C4/9/3K5 w",
            "4k4/4a4/4b4/4p4/3R5/9/9/2C6/9/3K5 w",
            "5k3/4a4/4b4/4p4/3R5/9/9/4C4/9/3K5 w",
        ],
    );
}

#[test]
fn linked_horses() {
    check(
        FeatureCounts { linked_horses: 1, ..FeatureCounts::default() },
        &["3k5/9/9/9/9/9/4N4/2N6/9/4K4 w"],
        // One leg blocked, so only one horse protects the other; too far apart.
        &["5k3/9/9/9/9/9/3CN4/2N6/9/4K4 w", "3k5/9/9/9/9/9/5N3/2N6/9/4K4 w"],
    );
}

#[test]
fn joined_pawns() {
    check(
        FeatureCounts { joined_pawns: 1, ..FeatureCounts::default() },
        &["3k5/9/9/9/4PP3/9/9/9/9/4K4 w"],
        // A file apart; one rank apart; the last file and the next rank's first.
        &[
            "3k5/9/9/9/4P1P2/9/9/9/9/4K4 w",
            "3k5/9/9/5P3/4P4/9/9/9/9/4K4 w",
            "3k5/9/9/P8/8P/9/9/9/9/4K4 w",
        ],
    );
    assert_eq!(counts("3k5/9/9/9/3PPP3/9/9/9/9/4K4 w").joined_pawns, 2);
}

#[test]
fn linked_cannons() {
    check(
        FeatureCounts { linked_cannons: 1, ..FeatureCounts::default() },
        &["3k5/9/9/9/9/9/9/1C2B2C1/9/4K4 w", "3k5/9/1C7/9/9/1n7/9/1C7/9/4K4 w"],
        // Nothing between; two between; not in line.
        &[
            "3k5/9/9/9/9/9/9/1C5C1/9/4K4 w",
            "3k5/9/9/9/9/9/9/1CN1B2C1/9/4K4 w",
            "3k5/9/9/9/9/9/7C1/1C2B4/9/4K4 w",
        ],
    );
}

/// What Shenxiang prints in tables 4-8 to 4-14 is what its style adds.
#[test]
fn shenxiang_pays_what_it_prints() {
    let evaluator = Evaluation::of_style(EvalStyle::Shenxiang);
    let cases = [
        ("4k4/9/9/9/9/9/9/4C4/9/3K5 b", 150),
        ("4k4/4n4/9/9/9/9/9/4C4/9/3K5 b", 520),
        ("4k4/4a4/9/9/9/9/4R4/9/9/3K5 w", 80),
        ("4k4/4a4/4b4/4p4/3R5/9/9/4C4/9/3K5 w", 200),
        ("3k5/9/9/9/9/9/4N4/2N6/9/4K4 w", 32),
        ("3k5/9/9/9/4PP3/9/9/9/9/4K4 w", 32),
        ("3k5/9/9/9/9/9/9/1C2B2C1/9/4K4 w", 32),
    ];
    for (fen, bonus) in cases {
        let explanation = evaluator.explain(&fen.parse().unwrap());
        let row = explanation.rows.iter().find(|row| row.key == "named_features").unwrap();
        let red = if explanation.turn == Some(Side::Red) { bonus } else { -bonus };
        assert_eq!((row.part(Side::Red), row.part(Side::Black)), (red, 0), "{fen}");
    }
}

#[test]
fn a_raised_elephant_stops_the_horse_in_front_of_it() {
    let facing: Position = "3k5/9/9/9/2n6/2B6/9/9/9/4K4 w".parse().unwrap();
    let aside: Position = "3k5/9/9/9/6n2/2B6/9/9/9/4K4 w".parse().unwrap();
    assert_eq!(raised_before_horse(&facing, Side::Red), 1);
    assert_eq!(raised_before_horse(&facing, Side::Black), 0);
    assert_eq!(raised_before_horse(&facing.mirror(1), Side::Black), 1);
    assert_eq!(raised_before_horse(&aside, Side::Red), 0);
}
