//! The shipped patterns: each is where its example is and not where its near miss is,
//! for both colours and both wings.

use game::Side;
use patterns::diagnostic::render_all;
use patterns::pattern::Pattern;
use patterns::shipped::{TEXTS, shipped};
use patterns::{PatternSet, format, syntax};
use xiangqi::{Position, Square};

/// The board turned: colours swapped, or left and right.
fn turned(fen: &str, swap: bool, mirror: bool) -> Position {
    let position: Position = fen.parse().unwrap();
    let mut rows = Vec::new();
    for rank in (0..10).rev() {
        let mut row = String::new();
        for file in 0..9 {
            let square = Square::new(file, rank).unwrap();
            let square = if swap { square.rotated() } else { square };
            let square = if mirror { square.mirrored() } else { square };
            let swapped = |letter: char| match letter.is_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            match position.piece_at(square).map(xiangqi::Piece::letter) {
                Some(letter) => row.push(if swap { swapped(letter) } else { letter }),
                None => row.push('1'),
            }
        }
        rows.push(row);
    }
    let turn = if (position.turn() == Side::Red) != swap { "w" } else { "b" };
    format!("{} {turn}", rows.join("/")).parse().unwrap()
}

fn sides(set: &PatternSet, position: &Position) -> Vec<Side> {
    set.matches(position).into_iter().map(|found| found.side).collect()
}

#[test]
fn the_texts_are_sound_and_in_canonical_form() {
    for (file, text) in TEXTS {
        let (_, found) = PatternSet::read(text);
        let errors: Vec<_> = found.into_iter().filter(|one| one.is_error()).collect();
        assert!(errors.is_empty(), "{}", render_all(&errors, file, text, 20));
        assert!(format::format(&syntax::parse(text).0) == text, "run chuhe patterns fmt on {file}");
    }
}

#[test]
fn there_are_eighty_with_three_names_and_a_plan() {
    let set = shipped();
    assert!(set.patterns.len() >= 80, "{}", set.patterns.len());
    for pattern in &set.patterns {
        for words in [&pattern.name, &pattern.plan] {
            let all = [&words.en, &words.hant, &words.hans];
            assert!(all.iter().all(|text| !text.is_empty()), "{}", pattern.key);
        }
        assert!(!pattern.examples.is_empty() && !pattern.near_misses.is_empty(), "{}", pattern.key);
    }
}

#[test]
fn examples_match_and_near_misses_do_not() {
    let mut faults = Vec::new();
    for pattern in &shipped().patterns {
        let alone = PatternSet::of(vec![pattern.clone()]);
        for (swap, mirror) in [(false, false), (true, false), (false, true), (true, true)] {
            let us = if swap { Side::Black } else { Side::Red };
            for fen in &pattern.examples {
                if !sides(&alone, &turned(fen, swap, mirror)).contains(&us)
                    && is_seen(pattern, swap, mirror)
                {
                    faults.push(format!("{} is not in {fen} ({swap} {mirror})", pattern.key));
                }
            }
            for fen in &pattern.near_misses {
                if sides(&alone, &turned(fen, swap, mirror)).contains(&us) {
                    faults.push(format!(
                        "{} is in its near miss {fen} ({swap} {mirror})",
                        pattern.key
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Patterns without a mirror image are symmetric by themselves here, and all speak of us
/// and them: every turn of the board shows them.
fn is_seen(pattern: &Pattern, _: bool, _: bool) -> bool {
    pattern.relative
}
