//! What a check of a table found.

use crate::level::Value;
use crate::probe::Rated;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Legal positions looked at.
    pub positions: u64,
    /// Where the table says something else than its successors.
    pub disagreements: Vec<Disagreement>,
}

impl Verified {
    /// The most disagreements that are collected.
    pub const MOST: usize = 20;
}

/// An entry that does not follow from its successors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The position.
    pub position: String,
    /// What the table says.
    pub said: Value,
    /// What follows from the successors.
    pub expected: Value,
}

/// The best of all plies, by conversion and by the end; without a ply the game is lost.
/// Distances to the end are given if all plies have them and the law decides nothing.
pub(crate) fn best(rated: &[Rated<()>]) -> (Value, Option<Value>) {
    let by = |value: Value| value.worth();
    let conversion = rated.iter().map(|rated| rated.conversion).max_by_key(|&value| by(value));
    let Some(conversion) = conversion else { return (Value::Loss(0), Some(Value::Loss(0))) };
    let ends: Option<Vec<Value>> = rated.iter().map(|rated| rated.end).collect();
    let ends =
        ends.filter(|ends| !ends.iter().any(|end| matches!(end, Value::RuleWin | Value::RuleLoss)));
    (conversion, ends.and_then(|ends| ends.into_iter().max_by_key(|&value| by(value))))
}
