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

/// A step that visits about so many of a class's entries. It shares no factor with the
/// size: else the last numbers of an index, the kings and guards, would be the same in
/// every entry visited.
pub fn step_for(size: usize, most: usize) -> usize {
    const fn common(a: usize, b: usize) -> usize {
        if b == 0 { a } else { common(b, a % b) }
    }
    let least = (size / most.max(1)).max(1);
    (least..).find(|&step| common(size, step) == 1).unwrap_or(least)
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
    let ends = ends.filter(|ends| {
        !ends.iter().any(|end| matches!(end, Value::RuleWin(_) | Value::RuleLoss(_)))
    });
    (conversion, ends.and_then(|ends| ends.into_iter().max_by_key(|&value| by(value))))
}

#[cfg(test)]
mod tests {
    use super::step_for;

    #[test]
    fn samples_visit_every_remainder() {
        // Rook and cannon against rook: 50 · 90 · 90 squares, 81 of the kings.
        let (size, kings) = (32_805_000, 81);
        let step = step_for(size, 1_000);
        let seen: std::collections::BTreeSet<usize> =
            (0..size).step_by(step).map(|index| index % kings).collect();
        assert_eq!(seen.len(), kings);
        assert!((900..=1_000).contains(&(size / step)));
        assert_eq!(step_for(10, 100), 1);
    }
}
