//! The Switch method (§4.4): a switch finds where one piece stands, and only the
//! patterns that are still possible go on.
//!
//! The document's formula T(R, P) takes the least over all pieces at every node. That is
//! done in full while few patterns are left; above, the piece is taken whose switch
//! leaves the fewest facts to look at on average. Equal rests are compiled once.

use std::collections::HashMap;

use xiangqi::Piece;

use super::factoring::test;
use super::program::{Node, NodeId, Program};
use super::statistics::PLACES;
use super::{Fact, FactId, Facts};

/// Below this probability of coming to a node, plain tests follow (§4.4.4).
pub(super) const SELDOM: f64 = 0.002;
/// So many patterns are looked at in full.
const FULL: usize = 3;
/// A program is not made larger.
const MOST_NODES: usize = 20_000;
/// Neither are more rests looked at.
const MOST_RESTS: usize = 3_000;

/// The patterns still possible, each with its place facts that are open.
type Rest = Vec<(u32, Vec<FactId>)>;
/// A rest, and how many pieces of each kind were found.
type Key = (Rest, [u8; 14]);

struct Switching<'a> {
    facts: &'a Facts,
    seldom: f64,
    nodes: Vec<Node>,
    known: HashMap<Key, NodeId>,
    is_cut: bool,
}

/// Compiles; below the probability `seldom` with plain tests.
pub(super) fn switched(facts: &Facts, seldom: f64) -> Program {
    let is_place = |fact: &FactId| matches!(facts.facts[*fact as usize], Fact::Place(..));
    let rest: Rest = facts
        .patterns
        .iter()
        .enumerate()
        .map(|(ground, list)| (ground as u32, list.iter().copied().filter(is_place).collect()))
        .collect();
    let mut switching =
        Switching { facts, seldom, nodes: Vec::new(), known: HashMap::new(), is_cut: false };
    let root = switching.build(rest, [0; 14], 1.0);
    let is_cut = switching.is_cut;
    Program::new(facts, switching.nodes, root, is_cut)
}

