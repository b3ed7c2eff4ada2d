//! In which order plies are tried.

use arrayvec::ArrayVec;
use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Kind, Piece, Ply, Position, Square};

use super::worker::Worker;
use crate::eval::{Values, attacked_by};

/// Plies with their ordering scores.
pub(crate) struct Picker {
    plies: ArrayVec<(i32, Ply), 128>,
    next: usize,
}

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 20);

impl Picker {
    /// The next ply, best first.
    #[inline]
    pub fn next(&mut self) -> Option<(i32, Ply)> {
        let rest = &mut self.plies[self.next..];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(i)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(self.plies[self.next - 1])
    }
}

/// Whether an ordering score is that of a capture that loses the piece for less.
#[inline]
pub(crate) fn is_bad_capture(order: i32) -> bool {
    order < BAD_CAPTURE / 2
}

impl Worker<'_> {
    /// All moves and captures; flips come later, if at all.
    pub fn pick_moves(&mut self, from_table: Option<Ply>) -> Picker {
        let height = self.walker.height();
        let side = self.walker.turn();
        let killers = self.killers[height];
        let values = *self.evaluator.values(&self.walker);
        let position = &self.walker.position;
        let mut list = game::PlyList::new();
        position.push_captures(&mut list);
        let captures = list.len();
        position.push_quiets(&mut list);
        let attacked = if captures < list.len() {
            attacked_by(position, !side)
        } else {
            banqi::Bitboard::EMPTY
        };
        let score = |(index, &ply): (usize, &Ply)| {
            let order = if Some(ply) == from_table {
                FROM_TABLE
            } else if index < captures {
                capture_order(position, ply, &values)
            } else if killers.contains(&Some(ply)) {
                KILLER
            } else {
                let flight = attacked.contains(ply.from());
                let worth = if flight { piece_worth(position, ply.from(), &values) * 4 } else { 0 };
                self.history.get(Self::cell(side, ply)) + worth
            };
            (order, ply)
        };
        let plies = list.iter().enumerate().map(score).collect();
        Picker { plies, next: 0 }
    }

    /// Only the captures.
    #[inline]
    pub fn pick_captures(&mut self) -> Picker {
        let values = *self.evaluator.values(&self.walker);
        let position = &self.walker.position;
        let mut list = game::PlyList::new();
        position.push_captures(&mut list);
        let plies = list.iter().map(|&ply| (capture_order(position, ply, &values), ply)).collect();
        Picker { plies, next: 0 }
    }
}

#[inline]
pub(crate) fn piece_worth(position: &Position, square: Square, values: &Values) -> i32 {
    position.piece_at(square).map_or(0, |piece| values.of(piece))
}

#[inline]
fn capture_order(position: &Position, ply: Ply, values: &Values) -> i32 {
    let gain = piece_worth(position, ply.to(), values);
    let own = piece_worth(position, ply.from(), values);
    if gain >= own || !is_guarded(position, ply) {
        GOOD_CAPTURE + gain * 16 - own / 16
    } else {
        BAD_CAPTURE + gain - own
    }
}

/// Whether the enemy can take back on the target square of a capture.
pub(crate) fn is_guarded(position: &Position, ply: Ply) -> bool {
    let Some(mover) = position.piece_at(ply.from()) else { return false };
    let enemy = !mover.side();
    let mut near = neighbours(ply.to()) & position.of_side(enemy);
    let steppers = near.any_kind(position, |kind| kind.captures_adjacent(mover.kind()));
    near = position.of_kind(enemy, Kind::Cannon);
    // The mover leaves its square, the victim's square stays occupied.
    let occupied = position.occupied() & !banqi::Bitboard::of(ply.from());
    steppers || !near.is_empty() && !(cannon_targets(ply.to(), occupied) & near).is_empty()
}

trait AnyKind {
    fn any_kind(self, position: &Position, test: impl Fn(Kind) -> bool) -> bool;
}

impl AnyKind for banqi::Bitboard {
    #[inline]
    fn any_kind(self, position: &Position, test: impl Fn(Kind) -> bool) -> bool {
        self.iter().any(|square| position.piece_at(square).is_some_and(|p: Piece| test(p.kind())))
    }
}
