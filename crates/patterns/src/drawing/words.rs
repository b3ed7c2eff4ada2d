//! Sets of pieces and points as letters and names for a drawing, and as words of a text.

use std::cmp::Reverse;

use xiangqi::{Kind, Piece, Side, Square};

use crate::pattern::{Directions, PieceSet, rotated};
use crate::vocabulary::{self, REGIONS};

/// Every point.
pub const BOARD: u128 = (1 << 90) - 1;
/// A word for an area pays from so many points on.
const WORTH_A_WORD: u32 = 3;

/// The letters of a set, ours first.
pub fn letters(set: PieceSet) -> String {
    set.pieces().map(Piece::letter).collect()
}

/// The set of some letters.
pub fn pieces(letters: &str) -> Option<PieceSet> {
    letters.chars().try_fold(PieceSet::default(), |set, letter| {
        let piece = Piece::from_letter(letter)?;
        Some(set.with(PieceSet::of(piece)))
    })
}

/// The names of points.
pub fn names(points: u128) -> Vec<String> {
    let all = Square::all().filter(|square| points >> square.index() & 1 != 0);
    all.map(|square| square.to_string()).collect()
}

/// The points of some names.
pub fn points(names: &[String]) -> Option<u128> {
    names.iter().try_fold(0, |all, name| {
        let square: Square = name.parse().ok()?;
        Some(all | 1 << square.index())
    })
}

/// The words for us and them.
fn owner(side: Side, colours: bool) -> &'static str {
    match (side, colours) {
        (Side::Red, false) => "us",
        (Side::Black, false) => "them",
        (Side::Red, true) => "red",
        (Side::Black, true) => "black",
    }
}

/// A set of pieces as a word or a list of words.
pub fn piece_words(set: PieceSet, colours: bool) -> String {
    if set == PieceSet::ALL {
        return "any".to_owned();
    }
    let words: Vec<String> =
        Side::BOTH.into_iter().flat_map(|side| words_of_side(set, side, colours)).collect();
    listed(words)
}

fn words_of_side(set: PieceSet, side: Side, colours: bool) -> Vec<String> {
    const GROUPS: [(&str, &[Kind]); 3] = [
        ("attacker", &[Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn]),
        ("major", &[Kind::Rook, Kind::Horse, Kind::Cannon]),
        ("guard", &[Kind::Advisor, Kind::Elephant]),
    ];
    let owner = owner(side, colours);
    let mut left = set.0 & PieceSet::side(side).0;
    if left == PieceSet::side(side).0 {
        return vec![format!("{owner}.any")];
    }
    let mut words = Vec::new();
    let bits = |kinds: &[Kind]| {
        kinds.iter().fold(0, |all, &kind| all | PieceSet::of(Piece::new(side, kind)).0)
    };
    for (name, kinds) in GROUPS {
        let group = bits(kinds);
        if left & group == group {
            words.push(format!("{owner}.{name}"));
            left &= !group;
        }
    }
    let rest = PieceSet(left).pieces().map(|piece| format!("{owner}.{}", piece.kind().name()));
    words.extend(rest);
    words
}

fn listed(mut words: Vec<String>) -> String {
    if words.len() == 1 { words.remove(0) } else { format!("({})", words.join(" ")) }
}

/// Every area that has a word: its points and the word.
fn known(colours: bool) -> impl Iterator<Item = (u128, String)> {
    let them = owner(Side::Black, colours);
    let named = REGIONS.iter().flat_map(move |&(name, points, _)| {
        [(points, name.to_owned()), (rotated(points), format!("{them}.{name}"))]
    });
    let numbered = |prefix: &'static str, most: u32| {
        (1..=most).filter_map(move |number| {
            let word = format!("{prefix}{number}");
            Some((vocabulary::region(&word)?.0, word))
        })
    };
    named.chain(numbered("Column", 9)).chain(numbered("Rank", 10))
}

/// A set of points as words: one if there is one, otherwise the largest areas inside and
/// the points left.
pub fn area_words(points: u128, colours: bool) -> String {
    if points.count_ones() == 1 {
        return listed(names(points));
    }
    if let Some((_, word)) = known(colours).find(|(area, _)| *area == points) {
        return word;
    }
    let rest = BOARD & !points;
    if rest.count_ones() <= 9 && points.count_ones() > 45 {
        return format!("(minus board {})", area_words(rest, colours));
    }
    let (mut left, mut words) = (points, Vec::new());
    loop {
        let inside = known(colours).filter(|(area, _)| area & !points == 0);
        let gain = |area: u128| (area & left).count_ones();
        // Of two areas that bring the same, the smaller says more; of two words the shorter.
        let best = inside
            .max_by_key(|(area, word)| (gain(*area), 90 - area.count_ones(), Reverse(word.len())));
        let Some((area, word)) = best.filter(|(area, _)| gain(*area) >= WORTH_A_WORD) else {
            break;
        };
        left &= !area;
        words.push(word);
    }
    words.extend(names(left));
    listed(words)
}

