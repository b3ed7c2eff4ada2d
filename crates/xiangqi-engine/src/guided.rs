//! Patterns that guide the search: moves to try early or closely, positions to search
//! deeper, and points that a plan wants pieces on.

use game::{Score, Side, Window};
use patterns::ground::Turn;
use patterns::pattern::{PieceSet, Template};
use patterns::{Ground, Pattern};
use search::{Change, Evaluator, Guide, MoveHint};
use xiangqi::{Bitboard, Piece, Position};

use crate::patterns::{Patterns, State, WithPatterns};

/// How much earlier a candidate of a pattern is tried, in the units of move histories.
const CANDIDATE: i32 = 8_000;
/// What a piece on a point its plan wants it on is worth.
const GOAL: i32 = 20;

/// What a ground pattern says about moves.
pub(crate) struct Actions {
    moves: Vec<MoveHint>,
    extension: i32,
    /// Which pieces a plan wants on which points.
    goals: Vec<(u32, u128)>,
}

impl Actions {
    /// Those of a ground pattern; `None` if it has none.
    pub fn of(pattern: &Pattern, ground: &Ground) -> Option<Actions> {
        let turn = Turn { swapped: ground.side == Side::Black, mirrored: ground.mirrored };
        let hint = |template: &Template, bonus: i32, candidate: bool| MoveHint {
            pieces: u32::from(turn.pieces(template.pieces).0),
            from: turn.points(template.from),
            to: turn.points(template.to),
            bonus,
            candidate,
        };
        let ordering = pattern.ordering.iter().map(|(bonus, move_)| hint(move_, *bonus, false));
        let candidates = pattern.candidates.iter().map(|move_| hint(move_, CANDIDATE, true));
        let goal = |(set, points): &(PieceSet, u128)| {
            (u32::from(turn.pieces(*set).0), turn.points(*points))
        };
        let actions = Actions {
            moves: ordering.chain(candidates).collect(),
            extension: pattern.extension,
            goals: pattern.goals.iter().map(goal).collect(),
        };
        let none = actions.moves.is_empty() && actions.extension == 0 && actions.goals.is_empty();
        (!none).then_some(actions)
    }

    /// What pieces on wanted points are worth.
    pub fn reached(&self, position: &Position) -> i32 {
        let on = |&(set, points): &(u32, u128)| {
            let pieces = Bitboard(points & position.occupied().0).into_iter();
            let wanted = |piece: &Piece| set >> piece.index() & 1 != 0;
            pieces.filter_map(|square| position.piece_at(square)).filter(wanted).count() as i32
        };
        GOAL * self.goals.iter().map(on).sum::<i32>()
    }
}

/// An evaluation with patterns that also guide the search.
pub(crate) struct Guided<'a, E> {
    inner: WithPatterns<'a, E>,
    patterns: &'a Patterns,
}

impl<'a, E> Guided<'a, E> {
    pub fn new(inner: E, patterns: &'a Patterns) -> Guided<'a, E> {
        Guided { inner: WithPatterns::new(inner, patterns), patterns }
    }
}

impl<E: Evaluator<Position>> Evaluator<Position> for Guided<'_, E> {
    type State = State<E::State>;
    const GUIDES: bool = true;

    fn start(&self, position: &Position) -> Self::State {
        self.inner.start(position)
    }

    fn made(&self, state: &mut Self::State, position: &Position, change: &Change<Piece>) {
        self.inner.made(state, position, change);
    }

    fn passed(&self, state: &mut Self::State, _: Option<Score>) {
        self.inner.passed(state, None);
    }

    fn unmade(&self, state: &mut Self::State) {
        self.inner.unmade(state);
    }

    fn evaluate(&self, state: &mut Self::State, position: &Position) -> Score {
        let limit = Score::BEST_EVAL.get();
        let sum = self.inner.evaluate(state, position).get()
            + self.patterns.reached(&mut state.matched, position);
        Score::new(sum.clamp(-limit, limit))
    }

    fn evaluate_near(&self, state: &mut Self::State, position: &Position, _: Window) -> Score {
        self.evaluate(state, position)
    }

    fn guide(&self, state: &mut Self::State, position: &Position) -> Guide {
        let mut guide = Guide::default();
        self.patterns.for_each_action(&mut state.matched, position, |side, actions| {
            if side == position.turn() {
                guide.moves.extend_from_slice(&actions.moves);
            }
            guide.extension = guide.extension.max(actions.extension);
        });
        guide
    }
}
