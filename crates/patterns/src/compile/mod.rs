//! The document's compilers (Hsu 2006, chapter 4) on one intermediate form.
//!
//! A ground pattern is a list of facts, the document's sub-patterns: a piece stands in a
//! region, or something bits do not tell. Equal facts of different patterns are one.
//! Each method makes a program of tests and switches from them.

mod costs;
mod emit;
mod factoring;
mod program;
mod rust;
mod statistics;
mod switching;

use std::collections::HashMap;

use xiangqi::{Piece, Position};

use crate::board::standing;
use crate::ground::Ground;
use crate::interpret;
use crate::pattern::{Area, Condition, Count, PieceSet};

pub use costs::{Cost, costs};
pub use emit::{to_dot, to_ir};
pub use program::{Node, NodeId, Program};
pub use rust::{program_source, verifier_source};
pub use statistics::{Places, PlacesError};

/// The number of a fact.
pub type FactId = u32;

/// A sub-pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A piece stands on one of these points.
    Place(u8, u128),
    /// Conditions that all hold.
    Other(Vec<Condition>),
}

/// The ways to compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Pattern by pattern (§4.3).
    Basic,
    /// The same, the least probable fact first.
    ImprovedBasic,
    /// Switches over where pieces stand (§4.4).
    Switch,
    /// The same, with plain tests where the program seldom comes (§4.4.4).
    ImprovedSwitch,
    /// Common facts taken out, greedily (§4.5).
    If,
}

impl Method {
    /// All there are, with their names.
    pub const ALL: [(Method, &'static str); 5] = [
        (Method::Basic, "basic"),
        (Method::ImprovedBasic, "improved-basic"),
        (Method::Switch, "switch"),
        (Method::ImprovedSwitch, "improved-switch"),
        (Method::If, "if"),
    ];

    /// The method of a name.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.iter().find(|(_, known)| *known == name).map(|(method, _)| *method)
    }
}

/// Ground patterns as lists of facts, with how probable each fact is.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Every fact once.
    pub facts: Vec<Fact>,
    /// By ground pattern.
    pub patterns: Vec<Vec<FactId>>,
    /// By fact.
    pub probability: Vec<f64>,
    /// Where pieces stand.
    pub places: Places,
}

impl Facts {
    /// The facts of ground patterns; what is probable is seen from a sample of boards.
    pub fn new(grounds: &[Ground], sample: &[Position]) -> Facts {
        let mut known: HashMap<Fact, FactId> = HashMap::new();
        let mut facts = Vec::new();
        let mut intern = |fact: Fact| {
            *known.entry(fact).or_insert_with_key(|fact| {
                facts.push(fact.clone());
                facts.len() as FactId - 1
            })
        };
        let patterns = grounds
            .iter()
            .map(|ground| split(&ground.conditions).into_iter().map(&mut intern).collect());
        let patterns: Vec<Vec<FactId>> = patterns.collect();
        let mut places = Places::default();
        sample.iter().for_each(|position| places.add(position));
        let share = |fact: &Fact| {
            let holds = sample.iter().filter(|position| fact.holds(position)).count();
            // Nothing is impossible because a sample does not have it.
            (holds as f64 + 0.5) / (sample.len() as f64 + 1.0)
        };
        let probability = facts.iter().map(share).collect();
        Facts { facts, patterns, probability, places }
    }

    /// Compiles.
    pub fn compile(&self, method: Method) -> Program {
        match method {
            Method::Basic => factoring::basic(self, false),
            Method::ImprovedBasic => factoring::basic(self, true),
            Method::If => factoring::factored(self),
            Method::Switch => switching::switched(self, 0.0),
            Method::ImprovedSwitch => switching::switched(self, switching::SELDOM),
        }
    }

    /// The least probable first.
    fn by_probability(&self, facts: &mut [FactId]) {
        facts.sort_by(|&a, &b| {
            self.probability[a as usize].total_cmp(&self.probability[b as usize]).then(a.cmp(&b))
        });
    }
}

/// The facts of conditions. From the first binding on they are one.
fn split(conditions: &[Condition]) -> Vec<Fact> {
    let bound = conditions.iter().position(|one| matches!(one, Condition::Let(..)));
    let (single, rest) = conditions.split_at(bound.unwrap_or(conditions.len()));
    let mut facts: Vec<Fact> = single.iter().map(fact).collect();
    if !rest.is_empty() {
        facts.push(Fact::Other(rest.to_vec()));
    }
    facts
}

fn fact(condition: &Condition) -> Fact {
    match condition {
        Condition::At(set, Area::Fixed(points), Count::SOME) if set.single().is_some() => {
            Fact::Place(set.0.trailing_zeros() as u8, *points)
        }
        other => Fact::Other(vec![other.clone()]),
    }
}

impl Fact {
    /// Whether it is so.
    #[inline]
    pub fn holds(&self, position: &Position) -> bool {
        match self {
            Fact::Place(piece, points) => {
                let set = PieceSet::of(Piece::from_index(usize::from(*piece)));
                standing(position, set) & points != 0
            }
            Fact::Other(conditions) => interpret::all_hold(position, conditions),
        }
    }
}
