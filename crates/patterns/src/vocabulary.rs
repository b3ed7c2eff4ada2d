//! The words of the language: pieces, regions, directions.

use xiangqi::{Kind, Piece, Side};

use crate::pattern::{Directions, PieceSet, rotated};

/// Whose a word speaks of: `us` and `them`, or red and black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Neither.
    Neutral,
    /// Us or them.
    Relative,
    /// Red or black.
    Absolute,
}

/// The words before the dot, with the side they stand for if we are red.
pub const SIDES: [(&str, Side, View); 4] = [
    ("us", Side::Red, View::Relative),
    ("them", Side::Black, View::Relative),
    ("red", Side::Red, View::Absolute),
    ("black", Side::Black, View::Absolute),
];

/// The side a word names.
pub fn side(word: &str) -> Option<(Side, View)> {
    SIDES.iter().find(|(name, ..)| *name == word).map(|&(_, side, view)| (side, view))
}

/// The kind a word names.
pub fn kind(word: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == word)
}

/// Characters on pieces: red's and black's, in both scripts.
const CHARACTERS: [(char, &str, &str); 7] = [
    ('K', "帥帅", "將将"),
    ('A', "仕", "士"),
    ('B', "相", "象"),
    ('N', "傌㐷", "馬马"),
    ('R', "俥伡", "車车"),
    ('C', "炮", "砲包"),
    ('P', "兵", "卒"),
];

/// The pieces a word names: `us.rook`, `them.any`, `R`, `俥`.
pub fn pieces(word: &str) -> Option<(PieceSet, View)> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return letter_piece(letter).map(|piece| (PieceSet::of(piece), View::Absolute));
    }
    if word == "any" {
        return Some((PieceSet::ALL, View::Neutral));
    }
    let (owner, name) = word.split_once('.')?;
    let (side, view) = side(owner)?;
    let of = |kinds: &[Kind]| {
        let pieces = kinds.iter().map(|&kind| PieceSet::of(Piece::new(side, kind)));
        pieces.fold(PieceSet::default(), PieceSet::with)
    };
    let set = match name {
        "any" => PieceSet::side(side),
        "major" => of(&[Kind::Rook, Kind::Horse, Kind::Cannon]),
        "guard" => of(&[Kind::Advisor, Kind::Elephant]),
        "attacker" => of(&[Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn]),
        name => of(&[kind(name)?]),
    };
    Some((set, view))
}

fn letter_piece(letter: char) -> Option<Piece> {
    if "RNCBAKPrncbakp".contains(letter) {
        return Piece::from_letter(letter);
    }
    let (name, red, _) =
        CHARACTERS.iter().find(|(_, red, black)| red.contains(letter) || black.contains(letter))?;
    let side = if red.contains(letter) { Side::Red } else { Side::Black };
    Some(Piece::new(side, Kind::from_letter(*name)?))
}

const fn rank(number: u32) -> u128 {
    0x1ff << (9 * (number - 1))
}

/// The file red counts as the `number`th from its right.
const fn column(number: u32) -> u128 {
    let mut points = 0;
    let mut rank = 0;
    while rank < 10 {
        points |= 1 << (rank * 9 + 9 - number);
        rank += 1;
    }
    points
}

const BOARD: u128 = (1 << 90) - 1;
const HOME: u128 = (1 << 45) - 1;
const PALACE: u128 = 0x38 | 0x38 << 9 | 0x38 << 18;

/// Named regions as red sees its own.
pub const REGIONS: [(&str, u128, &str); 19] = [
    ("board", BOARD, "every point"),
    ("home", HOME, "the own half"),
    ("beyond-river", BOARD & !HOME, "the enemy's half"),
    ("palace", PALACE, "the nine points of the king"),
    ("palace-centre", 1 << 13, "its middle"),
    ("king-home", 1 << 4, "where the king begins"),
    ("king-file", column(5), "the file the king begins on"),
    ("back-rank", rank(1), "the first rank"),
    ("second-rank", rank(2), "the second rank"),
    ("fort-rank", rank(3), "the third rank, where cannons begin"),
    ("pawn-rank", rank(4), "the fourth rank, where pawns begin"),
    ("river", rank(5), "the own bank of the river"),
    ("throat", 1 << 22, "the point before the palace centre"),
    ("rib-files", column(4) | column(6), "the outer files of the palace"),
    ("centre-file", column(5), "the middle file"),
    ("centre", column(4) | column(5) | column(6), "the three middle files"),
    ("wings", BOARD & !(column(4) | column(5) | column(6)), "the other six files"),
    ("edges", column(1) | column(9), "the outermost files"),
    (
        "elephant-points",
        1 << 2 | 1 << 6 | 1 << 18 | 1 << 22 | 1 << 26 | 1 << 38 | 1 << 42,
        "where elephants stand",
    ),
];