/// Directions by their names in a drawing.
pub const WAYS: [(&str, Directions); 4] = [
    ("up", Directions::UP),
    ("down", Directions::DOWN),
    ("left", Directions::LEFT),
    ("right", Directions::RIGHT),
];

/// Directions as a word or a list of words.
pub fn way_words(ways: Directions, colours: bool) -> String {
    let [up, down] = if colours { ["DOWN", "UP"] } else { ["toward-them", "toward-us"] };
    let single = |(name, _): &(&str, Directions)| match *name {
        "up" => up.to_owned(),
        "down" => down.to_owned(),
        other => other.to_owned(),
    };
    match ways.0 {
        3 => "vertical".to_owned(),
        12 => "horizontal".to_owned(),
        15 => "every-way".to_owned(),
        bits => listed(WAYS.iter().filter(|(_, way)| bits & way.0 != 0).map(single).collect()),
    }
}

/// A word of the other view, if it is one: `us.rook` of `red.rook`, `toward-us` of `UP`.
pub fn turned_word(word: &str, colours: bool) -> Option<String> {
    if let (1, Some((set, _))) = (word.chars().count(), vocabulary::pieces(word)) {
        return (!colours).then(|| piece_words(set, false));
    }
    const PAIRS: [(&str, &str); 6] = [
        ("us", "red"),
        ("them", "black"),
        ("toward-them", "DOWN"),
        ("toward-us", "UP"),
        ("left", "LEFT"),
        ("right", "RIGHT"),
    ];
    let (owner, rest) = word.split_once('.').map_or((word, None), |(a, b)| (a, Some(b)));
    let pair = PAIRS
        .iter()
        .find(|(ours, theirs)| if colours { *ours == owner } else { *theirs == owner })?;
    let other = if colours { pair.1 } else { pair.0 };
    Some(rest.map_or_else(|| other.to_owned(), |rest| format!("{other}.{rest}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(words: &[&str]) -> u128 {
        words.iter().fold(0, |all, word| all | vocabulary::region(word).unwrap().0)
    }

    #[test]
    fn areas_are_said_in_few_words() {
        let cases: [(&[&str], &str); 7] = [
            (&["e2"], "e2"),
            (&["them.palace"], "them.palace"),
            (&["Column7", "Column8", "Column9"], "(Column9 Column8 Column7)"),
            (&["Rank3", "e5"], "(Rank3 e5)"),
            (&["board"], "board"),
            (&["home", "them.palace"], "(home them.palace)"),
            (&["c4", "g4"], "(c4 g4)"),
        ];
        for (words, expected) in cases {
            let points = bits(words);
            let said = area_words(points, false);
            let same = |text: &str| {
                let mut words: Vec<&str> = text.trim_matches(['(', ')']).split(' ').collect();
                words.sort_unstable();
                words.join(" ")
            };
            assert_eq!(same(&said), same(expected), "{words:?}");
        }
        assert_eq!(area_words(BOARD & !bits(&["e9"]), false), "(minus board e9)");
    }

    #[test]
    fn pieces_are_said_in_few_words() {
        let said = |letters: &str, colours| piece_words(pieces(letters).unwrap(), colours);
        assert_eq!(said("R", false), "us.rook");
        assert_eq!(said("RNC", false), "us.major");
        assert_eq!(said("rncpab", true), "(black.attacker black.guard)");
        assert_eq!(said("KABNRCPkabnrcp", false), "any");
        assert_eq!(said("KABNRCPr", false), "(us.any them.rook)");
        assert!(pieces("x").is_none());
    }

    #[test]
    fn words_turn_into_the_other_view() {
        let turned = |word: &str, colours| turned_word(word, colours);
        assert_eq!(turned("us.rook", true).as_deref(), Some("red.rook"));
        assert_eq!(turned("black", false).as_deref(), Some("them"));
        assert_eq!(turned("馬", false).as_deref(), Some("them.horse"));
        assert_eq!(turned("toward-us", true).as_deref(), Some("UP"));
        assert_eq!(turned("UP", false).as_deref(), Some("toward-us"));
        assert_eq!(turned("palace", true), None);
        assert_eq!(turned("馬", true), None);
    }
}
