//! What is said about a ply.

use game::GameKind;

/// Everything that is said about a ply, or at the root about the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remarks {
    /// What is said before the ply: the first words of a variation.
    pub before: String,
    /// What is said after it.
    pub comment: String,
    /// Marks by their PGN numbers: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// What the position after the ply is worth.
    pub score: Option<Score>,
    /// The time left to who made the ply, in milliseconds.
    pub clock: Option<u32>,
    /// The time the ply took, in milliseconds.
    pub spent: Option<u32>,
    /// What is drawn on the board after the ply.
    pub marks: Vec<Mark>,
}

impl Remarks {
    /// Nothing is said.
    pub const NONE: Remarks = Remarks {
        before: String::new(),
        comment: String::new(),
        nags: Vec::new(),
        score: None,
        clock: None,
        spent: None,
        marks: Vec::new(),
    };

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Remarks::NONE
    }
}

/// What a position is worth to the first player (red in xiangqi).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Points(i32),
    /// Mate in so many moves; negative if the first player is mated.
    Mate(i32),
}

/// A point or an arrow drawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its colour.
    pub colour: Colour,
    /// The point, or where the arrow begins, by the game's own index.
    pub from: u8,
    /// Where the arrow ends.
    pub to: Option<u8>,
}

impl Mark {
    /// Reads the text of one, as PGN has it: `Gh2` or `Rh2e2`.
    ///
    /// ```
    /// use records::{GameKind, Mark};
    /// let arrow = Mark::read("Gh2e2", GameKind::Xiangqi).unwrap();
    /// assert_eq!(arrow.text(GameKind::Xiangqi), "Gh2e2");
    /// assert_eq!(Mark::read("Gh2e2", GameKind::Banqi).map(|mark| mark.from), Some(15));
    /// assert_eq!(Mark::read("Xh2", GameKind::Xiangqi), None);
    /// ```
    pub fn read(text: &str, kind: GameKind) -> Option<Mark> {
        crate::annotations::read_mark(text, kind)
    }

    /// Its text.
    pub fn text(&self, kind: GameKind) -> String {
        crate::annotations::mark_text(self, kind)
    }
}

/// The colour of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}
