//! Laws every notation obeys, on random positions and random texts.

use std::collections::HashMap;

use arbtest::arbitrary::Unstructured;
use game::conformance::random_position;
use game::{Position as _, Rng, Side};
use xiangqi::notation::chinese::{self, Digits, Script};
use xiangqi::notation::{self, Notation, read, read_as};
use xiangqi::{Kind, Piece, Position, Setup, Square};

/// Every legal ply is read back from what is written, with and without the
/// notation being told, and no two plies are written alike.
fn check(position: &Position) {
    let plies = position.legal_plies();
    for notation in Notation::ALL {
        let mut seen = HashMap::new();
        for &ply in &plies {
            let text = notation::write(position, ply, notation);
            assert_eq!(
                read_as(position, &text, notation),
                Ok(ply),
                "{text} as {notation} in {position}"
            );
            if notation != Notation::UciOneToTen {
                assert_eq!(read(position, &text), Ok(ply), "{text} ({notation}) in {position}");
            }
            if let Some(other) = seen.insert(text, ply) {
                panic!("{ply} and {other} are written alike in {notation} in {position}");
            }
        }
    }
}

#[test]
fn random_positions() {
    for seed in 0..10_000 {
        check(&random_position(seed, seed as usize % 151));
    }
}

#[test]
fn constructed_positions_and_their_images() {
    let fens = [
        "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w",
        "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w",
        "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w",
        "4k4/2P6/2P6/6P2/6P2/9/9/9/9/3K5 w",
        "4k4/8P/P8/8P/P7P/9/9/9/9/3K5 w",
        "4k4/P8/P7P/8P/P8/9/9/9/9/3K5 w",
        "3k5/9/9/9/R8/9/9/R8/9/4K4 w",
        "3k5/9/9/2N6/9/9/2N6/9/9/4K4 w",
        "3k5/9/7C1/9/9/7C1/9/9/9/4K4 w",
        "3k5/9/9/9/9/2B6/9/5A3/9/2B1KA3 w",
        "3k5/2P1P4/2P1P4/2P6/1R7/1R2C4/4C4/2N6/2N6/4K4 w",
    ];
    for fen in fens {
        let position: Position = fen.parse().unwrap();
        for image in [position.clone(), position.mirror(0), position.mirror(1)] {
            check(&image);
            check(&image.mirror(0));
        }
    }
}

/// Five pawns a side over the river on one, two or three files.
fn crowd(rng: &mut Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = if rng.below(2) == 0 { Side::Red } else { Side::Black };
    let mut put = |file, rank, side, kind| {
        if let Some(square) = Square::new(file, rank) {
            setup.board[square.index()].get_or_insert(Piece::new(side, kind));
        }
    };
    put(3, 0, Side::Red, Kind::King);
    put(5, 9, Side::Black, Kind::King);
    for (side, base) in [(Side::Red, 5), (Side::Black, 0)] {
        let files = [rng.below(9), rng.below(9), rng.below(9)];
        let different = 1 + rng.below(3);
        for _ in 0..5 {
            put(files[rng.below(different)], base + rng.below(5), side, Kind::Pawn);
        }
    }
    Position::try_from(&setup).ok()
}

#[test]
fn crowds_of_pawns() {
    let mut rng = Rng::new(7);
    let mut totals = [0; 6];
    for _ in 0..6_000 {
        let Some(position) = crowd(&mut rng) else { continue };
        check(&position);
        let pawns = position.pieces(position.turn(), Kind::Pawn);
        let mut files = [0; 9];
        pawns.into_iter().for_each(|square| files[square.file()] += 1);
        totals[files.iter().filter(|&&count| count > 1).sum::<usize>()] += 1;
    }
    assert!(totals[2..].iter().all(|&total| total > 200), "a case is rare: {totals:?}");
}

#[test]
fn plain_digits_are_read_back() {
    for seed in 0..500 {
        let position: Position = random_position(seed, 1 + 2 * (seed as usize % 60));
        for ply in position.legal_plies() {
            let text = chinese::write(&position, ply, Script::Simplified, Digits::Ascii);
            assert_eq!(read(&position, &text), Ok(ply), "{text} in {position}");
        }
    }
}

/// Whatever the text, the answer is a legal ply or an error of bounded length.
fn check_any_text(position: &Position, text: &str) {
    let told = Notation::ALL.map(|notation| read_as(position, text, notation));
    for answer in told.into_iter().chain([read(position, text)]) {
        match answer {
            Ok(ply) => assert!(position.is_legal(ply), "{text:?} gives {ply} in {position}"),
            Err(error) => assert!(error.to_string().len() < 2_000, "{text:?}: {error}"),
        }
    }
}

fn any_position(unstructured: &mut Unstructured<'_>) -> arbtest::arbitrary::Result<Position> {
    let seed = unstructured.arbitrary()?;
    Ok(random_position(seed, unstructured.int_in_range(0..=60)?))
}

#[test]
fn any_text_is_answered() {
    arbtest::arbtest(|unstructured| {
        let position = any_position(unstructured)?;
        let text: String = unstructured.arbitrary()?;
        check_any_text(&position, &text);
        Ok(())
    });
}

/// Texts made of the characters of the notations come much closer to a move.
#[test]
fn any_text_of_notation_characters_is_answered() {
    let alphabet: Vec<char> =
        "abcdefghiKAGEBMHNRCPS0123456789+-=.# １２９＋－前中后後一二三四五六七八九十進进退平\
         帥帅將将仕士相象馬傌马車俥伡车炮砲包兵卒\u{301}\u{200f}\u{10ffff}"
            .chars()
            .collect();
    arbtest::arbtest(|unstructured| {
        let position = any_position(unstructured)?;
        let length = unstructured.int_in_range(0..=8)?;
        let symbols = (0..length).map(|_| unstructured.choose(&alphabet).copied());
        let text: String = symbols.collect::<Result<_, _>>()?;
        check_any_text(&position, &text);
        Ok(())
    });
}

#[test]
fn absurd_texts_are_answered_shortly() {
    let start = Position::start();
    for unit in ["h", "h2", "炮", "前", "炮二平五", "+", "1", " ", "\u{301}", "𠀀", "ﷺ"] {
        let text = unit.repeat(100_000);
        let error = read(&start, &text).unwrap_err().to_string();
        assert!(error.len() < 400, "{} bytes", error.len());
        check_any_text(&start, &text);
    }
}
