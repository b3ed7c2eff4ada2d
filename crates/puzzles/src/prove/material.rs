//! Forced wins of material in xiangqi, proved in a game that is defined exactly.
//!
//! The attacker plays checks and captures only (in check, anything), the defender whatever
//! is legal. The attacker has won when, after a reply, he is not in check and so much ahead
//! of where he began that no sequence of captures brings him back below it, even if he
//! passes; or when the defender has no legal ply. A quiet first move may win as well:
//! nothing is said about those.

use game::{NullObserver, Side};
use xiangqi::{Kind, Ply, Position, Stage};

use super::{Budget, Claim, Exhausted, Outcome, Step};

/// What pieces count, by [`Kind::index`]: ours, and plain on purpose.
const WORTH: [i32; 7] = [0, 200, 200, 400, 900, 450, 100];

/// A side's material less the other's.
pub fn balance(position: &Position, side: Side) -> i32 {
    let sum = |side| -> i32 {
        Kind::ALL.iter().map(|&kind| WORTH[kind.index()] * position.count(side, kind) as i32).sum()
    };
    sum(side) - sum(!side)
}

/// So much more than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    /// The material the attacker wants to be ahead by.
    pub goal: i32,
}

impl Material {
    /// So much more than who is to move has now.
    pub fn gain(position: &Position, gain: i32) -> Material {
        Material { goal: balance(position, position.turn()) + gain }
    }

    /// Whether a side keeps its goal against all captures, the other to move.
    fn keeps(
        &self,
        position: &mut Position,
        side: Side,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        budget.spend()?;
        if balance(position, side) < self.goal {
            return Ok(false);
        }
        for ply in position.plies(Stage::Captures) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let kept = self.regains(position, side, budget);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if !kept? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a side that is to move has its goal or takes it back by captures.
    fn regains(
        &self,
        position: &mut Position,
        side: Side,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if balance(position, side) >= self.goal && !position.in_check() {
            return Ok(true);
        }
        for ply in position.plies(Stage::Captures) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let kept = self.keeps(position, side, budget);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if kept? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Claim for Material {
    type Board = Position;

    fn tries(&self, board: &Position) -> Vec<Step<Position>> {
        let mut plies: Vec<Ply> = board.plies(Stage::Captures).into_iter().collect();
        plies.extend(board.plies(match board.in_check() {
            true => Stage::Quiets,
            false => Stage::QuietChecks,
        }));
        plies.into_iter().map(|ply| (ply, ())).collect()
    }

    fn answers(&self, board: &Position) -> Vec<Step<Position>> {
        let mut plies: Vec<Ply> = board.plies(Stage::Captures).into_iter().collect();
        plies.extend(board.plies(Stage::Quiets));
        plies.into_iter().map(|ply| (ply, ())).collect()
    }

    fn reached(&self, board: &Position, budget: &mut Budget) -> Result<bool, Exhausted> {
        let side = board.turn();
        if balance(board, side) < self.goal || board.in_check() {
            return Ok(false);
        }
        let mut passed = board.clone();
        passed.make_null();
        self.keeps(&mut passed, side, budget)
    }

    fn taste(&self, board: &Position) -> i32 {
        balance(board, board.turn())
    }
}

/// Proves forced wins of material of many positions, one after the other.
pub struct Solver {
    nodes: u64,
}

impl Solver {
    /// A solver that gives up a position after so many nodes.
    pub fn new(nodes: u64) -> Solver {
        Solver { nodes }
    }

    /// The shortest forced win of so much in at most so many moves, with every first ply
    /// that begins it; nothing if there is none or it took too long.
    pub fn solve(&mut self, position: &Position, gain: i32, most: u32) -> Option<(u32, Vec<Ply>)> {
        let mut solver = super::Solver::new(Material::gain(position, gain), self.nodes);
        match solver.solve(position, most) {
            Outcome::Wins { moves, best } => Some((moves, best)),
            Outcome::Fails | Outcome::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(fen: &str, most: u32) -> Option<(u32, Vec<String>)> {
        let position: Position = fen.parse().unwrap();
        let (moves, best) = Solver::new(200_000).solve(&position, 400, most)?;
        Some((moves, best.iter().map(ToString::to_string).collect()))
    }

    #[test]
    fn a_loose_rook_is_taken_and_a_protected_one_too() {
        let loose = "3k5/9/9/r8/9/9/9/9/9/R3K4 w";
        assert_eq!(solve(loose, 2), Some((1, vec!["a0a6".to_owned()])));
        // Rook for rook wins nothing.
        assert_eq!(solve("3k5/9/2n6/r8/9/9/9/9/9/R3K4 w", 1), None);
        // A horse for a rook does.
        let (moves, best) = solve("3k5/9/2n6/r8/2N6/9/9/9/9/4K4 w", 1).unwrap();
        assert_eq!((moves, best), (1, vec!["c5a6".to_owned()]));
    }

    #[test]
    fn a_check_that_wins_a_rook_takes_two_moves() {
        // The rook checks on the back rank and takes the rook behind the king.
        let (moves, best) = solve("4k3r/9/9/9/9/9/9/9/9/R2K5 w", 2).unwrap();
        assert_eq!(moves, 2, "{best:?}");
        assert_eq!(best, ["a0a9"]);
    }

    #[test]
    fn nothing_is_won_from_the_start() {
        assert_eq!(solve("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 2), None);
    }
}