impl Switching<'_> {
    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() as NodeId - 1
    }

    fn build(&mut self, rest: Rest, found: [u8; 14], reach: f64) -> NodeId {
        // With a threshold the same rest may be compiled in two ways.
        let shared = self.seldom == 0.0;
        let key = (rest, found);
        if let Some(&known) = self.known.get(&key).filter(|_| shared) {
            return known;
        }
        let (rest, found) = key;
        let (done, open): (Rest, Rest) =
            rest.iter().cloned().partition(|(_, places)| places.is_empty());
        let mut parts: Vec<NodeId> =
            done.into_iter().map(|(ground, _)| self.finish(ground, Vec::new())).collect();
        let full = self.nodes.len() > MOST_NODES || self.known.len() > MOST_RESTS;
        if reach < self.seldom || full {
            self.is_cut |= full && !open.is_empty();
            parts.extend(open.into_iter().map(|(ground, places)| self.finish(ground, places)));
        } else if !open.is_empty() {
            let piece = self.choose(&open, &found);
            parts.push(self.switch(piece, &open, found, reach));
        }
        let node = if let [only] = parts[..] { only } else { self.push(Node::Block(parts)) };
        if shared {
            self.known.insert((rest, found), node);
        }
        node
    }

    /// Plain tests for what is left of a pattern.
    fn finish(&mut self, ground: u32, mut places: Vec<FactId>) -> NodeId {
        let other = self.facts.patterns[ground as usize].iter().copied();
        places.extend(
            other.filter(|&fact| matches!(self.facts.facts[fact as usize], Fact::Other(_))),
        );
        self.facts.by_probability(&mut places);
        test(&mut self.nodes, places, ground)
    }

    fn switch(&mut self, piece: usize, open: &Rest, found: [u8; 14], reach: f64) -> NodeId {
        let slot = found[piece];
        let mut after = found;
        after[piece] += 1;
        let (mut table, mut cases) = (Box::new([u16::MAX; PLACES]), Vec::new());
        for (places, rest) in self.cases(piece, slot, open) {
            let share = self.facts.places.probability(piece, slot.into(), places);
            let then = self.build(rest, after, reach * share);
            for place in (0..PLACES).filter(|place| places >> place & 1 != 0) {
                table[place] = cases.len() as u16;
            }
            cases.push((places, then));
        }
        self.push(Node::Switch { piece: piece as u8, slot, table, cases })
    }

    /// What is left in each case; cases without a pattern are left out.
    fn cases(&self, piece: usize, slot: u8, open: &Rest) -> Vec<(u128, Rest)> {
        let last = u32::from(slot) + 1 >= Piece::from_index(piece).kind().full_count();
        let mut cases: Vec<(u128, Rest)> = Vec::new();
        let mut index: HashMap<Rest, usize> = HashMap::new();
        // Places that no region tells apart are one case.
        let mut classes: HashMap<Vec<u64>, u128> = HashMap::new();
        for place in 0..PLACES {
            *classes.entry(self.signature(piece, place, open)).or_default() |= 1 << place;
        }
        let mut classes: Vec<u128> = classes.into_values().collect();
        classes.sort_unstable_by_key(|places| places.trailing_zeros());
        for places in classes {
            let place = places.trailing_zeros() as usize;
            let rest: Rest = open
                .iter()
                .filter_map(|(ground, facts)| {
                    self.after(facts, piece, place, last).map(|left| (*ground, left))
                })
                .collect();
            if rest.is_empty() {
                continue;
            }
            match index.get(&rest) {
                Some(&at) => cases[at].0 |= places,
                None => {
                    index.insert(rest.clone(), cases.len());
                    cases.push((places, rest));
                }
            }
        }
        cases
    }

    /// Which open regions of a piece have a place, a bit each; "taken" is a class of its
    /// own.
    fn signature(&self, piece: usize, place: usize, open: &Rest) -> Vec<u64> {
        let mut bits = vec![u64::from(place == 90)];
        let mut at = 0;
        for &fact in open.iter().flat_map(|(_, facts)| facts) {
            if let Fact::Place(of, points) = self.facts.facts[fact as usize]
                && usize::from(of) == piece
            {
                if at % 64 == 0 {
                    bits.push(0);
                }
                *bits.last_mut().unwrap_or(&mut 0) |= ((points >> place & 1) as u64) << (at % 64);
                at += 1;
            }
        }
        bits
    }

    /// What is open of a pattern once a piece was found; `None` if it is impossible.
    fn after(
        &self,
        facts: &[FactId],
        piece: usize,
        place: usize,
        last: bool,
    ) -> Option<Vec<FactId>> {
        let mut left = Vec::with_capacity(facts.len());
        for &fact in facts {
            match self.facts.facts[fact as usize] {
                Fact::Place(of, points) if usize::from(of) == piece => {
                    let met = points >> place & 1 != 0;
                    if !met && (last || place == 90) {
                        return None;
                    }
                    if !met {
                        left.push(fact);
                    }
                }
                _ => left.push(fact),
            }
        }
        Some(left)
    }

    /// The piece to look for next.
    fn choose(&self, open: &Rest, found: &[u8; 14]) -> usize {
        let depth = if open.len() <= FULL { 1 } else { 0 };
        self.best(open, found, depth).map_or(0, |(piece, _)| piece)
    }

    /// The piece with the least cost, and that cost: in full for some switches, then by
    /// how much is left.
    fn best(&self, open: &Rest, found: &[u8; 14], depth: u32) -> Option<(usize, f64)> {
        let mut pieces: Vec<usize> = open
            .iter()
            .flat_map(|(_, facts)| facts)
            .filter_map(|&fact| self.piece_of(fact))
            .collect();
        pieces.sort_unstable();
        pieces.dedup();
        let cost = |piece: usize| {
            let slot = found[piece];
            let mut after = *found;
            after[piece] += 1;
            let below = |(places, rest): &(u128, Rest)| {
                let share = self.facts.places.probability(piece, slot.into(), *places);
                let open: Rest =
                    rest.iter().filter(|(_, facts)| !facts.is_empty()).cloned().collect();
                let left = match depth {
                    0 => open.iter().map(|(_, facts)| facts.len() as f64).sum(),
                    _ => self.best(&open, &after, depth - 1).map_or(0.0, |(_, cost)| cost),
                };
                share * left
            };
            3.0 + self.cases(piece, slot, open).iter().map(below).sum::<f64>()
        };
        let costs = pieces.into_iter().map(|piece| (piece, cost(piece)));
        costs.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn piece_of(&self, fact: FactId) -> Option<usize> {
        match self.facts.facts[fact as usize] {
            Fact::Place(piece, _) => Some(piece.into()),
            Fact::Other(_) => None,
        }
    }
}
