//! In which order plies are tried.

use arrayvec::ArrayVec;
use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Kind, Piece, Ply, Position, Square};
use game::Position as _;

use super::params::SearchParams;
use super::worker::Worker;
use crate::eval::{Lanes, Values};
use crate::judge::Judge;

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 20);

/// Hands out plies best first and generates them when they are wanted: the ply of
/// the table, captures, then everything else.
pub(crate) struct Picker {
    plies: ArrayVec<(i32, Ply), 128>,
    next: usize,
    stage: Stage,
    from_table: Option<Ply>,
    /// The best of the rest has been put in front already.
    ready: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Captures,
    Quiets,
    Rest,
}

impl Picker {
    /// All moves and captures; flips come later, if at all.
    #[inline]
    pub fn all(from_table: Option<Ply>) -> Picker {
        let from_table = from_table.filter(|ply| !ply.is_flip());
        Picker { plies: ArrayVec::new(), next: 0, stage: Stage::Table, from_table, ready: false }
    }

    /// Nothing yet: see [`Picker::fill_captures`].
    #[inline]
    pub fn empty() -> Picker {
        let plies = ArrayVec::new();
        Picker { plies, next: 0, stage: Stage::Rest, from_table: None, ready: false }
    }

    /// Only the captures.
    #[inline]
    pub fn fill_captures(&mut self, worker: &mut Worker<'_, impl Judge>) {
        worker.add_captures(&mut self.plies, None);
    }

    /// The next ply with its ordering score. With `skip_quiets` only captures are
    /// left; once it is said, it stays.
    #[inline]
    pub fn next(
        &mut self,
        worker: &mut Worker<'_, impl Judge>,
        skip_quiets: bool,
    ) -> Option<(i32, Ply)> {
        if self.stage == Stage::Table {
            self.stage = Stage::Captures;
            // What another position with the same key left there may be illegal.
            if let Some(ply) = self.from_table.filter(|&ply| worker.walker.position.is_legal(ply)) {
                return Some((FROM_TABLE, ply));
            }
            self.from_table = None;
        }
        if self.stage == Stage::Captures {
            self.stage = Stage::Quiets;
            worker.add_captures(&mut self.plies, self.from_table);
        }
        if self.stage == Stage::Quiets {
            if let Some(best) = self.peek().filter(|&(order, _)| !is_bad_capture(order)) {
                return Some(self.take(best));
            }
            self.stage = Stage::Rest;
            if !skip_quiets {
                worker.add_quiets(&mut self.plies, self.from_table);
                self.ready = false;
            }
        } else if skip_quiets {
            self.drop_quiets();
        }
        self.peek().map(|best| self.take(best))
    }

    /// The best capture of those not handed out yet.
    #[inline]
    pub fn next_capture(&mut self) -> Option<(i32, Ply)> {
        self.peek().map(|best| self.take(best))
    }

    /// The ply that comes next of those generated already; of equals the one
    /// generated first.
    #[inline]
    pub fn peek(&mut self) -> Option<(i32, Ply)> {
        let rest = &mut self.plies[self.next..];
        let front = *rest.first()?;
        if self.ready {
            return Some(front);
        }
        let (mut best, mut most) = (0, front.0);
        for (index, &(order, _)) in rest.iter().enumerate().skip(1) {
            if order > most {
                (best, most) = (index, order);
            }
        }
        rest.swap(0, best);
        self.ready = true;
        Some(rest[0])
    }

    #[inline]
    fn take(&mut self, best: (i32, Ply)) -> (i32, Ply) {
        self.next += 1;
        self.ready = false;
        best
    }

    /// Leaves only the captures that lose something.
    fn drop_quiets(&mut self) {
        if self.peek().is_some_and(|(order, _)| !is_bad_capture(order)) {
            let next = std::mem::take(&mut self.next);
            self.plies.drain(..next);
            self.plies.retain(|&mut (order, _)| is_bad_capture(order));
            self.ready = false;
        }
    }
}

/// Whether an ordering score is that of a capture that loses the piece for less.
#[inline]
pub(crate) fn is_bad_capture(order: i32) -> bool {
    order < BAD_CAPTURE / 2
}

impl<E: Judge> Worker<'_, E> {
    #[inline]
    fn add_captures(&mut self, plies: &mut ArrayVec<(i32, Ply), 128>, without: Option<Ply>) {
        let position = &self.walker.position;
        let mut list = game::PlyList::new();
        position.push_captures(&mut list);
        if list.is_empty() {
            return;
        }
        let values = self.material.values(self.walker.alive, self.shared.worths);
        let wanted = list.iter().filter(|&&ply| Some(ply) != without);
        let params = self.shared.params;
        plies.extend(wanted.map(|&ply| (capture_order(position, ply, values, params), ply)));
    }

    #[inline]
    fn add_quiets(&mut self, plies: &mut ArrayVec<(i32, Ply), 128>, without: Option<Ply>) {
        let side = self.walker.turn();
        let features = self.shared.features;
        let killers = self.killers[self.walker.height()];
        let position = &self.walker.position;
        let mut list = game::PlyList::new();
        position.push_quiets(&mut list);
        if list.is_empty() {
            return;
        }
        let attacked = Lanes::of(position).attacks(position)[!side];
        let values = self.material.values(self.walker.alive, self.shared.worths);
        let flight_weight = self.shared.params.flight_weight;
        let score = |&ply: &Ply| {
            if features.killers && killers.contains(&Some(ply)) {
                return (KILLER, ply);
            }
            let flight = features.flight && attacked.contains(ply.from());
            let worth = if flight { piece_worth(position, ply.from(), values) } else { 0 };
            let learned =
                if features.history { self.history.get(Self::cell(side, ply)) } else { 0 };
            (learned + worth * flight_weight, ply)
        };
        let wanted = list.iter().filter(|&&ply| Some(ply) != without);
        plies.extend(wanted.map(score));
    }
}

#[inline]
pub(crate) fn piece_worth(position: &Position, square: Square, values: &Values) -> i32 {
    position.piece_at(square).map_or(0, |piece| values.of(piece))
}

#[inline]
fn capture_order(position: &Position, ply: Ply, values: &Values, params: &SearchParams) -> i32 {
    let gain = piece_worth(position, ply.to(), values);
    let own = piece_worth(position, ply.from(), values);
    if gain >= own || !is_guarded(position, ply) {
        GOOD_CAPTURE + gain * params.capture_gain - ((own * params.capture_cost) >> 8)
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
