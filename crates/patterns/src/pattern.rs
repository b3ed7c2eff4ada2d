//! Patterns with every name resolved. They are written as if `us` were red; what they
//! mean for black is made from that (see [`crate::ground`]).

use xiangqi::{Kind, Piece, Side};

use crate::diagnostic::Span;

/// A set of pieces, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct PieceSet(pub u16);

impl PieceSet {
    /// All fourteen.
    pub const ALL: PieceSet = PieceSet((1 << 14) - 1);

    /// One piece.
    pub const fn of(piece: Piece) -> PieceSet {
        PieceSet(1 << piece.index())
    }

    /// Every piece of a side.
    pub const fn side(side: Side) -> PieceSet {
        PieceSet(0x7f << (7 * side as u16))
    }

    /// Whether a piece is in it.
    #[inline]
    pub const fn has(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// The pieces.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        (0..14).map(Piece::from_index).filter(move |&piece| self.has(piece))
    }

    /// The piece, if there is exactly one.
    pub fn single(self) -> Option<Piece> {
        (self.0.count_ones() == 1).then(|| Piece::from_index(self.0.trailing_zeros() as usize))
    }
}

/// A piece that was bound by `let`: its number in the pattern.
pub type Variable = u8;

/// A set of points, some of them told by where a bound piece stands.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Area {
    /// These.
    Fixed(u128),
    /// The point so many files and ranks away from a bound piece.
    Offset(Variable, i8, i8),
    /// The points at most so many steps away in file and in rank, without its own.
    Around(Variable, u8),
    /// The file of a bound piece.
    FileOf(Variable),
    /// Its rank.
    RankOf(Variable),
    /// All of these.
    Union(Vec<Area>),
    /// What these have in common.
    Common(Vec<Area>),
    /// The first without the second.
    Minus(Box<Area>, Box<Area>),
}

/// Something a condition is about: the points it stands on.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// Pieces, as far as they stand in an area.
    Pieces(PieceSet, Area),
    /// A bound piece.
    Variable(Variable),
    /// Points, whatever stands there.
    Points(Area),
}

/// What is expected next on a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item {
    /// One of these pieces.
    Pieces(PieceSet),
    /// The bound piece.
    Variable(Variable),
    /// One empty point.
    Empty,
    /// Any number of empty points.
    Empties,
    /// One point, whatever is there.
    Anything,
}

/// Directions on the board, a bit each: towards them, towards us, left, right, as red
/// sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Directions(pub u8);

impl Directions {
    /// Towards higher ranks.
    pub const UP: Directions = Directions(1);
    /// Towards lower ranks.
    pub const DOWN: Directions = Directions(2);
    /// Towards the a-file.
    pub const LEFT: Directions = Directions(4);
    /// Towards the i-file.
    pub const RIGHT: Directions = Directions(8);

    /// Steps in files and ranks, one for each direction in the set.
    pub fn steps(self) -> impl Iterator<Item = (i32, i32)> {
        let all = [(0, 1), (0, -1), (-1, 0), (1, 0)];
        (0..4).filter(move |bit| self.0 >> bit & 1 != 0).map(move |bit| all[bit])
    }
}

/// How many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Count {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl Count {
    /// One or more.
    pub const SOME: Count = Count { least: 1, most: u8::MAX };
    /// None.
    pub const NONE: Count = Count { least: 0, most: 0 };

    /// Whether a number fits.
    #[inline]
    pub const fn fits(self, number: u32) -> bool {
        number >= self.least as u32 && number <= self.most as u32
    }
}

/// How two things of the board may be related.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// The first could capture on the second's point.
    Attacks,
    /// The first could recapture on the second's point.
    Guards,
    /// The second, a piece of the enemy, may not leave because of the first.
    Pins,
}

