//! Mates by checks alone (連將殺), proved: every ply of the attacker gives check, every
//! ply of the defender is tried, and who has no legal ply has lost.
//!
//! Along a shortest mate no position comes twice, and neither the law of perpetual check
//! nor what was played before matters: what is proved of a position holds in every game
//! that comes to it.

use xiangqi::{Ply, Position, Stage};

use super::{Budget, Claim, Exhausted, Outcome, Solver, Step};

/// Mate by checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mate;

impl Claim for Mate {
    type Board = Position;

    fn tries(&self, board: &Position) -> Vec<Step<Position>> {
        let captures = board.plies(Stage::Captures).into_iter();
        let mut plies: Vec<_> =
            captures.filter(|&ply| board.gives_check(ply)).map(|ply| (ply, ())).collect();
        plies.extend(board.plies(Stage::QuietChecks).into_iter().map(|ply| (ply, ())));
        plies
    }

    fn answers(&self, board: &Position) -> Vec<Step<Position>> {
        board.plies(Stage::All).into_iter().map(|ply| (ply, ())).collect()
    }

    fn reached(&self, _: &Position, _: &mut Budget) -> Result<bool, Exhausted> {
        // Only who has no answer is mated.
        Ok(false)
    }
}

/// Proves mates of many positions, one after the other.
pub struct Prover {
    solver: Solver<Mate>,
    most: u64,
}

impl Prover {
    /// A prover that gives up a position after so many nodes.
    pub fn new(nodes: u64) -> Prover {
        Prover { solver: Solver::new(Mate, nodes), most: nodes }
    }

    /// Nodes of the last question.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Looks for a mate in at most so many moves of who is to move.
    pub fn solve(&mut self, position: &Position, most: u32) -> Outcome<Ply> {
        self.solver = Solver::new(Mate, self.most);
        self.solver.solve(position, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{NullObserver, Position as _};

    fn solve(fen: &str, most: u32) -> Outcome<Ply> {
        Prover::new(1_000_000).solve(&fen.parse().unwrap(), most)
    }

    fn mate(fen: &str, most: u32) -> (u32, Vec<String>) {
        match solve(fen, most) {
            Outcome::Wins { moves, best } => {
                let mut best: Vec<String> = best.iter().map(ToString::to_string).collect();
                best.sort();
                (moves, best)
            }
            other => panic!("{fen}: {other:?}"),
        }
    }

    #[test]
    fn rooks_mate() {
        let both = ["a1d1", "e1d1"].map(str::to_owned).to_vec();
        assert_eq!(mate("3k5/9/9/9/9/9/9/9/R3R4/4K4 w", 3), (1, both));
        // One rook after the other drives the king down; a quiet move would do it in two.
        let (moves, best) = mate("4k4/9/9/9/9/9/9/9/RR7/3K5 w", 4);
        assert_eq!((moves, best), (3, ["a1a9", "b1b9", "b1e1"].map(str::to_owned).to_vec()));
    }

    #[test]
    fn what_is_no_mate_is_none() {
        assert_eq!(solve("4k4/9/9/9/9/9/9/9/R8/3K5 w", 6), Outcome::Fails);
        assert_eq!(solve("4k4/9/9/9/9/9/9/9/RR7/3K5 w", 2), Outcome::Fails);
        let mut short = Prover::new(3);
        let position = "4k4/9/9/9/9/9/9/9/RR7/3K5 w".parse().unwrap();
        assert_eq!(short.solve(&position, 3), Outcome::Unknown);
    }

    /// Mates by plain recursion over all legal plies, without table and stages.
    fn plain(position: &Position, moves: u32) -> bool {
        position.legal_plies().into_iter().any(|ply| {
            let mut next = position.clone();
            next.make_ply(ply, &mut NullObserver);
            next.in_check()
                && next.legal_plies().into_iter().all(|reply| {
                    let mut after = next.clone();
                    after.make_ply(reply, &mut NullObserver);
                    moves > 1 && plain(&after, moves - 1)
                })
        })
    }

    #[test]
    fn the_prover_agrees_with_plain_recursion() {
        let mut rng = game::Rng::new(11);
        let (mut mates, mut seen) = (0, 0);
        while seen < 4_000 {
            let mut position = Position::start();
            for _ in 0..160 {
                let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
                position.make_ply(ply, &mut NullObserver);
                if rng.below(4) > 0 {
                    continue;
                }
                seen += 1;
                let expected = (1..=2).find(|&moves| plain(&position, moves));
                let found = match Prover::new(1_000_000).solve(&position, 2) {
                    Outcome::Wins { moves, best } => {
                        assert!(!best.is_empty());
                        Some(moves)
                    }
                    _ => None,
                };
                assert_eq!(found, expected, "{position}");
                mates += u32::from(found.is_some());
            }
        }
        assert!(mates > 30, "{mates}");
    }
}
