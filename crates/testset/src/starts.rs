//! Positions to begin matches from (Kao 2009, section 2.3.5): the leaves of the tree of
//! positions that at least Y games came to. A position has its transpositions and images
//! with it, so that the tree is a graph; a leaf is a position none of whose moves leads to
//! another one with Y games.

use std::collections::HashSet;

use library::Archive;
use library::archive::common::CommonPosition;
use library::archive::fold::Folded;

use crate::TestsetError;
use crate::epd::{Problem, fen_of, id_of};

/// Table 2-32 of the document: Y and how many positions it made there.
pub const DOCUMENTED: [(u32, usize); 9] = [
    (5, 1171),
    (30, 206),
    (50, 129),
    (70, 90),
    (100, 64),
    (150, 42),
    (200, 29),
    (500, 12),
    (1000, 5),
];

/// The positions that many games came to, and where their moves lead.
pub struct Tree {
    least: u32,
    nodes: Vec<Node>,
}

struct Node {
    position: CommonPosition,
    next: Vec<u64>,
}

impl Tree {
    /// Reads the tree of chosen games (their ids, in order) down to so many games.
    ///
    /// # Errors
    /// If the selection is empty, Y makes no sense or the archive cannot be read.
    pub fn read(archive: &Archive, ids: &[u32], least: u32) -> Result<Tree, TestsetError> {
        if ids.is_empty() {
            return Err(TestsetError::NoGames);
        }
        check(least, ids.len())?;
        let positions = archive.common_positions(ids, least)?;
        let nodes = positions.into_iter().map(|position| {
            let next = position.plies.iter().filter_map(|one| {
                let mut board = position.board.clone();
                board.play(one.played?).ok()?;
                Some(Folded::of(&board).key)
            });
            Node { next: next.collect(), position }
        });
        Ok(Tree { least, nodes: nodes.collect() })
    }

    /// The leaves of the part that has at least so many games.
    ///
    /// # Errors
    /// If that is fewer than were read.
    pub fn leaves(&self, at_least: u32) -> Result<Vec<&CommonPosition>, TestsetError> {
        if at_least < self.least {
            let expected = format!("at least {}: the tree has no others", self.least);
            return Err(TestsetError::range("Y", at_least, expected));
        }
        let inside = |node: &&Node| node.position.tally.games >= at_least;
        let keys: HashSet<u64> =
            self.nodes.iter().filter(inside).map(|node| node.position.key).collect();
        let leaf = |node: &&Node| !node.next.iter().any(|key| keys.contains(key));
        let leaves = self.nodes.iter().filter(inside).filter(leaf);
        Ok(leaves.map(|node| &node.position).collect())
    }
}

/// Whether so many games may be asked for.
fn check(least: u32, games: usize) -> Result<(), TestsetError> {
    match least {
        2.. if least as usize <= games => Ok(()),
        2.. => Err(TestsetError::range("Y", least, format!("at most the {games} chosen games"))),
        _ => Err(TestsetError::range("Y", least, "at least 2: every position of a game has one")),
    }
}

/// A position to begin from as a line of EPD.
pub fn problem(position: &CommonPosition) -> Problem {
    let games = position.tally.games;
    Problem {
        fen: fen_of(&position.board),
        best: Vec::new(),
        mate: None,
        id: id_of("start", position.key),
        remarks: vec![
            format!("{games} games"),
            format!("game {} after {} plies", position.game, position.ply),
        ],
    }
}
