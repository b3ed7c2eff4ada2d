//! From patterns to ground patterns: both colours, both wings, nothing left to choose.

use xiangqi::{Piece, Side};

use crate::pattern::{
    Area, Condition, Directions, Item, Pattern, PieceSet, Subject, Variable, mirrored, rotated,
};

/// A pattern for one colour and one wing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The number of its pattern.
    pub pattern: u32,
    /// Who `us` is.
    pub side: Side,
    /// Whether it is the mirror image of the text.
    pub mirrored: bool,
    /// All must hold.
    pub conditions: Vec<Condition>,
    /// Its worth is counted for every piece this variable can be.
    pub per: Option<Variable>,
}

/// How the board is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// By half a circle, and the colours swapped.
    pub swapped: bool,
    /// Left and right exchanged.
    pub mirrored: bool,
}

impl Turn {
    /// A set of points.
    pub fn points(self, mut points: u128) -> u128 {
        if self.swapped {
            points = rotated(points);
        }
        if self.mirrored { mirrored(points) } else { points }
    }

    /// A set of pieces.
    pub fn pieces(self, set: PieceSet) -> PieceSet {
        if self.swapped { PieceSet(set.0 >> 7 & 0x7f | (set.0 & 0x7f) << 7) } else { set }
    }

    /// A side.
    pub fn side(self, side: Side) -> Side {
        if self.swapped { !side } else { side }
    }

    fn directions(self, set: Directions) -> Directions {
        let [mut up, mut down, mut left, mut right] = [0, 1, 2, 3].map(|bit| set.0 >> bit & 1);
        if self.swapped {
            (up, down, left, right) = (down, up, right, left);
        }
        if self.mirrored {
            (left, right) = (right, left);
        }
        Directions(up | down << 1 | left << 2 | right << 3)
    }

    fn area(self, area: &Area) -> Area {
        let list = |parts: &[Area]| {
            let mut parts: Vec<Area> = parts.iter().map(|part| self.area(part)).collect();
            parts.sort();
            parts
        };
        match area {
            Area::Fixed(points) => Area::Fixed(self.points(*points)),
            Area::Offset(of, files, ranks) => {
                let ranks = if self.swapped { -ranks } else { *ranks };
                let files = if self.swapped != self.mirrored { -files } else { *files };
                Area::Offset(*of, files, ranks)
            }
            Area::Around(..) | Area::FileOf(_) | Area::RankOf(_) => area.clone(),
            Area::Union(parts) => Area::Union(list(parts)),
            Area::Common(parts) => Area::Common(list(parts)),
            Area::Minus(from, what) => {
                Area::Minus(Box::new(self.area(from)), Box::new(self.area(what)))
            }
        }
    }

    fn subject(self, subject: &Subject) -> Subject {
        match subject {
            Subject::Pieces(set, area) => Subject::Pieces(self.pieces(*set), self.area(area)),
            Subject::Variable(variable) => Subject::Variable(*variable),
            Subject::Points(area) => Subject::Points(self.area(area)),
        }
    }

    fn condition(self, condition: &Condition) -> Condition {
        match condition {
            Condition::At(set, area, count) => {
                Condition::At(self.pieces(*set), self.area(area), *count)
            }
            Condition::Line(from, directions, items) => {
                let item = |item: &Item| match item {
                    Item::Pieces(set) => Item::Pieces(self.pieces(*set)),
                    other => *other,
                };
                let items = items.iter().map(item).collect();
                Condition::Line(self.subject(from), self.directions(*directions), items)
            }
            Condition::Let(variable, set, area) => {
                Condition::Let(*variable, self.pieces(*set), self.area(area))
            }
            Condition::Not(all) => Condition::Not(self.conditions(all)),
            Condition::AnyOf(each) => {
                let mut each: Vec<_> = each.iter().map(|all| self.conditions(all)).collect();
                each.sort();
                Condition::AnyOf(each)
            }
            Condition::Related(relation, of, to) => {
                Condition::Related(*relation, self.subject(of), self.subject(to))
            }
            Condition::Pinned(of) => Condition::Pinned(self.subject(of)),
            Condition::Trapped(of) => Condition::Trapped(self.subject(of)),
            Condition::Material(side, counts) => Condition::Material(self.side(*side), *counts),
            Condition::Turn(side) => Condition::Turn(self.side(*side)),
            Condition::Phase(phases) => Condition::Phase(*phases),
        }
    }

    /// A list; conditions between two bindings are put in order, so that equal shapes
    /// are equal.
    pub fn conditions(self, all: &[Condition]) -> Vec<Condition> {
        let mut out: Vec<Condition> = all.iter().map(|one| self.condition(one)).collect();
        let is_let = |condition: &Condition| matches!(condition, Condition::Let(..));
        for run in out.split_mut(is_let) {
            run.sort();
        }
        out.dedup();
        out
    }
}

/// Every ground pattern of a pattern; equal ones are merged.
pub fn ground(number: u32, pattern: &Pattern) -> Vec<Ground> {
    let mut all: Vec<Ground> = Vec::new();
    for swapped in [false, true] {
        for mirrored in [false, true] {
            if swapped && !pattern.relative || mirrored && !pattern.mirror {
                continue;
            }
            let turn = Turn { swapped, mirrored };
            let conditions = turn.conditions(&pattern.conditions);
            let side = turn.side(Side::Red);
            if all.iter().any(|one| one.side == side && one.conditions == conditions) {
                continue;
            }
            all.push(Ground {
                pattern: number,
                side,
                mirrored,
                conditions,
                per: pattern.weight.per,
            });
        }
    }
    all
}

/// The pieces of a set, for tables.
pub fn piece_indices(set: PieceSet) -> impl Iterator<Item = usize> {
    set.pieces().map(Piece::index)
}
