//! What is wrong with a text is told with its place, all of it in one run, and nothing
//! takes for ever or the whole stack.

use patterns::{Diagnostic, Matcher, PatternSet};

fn messages(text: &str) -> Vec<String> {
    let (_, found) = PatternSet::read(text);
    let place = |one: &Diagnostic| text[..one.span.start].matches('\n').count() + 1;
    found.iter().map(|one| format!("{}: {}", place(one), one.message)).collect()
}

#[test]
fn mistakes_are_told_once_and_all_at_once() {
    let cases: [(&str, &[&str]); 12] = [
        ("(pattern a (when (at us.dragon e9)))", &["1: no piece is called 'us.dragon'"]),
        (
            "(pattern a (when (at us.rook (minus them.palace them.palace))))",
            &["1: an area without any point"],
        ),
        (
            "(pattern a (when (at red.king beyond-river)))",
            &["1: can never match: no such piece can stand there"],
        ),
        (
            "(pattern a (when (line us.rook left us.rook . . . . . . . . . them.rook)))",
            &["1: can never match: no line has so many points"],
        ),
        (
            "(pattern a (when (at us.rook e9)))\n(pattern a (when (at us.horse e9)))",
            &["2: a second pattern named a"],
        ),
        (
            "(pattern a (when (at us.rook e9) (no (at us.rook e9))))",
            &["1: a can never match: one condition denies the others"],
        ),
        (
            "(pattern a (when (at us.rook e9) (at us.horse e9)))",
            &["1: a can never match: two pieces cannot both stand on e9"],
        ),
        (
            "(pattern a (when (to-move us) (to-move them)))",
            &["1: a can never match: it cannot be both sides' turn"],
        ),
        (
            "(pattern a (when (at us.rook e9)))\n(pattern b (when (at us.rook e9)))",
            &["2: b is the same as a"],
        ),
        (
            "(pattern a (when (at us.rook e9)))\n(pattern b (when (at us.rook e9) (at us.horse d8)))",
            &["1: a is implied by b: it is there whenever that is"],
        ),
        ("(pattern a)", &["1: the pattern a has no condition"]),
        (
            "(pattern a (when (at us.dragon e9)))\n(pattern b (when (at us.rook nowhere)))",
            &["1: no piece is called 'us.dragon'", "2: no area is called 'nowhere'"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(messages(text), expected, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    for open in ["(", "(no ", "(any-of (all-of "] {
        let text = format!("(pattern a (when {}", open.repeat(1_000_000));
        assert!(!messages(&text).is_empty());
    }
}

#[test]
fn a_large_text_and_many_patterns_are_read() {
    let many: String = (0..100_000)
        .map(|number| {
            let (file, rank) = (b'a' + (number % 9) as u8, number / 9 % 10);
            format!("(pattern p{number} (when (at us.rook {}{rank})))\n", file as char)
        })
        .collect();
    let (set, found) = PatternSet::read(&many);
    assert_eq!(set.patterns.len(), 100_000);
    assert!(found.iter().all(|one| !one.is_error()));
    let matcher = Matcher::new(&set.grounds);
    let mut count = 0;
    let start = <xiangqi::Position as game::Position>::start();
    matcher.for_each(&mut matcher.start(), &start, |_, _| count += 1);
    assert!(count > 1_000, "{count}");
    let comment = format!("; {}\n(pattern a (when (at us.rook e9)))", "x".repeat(10_000_000));
    assert_eq!(PatternSet::read(&comment).0.patterns.len(), 1);
    let garbage = "%$)(".repeat(2_500_000);
    assert!(!PatternSet::read(&garbage).1.is_empty());
}
