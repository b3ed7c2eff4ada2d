//! Counting the leaves of the game tree: the first proof of a move generator.

use crate::{NullObserver, Position};

/// How many leaves a tree has. Without chance both counts are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// A flip branches once for each kind that may appear.
    pub kinds: u64,
    /// Each such branch counts as often as that kind lies face down.
    pub weighted: u64,
}

impl Count {
    const LEAF: Count = Count { kinds: 1, weighted: 1 };

    fn add(&mut self, branch: Count, weight: u32) {
        self.kinds += branch.kinds;
        self.weighted += branch.weighted * u64::from(weight);
    }
}

/// Counts the leaves `depth` plies below a position. The last ply is counted in
/// bulk, without being made.
pub fn perft<P: Position>(position: &P, depth: u32) -> Count {
    match depth {
        0 => Count::LEAF,
        _ => below(&mut position.clone(), depth),
    }
}

/// The same count, every leaf made and unmade: slower, and a check of the bulk count.
pub fn perft_unbulked<P: Position>(position: &mut P, depth: u32) -> Count {
    if depth == 0 {
        return Count::LEAF;
    }
    branch(position, depth, perft_unbulked)
}

/// One branch of [`divide`]: a ply, what it revealed, and the leaves below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch<P: Position> {
    /// The first ply.
    pub ply: P::Ply,
    /// What chance answered.
    pub reveal: P::Reveal,
    /// How many face-down pieces would have answered so.
    pub weight: u32,
    /// Leaves below, not multiplied by `weight`.
    pub count: Count,
}

/// Perft separately for each first ply and reveal; `depth` is at least 1.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<Branch<P>> {
    let mut position = position.clone();
    let mut branches = Vec::new();
    for ply in position.legal_plies() {
        for (reveal, weight) in position.reveals(ply) {
            let undo = position.make(ply, reveal, &mut NullObserver);
            let count = perft(&position, depth.saturating_sub(1));
            position.unmake(ply, undo, &mut NullObserver);
            branches.push(Branch { ply, reveal, weight, count });
        }
    }
    branches
}

fn below<P: Position>(position: &mut P, depth: u32) -> Count {
    if depth == 1 {
        let (kinds, weighted) = position.count_plies();
        return Count { kinds, weighted };
    }
    branch(position, depth, below)
}

#[inline]
fn branch<P: Position>(position: &mut P, depth: u32, next: fn(&mut P, u32) -> Count) -> Count {
    let mut total = Count::default();
    for ply in position.legal_plies() {
        for (reveal, weight) in position.reveals(ply) {
            let undo = position.make(ply, reveal, &mut NullObserver);
            total.add(next(position, depth - 1), weight);
            position.unmake(ply, undo, &mut NullObserver);
        }
    }
    total
}
