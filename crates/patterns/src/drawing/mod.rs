//! Patterns as people draw them: regions, pieces along a line, actions, texts.
//!
//! A drawing is a list of parts in the order of the text. A part that a picture can show
//! has its values; every part that nobody changed also has its own text, so that writing
//! a drawing keeps what the picture does not show: names of regions, comments, the forms
//! that an author chose.

mod read;
mod words;
mod write;

pub use read::{draw, split};
pub use write::{DrawingError, write};

/// A pattern as it is drawn. Points are as red sees them, pieces are letters: upper case
/// ours, or red's if the pattern speaks of colours.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Drawing {
    /// What it is called in files and parameters.
    pub key: String,
    /// Whether it speaks of red and black, and not of us and them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub colours: bool,
    /// In the order of the text.
    pub parts: Vec<Part>,
    /// Comments before the pattern.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub before: Vec<String>,
    /// Comments behind it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub after: Vec<String>,
}

/// A part of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// What can be shown of it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub shown: Shown,
    /// Its own text; a part without one is written from what is shown.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub source: Option<String>,
}

/// What can be shown of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum Shown {
    /// So many of these pieces stand on these points; with a name, there is one and the
    /// name stands for it.
    Place {
        /// Letters.
        pieces: String,
        /// `e2`.
        points: Vec<String>,
        /// The fewest.
        least: u8,
        /// The most; `None`: any number.
        most: Option<u8>,
        /// The name that is bound.
        name: Option<String>,
    },
    /// Along a line.
    Line {
        /// Where it begins.
        from: From,
        /// `up` (towards them), `down`, `left`, `right`.
        ways: Vec<String>,
        /// Letters of pieces, `.`, `*`, `?`, or `@NAME`.
        items: Vec<String>,
    },
    /// A board drawn with signs, ten rows of nine, the enemy's back rank first.
    Board {
        /// The rows.
        rows: Vec<String>,
    },
    /// A condition or a comment among conditions that has no picture.
    Condition,
    /// What people call it.
    Name(Texts),
    /// What to do about it.
    Plan(Texts),
    /// Words to find it by.
    Tags {
        /// The words.
        words: Vec<String>,
    },
    /// Whether its mirror image is meant, too.
    Mirror {
        /// Whether it is.
        on: bool,
    },
    /// What it is worth.
    Score {
        /// Before the ending.
        early: i32,
        /// In the ending.
        late: i32,
        /// Counted for each piece that this name can be.
        per: Option<String>,
    },
    /// Where the plan wants which pieces.
    Goal {
        /// Letters.
        pieces: String,
        /// The points.
        points: Vec<String>,
    },
    /// A move to look at.
    Candidate(Move),
    /// A move to look at earlier.
    Order {
        /// By how much.
        bonus: i32,
        /// The move.
        #[cfg_attr(feature = "serde", serde(flatten))]
        of: Move,
    },
    /// By how many plies to search deeper.
    Extend {
        /// 0 to 2.
        plies: i32,
    },
    /// How the ending ends.
    Verdict {
        /// `win`, `draw` or `loss`.
        verdict: String,
    },
    /// Positions in which it is.
    Example {
        /// The positions.
        fens: Vec<String>,
    },
    /// Positions in which it nearly is.
    NearMiss {
        /// The positions.
        fens: Vec<String>,
    },
    /// A comment beside the fields.
    Comment,
}

/// Where a line begins.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum From {
    /// Wherever such a piece stands on these points.
    Pieces {
        /// Letters.
        pieces: String,
        /// The points.
        points: Vec<String>,
    },
    /// Points, whatever stands there.
    Points {
        /// The points.
        points: Vec<String>,
    },
    /// A bound piece.
    Name {
        /// Its name.
        name: String,
    },
}

/// A text in three languages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Texts {
    /// English.
    pub en: String,
    /// Traditional script.
    pub hant: String,
    /// Simplified script.
    pub hans: String,
}

/// A move as an action names it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Letters.
    pub pieces: String,
    /// From where.
    pub from: Vec<String>,
    /// To where.
    pub to: Vec<String>,
}

impl Shown {
    /// Whether it stands in a `when`.
    pub fn is_condition(&self) -> bool {
        matches!(self, Shown::Place { .. } | Shown::Line { .. } | Shown::Condition)
    }
}