/// The points a word names: `palace`, `them.palace`, `Column7`, `them.Rank1`, `e9`, `LA5`.
pub fn region(word: &str) -> Option<(u128, View)> {
    if let Some((owner, name)) = word.split_once('.') {
        let (side, view) = side(owner)?;
        let points = own_region(name)?;
        return Some((if side == Side::Red { points } else { rotated(points) }, view));
    }
    if let Ok(square) = word.parse::<xiangqi::Square>()
        && word.as_bytes()[0].is_ascii_lowercase()
    {
        return Some((1 << square.index(), View::Neutral));
    }
    if let Some(points) = letter_point(word) {
        return Some((points, View::Neutral));
    }
    own_region(word).map(|points| (points, View::Neutral))
}

fn own_region(name: &str) -> Option<u128> {
    let number = |prefix: &str, most: u32| {
        let number: u32 = name.strip_prefix(prefix)?.parse().ok()?;
        (1..=most).contains(&number).then_some(number)
    };
    if let Some(number) = number("Column", 9) {
        return Some(column(number));
    }
    if let Some(number) = number("Rank", 10) {
        return Some(rank(number));
    }
    REGIONS.iter().find(|(region, ..)| *region == name).map(|&(_, points, _)| points)
}

/// `LA5`: row A is black's back rank, J is red's; columns as red counts them.
fn letter_point(word: &str) -> Option<u128> {
    let &[b'L', row @ b'A'..=b'J', column @ b'1'..=b'9'] = word.as_bytes() else { return None };
    let rank = 9 - u32::from(row - b'A');
    Some(1 << (rank * 9 + 9 - u32::from(column - b'0')))
}

/// Directions with the sets they stand for. The document's `UP` leads from its row A,
/// black's back rank, towards red.
pub const DIRECTIONS: [(&str, u8, View); 11] = [
    ("toward-them", Directions::UP.0, View::Relative),
    ("toward-us", Directions::DOWN.0, View::Relative),
    ("left", Directions::LEFT.0, View::Neutral),
    ("right", Directions::RIGHT.0, View::Neutral),
    ("UP", Directions::DOWN.0, View::Absolute),
    ("DOWN", Directions::UP.0, View::Absolute),
    ("LEFT", Directions::LEFT.0, View::Absolute),
    ("RIGHT", Directions::RIGHT.0, View::Absolute),
    ("vertical", 3, View::Neutral),
    ("horizontal", 12, View::Neutral),
    ("every-way", 15, View::Neutral),
];

/// The directions a word names.
pub fn direction(word: &str) -> Option<(Directions, View)> {
    let found = DIRECTIONS.iter().find(|(name, ..)| *name == word);
    found.map(|&(_, set, view)| (Directions(set), view))
}

/// The known word nearest to one that is not known, if any is near.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|one| (distance(word, one), one)).min_by_key(|&(distance, _)| distance)?;
    (near.0 <= 2 && near.0 < word.chars().count()).then_some(near.1)
}

/// How many letters must change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    if a.chars().count().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, of_a) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, &of_b) in b.iter().enumerate() {
            let change = before + usize::from(of_a != of_b);
            before = row[j + 1];
            row[j + 1] = change.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_words_mean_what_it_says() {
        let bit = |name: &str| 1 << name.parse::<xiangqi::Square>().unwrap().index();
        assert_eq!(region("LA5"), Some((bit("e9"), View::Neutral)));
        assert_eq!(region("LJ1"), Some((bit("i0"), View::Neutral)));
        assert_eq!(region("Column9").unwrap().0 & 0x1ff, 1, "the ninth column is red's left");
        assert_eq!(region("them.king-home"), Some((bit("e9"), View::Relative)));
        assert_eq!(region("e9"), region("LA5"));
        assert_eq!(pieces("俥"), pieces("R"));
        assert_eq!(pieces("馬"), pieces("n"));
        assert_eq!(pieces("炮"), pieces("C"));
        assert_eq!(pieces("砲"), pieces("c"));
        assert!(pieces("x").is_none() && region("Column10").is_none());
        assert_eq!(nearest("palcae", REGIONS.iter().map(|row| row.0)), Some("palace"));
    }
}
