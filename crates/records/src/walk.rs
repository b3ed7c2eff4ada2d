//! A board that goes along a tree.

use crate::board::{Board, Undo};
use crate::model::{NodeId, Played, Start, StartError, Tree};

/// No game that is read has more plies, variations included. The largest trees we met
/// have some thirty thousand; more than this is the work of somebody who wants to fill
/// our memory.
pub const MOST_PLIES: usize = 1 << 20;

/// A board at a node of a tree. It goes from node to node by taking plies back and
/// playing them, so that a deep tree needs one board and not one at every node.
#[derive(Clone)]
pub struct Walk {
    board: Board,
    node: NodeId,
    undos: Vec<Undo>,
}

impl Walk {
    /// At the root of a tree with this start.
    ///
    /// # Errors
    /// If the start is no position.
    pub fn open(start: &Start) -> Result<Walk, StartError> {
        Ok(Walk { board: Board::open(start)?, node: Tree::ROOT, undos: Vec::new() })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where it is.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// How many plies from the root.
    pub fn depth(&self) -> usize {
        self.undos.len()
    }

    /// Plays a ply and goes to the node it has or gets in the tree.
    ///
    /// # Errors
    /// Says why it cannot be played; nothing is changed then. A tree of [`MOST_PLIES`]
    /// does not grow any more.
    pub fn play(&mut self, tree: &mut Tree, played: Played) -> Result<NodeId, String> {
        if tree.len() >= MOST_PLIES {
            return Err(format!("more than {MOST_PLIES} plies: the rest is not read"));
        }
        self.undos.push(self.board.play(played)?);
        self.node = tree.play(self.node, played);
        Ok(self.node)
    }

    /// Goes to a node of the tree whose plies were all played before. The time it
    /// takes is the number of plies between here and there.
    pub fn go(&mut self, tree: &Tree, node: NodeId) {
        // A parent has a smaller index than its children, so of two nodes the one with
        // the larger index is not above the other.
        let mut forward = Vec::new();
        let mut at = node;
        while at != self.node {
            if at > self.node {
                forward.push(at);
                at = tree.node(at).parent();
            } else {
                self.back(tree);
            }
        }
        for &next in forward.iter().rev() {
            let undo = tree.node(next).played.map(|played| self.board.play(played));
            let Some(Ok(undo)) = undo else { return };
            self.undos.push(undo);
            self.node = next;
        }
    }

    fn back(&mut self, tree: &Tree) {
        if let Some(undo) = self.undos.pop() {
            self.board.take_back(undo);
        }
        self.node = tree.node(self.node).parent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameKind, read_text};

    #[test]
    fn every_node_is_reached_from_every_other() {
        let text = "1. h2e2 (1. h0g2 h9g7 (1... c6c5 2. c3c4) 2. g3g4) h7e7 2. h0g2";
        let game = &read_text(text, GameKind::Xiangqi).games[0];
        let mut walk = Walk::open(&game.start).unwrap();
        for from in 0..=game.tree.len() {
            for to in 0..=game.tree.len() {
                walk.go(&game.tree, from);
                walk.go(&game.tree, to);
                let mut plies = Vec::new();
                let mut at = to;
                while at != Tree::ROOT {
                    plies.push(game.tree.node(at).played.unwrap());
                    at = game.tree.node(at).parent();
                }
                let mut board = Board::open(&game.start).unwrap();
                for played in plies.into_iter().rev() {
                    board.play(played).unwrap();
                }
                assert_eq!((walk.node(), text_of(&walk.board)), (to, text_of(&board)));
            }
        }
    }

    fn text_of(board: &Board) -> String {
        match board {
            Board::Xiangqi(position) => position.to_string(),
            Board::Banqi(position) => position.to_string(),
        }
    }
}
