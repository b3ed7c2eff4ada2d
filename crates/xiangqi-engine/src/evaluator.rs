//! What the search asks of an evaluation, hand-written or learned.

use game::{Observer, Score};
use xiangqi::{Piece, Position};

/// An evaluation with an incremental part.
pub trait Evaluator: Send + Sync {
    /// What is kept up to date while plies are made.
    type Accumulator: Clone + Default + Send;
    /// Keeps it up to date.
    type Watch<'a>: Observer<Piece>
    where
        Self: 'a;

    /// The incremental part from nothing.
    fn refresh(&self, position: &Position) -> Self::Accumulator;

    /// An observer that changes an accumulator as the board changes.
    fn watch<'a>(&'a self, accumulator: &'a mut Self::Accumulator) -> Self::Watch<'a>;

    /// How good a position is for the side to move.
    fn evaluate(&self, position: &Position, accumulator: &Self::Accumulator) -> Score;

    /// The evaluation of the side to move after the other side, whose evaluation is
    /// given, passed its turn.
    fn after_pass(&self, evaluation: Score, accumulator: &Self::Accumulator) -> Score;
}
