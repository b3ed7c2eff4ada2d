//! A second opinion: mates proved again on the slow boards of `reference`, which share no
//! code with ours.

use game::Rng;
use puzzles::check::{Slow, SlowMate};
use reference::xiangqi::Board;

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

/// What is wrong with one mate: too short, too long, or other first plies.
fn fault(slow: &mut Slow<SlowMate>, problem: &Problem) -> Option<String> {
    let Some(moves) = problem.mate.filter(|&moves| moves > 0) else {
        return Some("no mate is promised (dm)".to_owned());
    };
    match Board::from_fen(&problem.fen) {
        Ok(board) => slow.fault(&board, moves, &problem.best),
        Err(error) => Some(error),
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
        let mut slow = Slow::new(SlowMate);
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
    use game::{NullObserver, Position as _};
    use puzzles::prove::Outcome;
    use puzzles::prove::mate::Prover;
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
                if let Outcome::Wins { moves, best } = Prover::new(20_000).solve(&position, 3) {
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
        assert!(fault("a1a9", 2).contains("not solved in 2"));
        assert!(fault("a1a9", 4).contains("solved in 3, not in 4"));
        assert!(fault("a1a2", 3).contains("not by a1a2"));
        assert!(fault("a1a9", 0).contains("no mate is promised"));
    }
}
