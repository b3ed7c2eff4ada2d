//! Conditions made ready for being asked often.

use xiangqi::{Bitboard, Piece, Position, Square};

use crate::board::{self, Bound, points, standing};
use crate::interpret;
use crate::pattern::{Area, Condition, Count, Directions, Item, PieceSet, Relation, Subject};

/// A condition that bits do not decide.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// So many of a piece stand on these points.
    Here(Piece, u128, Count),
    /// So many of these stand in the area.
    At(PieceSet, Area, Count),
    /// Along a line.
    Line(Line),
    /// Along a line whose items are more than pieces and gaps.
    Items(Subject, Directions, Vec<Item>),
    /// There is such a piece, and the rest holds for it.
    Let(u8, PieceSet, Area),
    /// Some of the first attack, guard or pin some of the second.
    Related(Relation, Subject, Subject),
    /// Not all of these.
    Not(Vec<Check>),
    /// One of these lists.
    AnyOf(Vec<Vec<Check>>),
    /// Anything else, by the reference matcher.
    Slow(Condition),
}

/// A line whose pieces are found by jumping from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    from: Subject,
    directions: u8,
    /// What stands on the first point; `None` if `from` says it.
    first: Option<Item>,
    /// How many empty points before the next piece (`None`: any number), and which piece.
    steps: Vec<(Option<u32>, Item)>,
}

/// Checks of conditions, cheap ones first between two bindings.
pub(crate) fn checks(conditions: &[Condition]) -> Vec<Check> {
    let mut all: Vec<Check> = conditions.iter().map(check).collect();
    for run in all.split_mut(|check| matches!(check, Check::Let(..))) {
        run.sort_by_key(cost);
    }
    all
}

fn cost(check: &Check) -> u32 {
    match check {
        Check::Here(..) => 0,
        Check::At(..) => 1,
        Check::Slow(Condition::Phase(_) | Condition::Turn(_) | Condition::Material(..)) => 2,
        Check::Line(_) | Check::Items(..) => 3,
        Check::Let(..) | Check::Related(..) => 4,
        Check::Not(_) | Check::AnyOf(_) => 5,
        Check::Slow(_) => 6,
    }
}

fn check(condition: &Condition) -> Check {
    match condition {
        Condition::At(set, Area::Fixed(points), count) if set.single().is_some() => {
            let piece = Piece::from_index(set.0.trailing_zeros() as usize);
            Check::Here(piece, *points, *count)
        }
        Condition::At(set, area, count) => Check::At(*set, area.clone(), *count),
        Condition::Let(variable, set, area) => Check::Let(*variable, *set, area.clone()),
        Condition::Related(relation, of, to) => Check::Related(*relation, of.clone(), to.clone()),
        Condition::Not(all) => Check::Not(checks(all)),
        Condition::AnyOf(each) => Check::AnyOf(each.iter().map(|all| checks(all)).collect()),
        Condition::Line(from, directions, items) => line(from, *directions, items)
            .unwrap_or_else(|| Check::Items(from.clone(), *directions, items.clone())),
        _ => Check::Slow(condition.clone()),
    }
}

/// A line of pieces with gaps; `None` if it is more than that.
fn line(from: &Subject, directions: Directions, items: &[Item]) -> Option<Check> {
    let (&first, rest) = items.split_first()?;
    if first == Item::Empties {
        return None;
    }
    let told =
        matches!((from, first), (Subject::Pieces(set, _), Item::Pieces(item)) if *set == item);
    let mut steps = Vec::new();
    let mut gap = Some(0);
    for &item in rest {
        match item {
            Item::Empty => gap = gap.map(|points| points + 1),
            Item::Empties => gap = None,
            Item::Anything => return None,
            Item::Pieces(_) | Item::Variable(_) => {
                steps.push((gap.replace(0), item));
            }
        }
        // "Some, and any number more" is not a gap that can be told by one number.
        if item == Item::Empty && gap.is_none() {
            return None;
        }
    }
    if gap != Some(0) || rest.windows(2).any(|pair| pair == [Item::Empty, Item::Empties]) {
        return None;
    }
    let first = if told { None } else { Some(first) };
    Some(Check::Line(Line { from: from.clone(), directions: directions.0, first, steps }))
}

