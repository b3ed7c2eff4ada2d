//! Programs of tests: pattern by pattern, and with common facts taken out.

use std::collections::HashMap;

use super::program::{Node, NodeId, Program};
use super::{FactId, Facts};

/// One test a pattern (§4.3), maybe with the least probable fact first.
pub(super) fn basic(facts: &Facts, sorted: bool) -> Program {
    let mut nodes = Vec::new();
    let mut parts = Vec::new();
    for (ground, list) in facts.patterns.iter().enumerate() {
        let mut list = list.clone();
        if sorted {
            facts.by_probability(&mut list);
        }
        parts.push(test(&mut nodes, list, ground as u32));
    }
    nodes.push(Node::Block(parts));
    let root = nodes.len() as NodeId - 1;
    Program::new(facts, nodes, root, false)
}

/// A test of facts that finds a pattern.
pub(super) fn test(nodes: &mut Vec<Node>, facts: Vec<FactId>, ground: u32) -> NodeId {
    nodes.push(Node::Found(ground));
    if facts.is_empty() {
        return nodes.len() as NodeId - 1;
    }
    let found = nodes.len() as NodeId - 1;
    nodes.push(Node::Test(facts, found));
    nodes.len() as NodeId - 1
}

/// Patterns that are left, with the facts that are left of them.
type Group = Vec<(Vec<FactId>, u32)>;

/// The IF method (§4.5.2): the fact that most patterns share is taken out, of equal ones
/// the least probable; those that have it and those that do not go on by themselves.
pub(super) fn factored(facts: &Facts) -> Program {
    let group =
        facts.patterns.iter().enumerate().map(|(ground, list)| (list.clone(), ground as u32));
    let mut nodes = Vec::new();
    let root = factor(facts, &mut nodes, group.collect());
    Program::new(facts, nodes, root, false)
}

fn factor(facts: &Facts, nodes: &mut Vec<Node>, mut group: Group) -> NodeId {
    let mut parts = Vec::new();
    while let Some(common) = most_common(facts, &group) {
        let has = |(list, _): &(Vec<FactId>, u32)| list.contains(&common);
        let (mut taken, rest): (Group, Group) = group.into_iter().partition(has);
        for (list, _) in &mut taken {
            list.retain(|&fact| fact != common);
        }
        let then = factor(facts, nodes, taken);
        nodes.push(Node::Test(vec![common], then));
        parts.push(nodes.len() as NodeId - 1);
        group = rest;
    }
    for (mut list, ground) in group {
        facts.by_probability(&mut list);
        parts.push(test(nodes, list, ground));
    }
    nodes.push(Node::Block(parts));
    nodes.len() as NodeId - 1
}

/// The fact that two patterns or more share.
fn most_common(facts: &Facts, group: &Group) -> Option<FactId> {
    let mut counts: HashMap<FactId, usize> = HashMap::new();
    for &fact in group.iter().flat_map(|(list, _)| list) {
        *counts.entry(fact).or_default() += 1;
    }
    let better = |a: &(FactId, usize), b: &(FactId, usize)| {
        let rarer = facts.probability[b.0 as usize].total_cmp(&facts.probability[a.0 as usize]);
        a.1.cmp(&b.1).then(rarer).then(b.0.cmp(&a.0))
    };
    let best = counts.into_iter().max_by(better)?;
    (best.1 >= 2).then_some(best.0)
}