/// A condition. A list of them holds if all do; what a `Let` binds is known to those
/// after it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// So many of these pieces stand in the area.
    At(PieceSet, Area, Count),
    /// Along a line from a point, the first item on the point itself.
    Line(Subject, Directions, Vec<Item>),
    /// There is such a piece; the rest of the list speaks of it.
    Let(Variable, PieceSet, Area),
    /// Not all of these hold.
    Not(Vec<Condition>),
    /// One of these lists holds.
    AnyOf(Vec<Vec<Condition>>),
    /// Some of the first stand so to some of the second.
    Related(Relation, Subject, Subject),
    /// One of them may not move freely because of its king.
    Pinned(Subject),
    /// One of them has no safe point to go to.
    Trapped(Subject),
    /// A side has so many of each kind.
    Material(Side, [Count; 7]),
    /// It is this side's turn.
    Turn(Side),
    /// The game is in one of these phases, a bit each: opening, middlegame, endgame.
    Phase(u8),
}

/// A text in three languages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// English.
    pub en: String,
    /// Chinese in traditional script.
    pub hant: String,
    /// Chinese in simplified script.
    pub hans: String,
}

impl Words {
    /// The text of a language: `en`, `hant` or `hans`; English if it has none of its own.
    pub fn of(&self, language: &str) -> &str {
        let own = match language {
            "hant" | "zh-hant" => &self.hant,
            "hans" | "zh-hans" => &self.hans,
            _ => &self.en,
        };
        if own.is_empty() { &self.en } else { own }
    }
}

/// A move as an action names it: one of these pieces from here to there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Which pieces.
    pub pieces: PieceSet,
    /// From where.
    pub from: u128,
    /// To where.
    pub to: u128,
}

/// What theory says of a class of material, for `us`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// We win.
    Win,
    /// Nobody wins.
    Draw,
    /// They win.
    Loss,
}

/// What a pattern is worth by itself; the engine's parameters decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    /// Before the ending.
    pub early: i32,
    /// In the ending.
    pub late: i32,
    /// Counted for every piece that this variable can be.
    pub per: Option<Variable>,
}

/// One pattern of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// What it is called in files and parameters.
    pub key: String,
    /// Where it stands.
    pub span: Span,
    /// What people call it.
    pub name: Words,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Whether it speaks of us and them, and not of red and black.
    pub relative: bool,
    /// Whether it also means its mirror image.
    pub mirror: bool,
    /// All must hold.
    pub conditions: Vec<Condition>,
    /// The names of its variables.
    pub variables: Vec<String>,
    /// What it is worth.
    pub weight: Weight,
    /// What to do about it.
    pub plan: Words,
    /// Where the plan wants which pieces.
    pub goals: Vec<(PieceSet, u128)>,
    /// Moves to look at.
    pub candidates: Vec<Template>,
    /// Moves to look at earlier, by so much.
    pub ordering: Vec<(i32, Template)>,
    /// By how many plies to search deeper.
    pub extension: i32,
    /// How the ending ends.
    pub verdict: Option<Verdict>,
    /// Positions in which it is.
    pub examples: Vec<String>,
    /// Positions in which it nearly is.
    pub near_misses: Vec<String>,
}

/// Whether a kind can ever stand on a point of a side, as red sees it.
pub fn can_stand(piece: Piece) -> u128 {
    const PALACE: u128 = 0x38 | 0x38 << 9 | 0x38 << 18;
    let rows = |kind: Kind| match kind {
        Kind::King => PALACE,
        Kind::Advisor => 1 << 3 | 1 << 5 | 1 << 13 | 1 << 21 | 1 << 23,
        Kind::Elephant => 1 << 2 | 1 << 6 | 1 << 18 | 1 << 22 | 1 << 26 | 1 << 38 | 1 << 42,
        Kind::Pawn => !((1 << 27) - 1) & !(0b0_1010_1010 << 27) & !(0b0_1010_1010 << 36),
        _ => u128::MAX,
    };
    let red = rows(piece.kind()) & ((1 << 90) - 1);
    if piece.side() == Side::Red { red } else { rotated(red) }
}

/// A set of points turned by half a circle.
pub const fn rotated(points: u128) -> u128 {
    points.reverse_bits() >> 38
}

/// A set of points mirrored left–right.
pub fn mirrored(points: u128) -> u128 {
    let mut out = 0;
    for rank in 0..10 {
        let row = (points >> (rank * 9)) as u16 & 0x1ff;
        out |= u128::from(row.reverse_bits() >> 7) << (rank * 9);
    }
    out
}
