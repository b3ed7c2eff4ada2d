//! The evaluation in rows that people can read.

use banqi::{Position, Side};
use game::{BySide, Position as _, Score};
use search::{Evaluator as _, Explanation, Row};

use super::{EvalParams, Evaluation, TERMS, mover};
use crate::draw_limit::DrawLimit;
use crate::engine::BanqiGame;
use crate::expectation::LARGEST_EVAL;
use crate::walker::Walker;

/// The evaluation of a game's present position by the profile `chuhe`, term by
/// term; then what the nearness of the draw limit takes away, and what is beyond
/// the largest evaluation there is.
pub(crate) fn explain(game: &BanqiGame, evaluation: &Evaluation, limit: &DrawLimit) -> Explanation {
    let position = game.position();
    let terms = evaluation.terms(&mut evaluation.start(position), position);
    let sum: i32 = terms.iter().sum();
    let parts = evaluation.parts(position);
    let named = TERMS.into_iter().zip(terms).zip(parts);
    let mut rows: Vec<Row> =
        named.map(|((key, value), parts)| row(key, value, parts, mover(position))).collect();
    let whole = Score::new(sum).get();
    let faded = limit.faded(whole, Walker::at(game).clock);
    rows.push(Row::new("draw_limit", None, faded - whole));
    let beyond = faded.clamp(-LARGEST_EVAL, LARGEST_EVAL) - (sum + faded - whole);
    if beyond != 0 {
        rows.push(Row::new("beyond", None, beyond));
    }
    Explanation::new(position.turn(), rows)
}

/// A row; if it is a difference of sides, with a part for each, and one for what
/// rounding both by themselves leaves.
fn row(key: &'static str, value: i32, parts: Option<BySide<i32>>, mover: Side) -> Row {
    let Some(parts) = parts else { return Row::new(key, Some(mover), value) };
    let part = |side| {
        let seen = if side == mover { parts[side] } else { -parts[side] };
        Row::new(key, Some(side), seen)
    };
    let mut children = Side::BOTH.map(part).to_vec();
    let rest = value - children.iter().map(|child| child.value).sum::<i32>();
    if rest != 0 {
        let left = if key == "material" { "lead" } else { "rounding" };
        children.push(Row::new(left, None, rest));
    }
    Row::of_parts(key, children)
}

/// A static evaluation that keeps what it computed from one position to the next.
pub struct Static {
    evaluation: Evaluation,
    state: super::State,
}

impl Static {
    /// With some numbers.
    pub fn new(params: &EvalParams) -> Static {
        let evaluation = Evaluation::new(params.clone());
        let state = evaluation.start(&Position::start());
        Static { evaluation, state }
    }

    /// How good a position is for the side to move, far from the draw limit.
    pub fn value(&mut self, position: &Position) -> i32 {
        self.state.stand_at(position);
        self.evaluation.terms(&mut self.state, position).iter().sum()
    }
}

/// The static evaluations of positions under a parameter set, for tuners: each
/// for its side to move, far from the draw limit.
pub fn static_values(positions: &[Position], params: &EvalParams) -> Vec<i32> {
    let evaluation = Evaluation::new(params.clone());
    let Some(first) = positions.first() else { return Vec::new() };
    let mut state = evaluation.start(first);
    let value = |position: &Position| {
        state.stand_at(position);
        evaluation.terms(&mut state, position).iter().sum()
    };
    positions.iter().map(value).collect()
}
