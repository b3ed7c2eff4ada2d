//! Targets of the pattern language: whatever the text, it is refused with a place or
//! means the same to every matcher.

use game::Rng;
use patterns::{Matcher, PatternSet, format, interpret, random, shipped, syntax};

use crate::Target;

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "patterns_text", run: text, seeds, words: WORDS },
    Target { name: "patterns_match", run: matches, seeds, words: WORDS },
];

const WORDS: &[&str] = &[
    "(pattern x (when ",
    "(at us.rook them.palace)",
    "(MatchLoc (Column7 Column8 Column9) 俥)",
    "(MatchSeq LA5 UP 將 馬 * ANY * 炮)",
    "(line them.king toward-us them.king * us.cannon)",
    "(let H us.horse)",
    "(attacks H them.king)",
    "(no ",
    "(any-of ",
    "(count them.pawn <= 2)",
    "))",
];

fn seeds() -> Vec<Vec<u8>> {
    shipped::TEXTS
        .iter()
        .map(|(_, text)| text.chars().take(1500).collect::<String>().into_bytes())
        .collect()
}

fn text(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (nodes, found) = syntax::parse(&text);
    for one in &found {
        let _ = one.render("input", &text);
    }
    if found.is_empty() {
        let printed = format::format(&nodes);
        let (again, found) = syntax::parse(&printed);
        assert!(found.is_empty() && again == nodes, "printing changed the tree");
        assert_eq!(format::format(&again), printed);
    }
    let (_, found) = PatternSet::read(&text);
    for one in &found {
        let _ = one.render("input", &text);
    }
}

fn matches(input: &[u8]) {
    let (set, _) = PatternSet::read(&String::from_utf8_lossy(input));
    if set.grounds.is_empty() || set.grounds.len() > 64 {
        return;
    }
    let matcher = Matcher::new(&set.grounds);
    let mut state = matcher.start();
    let mut rng = Rng::new(input.len() as u64);
    for _ in 0..4 {
        let position = random::position(&mut rng);
        let mut counts = vec![0; set.grounds.len()];
        matcher.for_each(&mut state, &position, |ground, count| counts[ground] = count);
        for (ground, count) in set.grounds.iter().zip(counts) {
            assert_eq!(count, interpret::count(&position, ground), "{position}");
        }
    }
}
