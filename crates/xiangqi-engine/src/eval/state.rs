//! The incremental part of the evaluation as a search carries it: plies are noted
//! when they are made, and worked into the sums only where a node is evaluated.

use std::marker::PhantomData;

use game::Score;
use search::{Change, Evaluator};
use xiangqi::{Piece, Position};

use super::accumulator::Accumulator;
use super::evaluation::Evaluation;
use super::style::Style;

/// An [`Evaluation`] of a style that the compiler knows: nothing asks for the
/// style at a node.
#[derive(Debug)]
pub struct Styled<'a, S> {
    evaluation: &'a Evaluation,
    style: PhantomData<S>,
}

impl<'a, S: Style> Styled<'a, S> {
    /// The evaluation, which must be of this style.
    pub fn new(evaluation: &'a Evaluation) -> Styled<'a, S> {
        debug_assert_eq!(evaluation.style(), S::STYLE);
        Styled { evaluation, style: PhantomData }
    }
}

/// The sums along the line of a search.
#[derive(Debug)]
pub struct State {
    levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    accumulator: Accumulator,
    /// Whether the accumulator is that of this level.
    known: bool,
    /// What led here from the level before.
    change: Change<Piece>,
    /// The evaluation of the side that passed its turn to get here.
    passed: Option<Score>,
}

impl Level {
    const fn after(change: Change<Piece>, passed: Option<Score>) -> Level {
        Level { accumulator: Accumulator::EMPTY, known: false, change, passed }
    }
}

impl State {
    /// The accumulator of the last level, brought up to date.
    #[inline]
    fn current(&mut self, evaluation: &Evaluation) -> Accumulator {
        let last = self.levels.len() - 1;
        let mut from = last;
        while !self.levels[from].known {
            from -= 1;
        }
        let mut accumulator = self.levels[from].accumulator;
        for level in &mut self.levels[from + 1..] {
            accumulator = evaluation.after(accumulator, &level.change);
            level.accumulator = accumulator;
            level.known = true;
        }
        accumulator
    }
}

impl<S: Style> Evaluator<Position> for Styled<'_, S> {
    type State = State;

    fn start(&self, position: &Position) -> State {
        let mut levels = Vec::with_capacity(160);
        let accumulator = self.evaluation.refresh(position);
        levels.push(Level { accumulator, known: true, change: Change::NONE, passed: None });
        State { levels }
    }

    #[inline]
    fn made(&self, state: &mut State, _: &Position, change: &Change<Piece>) {
        state.levels.push(Level::after(*change, None));
    }

    #[inline]
    fn passed(&self, state: &mut State, before: Option<Score>) {
        state.levels.push(Level::after(Change::NONE, before));
    }

    #[inline]
    fn unmade(&self, state: &mut State) {
        state.levels.pop();
    }

    #[inline]
    fn evaluate(&self, state: &mut State, position: &Position) -> Score {
        let accumulator = state.current(self.evaluation);
        match state.levels.last().and_then(|level| level.passed) {
            Some(before) => self.evaluation.after_pass(before, &accumulator),
            None => self.evaluation.evaluate_as::<S>(position, &accumulator),
        }
    }
}
