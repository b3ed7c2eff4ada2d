//! Classes of face-up dark chess endings: pieces that can take and be taken by the same
//! enemies are the same piece.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use banqi::Kind;

/// The most pieces of a class.
pub const MOST: usize = 5;

/// The kinds of one side.
pub(crate) type Kinds = ArrayVec<Kind, MOST>;

const KINDS: [Kind; 7] =
    [Kind::King, Kind::Advisor, Kind::Elephant, Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn];

/// Who can take whom, as one number: the smallest of all orders of the pieces.
type Key = u64;

/// A class, the side with more pieces first. Kinds stand for all kinds that can take
/// and be taken by the same enemies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    pub(crate) red: Kinds,
    pub(crate) black: Kinds,
}

/// How the pieces of a position stand for those of its class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fit {
    pub class: Class,
    /// Whether colours change places.
    pub turned: bool,
    /// For each piece of the class, red first, which of the own pieces it is: own red
    /// ones first, in the order given.
    pub order: ArrayVec<u8, MOST>,
}

/// Who can take whom in a given order.
fn key(red: &[Kind], black: &[Kind]) -> Key {
    let mut key = 0;
    let mut add = |bit: bool| key = key << 1 | u64::from(bit);
    for kind in red.iter().chain(black) {
        add(*kind == Kind::Cannon);
    }
    for own in red {
        for other in black {
            add(own.captures_adjacent(*other));
            add(other.captures_adjacent(*own));
        }
    }
    key
}

/// Every order of `0..count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in orders(count - 1) {
        for place in 0..count {
            let mut order = shorter.clone();
            order.insert(place, count - 1);
            all.push(order);
        }
    }
    all
}

/// The best order of pieces: its key, whether colours change places, and the orders.
fn best(red: &[Kind], black: &[Kind]) -> (Key, bool, Vec<usize>, Vec<usize>) {
    let mut found: Option<(Key, bool, Vec<usize>, Vec<usize>)> = None;
    for turned in [false, true] {
        let (first, second) = if turned { (black, red) } else { (red, black) };
        if first.len() < second.len() {
            continue;
        }
        for red_order in orders(first.len()) {
            for black_order in orders(second.len()) {
                let own: Vec<Kind> = red_order.iter().map(|&at| first[at]).collect();
                let other: Vec<Kind> = black_order.iter().map(|&at| second[at]).collect();
                let key = key(&own, &other);
                if found.as_ref().is_none_or(|found| key < found.0) {
                    found = Some((key, turned, red_order.clone(), black_order));
                }
            }
        }
    }
    found.unwrap_or_default()
}

/// The classes by key, named after the first pieces in the order of kinds.
static CLASSES: LazyLock<BTreeMap<(usize, usize, Key), Class>> = LazyLock::new(|| {
    let mut classes = BTreeMap::new();
    for black in 1..=MOST / 2 {
        for red in black..=MOST - black {
            for red in hands(red) {
                for black in hands(black) {
                    let (key, turned, red_order, black_order) = best(&red, &black);
                    let (first, second) = if turned { (&black, &red) } else { (&red, &black) };
                    classes.entry((first.len(), second.len(), key)).or_insert_with(|| Class {
                        red: red_order.iter().map(|&at| first[at]).collect(),
                        black: black_order.iter().map(|&at| second[at]).collect(),
                    });
                }
            }
        }
    }
    classes
});

/// Every hand of some pieces that a set holds, strong kinds first.
fn hands(count: usize) -> Vec<Vec<Kind>> {
    fn add(begun: &mut Vec<Kind>, count: usize, all: &mut Vec<Vec<Kind>>) {
        if begun.len() == count {
            all.push(begun.clone());
            return;
        }
        for kind in KINDS {
            let same = begun.iter().filter(|&&other| other == kind).count();
            if begun.last().is_none_or(|&last| last <= kind) && (same as u32) < kind.in_set() {
                begun.push(kind);
                add(begun, count, all);
                begun.pop();
            }
        }
    }
    let mut all = Vec::new();
    add(&mut Vec::new(), count, &mut all);
    all
}

impl Class {
    /// Every class with so many pieces.
    pub fn all(pieces: usize) -> Vec<Class> {
        let fits = |class: &&Class| class.pieces() == pieces;
        let mut all: Vec<Class> = CLASSES.values().filter(fits).cloned().collect();
        all.sort();
        all
    }

