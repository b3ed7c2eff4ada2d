//! A second opinion: mates proved again on the slow boards of `reference`, which share no
//! code with ours.

use std::collections::HashMap;

use game::Rng;
use reference::xiangqi::{Board, Move};

use crate::epd::Problem;

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions that were proved again.
    pub positions: usize,
    /// Boards that were looked at.
    pub boards: u64,
    /// What is wrong, by the names of the positions.
    pub faults: Vec<String>,
}

/// Proves on slow boards.
#[derive(Default)]
struct Slow {
    known: HashMap<(Board, u32), bool>,
    boards: u64,
}

impl Slow {
    /// The checks of the side to move that mate in so many moves.
    fn mating(&mut self, board: &Board, moves: u32) -> Vec<Move> {
        let mut plies = board.legal_moves();
        plies.retain(|&ply| self.mates(&board.after(ply), moves));
        plies
    }

    fn can_mate(&mut self, board: &Board, moves: u32) -> bool {
        let key = (board.clone(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = board.legal_moves().into_iter().any(|ply| self.mates(&board.after(ply), moves));
        self.known.insert(key, found);
        found
    }

    /// Whether the side to move is in check and mated in so many moves of which the last
    /// one is played.
    fn mates(&mut self, board: &Board, moves: u32) -> bool {
        self.boards += 1;
        if !board.is_in_check(board.side_to_move()) {
            return false;
        }
        let replies = board.legal_moves();
        match moves {
            1 => replies.is_empty(),
            _ => replies.into_iter().all(|reply| self.can_mate(&board.after(reply), moves - 1)),
        }
    }
}

/// What is wrong with one mate: too short, too long, or other first plies.
fn fault(slow: &mut Slow, problem: &Problem) -> Option<String> {
    let Some(moves) = problem.mate.filter(|&moves| moves > 0) else {
        return Some("no mate is promised (dm)".to_owned());
    };
    let board = match Board::from_fen(&problem.fen) {
        Ok(board) => board,
        Err(error) => return Some(error),
    };
    if let Some(shorter) = (1..moves).find(|&shorter| slow.can_mate(&board, shorter)) {
        return Some(format!("mate in {shorter}, not in {moves}"));
    }
    let mut found: Vec<String> =
        slow.mating(&board, moves).iter().map(ToString::to_string).collect();
    let mut said = problem.best.clone();
    found.sort();
    said.sort();
    match found == said {
        true => None,
        false if found.is_empty() => Some(format!("no mate in {moves} by checks")),
        false => Some(format!("mated by {}, not by {}", found.join(" "), said.join(" "))),
    }
}

/// Proves a sample of mates again; all of them if there are no more.
pub fn mates(
    problems: &[Problem],
    sample: usize,
    seed: u64,
    told: &mut dyn FnMut(usize),
) -> Checked {
    let mut places: Vec<usize> = (0..problems.len()).collect();
    Rng::new(seed).shuffle(&mut places);
    places.truncate(sample);
    places.sort_unstable();
    let mut checked = Checked::default();
    for place in places {
        let problem = &problems[place];
        let mut slow = Slow::default();
        let fault = fault(&mut slow, problem);
        checked.faults.extend(fault.map(|fault| format!("{}: {fault}", problem.id)));
        checked.positions += 1;
        checked.boards += slow.boards;
        told(checked.positions);
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::{Outcome, Prover};
    use game::{NullObserver, Position as _};
    use xiangqi::Position;

    fn problem(fen: &str, best: &str, mate: u32) -> Problem {
        let best = best.split_whitespace().map(str::to_owned).collect();
        Problem {
            fen: fen.to_owned(),
            best,
            mate: Some(mate),
            id: fen.to_owned(),
            ..Problem::default()
        }
    }

    /// Mates in at most three that random games come to.
    fn own() -> Vec<Problem> {
        let mut rng = Rng::new(3);
        let mut found = Vec::new();
        while found.len() < 40 {
            let mut position = Position::start();
            for _ in 0..200 {
                let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
                position.make_ply(ply, &mut NullObserver);
                if let Outcome::Mate { moves, best } = Prover::new(20_000).solve(&position, 3) {
                    let best: Vec<String> = best.iter().map(ToString::to_string).collect();
                    found.push(problem(&position.to_string(), &best.join(" "), moves));
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn both_boards_agree_on_own_positions() {
        let proved = own();
        assert!(proved.iter().any(|problem| problem.mate > Some(1)));
        let checked = mates(&proved, 99, 1, &mut |_| {});
        assert_eq!(checked.faults, Vec::<String>::new());
        assert_eq!(checked.positions, proved.len());
        assert_eq!(mates(&proved, 2, 1, &mut |_| {}).positions, 2);
    }

    #[test]
    fn wrong_claims_are_found() {
        let rooks = "4k4/9/9/9/9/9/9/9/RR7/3K5 w - -";
        let fault = |best: &str, mate| {
            mates(&[problem(rooks, best, mate)], 1, 0, &mut |_| {}).faults.remove(0)
        };
        assert!(fault("a1a9", 2).contains("no mate in 2"));
        assert!(fault("a1a9", 4).contains("mate in 3, not in 4"));
        assert!(fault("a1a2", 3).contains("not by a1a2"));
        assert!(fault("a1a9", 0).contains("no mate is promised"));
    }
}
