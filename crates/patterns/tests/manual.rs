//! The examples of the manual are patterns, and what it says of positions is so.

use patterns::PatternSet;
use patterns::diagnostic::render_all;
use patterns::remark::remarks;
use patterns::shipped::shipped;

const MANUAL: &str = include_str!("../../../docs/patterns.md");

#[test]
fn blocks_of_the_manual_are_sound() {
    let blocks: Vec<&str> = MANUAL
        .split("```lisp\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap_or_default())
        .collect();
    assert!(blocks.len() >= 2, "{}", blocks.len());
    for block in blocks {
        let (set, found) = PatternSet::read(block);
        assert!(found.is_empty(), "{}", render_all(&found, "docs/patterns.md", block, 20));
        assert!(!set.patterns.is_empty());
        for pattern in &set.patterns {
            let alone = PatternSet::of(vec![pattern.clone()]);
            for fen in &pattern.examples {
                assert!(!alone.matches(&fen.parse().unwrap()).is_empty(), "{fen}");
            }
            for fen in &pattern.near_misses {
                assert!(alone.matches(&fen.parse().unwrap()).is_empty(), "{fen}");
            }
        }
    }
}

/// What the manual says of a position is what is said of it.
#[test]
fn remarks_of_the_manual_are_so() {
    let mut positions = 0;
    let mut parts = MANUAL.split("`chuhe explain --fen \"").skip(1);
    for part in &mut parts {
        let (fen, rest) = part.split_once("\"`").unwrap_or_default();
        let said: Vec<&str> =
            rest.lines().skip(2).map_while(|line| line.strip_prefix("> ")).collect();
        if said.is_empty() {
            continue;
        }
        positions += 1;
        let expected = remarks(shipped(), &fen.parse().unwrap(), "en", false, |_| 0);
        assert_eq!(said, expected, "{fen}");
    }
    assert_eq!(positions, 5);
}
