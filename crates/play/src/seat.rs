//! A place at the board.

use serde::{Deserialize, Serialize};

/// A place at the board: red and black in xiangqi, whoever moves first there; in
/// dark chess, where the first flip decides the colours, who makes the first ply of
/// the game, and who the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Red, or who flips first.
    First,
    /// Black, or who plays second.
    Second,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }

    /// The seat of a name.
    pub fn from_name(name: &str) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| seat.name() == name)
    }
}
