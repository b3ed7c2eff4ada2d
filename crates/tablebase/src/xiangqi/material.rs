//! Material classes of xiangqi by name: `KRCKR` is rook and cannon against rook.

use std::fmt;
use std::str::FromStr;

use game::Side;
use xiangqi::{Kind, Position};

/// The order of letters after the king.
const ORDER: [Kind; 6] =
    [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn, Kind::Advisor, Kind::Elephant];

/// The pieces of one side besides its king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Army {
    /// How many of each kind, in the order of [`Kind::index`].
    counts: [u8; 7],
}

impl Army {
    /// How many pieces of a kind there are.
    pub const fn count(self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }

    /// The army with one piece less; `None` if it has none of the kind.
    #[must_use]
    pub fn without(mut self, kind: Kind) -> Option<Army> {
        let count = &mut self.counts[kind.index()];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// The army with one piece more.
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Army {
        self.counts[kind.index()] += 1;
        self
    }

    /// How many pieces that can give check: rooks, cannons, horses, pawns.
    pub fn attackers(self) -> u8 {
        ORDER[..4].iter().map(|&kind| self.count(kind)).sum()
    }

    /// Advisors and elephants.
    pub fn guards(self) -> u8 {
        self.count(Kind::Advisor) + self.count(Kind::Elephant)
    }

    /// Orders armies: the stronger is red in a table.
    fn strength(self) -> [u32; 7] {
        let count = |kind| u32::from(self.count(kind));
        let sum = 9 * count(Kind::Rook) + 4 * (count(Kind::Cannon) + count(Kind::Horse));
        let [rook, cannon, horse, pawn, advisor, elephant] = ORDER.map(count);
        [sum + 2 * pawn, rook, cannon, horse, pawn, advisor, elephant]
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for kind in ORDER {
            for _ in 0..self.count(kind) {
                write!(f, "{}", kind.letter())?;
            }
        }
        Ok(())
    }
}

/// The pieces of both sides, the stronger one red.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    armies: [Army; 2],
}

impl Material {
    /// The class of two armies, and whether they had to change colours.
    pub fn new(red: Army, black: Army) -> (Material, bool) {
        if red.strength() >= black.strength() {
            (Material { armies: [red, black] }, false)
        } else {
            (Material { armies: [black, red] }, true)
        }
    }

    /// The class of a position, and whether colours change places.
    pub fn of(position: &Position) -> (Material, bool) {
        let army = |side| {
            let mut army = Army::default();
            for kind in ORDER {
                army.counts[kind.index()] = position.count(side, kind) as u8;
            }
            army
        };
        Material::new(army(Side::Red), army(Side::Black))
    }

    /// The pieces of a side.
    pub const fn army(self, side: Side) -> Army {
        self.armies[side.index()]
    }

    /// Whether neither side can ever give check: every such position is a draw.
    pub fn is_dead(self) -> bool {
        self.armies.iter().all(|army| army.attackers() == 0)
    }

    /// Whether only red can give check, so that no law of repetition matters.
    pub fn is_one_sided(self) -> bool {
        self.armies[1].attackers() == 0
    }

    /// How many pieces stand on the board, kings included.
    pub fn pieces(self) -> u32 {
        self.armies.iter().map(|army| 1 + u32::from(army.attackers() + army.guards())).sum()
    }

    /// The classes a capture leads to, without those that are dead.
    pub fn after_captures(self) -> Vec<Material> {
        let mut classes = Vec::new();
        for side in Side::BOTH {
            for kind in ORDER {
                let Some(left) = self.army(side).without(kind) else { continue };
                let mut armies = self.armies;
                armies[side.index()] = left;
                let class = Material::new(armies[0], armies[1]).0;
                if !class.is_dead() && !classes.contains(&class) {
                    classes.push(class);
                }
            }
        }
        classes
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.armies[0], self.armies[1])
    }
}

/// Why a text names no class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MaterialError {
    /// A letter that is no piece.
    #[error("'{letter}' in '{text}' is no piece: expected K R C N P A B, such as KRCKR")]
    Letter {
        /// The letter.
        letter: char,
        /// The whole text.
        text: String,
    },
    /// Not two kings.
    #[error("'{0}' does not name two sides: expected both to begin with K, such as KRCKR")]
    Kings(String),
    /// More pieces than a set has.
    #[error("'{text}' has too many {kind}s for one side: at most {}", kind.full_count())]
    TooMany {
        /// Which.
        kind: Kind,
        /// The whole text.
        text: String,
    },
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let shown: String = text.chars().take(40).collect();
        let mut armies: Vec<Army> = Vec::new();
        for letter in text.chars().filter(|&letter| letter != '-') {
            let unknown = || MaterialError::Letter { letter, text: shown.clone() };
            let kind = Kind::from_letter(letter).ok_or_else(unknown)?;
            if kind == Kind::King {
                armies.push(Army::default());
                continue;
            }
            let army = armies.last_mut().ok_or_else(|| MaterialError::Kings(shown.clone()))?;
            *army = army.with(kind);
            if u32::from(army.count(kind)) > kind.full_count() {
                return Err(MaterialError::TooMany { kind, text: shown });
            }
        }
        let [red, black] = armies[..] else { return Err(MaterialError::Kings(shown)) };
        Ok(Material::new(red, black).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order_and_printed_in_one() {
        let cases = [
            ("KRCKR", "KRCKR"),
            ("krkcr", "KRCKR"),
            ("KPK", "KPK"),
            ("K-KBAP", "KPABK"),
            ("KHPKH", "KNPKN"),
            ("KRKPPP", "KRKPPP"),
            ("KCNAABBKAABB", "KCNAABBKAABB"),
        ];
        for (text, name) in cases {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), name, "{text}");
        }
    }

    #[test]
    fn what_is_no_class_says_why() {
        let cases = [
            ("KRX", "'X' in 'KRX' is no piece"),
            ("KR", "does not name two sides"),
            ("RKK", "does not name two sides"),
            ("KRRRK", "too many rooks"),
            ("KKK", "does not name two sides"),
        ];
        for (text, message) in cases {
            let error = text.parse::<Material>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn captures_lead_to_smaller_classes() {
        let names = |text: &str| -> Vec<String> {
            let class: Material = text.parse().unwrap();
            class.after_captures().iter().map(ToString::to_string).collect()
        };
        assert_eq!(names("KRCKR"), ["KRKC", "KRKR", "KRCK"]);
        assert_eq!(names("KPKA"), ["KPK"]);
        assert_eq!(names("KNKN"), ["KNK"]);
    }
}
