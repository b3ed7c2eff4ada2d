//! Judging a cycle: who, if anybody, forced the repetition by forbidden means.

use super::board::Board;
use super::chase::chased;
use super::square::{Move, Square};
use crate::Colour;

/// What a cycle amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CycleVerdict {
    /// Nobody is to blame, or both are.
    Draw,
    /// This side gave check on every move and loses.
    PerpetualCheckBy(Colour),
    /// This side chased one piece on every move and loses.
    PerpetualChaseBy(Colour),
}

/// A stretch of a game between two occurrences of one position.
pub(super) struct Cycle<'a> {
    /// The boards from the earlier occurrence to the later one, both included.
    pub boards: &'a [Board],
    /// The moves between them: one fewer than boards.
    pub moves: &'a [Move],
}

impl Cycle<'_> {
    /// The verdict of the `computer` law.
    pub fn judge(&self) -> CycleVerdict {
        if self.any_check() { self.judge_checks_only() } else { self.judge_chases() }
    }

    /// The verdict when only perpetual check is punished.
    pub fn judge_checks_only(&self) -> CycleVerdict {
        match Colour::BOTH.map(|side| self.checks_on_every_move(side)) {
            [true, false] => CycleVerdict::PerpetualCheckBy(Colour::Red),
            [false, true] => CycleVerdict::PerpetualCheckBy(Colour::Black),
            _ => CycleVerdict::Draw,
        }
    }

    fn judge_chases(&self) -> CycleVerdict {
        match Colour::BOTH.map(|side| !self.chased_on_every_move(side).is_empty()) {
            [true, false] => CycleVerdict::PerpetualChaseBy(Colour::Red),
            [false, true] => CycleVerdict::PerpetualChaseBy(Colour::Black),
            _ => CycleVerdict::Draw,
        }
    }

    /// Numbers of the moves made by one side.
    fn moves_by(&self, side: Colour) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(move |&i| self.boards[i].side_to_move() == side)
    }

    fn gives_check(&self, number: usize) -> bool {
        let after = &self.boards[number + 1];
        after.is_in_check(after.side_to_move())
    }

    fn any_check(&self) -> bool {
        (0..self.moves.len()).any(|number| self.gives_check(number))
    }

    fn checks_on_every_move(&self, side: Colour) -> bool {
        self.moves_by(side).all(|number| self.gives_check(number))
    }

    /// The pieces newly chased by every single move of `side`, named by where they stood when the
    /// cycle began.
    fn chased_on_every_move(&self, side: Colour) -> Vec<Square> {
        let mut victims: Vec<Square> =
            self.boards[0].pieces(side.other()).into_iter().map(|(square, _)| square).collect();
        for number in self.moves_by(side) {
            let before = chased(&self.boards[number], side);
            let after = chased(&self.boards[number + 1], side);
            // The mover's own move shifts none of the victims, so both lists name the same points.
            victims.retain(|&origin| {
                let now = self.follow(origin, number);
                after.contains(&now) && !before.contains(&now)
            });
        }
        victims
    }

    /// Where the piece that began the cycle on `origin` stands before move `number`. Nothing is
    /// captured inside a cycle, so no piece is ever lost from sight.
    fn follow(&self, origin: Square, number: usize) -> Square {
        self.moves[..number]
            .iter()
            .fold(origin, |square, played| if played.from == square { played.to } else { square })
    }
}
