//! Plies with variations.

use super::{Played, Remarks};

/// The index of a node in its tree; the root is 0, and a parent always has a
/// smaller index than its children.
pub type NodeId = usize;

/// No node: the root is nobody's child and nobody's rival.
const NONE: u32 = 0;

/// A ply of the tree with what is said about it. The root has no ply and stands
/// for the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The ply; `None` at the root.
    pub played: Option<Played>,
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
    remarks: Option<Box<Remarks>>,
}

impl Node {
    /// The node before; the root is its own.
    pub const fn parent(&self) -> NodeId {
        self.parent as NodeId
    }

    /// What is said about it.
    pub fn remarks(&self) -> &Remarks {
        static NOTHING: Remarks = Remarks::NONE;
        self.remarks.as_deref().unwrap_or(&NOTHING)
    }

    /// What is said after the ply.
    pub fn comment(&self) -> &str {
        &self.remarks().comment
    }
}

/// Plies with variations, kept in one list whose nodes name each other by index:
/// no depth is too deep for it, and a ply without a remark is 32 bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The root's index.
    pub const ROOT: NodeId = 0;
    /// No tree has more plies.
    pub const MOST: usize = u32::MAX as usize - 1;

    /// How many plies it has, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether it has no ply.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes room for so many more plies.
    pub fn reserve(&mut self, plies: usize) {
        self.nodes.reserve(plies);
    }

    /// Every node; the root first, parents before children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// What is said about a node, to say more.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn remarks_mut(&mut self, id: NodeId) -> &mut Remarks {
        self.nodes[id].remarks.get_or_insert_default()
    }

    /// What may follow a node, the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// What follows a node in its line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        index(self.nodes[id].first)
    }

    /// The next ply that may stand in a node's place.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        index(self.nodes[id].next)
    }

    /// Whether a node continues its line: it is the first child of its parent.
    pub fn is_main(&self, id: NodeId) -> bool {
        id == Tree::ROOT || self.nodes[self.nodes[id].parent()].first as NodeId == id
    }

    /// Plays after a node: the child that already has the ply, or a new one.
    ///
    /// # Panics
    /// If the tree has [`Tree::MOST`] plies: memory is full before.
    pub fn play(&mut self, parent: NodeId, played: Played) -> NodeId {
        let known = self.children(parent).find(|&id| self.nodes[id].played == Some(played));
        known.unwrap_or_else(|| self.add(parent, played))
    }

    fn add(&mut self, parent: NodeId, played: Played) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("memory is full before");
        let above = &mut self.nodes[parent];
        let last = std::mem::replace(&mut above.last, id);
        if last == NONE {
            above.first = id;
        } else {
            self.nodes[last as NodeId].next = id;
        }
        let (played, parent) = (Some(played), parent as u32);
        self.nodes.push(Node { played, parent, ..Node::default() });
        id as NodeId
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.main_nodes().collect()
    }

    fn main_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(Tree::ROOT), |&id| self.first_child(id))
    }

    /// The plies of the main line.
    pub fn main_plies(&self) -> impl Iterator<Item = Played> + '_ {
        self.main_nodes().filter_map(|id| self.nodes[id].played)
    }

    /// Every node but the root, each line to its end before the rivals of its last
    /// plies: the order of binary files.
    ///
    /// ```
    /// use records::{GameKind, read_text};
    /// let record = read_text("1. h2e2 (1. h0g2 h9g7) (1. c3c4) h7e7", GameKind::Xiangqi);
    /// let tree = &record.games[0].tree;
    /// let plies: Vec<_> = tree.in_order().map(|id| tree.node(id).played.unwrap().to_string()).collect();
    /// assert_eq!(plies, ["h2e2", "h7e7", "h0g2", "h9g7", "c3c4"]);
    /// ```
    pub fn in_order(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(Tree::ROOT), |&id| self.after(id))
    }

    /// The node after one in order.
    fn after(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        if let Some(child) = self.first_child(at) {
            return Some(child);
        }
        while at != Tree::ROOT {
            if let Some(rival) = self.next_sibling(at) {
                return Some(rival);
            }
            at = self.nodes[at].parent();
        }
        None
    }
}

fn index(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(id as NodeId)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(text: &str) -> Played {
        Played::Xiangqi(text.parse().unwrap())
    }

    #[test]
    fn children_keep_their_order_and_are_not_doubled() {
        let mut tree = Tree::default();
        let first = tree.play(Tree::ROOT, played("h2e2"));
        let second = tree.play(Tree::ROOT, played("b2e2"));
        let third = tree.play(Tree::ROOT, played("h0g2"));
        assert_eq!(tree.play(Tree::ROOT, played("b2e2")), second);
        let reply = tree.play(second, played("h9g7"));
        assert_eq!(tree.children(Tree::ROOT).collect::<Vec<_>>(), [first, second, third]);
        assert_eq!(tree.in_order().collect::<Vec<_>>(), [first, second, reply, third]);
        assert_eq!((tree.len(), tree.node(reply).parent()), (4, second));
        assert!(tree.is_main(reply) && !tree.is_main(second) && tree.is_main(Tree::ROOT));
    }

    #[test]
    fn a_ply_is_small() {
        assert!(size_of::<Node>() <= 32, "{}", size_of::<Node>());
    }
}
