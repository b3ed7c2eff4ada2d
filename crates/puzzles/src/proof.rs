//! The whole proof of a puzzle as a tree: every answer of the defender, and what beats it.

use std::collections::VecDeque;

use game::{NullObserver, Position};
use records::{Board, Played};
use tablebase::banqi::{Endings, Exact, HiddenEndings};

use crate::judge::{NODES, Side};
use crate::prove::dark::DarkMaterial;
use crate::prove::mate::Mate;
use crate::prove::material::Material;
use crate::prove::{Claim, Exhausted, Outcome, Solver, exact};
use crate::puzzle::{Goal, Puzzle};

/// What a branch comes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// So many moves are left until the goal.
    Left(u32),
    /// A win, by exact values.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
    /// To be expected on average, in percent of a win.
    Percent(i32),
}

/// A ply of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    /// The node it follows; none: the position of the puzzle.
    pub parent: Option<usize>,
    /// The ply.
    pub played: Played,
    /// What it comes to for who solves the puzzle.
    pub value: Value,
    /// Whether it belongs to the solution: a branch that is not refuted.
    pub good: bool,
    /// Whether more would follow that is not shown.
    pub cut: bool,
}

/// The proof, parents before children, at most so many nodes. What could not be proved
/// again is the solution alone.
pub fn tree(puzzle: &Puzzle, most: usize) -> Vec<Node> {
    let moves = puzzle.goal.moves();
    let found = match (puzzle.goal, puzzle.board()) {
        (Goal::Mate { .. }, Ok(Board::Xiangqi(board))) => grow(&board, Mate, moves, most),
        (Goal::Gain { gain, .. }, Ok(Board::Xiangqi(board))) => {
            grow(&board, Material::gain(&board, gain), moves, most)
        }
        (Goal::Gain { gain, .. }, Ok(Board::Banqi(board))) => DarkMaterial::gain(&board, gain)
            .ok_or(Exhausted)
            .and_then(|claim| grow(&board, claim, moves, most)),
        (Goal::Chance { .. }, Ok(Board::Banqi(board))) => Ok(chances(&board, &puzzle.first)),
        (_, Ok(Board::Banqi(board))) => Ok(values(puzzle, board)),
        _ => Err(Exhausted),
    };
    found.unwrap_or_else(|Exhausted| line(puzzle))
}

/// The solution alone.
fn line(puzzle: &Puzzle) -> Vec<Node> {
    let left = |at: usize| ((puzzle.line.len() - at - 1) / 2) as u32;
    let node = |(at, &played): (usize, &Played)| Node {
        parent: at.checked_sub(1),
        played,
        value: Value::Left(left(at)),
        good: true,
        cut: false,
    };
    puzzle.line.iter().enumerate().map(node).collect()
}

/// The tree of a claim, level by level, so that what is cut is what comes last.
fn grow<C: Claim<Board: Side>>(
    board: &C::Board,
    claim: C,
    moves: u32,
    most: usize,
) -> Result<Vec<Node>, Exhausted> {
    let mut solver = Solver::new(claim, NODES);
    let mut nodes: Vec<Node> = Vec::new();
    // Boards with the attacker to move, and the moves he needs.
    let mut waiting = VecDeque::from([(None, board.clone(), moves)]);
    while let Some((parent, board, moves)) = waiting.pop_front() {
        let Outcome::Wins { moves, best } = solver.solve(&board, moves) else {
            return Err(Exhausted);
        };
        // All first plies are shown; later on one is proof enough.
        let shown = if parent.is_none() { best.len() } else { 1 };
        for &ply in &best[..shown] {
            let tries = solver.claim().tries(&board);
            let Some(&step) = tries.iter().find(|step| step.0 == ply) else { continue };
            let mut next = board.clone();
            next.make(step.0, step.1, &mut NullObserver);
            let own = nodes.len();
            let value = Value::Left(moves - 1);
            nodes.push(Node {
                parent,
                played: C::Board::played(step),
                value,
                good: true,
                cut: false,
            });
            let defences = solver.defences(&next, moves)?;
            for (step, left) in defences {
                if nodes.len() >= most {
                    nodes[own].cut = true;
                    break;
                }
                let mut after = next.clone();
                after.make(step.0, step.1, &mut NullObserver);
                let value = Value::Left(left);
                let number = nodes.len();
                let node = Node {
                    parent: Some(own),
                    played: C::Board::played(step),
                    value,
                    good: true,
                    cut: false,
                };
                nodes.push(node);
                if left > 0 {
                    waiting.push_back((Some(number), after, left));
                }
            }
        }
        if nodes.len() >= most {
            break;
        }
    }
    for (parent, ..) in waiting {
        if let Some(parent) = parent {
            nodes[parent].cut = true;
        }
    }
    Ok(nodes)
}

