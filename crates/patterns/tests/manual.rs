//! The examples of the manual are patterns, and what it says of positions is so.

use patterns::PatternSet;
use patterns::diagnostic::render_all;
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

/// A remark names the shape of a side and its plan; the remarks of a position are exactly
/// those of its shapes.
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
        let mut expected: Vec<String> = shipped()
            .matches(&fen.parse().unwrap())
            .iter()
            .map(|one| {
                let pattern = &shipped().patterns[one.pattern];
                let side = if one.side == game::Side::Red { "Red" } else { "Black" };
                let points: Vec<String> =
                    xiangqi::Bitboard(one.points).into_iter().map(|at| at.to_string()).collect();
                format!(
                    "{side} has {} ({}). {}",
                    pattern.name.en,
                    points.join(" "),
                    pattern.plan.en
                )
            })
            .collect();
        let mut said: Vec<String> = said.into_iter().map(str::to_owned).collect();
        said.sort();
        expected.sort();
        assert_eq!(said, expected, "{fen}");
    }
    assert_eq!(positions, 5);
}
