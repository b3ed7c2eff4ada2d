//! The reference: patterns looked for word by word. Every other matcher must agree.

use xiangqi::{Bitboard, Position, Square};

use crate::board::{self, Bound, points, standing};
use crate::ground::Ground;
use crate::pattern::{Condition, Item, Relation, Subject, Variable};

/// Nothing bound yet.
const FREE: Bound = [None; 8];

/// Whether a ground pattern is on the board.
pub fn matches(position: &Position, ground: &Ground) -> bool {
    holds(position, &ground.conditions, &FREE).is_some()
}

/// The points a ground pattern is about, if it is on the board.
pub fn matched_points(position: &Position, ground: &Ground) -> Option<u128> {
    holds(position, &ground.conditions, &FREE)
}

/// How often a ground pattern counts: once, or for every piece its variable can be.
pub fn count(position: &Position, ground: &Ground) -> u32 {
    match ground.per {
        None => u32::from(matches(position, ground)),
        Some(variable) => bindings(position, &ground.conditions, &FREE, variable).count_ones(),
    }
}

/// The points a variable can stand for.
fn bindings(position: &Position, all: &[Condition], bound: &Bound, wanted: Variable) -> u128 {
    let Some((first, rest)) = all.split_first() else { return 0 };
    match first {
        Condition::Let(variable, set, area) => {
            let mut found = 0;
            for square in Bitboard(standing(position, *set) & points(area, bound)) {
                let mut bound = *bound;
                bound[usize::from(*variable)] = Some(square);
                if *variable == wanted {
                    let holds = holds(position, rest, &bound).is_some();
                    found |= if holds { Bitboard::of(square).0 } else { 0 };
                } else {
                    found |= bindings(position, rest, &bound, wanted);
                }
            }
            found
        }
        other => match one(position, other, bound) {
            Some(_) => bindings(position, rest, bound, wanted),
            None => 0,
        },
    }
}

/// The points of conditions that all hold.
fn holds(position: &Position, all: &[Condition], bound: &Bound) -> Option<u128> {
    let Some((first, rest)) = all.split_first() else { return Some(0) };
    let Condition::Let(variable, set, area) = first else {
        let points = one(position, first, bound)?;
        return holds(position, rest, bound).map(|more| points | more);
    };
    for square in Bitboard(standing(position, *set) & points(area, bound)) {
        let mut bound = *bound;
        bound[usize::from(*variable)] = Some(square);
        if let Some(more) = holds(position, rest, &bound) {
            return Some(more | Bitboard::of(square).0);
        }
    }
    None
}

/// The points of one condition, if it holds.
fn one(position: &Position, condition: &Condition, bound: &Bound) -> Option<u128> {
    let about = |holds: bool, points: u128| holds.then_some(points);
    match condition {
        Condition::At(set, area, count) => {
            let found = standing(position, *set) & points(area, bound);
            about(count.fits(found.count_ones()), found)
        }
        Condition::Line(from, directions, items) => {
            let starts = Bitboard(stand(position, from, bound));
            starts.into_iter().find_map(|start| {
                directions
                    .steps()
                    .find_map(|step| follow(position, items, Some(start), step, bound))
            })
        }
        Condition::Let(..) => holds(position, std::slice::from_ref(condition), bound),
        Condition::Not(all) => about(holds(position, all, bound).is_none(), 0),
        Condition::AnyOf(each) => each.iter().find_map(|all| holds(position, all, bound)),
        Condition::Related(relation, of, to) => {
            let targets = stand(position, to, bound);
            let sources = Bitboard(stand(position, of, bound));
            let hit = |source: Square| related(position, *relation, source) & targets;
            let found = sources.into_iter().find(|&source| hit(source) != 0)?;
            Some(Bitboard::of(found).0 | hit(found) & position.occupied().0)
        }
        Condition::Pinned(of) => {
            let pinned = xiangqi::Side::BOTH.map(|side| board::pinned(position, side));
            let found = stand(position, of, bound) & (pinned[0] | pinned[1]);
            about(found != 0, found)
        }
        Condition::Trapped(of) => {
            let all = Bitboard(stand(position, of, bound));
            let found = all.into_iter().find(|&square| board::is_trapped(position, square))?;
            Some(Bitboard::of(found).0)
        }
        Condition::Material(side, counts) => {
            let fits = xiangqi::Kind::ALL
                .into_iter()
                .all(|kind| counts[kind.index()].fits(position.count(*side, kind)));
            about(fits, if fits { position.side(*side).0 } else { 0 })
        }
        Condition::Turn(side) => about(position.turn() == *side, 0),
        Condition::Phase(phases) => about(board::phase(position) & phases != 0, 0),
    }
}

/// The points a relation reaches from a piece.
fn related(position: &Position, relation: Relation, source: Square) -> u128 {
    let Some(piece) = position.piece_at(source) else { return 0 };
    let own = position.side(piece.side()).0;
    match relation {
        Relation::Attacks => board::attacked_by(position, source) & !own,
        Relation::Guards => board::attacked_by(position, source) & own,
        Relation::Pins => board::held_by(position, source),
    }
}

/// The points a subject stands on.
fn stand(position: &Position, subject: &Subject, bound: &Bound) -> u128 {
    match subject {
        Subject::Pieces(set, area) => standing(position, *set) & points(area, bound),
        Subject::Variable(variable) => {
            bound[usize::from(*variable)].map_or(0, |square| Bitboard::of(square).0)
        }
        Subject::Points(area) => points(area, bound),
    }
}

/// Follows a line item by item; the points of its pieces, if all are there.
fn follow(
    position: &Position,
    items: &[Item],
    at: Option<Square>,
    step: (i32, i32),
    bound: &Bound,
) -> Option<u128> {
    let Some((item, rest)) = items.split_first() else { return Some(0) };
    let next = |square: Square| square.offset(step.0, step.1);
    if *item == Item::Empties {
        let mut at = at;
        loop {
            if let Some(points) = follow(position, rest, at, step, bound) {
                return Some(points);
            }
            let square = at?;
            if position.piece_at(square).is_some() {
                return None;
            }
            at = next(square);
        }
    }
    let square = at?;
    let piece = position.piece_at(square);
    let fits = match item {
        Item::Pieces(set) => piece.is_some_and(|piece| set.has(piece)),
        Item::Variable(variable) => bound[usize::from(*variable)] == Some(square),
        Item::Empty => piece.is_none(),
        Item::Anything | Item::Empties => true,
    };
    if !fits {
        return None;
    }
    let points = if piece.is_some() { Bitboard::of(square).0 } else { 0 };
    follow(position, rest, next(square), step, bound).map(|more| more | points)
}

/// Whether one condition holds.
pub(crate) fn holds_one(position: &Position, condition: &Condition, bound: &Bound) -> bool {
    one(position, condition, bound).is_some()
}

/// Whether all conditions of a list hold.
pub(crate) fn all_hold(position: &Position, conditions: &[Condition]) -> bool {
    holds(position, conditions, &FREE).is_some()
}
