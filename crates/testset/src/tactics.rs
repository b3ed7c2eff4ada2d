//! Forced wins of material in games, as [`puzzles::prove::material`] proves them.

use puzzles::prove::Outcome;
use puzzles::prove::mate::Prover;
use puzzles::prove::material::Solver;
use records::Board;
use serde::{Deserialize, Serialize};

use crate::epd::fen_of;
use crate::hunt::{Found, Tail};

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
            if mates != Outcome::Fails {
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
