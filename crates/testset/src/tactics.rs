//! Forced wins of material, proved in a game that is defined exactly.
//!
//! The attacker plays checks and captures only (in check, anything), the defender whatever
//! is legal. The attacker has won when, after a reply, he is not in check and so much ahead
//! of where he began that no sequence of captures brings him back below it, even if he
//! passes; or when the defender has no legal ply. Lengths are tried one after the other.
//! A quiet first move may win as well: nothing is said about those.

use game::{NullObserver, Side};
use records::Board;
use serde::{Deserialize, Serialize};
use xiangqi::{Kind, Ply, Position, Stage};

use crate::epd::fen_of;
use crate::hunt::{Found, Tail};
use crate::mate::{Outcome, Prover};

/// Which wins are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tactics {
    /// At least so many moves.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// At least so much is won: a pawn is 100, a horse 400.
    pub gain: i32,
    /// Nodes for a position.
    pub nodes: u64,
}

/// What pieces count, by [`Kind::index`]: ours, and plain on purpose.
const WORTH: [i32; 7] = [0, 200, 200, 400, 900, 450, 100];

/// A side's material less the other's.
fn balance(position: &Position, side: Side) -> i32 {
    let sum = |side| -> i32 {
        Kind::ALL.iter().map(|&kind| WORTH[kind.index()] * position.count(side, kind) as i32).sum()
    };
    sum(side) - sum(!side)
}

/// Too many nodes.
struct Exhausted;

/// Proves forced wins of material.
pub struct Solver {
    nodes: u64,
    most: u64,
    goal: i32,
}

impl Solver {
    /// A solver that gives up a position after so many nodes.
    pub fn new(nodes: u64) -> Solver {
        Solver { nodes: 0, most: nodes, goal: 0 }
    }

    /// The shortest forced win of so much in at most so many moves, with every first ply
    /// that begins it; nothing if there is none or it took too long.
    pub fn solve(&mut self, position: &Position, gain: i32, most: u32) -> Option<(u32, Vec<Ply>)> {
        self.nodes = 0;
        self.goal = balance(position, position.turn()) + gain;
        let mut position = position.clone();
        for moves in 1..=most {
            let mut best = Vec::new();
            for ply in forcing(&position) {
                let undo = position.make_ply(ply, &mut NullObserver);
                let won = self.defend(&mut position, moves);
                position.unmake_ply(ply, undo, &mut NullObserver);
                if won.ok()? {
                    best.push(ply);
                }
            }
            if !best.is_empty() {
                return Some((moves, best));
            }
        }
        None
    }

    fn attack(&mut self, position: &mut Position, moves: u32) -> Result<bool, Exhausted> {
        for ply in forcing(position) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let won = self.defend(position, moves);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if won? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every reply loses so much, with so many moves of the attacker of which the
    /// last one is played.
    fn defend(&mut self, position: &mut Position, moves: u32) -> Result<bool, Exhausted> {
        // Captures first: they refute most.
        let mut plies: Vec<Ply> = position.plies(Stage::Captures).into_iter().collect();
        plies.extend(position.plies(Stage::Quiets));
        for ply in plies {
            let undo = position.make_ply(ply, &mut NullObserver);
            let won = self.settled(position);
            let won = won.and_then(|won| match won || moves == 1 {
                true => Ok(won),
                false => self.attack(position, moves - 1),
            });
            position.unmake_ply(ply, undo, &mut NullObserver);
            if !won? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move has what it wants for good.
    fn settled(&mut self, position: &Position) -> Result<bool, Exhausted> {
        let side = position.turn();
        if balance(position, side) < self.goal || position.in_check() {
            return Ok(false);
        }
        let mut passed = position.clone();
        passed.make_null();
        self.keeps(&mut passed, side)
    }

    /// Whether a side keeps its goal against all captures, the other to move.
    fn keeps(&mut self, position: &mut Position, side: Side) -> Result<bool, Exhausted> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(Exhausted);
        }
        if balance(position, side) < self.goal {
            return Ok(false);
        }
        for ply in position.plies(Stage::Captures) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let kept = self.regains(position, side);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if !kept? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a side that is to move has its goal or takes it back by captures.
    fn regains(&mut self, position: &mut Position, side: Side) -> Result<bool, Exhausted> {
        if self.keeps_standing(position, side) {
            return Ok(true);
        }
        for ply in position.plies(Stage::Captures) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let kept = self.keeps(position, side);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if kept? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a side has its goal and need not leave a check.
    fn keeps_standing(&self, position: &Position, side: Side) -> bool {
        balance(position, side) >= self.goal && !position.in_check()
    }
}

/// Checks and captures; in check everything.
fn forcing(position: &Position) -> Vec<Ply> {
    if position.in_check() {
        return position.plies(Stage::All).into_iter().collect();
    }
    let mut plies: Vec<Ply> = position.plies(Stage::Captures).into_iter().collect();
    plies.extend(position.plies(Stage::QuietChecks));
    plies
}

impl Tactics {
    pub(crate) fn solver(&self) -> Solver {
        Solver::new(self.nodes)
    }

    /// The forced wins among the positions of a game with a single first ply, of each
    /// length the first; mates by checks are another set.
    pub(crate) fn look(
        &self,
        solver: &mut Solver,
        tail: &Tail,
        boards: &[(u32, Board)],
    ) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for (ply, board) in boards {
            let Board::Xiangqi(position) = board else { continue };
            let Some((moves, best)) = solver.solve(position, self.gain, self.most) else {
                continue;
            };
            let known = found.iter().any(|one| one.length == moves);
            if moves < self.least || best.len() != 1 || known {
                continue;
            }
            let mates = Prover::new(self.nodes).solve(position, self.most + 1);
            if mates != Outcome::NoMate {
                continue;
            }
            found.push(Found {
                game: tail.game,
                ply: *ply,
                fen: fen_of(board),
                best: best.iter().map(ToString::to_string).collect(),
                length: moves,
                remark: format!("wins {} or more in {moves}, proved", self.gain),
            });
        }
        found
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