    /// How many pieces it has.
    pub fn pieces(&self) -> usize {
        self.red.len() + self.black.len()
    }

    /// Entries per side to move: the first piece up to the board's symmetries, the
    /// others anywhere.
    pub fn size(&self) -> usize {
        8 << (5 * (self.pieces() - 1))
    }

    /// The class of some pieces; `None` if a side has none, or there are too many.
    pub(crate) fn fit(red: &[Kind], black: &[Kind]) -> Option<Fit> {
        if red.is_empty() || black.is_empty() || red.len() + black.len() > MOST {
            return None;
        }
        let (key, turned, red_order, black_order) = best(red, black);
        let class = CLASSES.get(&(red_order.len(), black_order.len(), key))?.clone();
        let (red_start, black_start) = if turned { (red.len(), 0) } else { (0, red.len()) };
        let order = red_order.iter().map(|&at| (red_start + at) as u8);
        let order = order.chain(black_order.iter().map(|&at| (black_start + at) as u8)).collect();
        Some(Fit { class, turned, order })
    }

    /// Classes a capture leads to.
    pub fn after_captures(&self) -> Vec<Class> {
        let mut found: Vec<Class> = Vec::new();
        for taken in 0..self.pieces() {
            let (red, black) = self.without(taken);
            if let Some(fit) = Class::fit(&red, &black)
                && !found.contains(&fit.class)
            {
                found.push(fit.class);
            }
        }
        found
    }

    /// The pieces without one of them.
    pub(crate) fn without(&self, taken: usize) -> (Kinds, Kinds) {
        let (mut red, mut black) = (self.red.clone(), self.black.clone());
        if taken < red.len() {
            red.remove(taken);
        } else {
            black.remove(taken - self.red.len());
        }
        (red, black)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |kinds: &Kinds| {
            let mut kinds = kinds.clone();
            kinds.sort_unstable();
            kinds.iter().map(|kind| kind.letter()).collect::<String>()
        };
        write!(f, "{}-{}", letters(&self.red), letters(&self.black))
    }
}

/// Why a text names no class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is no class of dark chess: {reason}")]
pub struct ClassError {
    text: String,
    reason: &'static str,
}

impl FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Class, ClassError> {
        let wrong = |reason| ClassError { text: text.chars().take(40).collect(), reason };
        let (red, black) =
            text.split_once('-').ok_or_else(|| wrong("expected two sides, such as KA-R"))?;
        let kinds =
            |side: &str| -> Option<Vec<Kind>> { side.chars().map(Kind::from_letter).collect() };
        let unknown = || wrong("expected the letters K A E R H C P");
        let red = kinds(red).ok_or_else(unknown)?;
        let black = kinds(black).ok_or_else(unknown)?;
        let fit = Class::fit(&red, &black);
        fit.map(|fit| fit.class).ok_or_else(|| wrong("expected 2 to 5 pieces of one set"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_take_the_same_enemies_are_the_same() {
        let same = [("R-H", "K-A"), ("H-R", "K-A"), ("KP-A", "AP-E"), ("K-P", "K-A")];
        for (one, other) in same {
            let [one, other] = [one, other].map(|name| name.parse::<Class>().unwrap());
            assert_eq!(one, other);
        }
        for (one, other) in [("C-R", "K-R"), ("K-K", "K-A"), ("KC-A", "KR-A")] {
            let [one, other] = [one, other].map(|name| name.parse::<Class>().unwrap());
            assert_ne!(one, other);
        }
    }

    #[test]
    fn there_are_few_classes() {
        let counts = [2, 3, 4, 5].map(|pieces| Class::all(pieces).len());
        assert_eq!(counts, [5, 20, 75, 233]);
    }

    #[test]
    fn names_lead_back() {
        for pieces in 2..=4 {
            for class in Class::all(pieces) {
                assert_eq!(class.to_string().parse::<Class>().unwrap(), class);
            }
        }
    }

    #[test]
    fn what_is_no_class_says_why() {
        for text in ["KA", "K-", "KX-R", "KAAEE-R", ""] {
            assert!(text.parse::<Class>().is_err(), "{text}");
        }
    }
}