/// Whether all hold.
#[inline]
pub(crate) fn all(checks: &[Check], position: &Position, bound: &Bound) -> bool {
    let Some((first, rest)) = checks.split_first() else { return true };
    if let Check::Let(variable, set, area) = first {
        let mut bound = *bound;
        let found = standing(position, *set) & points(area, &bound);
        return Bitboard(found).into_iter().any(|square| {
            bound[usize::from(*variable)] = Some(square);
            all(rest, position, &bound)
        });
    }
    first.holds(position, bound) && all(rest, position, bound)
}

/// The points a variable can stand for.
pub(crate) fn bindings(checks: &[Check], position: &Position, bound: &Bound, wanted: u8) -> u128 {
    let Some((first, rest)) = checks.split_first() else { return 0 };
    let Check::Let(variable, set, area) = first else {
        return if first.holds(position, bound) {
            bindings(rest, position, bound, wanted)
        } else {
            0
        };
    };
    let mut found = 0;
    for square in Bitboard(standing(position, *set) & points(area, bound)) {
        let mut bound = *bound;
        bound[usize::from(*variable)] = Some(square);
        if *variable != wanted {
            found |= bindings(rest, position, &bound, wanted);
        } else if all(rest, position, &bound) {
            found |= Bitboard::of(square).0;
        }
    }
    found
}

impl Check {
    fn holds(&self, position: &Position, bound: &Bound) -> bool {
        match self {
            Check::Here(piece, points, count) => {
                let found = position.pieces(piece.side(), piece.kind()).0 & points;
                if *count == Count::SOME { found != 0 } else { count.fits(found.count_ones()) }
            }
            Check::At(set, area, count) => {
                count.fits((standing(position, *set) & points(area, bound)).count_ones())
            }
            Check::Line(line) => line.is_there(position, bound),
            Check::Items(from, directions, items) => {
                Bitboard(stand(position, from, bound)).into_iter().any(|start| {
                    (0..4).any(|way| {
                        directions.0 >> way & 1 != 0 && follows(position, start, way, items, bound)
                    })
                })
            }
            Check::Let(..) => all(std::slice::from_ref(self), position, bound),
            Check::Related(relation, of, to) => {
                let targets = stand(position, to, bound);
                let reach = |from: Square| reach(position, *relation, from);
                targets != 0
                    && Bitboard(stand(position, of, bound))
                        .into_iter()
                        .any(|from| reach(from) & targets != 0)
            }
            Check::Not(checks) => !all(checks, position, bound),
            Check::AnyOf(each) => each.iter().any(|checks| all(checks, position, bound)),
            Check::Slow(condition) => interpret::holds_one(position, condition, bound),
        }
    }
}

fn reach(position: &Position, relation: Relation, from: Square) -> u128 {
    let Some(piece) = position.piece_at(from) else { return 0 };
    match relation {
        Relation::Attacks => position.attacks_from(piece, from).0 & !position.side(piece.side()).0,
        Relation::Guards => position.attacks_from(piece, from).0 & position.side(piece.side()).0,
        Relation::Pins => board::held_by(position, from),
    }
}

#[inline]
fn stand(position: &Position, subject: &Subject, bound: &Bound) -> u128 {
    match subject {
        Subject::Pieces(set, area) => standing(position, *set) & points(area, bound),
        Subject::Variable(variable) => {
            bound[usize::from(*variable)].map_or(0, |square| Bitboard::of(square).0)
        }
        Subject::Points(area) => points(area, bound),
    }
}

impl Line {
    #[inline]
    fn is_there(&self, position: &Position, bound: &Bound) -> bool {
        Bitboard(stand(position, &self.from, bound)).into_iter().any(|start| {
            self.begins(position, start, bound)
                && (0..4).any(|way| {
                    self.directions >> way & 1 != 0 && self.goes(position, start, way, bound)
                })
        })
    }

    fn begins(&self, position: &Position, start: Square, bound: &Bound) -> bool {
        match self.first {
            None | Some(Item::Anything) => true,
            Some(Item::Empty) => !position.occupied().has(start),
            Some(item) => is_item(position, start, item, bound),
        }
    }

