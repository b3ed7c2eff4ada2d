//! Mates by checks alone (連將殺), proved: every ply of the attacker gives check, every
//! ply of the defender is tried, and who has no legal ply has lost.
//!
//! Lengths are tried one after the other, so that the first that is found is the shortest.
//! Along a shortest mate the distance falls with every move, no position comes twice, and
//! neither the law of perpetual check nor what was played before matters: what is proved
//! of a position holds in every game that comes to it.

use std::collections::HashMap;

use game::NullObserver;
use xiangqi::{Ply, Position, Stage};

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Mate in so many moves; 0 if none was found yet.
    mate: u32,
    /// No mate in so many moves or fewer.
    none: u32,
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The shortest mate, and every first ply that forces it.
    Mate {
        /// The attacker's moves.
        moves: u32,
        /// Every ply that mates in so many.
        best: Vec<Ply>,
    },
    /// No mate by checks in as many moves as were asked for.
    NoMate,
    /// Too many nodes: nothing is known.
    Unknown,
}

/// Too many nodes.
struct Exhausted;

/// Proves mates.
pub struct Prover {
    table: HashMap<u64, Known>,
    nodes: u64,
    most: u64,
}

impl Prover {
    /// A prover that gives up a position after so many nodes.
    pub fn new(nodes: u64) -> Prover {
        Prover { table: HashMap::new(), nodes: 0, most: nodes }
    }

    /// Nodes of the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a mate in at most so many moves of who is to move.
    pub fn solve(&mut self, position: &Position, most: u32) -> Outcome {
        self.table.clear();
        self.nodes = 0;
        let mut position = position.clone();
        for moves in 1..=most {
            match self.attack(&mut position, moves) {
                Err(Exhausted) => return Outcome::Unknown,
                Ok(false) => {}
                Ok(true) => {
                    return match self.all(&mut position, moves) {
                        Ok(best) => Outcome::Mate { moves, best },
                        Err(Exhausted) => Outcome::Unknown,
                    };
                }
            }
        }
        Outcome::NoMate
    }

    /// Every ply that mates in so many moves.
    fn all(&mut self, position: &mut Position, moves: u32) -> Result<Vec<Ply>, Exhausted> {
        let mut best = Vec::new();
        for ply in checks(position) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let mates = self.defend(position, moves);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if mates? {
                best.push(ply);
            }
        }
        Ok(best)
    }

    /// Whether the side to move mates in so many moves.
    fn attack(&mut self, position: &mut Position, moves: u32) -> Result<bool, Exhausted> {
        let key = position.zobrist_key();
        let known = self.table.get(&key).copied().unwrap_or_default();
        if known.mate > 0 && known.mate <= moves {
            return Ok(true);
        }
        if known.none >= moves {
            return Ok(false);
        }
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(Exhausted);
        }
        for ply in checks(position) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let mates = self.defend(position, moves);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if mates? {
                self.table.entry(key).or_default().mate = moves;
                return Ok(true);
            }
        }
        self.table.entry(key).or_default().none = moves;
        Ok(false)
    }

    /// Whether the side to move, in check, is mated whatever it plays, by so many moves of
    /// the attacker of which the last one is played.
    fn defend(&mut self, position: &mut Position, moves: u32) -> Result<bool, Exhausted> {
        self.nodes += 1;
        if moves == 1 {
            return Ok(!position.has_legal_ply());
        }
        for ply in position.plies(Stage::All) {
            let undo = position.make_ply(ply, &mut NullObserver);
            let mates = self.attack(position, moves - 1);
            position.unmake_ply(ply, undo, &mut NullObserver);
            if !mates? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The legal plies that give check.
fn checks(position: &Position) -> Vec<Ply> {
    let captures = position.plies(Stage::Captures).into_iter();
    let mut plies: Vec<Ply> = captures.filter(|&ply| position.gives_check(ply)).collect();
    plies.extend(position.plies(Stage::QuietChecks));
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    fn solve(fen: &str, most: u32) -> Outcome {
        Prover::new(1_000_000).solve(&fen.parse().unwrap(), most)
    }

    fn mate(fen: &str, most: u32) -> (u32, Vec<String>) {
        match solve(fen, most) {
            Outcome::Mate { moves, best } => {
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
        assert_eq!(solve("4k4/9/9/9/9/9/9/9/R8/3K5 w", 6), Outcome::NoMate);
        assert_eq!(solve("4k4/9/9/9/9/9/9/9/RR7/3K5 w", 2), Outcome::NoMate);
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
                    Outcome::Mate { moves, best } => {
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