/// Of exact endings: the solution, and what every other own ply would have come to.
fn values(puzzle: &Puzzle, mut board: banqi::Position) -> Vec<Node> {
    let mut endings = Endings::new();
    let mut nodes: Vec<Node> = Vec::new();
    let mut parent = None;
    let kept = match puzzle.goal {
        Goal::Draw { .. } => Value::Draw,
        _ => Value::Win,
    };
    for (at, &played) in puzzle.line.iter().enumerate() {
        let Played::Banqi(step) = played else { break };
        let main = nodes.len();
        nodes.push(Node { parent, played, value: kept, good: true, cut: false });
        if at % 2 == 0 {
            for ply in board.legal_plies().into_iter().filter(|&ply| ply != step.ply) {
                let value = match exact::after(&mut endings, &board, ply) {
                    Some(Exact::Win(_)) => Value::Win,
                    Some(Exact::Draw) => Value::Draw,
                    Some(Exact::Loss(_)) => Value::Loss,
                    None => continue,
                };
                let played = banqi::Position::played((ply, banqi::Reveal::Nothing));
                nodes.push(Node { parent, played, value, good: false, cut: false });
            }
        }
        board.make(step.ply, step.reveal, &mut NullObserver);
        parent = Some(main);
    }
    nodes
}

/// With pieces face down: what is to be expected of every ply, the best first.
fn chances(board: &banqi::Position, first: &[Played]) -> Vec<Node> {
    let mut found = exact::expected(&mut HiddenEndings::new(), board).unwrap_or_default();
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    let node = |(ply, value): (banqi::Ply, f64)| {
        let reveal =
            board.reveals(ply).first().map_or(banqi::Reveal::Nothing, |&(reveal, _)| reveal);
        let played = banqi::Position::played((ply, reveal));
        let good = first.iter().any(|&first| crate::judge::is_same(first, played));
        let value = Value::Percent((100.0 * value).round() as i32);
        Node { parent: None, played, value, good, cut: false }
    };
    found.into_iter().map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::GameKind;

    fn rooks() -> Puzzle {
        let line = "m1\tmate:3\t4k4/9/9/9/9/9/9/9/RR7/3K5 w\ta1a9 b1b9 b1e1\t\
                    a1a9 e9e8 b1b8 e8e7 a9a7\t\t1250";
        Puzzle::read(GameKind::Xiangqi, line).unwrap()
    }

    /// Walks to every node; own plies and answers take turns, and every leaf is an end.
    #[test]
    fn a_tree_has_every_answer_and_ends_in_mates() {
        let puzzle = rooks();
        let nodes = tree(&puzzle, 1_000);
        let mut boards: Vec<Board> = Vec::new();
        for node in &nodes {
            let mut board = match node.parent {
                Some(parent) => boards[parent].clone(),
                None => puzzle.board().unwrap(),
            };
            board.play(node.played).unwrap();
            boards.push(board);
            assert!(!node.cut && node.good);
        }
        let firsts = nodes.iter().filter(|node| node.parent.is_none()).count();
        assert_eq!(firsts, puzzle.first.len());
        for (number, board) in boards.iter().enumerate() {
            let Board::Xiangqi(position) = board else { unreachable!() };
            let children = nodes.iter().filter(|node| node.parent == Some(number)).count();
            let is_own = position.turn() == game::Side::Black;
            match is_own {
                true => assert_eq!(children, position.legal_plies().len(), "every answer"),
                false => assert_eq!(children, 1, "and one reply to each"),
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_cut_and_said_to_be() {
        let nodes = tree(&rooks(), 6);
        assert!(nodes.len() <= 8 && nodes.iter().any(|node| node.cut), "{nodes:?}");
    }

    #[test]
    fn exact_endings_tell_what_other_plies_would_have_come_to() {
        let line = "d1\tdraw:1\t6k1/8/2A2K2/5a2 b\tf1g1\tf1g1\t\t1200";
        let puzzle = Puzzle::read(GameKind::Banqi, line).unwrap();
        let nodes = tree(&puzzle, 100);
        assert!(nodes.len() > 2 && nodes[0].value == Value::Draw && nodes[0].good);
        assert!(nodes[1..].iter().all(|node| node.value == Value::Loss && !node.good));
    }
}