    fn goes(&self, position: &Position, start: Square, way: usize, bound: &Bound) -> bool {
        let occupied = position.occupied().0;
        let mut at = start;
        self.steps.iter().all(|&(gap, item)| {
            let Some(next) = next_piece(occupied, at, way) else { return false };
            let far = if way < 2 {
                next.rank().abs_diff(at.rank())
            } else {
                next.file().abs_diff(at.file())
            };
            at = next;
            gap.is_none_or(|gap| far as u32 == gap + 1) && is_item(position, next, item, bound)
        })
    }
}

/// Whether items follow each other from a point. A set of places on the line, a bit each,
/// goes along: those the next item may be on.
fn follows(position: &Position, start: Square, way: usize, items: &[Item], bound: &Bound) -> bool {
    let length = match way {
        0 => 10 - start.rank(),
        1 => start.rank() + 1,
        2 => start.file() + 1,
        _ => 9 - start.file(),
    };
    let whole = (1u16 << length) - 1;
    let empty = !along(position.occupied().0, start, way) & whole;
    let mut on: u16 = 1;
    for item in items {
        let fitting = match item {
            Item::Pieces(set) => along(standing(position, *set), start, way),
            Item::Variable(variable) => bound[usize::from(*variable)]
                .map_or(0, |square| along(Bitboard::of(square).0, start, way)),
            Item::Empty => empty,
            Item::Anything => whole,
            Item::Empties => {
                (0..length).for_each(|_| on |= (on & empty) << 1);
                continue;
            }
        };
        on = (on & fitting) << 1;
        if on == 0 {
            return false;
        }
    }
    true
}

/// The points of a set along a line, the start as the first bit.
#[inline]
fn along(points: u128, start: Square, way: usize) -> u16 {
    let (file, rank) = (start.file(), start.rank());
    let row = |points: u128| (points >> (9 * rank)) as u16 & 0x1ff;
    let column = |points: u128| {
        let points = points >> file;
        (0..10).fold(0, |all, rank| all | ((points >> (9 * rank)) as u16 & 1) << rank)
    };
    match way {
        0 => column(points) >> rank,
        1 => column(points).reverse_bits() >> (15 - rank),
        2 => row(points).reverse_bits() >> (15 - file),
        _ => row(points) >> file,
    }
}

#[inline]
fn is_item(position: &Position, square: Square, item: Item, bound: &Bound) -> bool {
    match item {
        Item::Pieces(PieceSet::ALL) => position.occupied().has(square),
        Item::Pieces(set) => position.piece_at(square).is_some_and(|piece| set.has(piece)),
        Item::Variable(variable) => bound[usize::from(variable)] == Some(square),
        _ => false,
    }
}

/// The points ahead of a point, by direction.
pub(super) static AHEAD: [[u128; 90]; 4] = {
    let mut table = [[0; 90]; 4];
    let steps = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    let mut way = 0;
    while way < 4 {
        let mut square = 0;
        while square < 90 {
            let mut at = Square::from_index(square).offset(steps[way].0, steps[way].1);
            while let Some(next) = at {
                table[way][square] |= 1 << next.index();
                at = next.offset(steps[way].0, steps[way].1);
            }
            square += 1;
        }
        way += 1;
    }
    table
};

/// The next piece in a direction: towards higher ranks, lower ranks, left, right.
#[inline]
fn next_piece(occupied: u128, from: Square, way: usize) -> Option<Square> {
    let met = occupied & AHEAD[way][from.index()];
    if met == 0 {
        return None;
    }
    let index = if way == 0 || way == 3 { met.trailing_zeros() } else { 127 - met.leading_zeros() };
    Some(Square::from_index(index as usize))
}

/// Whether pieces stand on a line as steps say.
#[inline]
pub(crate) fn goes(
    position: &Position,
    start: Square,
    way: usize,
    steps: &[(Option<u32>, u128)],
) -> bool {
    let occupied = position.occupied().0;
    let mut at = start;
    steps.iter().all(|&(gap, points)| {
        let Some(next) = next_piece(occupied, at, way) else { return false };
        let far =
            if way < 2 { next.rank().abs_diff(at.rank()) } else { next.file().abs_diff(at.file()) };
        at = next;
        gap.is_none_or(|gap| far as u32 == gap + 1) && points >> next.index() & 1 != 0
    })
}
