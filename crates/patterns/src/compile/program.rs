//! Programs: tests, switches and what was found. They run as they are; what they cost is
//! counted by the document's model.

use xiangqi::Position;

use super::statistics::{PLACES, Slots, slots};
use super::{Fact, FactId, Facts};

/// The number of a node.
pub type NodeId = u32;

/// One step of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// One after the other.
    Block(Vec<NodeId>),
    /// If all these facts hold.
    Test(Vec<FactId>, NodeId),
    /// By where a piece of a kind stands; what is at no case ends here.
    Switch {
        /// Which kind.
        piece: u8,
        /// Which of them, from 0.
        slot: u8,
        /// By place: the case, or the number of cases for none.
        table: Box<[u16; PLACES]>,
        /// The places of each case with where it goes on.
        cases: Vec<(u128, NodeId)>,
    },
    /// A ground pattern was found.
    Found(u32),
}

/// A compiled set. Equal parts may be one node: the source would repeat them.
#[derive(Clone, Debug)]
pub struct Program {
    /// The nodes; parts stand before what uses them.
    pub nodes: Vec<Node>,
    /// Where it begins.
    pub root: NodeId,
    /// The facts its tests name.
    pub facts: Vec<Fact>,
    /// Cycles of a board on average, by the model: a test 1, a switch 3 (§5.1).
    pub cycles: f64,
    /// Lines of its source.
    pub lines: f64,
    /// Whether it became too large and plain tests stand for its rest.
    pub is_cut: bool,
}

/// What a switch costs (§5.1).
const SWITCH: f64 = 3.0;

impl Program {
    /// A program of nodes, with its costs.
    pub(super) fn new(facts: &Facts, nodes: Vec<Node>, root: NodeId, is_cut: bool) -> Program {
        let (mut cycles, mut lines): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        for node in &nodes {
            let (cycle, line) = match node {
                Node::Block(parts) => (sum(&cycles, parts), sum(&lines, parts)),
                Node::Found(_) => (0.0, 1.0),
                Node::Test(tests, then) => {
                    let mut cost = cycles[*then as usize];
                    for &test in tests.iter().rev() {
                        cost = 1.0 + facts.probability[test as usize] * cost;
                    }
                    // A single action stands behind its test; a block has a last bracket.
                    let body = lines[*then as usize];
                    (cost, if body <= 1.0 { 1.0 } else { body + 2.0 })
                }
                Node::Switch { piece, slot, cases, .. } => {
                    let (piece, slot) = (usize::from(*piece), usize::from(*slot));
                    let share = |places| facts.places.probability(piece, slot, places);
                    let cost: f64 = cases
                        .iter()
                        .map(|(places, then)| share(*places) * cycles[*then as usize])
                        .sum();
                    let body: f64 = cases.iter().map(|(_, then)| lines[*then as usize] + 2.0).sum();
                    (SWITCH + cost, body + 2.0)
                }
            };
            cycles.push(cycle);
            lines.push(line);
        }
        let at = root as usize;
        Program {
            root,
            facts: facts.facts.clone(),
            cycles: cycles[at],
            lines: lines[at],
            nodes,
            is_cut,
        }
    }

    /// Shows every ground pattern on the board.
    pub fn for_each(&self, position: &Position, mut show: impl FnMut(usize)) {
        self.run(self.root, position, &slots(position), &mut show);
    }

    /// Cycles that a board takes: the same model, counted and not foretold.
    pub fn cycles_of(&self, position: &Position) -> f64 {
        self.counted(self.root, position, &slots(position))
    }

    fn counted(&self, node: NodeId, position: &Position, slots: &Slots) -> f64 {
        match &self.nodes[node as usize] {
            Node::Block(parts) => {
                parts.iter().map(|&part| self.counted(part, position, slots)).sum()
            }
            Node::Test(tests, then) => {
                let holds = |test: &&FactId| self.facts[**test as usize].holds(position);
                let held = tests.iter().take_while(holds).count();
                match held == tests.len() {
                    true => held as f64 + self.counted(*then, position, slots),
                    false => (held + 1) as f64,
                }
            }
            Node::Switch { piece, slot, table, cases } => {
                let place = slots[usize::from(*piece)][usize::from(*slot)];
                let case = cases.get(usize::from(table[usize::from(place)]));
                SWITCH + case.map_or(0.0, |(_, then)| self.counted(*then, position, slots))
            }
            Node::Found(_) => 0.0,
        }
    }

    fn run(&self, node: NodeId, position: &Position, slots: &Slots, show: &mut impl FnMut(usize)) {
        match &self.nodes[node as usize] {
            Node::Block(parts) => {
                parts.iter().for_each(|&part| self.run(part, position, slots, show));
            }
            Node::Test(tests, then) => {
                if tests.iter().all(|&test| self.facts[test as usize].holds(position)) {
                    self.run(*then, position, slots, show);
                }
            }
            Node::Switch { piece, slot, table, cases } => {
                let place = slots[usize::from(*piece)][usize::from(*slot)];
                if let Some((_, then)) = cases.get(usize::from(table[usize::from(place)])) {
                    self.run(*then, position, slots, show);
                }
            }
            Node::Found(ground) => show(*ground as usize),
        }
    }
}

fn sum(values: &[f64], parts: &[NodeId]) -> f64 {
    parts.iter().map(|&part| values[part as usize]).sum()
}
