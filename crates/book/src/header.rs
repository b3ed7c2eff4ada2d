//! What a book says of itself.

use game::{GameKind, Side};
use serde::{Deserialize, Serialize};

use crate::counts::Trust;

/// Who asks a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// Both sides.
    #[default]
    Both,
    /// Red only.
    Red,
    /// Black only.
    Black,
}

impl Owner {
    /// `both`, `red` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Owner::Both => "both",
            Owner::Red => "red",
            Owner::Black => "black",
        }
    }

    /// Whether a side asks it; while nobody has a colour everybody does.
    pub fn is(self, side: Option<Side>) -> bool {
        match self {
            Owner::Both => true,
            Owner::Red => side.is_none_or(|side| side == Side::Red),
            Owner::Black => side.is_none_or(|side| side == Side::Black),
        }
    }
}

/// What a book says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Which game.
    pub game: GameKind,
    /// Under which rules it was made: the name of a preset.
    pub rules: String,
    /// Who asks it.
    pub owner: Owner,
    /// What a recorded move must have to be played.
    pub trust: Trust,
    /// What stands for the engines that searched, by their numbers in [`crate::entry::Marks`].
    pub makers: Vec<String>,
    /// How it was made, for whoever goes on with it.
    pub plan: serde_json::Value,
}

impl Header {
    /// A book of a game under some rules, without moves.
    pub fn new(game: GameKind, rules: &str) -> Header {
        Header {
            game,
            rules: preset(rules).to_owned(),
            owner: Owner::Both,
            trust: Trust::default(),
            makers: Vec::new(),
            plan: serde_json::Value::Null,
        }
    }

    /// The number of a maker, added if there is room; the last place stands for those
    /// that nobody remembers.
    pub fn maker(&mut self, name: &str) -> u8 {
        let most = crate::entry::MOST_MAKERS - 1;
        let known = self.makers.iter().position(|maker| maker == name);
        let number = known.unwrap_or_else(|| {
            if self.makers.len() < most {
                self.makers.push(name.to_owned());
                self.makers.len() - 1
            } else {
                most
            }
        });
        number as u8
    }
}

/// The preset of a set of rules: what differs from it decides no opening.
pub fn preset(rules: &str) -> &str {
    rules.split(',').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_beyond_the_last_place_are_forgotten() {
        let mut header = Header::new(GameKind::Xiangqi, "asian,limit=off");
        assert_eq!(header.rules, "asian");
        for number in 0..20 {
            assert_eq!(header.maker(&format!("engine {number}")), number.min(15));
        }
        assert_eq!((header.maker("engine 3"), header.makers.len()), (3, 15));
    }

    #[test]
    fn a_red_book_is_for_red() {
        let sides = [None, Some(Side::Red), Some(Side::Black)];
        let asks = |owner: Owner| sides.map(|side| owner.is(side));
        assert_eq!(asks(Owner::Both), [true; 3]);
        assert_eq!(asks(Owner::Red), [true, true, false]);
        assert_eq!(asks(Owner::Black), [true, false, true]);
    }
}
