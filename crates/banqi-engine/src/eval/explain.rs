//! The evaluation in rows that people can read.

use std::fmt;

use banqi::Position;

use super::{EvalParams, Evaluator, TERMS, shrink};
use crate::engine::BanqiGame;
use crate::walker::Walker;

/// One term of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalRow {
    /// Its name.
    pub name: &'static str,
    /// Its worth for the side to move.
    pub value: i32,
}

/// The evaluation of a position: rows that sum to the total exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms.
    pub rows: Vec<EvalRow>,
    /// Their sum, for the side to move.
    pub total: i32,
}

/// The evaluation of a game's present position by the profile `chuhe`, term by
/// term; the last row is what the nearness of the draw limit takes away.
///
/// ```
/// use banqi_engine::{BanqiGame, explain};
/// let game = BanqiGame::from_position(Default::default(), "8/8/2K5/5h2 r".parse().unwrap(), 50);
/// let explanation = explain(&game);
/// let sum: i32 = explanation.rows.iter().map(|row| row.value).sum();
/// assert_eq!(sum, explanation.total);
/// assert!(explanation.total > 0);
/// ```
pub fn explain(game: &BanqiGame) -> Explanation {
    let walker = Walker::at(game);
    let mut evaluator = Evaluator::new(EvalParams::default());
    let terms = evaluator.terms(&walker);
    let sum: i32 = terms.iter().sum();
    let total = shrink(sum, walker.clock, walker.limit);
    let named = TERMS.into_iter().zip(terms);
    let mut rows: Vec<EvalRow> = named.map(|(name, value)| EvalRow { name, value }).collect();
    rows.push(EvalRow { name: "draw limit", value: total - sum });
    Explanation { rows, total }
}

/// The static evaluations of positions under a parameter set, for tuners: each
/// for its side to move, far from the draw limit.
pub fn static_values(positions: &[Position], params: &EvalParams) -> Vec<i32> {
    let mut evaluator = Evaluator::new(params.clone());
    let value = |position: &Position| {
        let game = BanqiGame::from_position(Default::default(), position.clone(), 0);
        evaluator.terms(&Walker::at(&game)).iter().sum()
    };
    positions.iter().map(value).collect()
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{:<12} {:>7}", row.name, row.value)?;
        }
        writeln!(f, "{:<12} {:>7}", "total", self.total)
    }
}
