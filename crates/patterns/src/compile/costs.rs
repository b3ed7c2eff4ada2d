//! What each method costs for a set, by the document's model.

use xiangqi::Position;

use super::{Facts, Method, Program};
use crate::ground::Ground;

/// What one method costs.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The method's name.
    pub method: &'static str,
    /// Cycles that are expected.
    pub cycles: f64,
    /// Cycles that the boards of the sample took.
    pub counted: f64,
    /// Lines of code.
    pub lines: f64,
    /// Whether the program was cut off because it became too large.
    pub is_cut: bool,
    /// The program.
    pub program: Program,
}

/// What every method of the document costs; what is probable is seen from a sample of
/// boards.
pub fn costs(grounds: &[Ground], sample: &[Position]) -> Vec<Cost> {
    let facts = Facts::new(grounds, sample);
    let of = |(method, name): (Method, &'static str)| {
        let program = facts.compile(method);
        let counted = sample.iter().map(|board| program.cycles_of(board)).sum::<f64>();
        Cost {
            method: name,
            cycles: program.cycles,
            counted: counted / sample.len().max(1) as f64,
            lines: program.lines,
            is_cut: program.is_cut,
            program,
        }
    };
    Method::ALL.into_iter().map(of).collect()
}
