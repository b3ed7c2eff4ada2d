//! Drawings say what their texts say: whether parts kept their own text or are written
//! anew from what is shown.

use game::Rng;
use patterns::drawing::{Drawing, From, Shown, draw, split, write};
use patterns::shipped::TEXTS;
use patterns::{PatternSet, random};

/// The drawing without the texts of what it shows.
fn bare(mut drawing: Drawing) -> Drawing {
    for part in &mut drawing.parts {
        if !matches!(part.shown, Shown::Condition | Shown::Comment) {
            part.source = None;
        }
    }
    drawing
}

fn set(text: &str) -> PatternSet {
    let (set, found) = PatternSet::read(text);
    let errors: Vec<_> = found.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    set
}

/// Checks a text of one pattern; how often it was on the boards.
fn agrees(text: &str, rng: &mut Rng, boards: usize) -> usize {
    let drawing = draw(text).unwrap_or_else(|| panic!("no drawing of {text}"));
    let again = write(&bare(drawing.clone())).unwrap();
    let (one, other) = (set(text), set(&again));
    assert_eq!(one.grounds.len(), other.grounds.len(), "{text}\n{again}");
    let mut seen = 0;
    let examples = one.patterns[0].examples.iter().chain(&one.patterns[0].near_misses);
    let examples: Vec<_> = examples.map(|fen| fen.parse().unwrap()).collect();
    let random: Vec<_> = (0..boards).map(|_| random::position(rng)).collect();
    for board in examples.iter().chain(&random) {
        let found = one.matches(board);
        assert_eq!(found, other.matches(board), "{board}\n{text}\n{again}");
        seen += found.len();
    }
    let mut same = other.patterns[0].clone();
    same.span = one.patterns[0].span;
    same.conditions.clone_from(&one.patterns[0].conditions);
    assert_eq!(same, one.patterns[0], "{again}");
    // What was written shows the same again.
    assert_eq!(bare(draw(&again).unwrap()), bare(drawing), "{again}");
    seen
}

#[test]
fn every_shipped_pattern_survives_its_drawing() {
    let mut rng = Rng::new(36);
    let (mut patterns, mut seen) = (0, 0);
    for (_, text) in TEXTS {
        for one in split(text) {
            assert_eq!(write(&draw(one).unwrap()).unwrap().trim(), one, "kept as it was");
            seen += agrees(one, &mut rng, 60);
            patterns += 1;
        }
    }
    assert!(patterns >= 80 && seen > 2 * patterns, "{patterns} {seen}");
}

#[test]
fn random_patterns_survive_their_drawings() {
    let mut rng = Rng::new(7);
    let mut seen = 0;
    for number in 0..120 {
        let text = random::pattern(&mut rng, &format!("random-{number}"));
        if PatternSet::read(&text).0.patterns.len() == 1 {
            seen += agrees(&text, &mut rng, 40);
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn the_forms_of_the_document_are_kept_and_shown() {
    let text = "(pattern palace-horse\n  ; figure 3-3\n  (when\n    (MatchLoc (Column7 Column8 Column9) 俥)\n    ; a line\n    (MatchSeq LA5 UP 將 馬 * ANY * 炮)\n    (pinned black.any)))\n";
    let mut drawing = draw(text).unwrap();
    assert_eq!(write(&drawing).unwrap(), text);
    assert!(drawing.colours);
    let line = drawing.parts.iter().find_map(|part| match &part.shown {
        Shown::Line { from, ways, items } => Some((from.clone(), ways.clone(), items.clone())),
        _ => None,
    });
    let (from, ways, items) = line.unwrap();
    assert_eq!(from, From::Points { points: vec!["e9".to_owned()] });
    assert_eq!(ways, ["down"]);
    assert_eq!(items, ["k", "n", "*", "KABNRCPkabnrcp", "*", "C"]);
    // A changed part is written anew, its neighbours stay as they are.
    for part in &mut drawing.parts {
        if let Shown::Place { points, .. } = &mut part.shown {
            points.retain(|point| !point.starts_with('a'));
            part.source = None;
        }
    }
    let text = write(&drawing).unwrap();
    assert!(
        text.contains("(at red.rook (Column8 Column7))")
            || text.contains("(at red.rook (Column7 Column8))"),
        "{text}"
    );
    assert!(text.contains("(MatchSeq LA5 UP 將 馬 * ANY * 炮)"), "{text}");
    assert!(text.contains("; a line") && text.contains("; figure 3-3"), "{text}");
    // In the other view the same pieces are ours and theirs.
    drawing.colours = false;
    let text = write(&drawing).unwrap();
    let turned = set(&text);
    assert!(turned.patterns[0].relative, "{text}");
    assert!(
        text.contains("(MatchSeq LA5 toward-us them.king them.horse * ANY * us.cannon)"),
        "{text}"
    );
}

#[test]
fn what_is_not_complete_is_left_out_and_what_means_nothing_is_told() {
    let part = |shown| patterns::drawing::Part { shown, source: None };
    let place = |pieces: &str, points: &[&str]| {
        part(Shown::Place {
            pieces: pieces.to_owned(),
            points: points.iter().map(|point| (*point).to_owned()).collect(),
            least: 1,
            most: None,
            name: None,
        })
    };
    let mut drawing = Drawing {
        key: "new".to_owned(),
        colours: false,
        parts: vec![place("R", &[]), place("", &["e9"])],
        before: vec!["why".to_owned()],
        after: Vec::new(),
    };
    assert_eq!(write(&drawing).unwrap(), "; why\n(pattern new)\n");
    drawing.parts.push(place("R", &["e9"]));
    assert_eq!(write(&drawing).unwrap(), "; why\n(pattern new\n  (when (at us.rook e9)))\n");
    drawing.parts[0] = place("X", &["e9"]);
    assert!(write(&drawing).unwrap_err().to_string().contains("part 0: 'X'"));
    drawing.parts[0] = place("R", &["z9"]);
    assert!(write(&drawing).unwrap_err().to_string().contains("part 0: 'z9'"));
    drawing.parts[0] = place("R", &["e9"]);
    drawing.parts[0].source = Some("(at us.rook e9) (at us.rook e8)".to_owned());
    assert!(write(&drawing).is_err());
    drawing.key = "a b".to_owned();
    assert!(write(&drawing).is_err());
}

#[test]
fn a_text_is_split_with_its_comments() {
    let text = "; head\n(pattern a (when (at us.rook e9)))\n\n; of b\n(pattern b (when (at us.rook e8))) ; end";
    let parts = split(text);
    assert_eq!(parts.len(), 2);
    assert!(parts[0].starts_with("; head") && parts[1].starts_with("; of b"), "{parts:?}");
    assert!(parts[1].ends_with("; end"));
    assert_eq!(split("(pattern a (when (at us.rook e9)))\n(pattern b (when").len(), 2);
    assert!(split(" \n").is_empty());
    let drawing = draw(parts[1]).unwrap();
    assert_eq!((drawing.before.len(), drawing.after.len()), (1, 1));
    assert!(write(&drawing).unwrap().starts_with("; of b\n(pattern b"));
    assert!(write(&drawing).unwrap().trim_end().ends_with("; end"));
}
