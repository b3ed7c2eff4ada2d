//! Plies of who solves a puzzle: whatever the prover accepts is right, and the defence
//! plays what lasts longest.

use game::{GameKind, NullObserver, Position};
use records::{Board, Played};

use crate::prove::dark::DarkMaterial;
use crate::prove::mate::Mate;
use crate::prove::material::Material;
use crate::prove::{Claim, Exhausted, Outcome, Solver, Step};
use crate::puzzle::{Goal, Puzzle};

/// So many moves longer than the shortest solution is still a solution.
const DETOUR: u32 = 2;
/// A proof is given up after so many nodes; the sets were made with fewer.
pub const NODES: u64 = 400_000;

/// Why a ply is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is no check, where only checks count.
    NoCheck,
    /// It is neither check nor capture; in dark chess it is a flip.
    NotForcing,
    /// There is an answer after which nothing is reached in time.
    Refuted,
    /// It gives away what the position is worth.
    LosesValue,
    /// Another ply may expect more.
    Worse,
    /// It may be good, but that could not be proved.
    Unproved,
}

impl Reason {
    /// Its name, the same in every language.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::NoCheck => "no_check",
            Reason::NotForcing => "not_forcing",
            Reason::Refuted => "refuted",
            Reason::LosesValue => "loses_value",
            Reason::Worse => "worse",
            Reason::Unproved => "unproved",
        }
    }
}

/// What is said to a ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// The puzzle is solved; where the defender still had an answer, it is shown.
    Solved {
        /// The ply, with what it turned up.
        ply: Played,
        /// The last answer.
        reply: Option<Played>,
    },
    /// Right, and there is more to do.
    Right {
        /// The ply.
        ply: Played,
        /// The defence.
        reply: Played,
        /// Moves that are still needed.
        left: u32,
    },
    /// Wrong.
    Wrong {
        /// Why.
        reason: Reason,
        /// The ply.
        ply: Played,
        /// The answer that shows it.
        refutation: Option<Played>,
    },
}

/// A ply that cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoPly(pub String);

/// A board as a claim looks at it, and its plies as records have them.
pub(crate) trait Side: Position {
    /// Which game it is of.
    const GAME: GameKind;

    fn played(step: Step<Self>) -> Played;

    /// The position as puzzles have it: its clocks begin anew.
    fn text(&self) -> String;
}

impl Side for xiangqi::Position {
    const GAME: GameKind = GameKind::Xiangqi;

    fn played((ply, ()): Step<Self>) -> Played {
        Played::Xiangqi(ply)
    }

    fn text(&self) -> String {
        let text = self.to_string();
        text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    }
}

impl Side for banqi::Position {
    const GAME: GameKind = GameKind::Banqi;

    fn played((ply, reveal): Step<Self>) -> Played {
        Played::Banqi(banqi::Played { ply, reveal })
    }

    fn text(&self) -> String {
        self.setup().to_string()
    }
}

/// The ply a text means on a board; of a flip some outcome, which nothing depends on.
///
/// # Errors
/// If it is none, or not legal.
pub fn read_ply(board: &Board, text: &str) -> Result<Played, NoPly> {
    match board {
        Board::Xiangqi(position) => position.parse_ply(text).map(Played::Xiangqi).map_err(NoPly),
        Board::Banqi(position) => {
            let ply = position.parse_ply(text).map_err(NoPly)?;
            let none = || NoPly(format!("{text}: nothing lies face down there"));
            let (reveal, _) = position.reveals(ply).into_iter().next().ok_or_else(none)?;
            Ok(Played::Banqi(banqi::Played { ply, reveal }))
        }
    }
}

/// The same ply, whatever it turned up.
pub(crate) fn is_same(one: Played, other: Played) -> bool {
    match (one, other) {
        (Played::Banqi(one), Played::Banqi(other)) => one.ply == other.ply,
        (one, other) => one == other,
    }
}

/// The board of a puzzle after some plies.
///
/// # Errors
/// If they cannot be played.
pub fn board_after(puzzle: &Puzzle, plies: &[Played]) -> Result<Board, NoPly> {
    let mut board = puzzle.board().map_err(NoPly)?;
    for &ply in plies {
        board.play(ply).map_err(NoPly)?;
    }
    Ok(board)
}

/// Judges a ply after what was played so far, own plies and answers in turn.
///
/// # Errors
/// If the ply is none, or not legal.
pub fn judge(puzzle: &Puzzle, plies: &[Played], text: &str) -> Result<Verdict, NoPly> {
    let board = board_after(puzzle, plies)?;
    let ply = read_ply(&board, text)?;
    let trial = Trial { puzzle, plies, ply };
    let begun = puzzle.board().map_err(NoPly)?;
    Ok(match (puzzle.goal, &board, &begun) {
        (Goal::Mate { .. }, Board::Xiangqi(board), _) => trial.proved(board, Mate, Reason::NoCheck),
        (Goal::Gain { gain, .. }, Board::Xiangqi(board), Board::Xiangqi(begun)) => {
            trial.proved(board, Material::gain(begun, gain), Reason::NotForcing)
        }
        (Goal::Gain { gain, .. }, Board::Banqi(board), Board::Banqi(begun)) => {
            let claim = DarkMaterial::gain(begun, gain);
            let claim = claim.ok_or_else(|| NoPly("nobody has a colour yet".to_owned()))?;
            trial.proved(board, claim, Reason::NotForcing)
        }
        (Goal::Chance { .. }, ..) => trial.along_the_line(Reason::Worse),
        _ => trial.along_the_line(Reason::LosesValue),
    })
}

/// A right ply after what was played so far: that of the solution, where it was followed.
pub fn hint(puzzle: &Puzzle, plies: &[Played]) -> Option<Played> {
    let line = &puzzle.line;
    if plies.len() < line.len() && plies.iter().zip(line).all(|(one, other)| one == other) {
        return Some(line[plies.len()]);
    }
    let left = (puzzle.goal.moves() + DETOUR).saturating_sub((plies.len() / 2) as u32);
    match (puzzle.goal, board_after(puzzle, plies).ok()?, puzzle.board().ok()?) {
        (Goal::Mate { .. }, Board::Xiangqi(board), _) => best(&board, Mate, left),
        (Goal::Gain { gain, .. }, Board::Xiangqi(board), Board::Xiangqi(begun)) => {
            best(&board, Material::gain(&begun, gain), left)
        }
        (Goal::Gain { gain, .. }, Board::Banqi(board), Board::Banqi(begun)) => {
            best(&board, DarkMaterial::gain(&begun, gain)?, left)
        }
        _ => None,
    }
}

fn best<C: Claim<Board: Side>>(board: &C::Board, claim: C, most: u32) -> Option<Played> {
    let mut solver = Solver::new(claim, NODES);
    let Outcome::Wins { best, .. } = solver.solve(board, most) else { return None };
    let tries = solver.claim().tries(board);
    tries.into_iter().find(|step| best.contains(&step.0)).map(C::Board::played)
}

/// A ply that is being judged.
struct Trial<'a> {
    puzzle: &'a Puzzle,
    plies: &'a [Played],
    ply: Played,
}

impl Trial<'_> {
    /// By a proof of what follows.
    fn proved<C: Claim<Board: Side>>(&self, board: &C::Board, claim: C, quiet: Reason) -> Verdict {
        let own = (self.plies.len() / 2) as u32;
        let most = (self.puzzle.goal.moves() + DETOUR).saturating_sub(own).max(1);
        let tries = claim.tries(board);
        let known = |step: &&Step<C::Board>| {
            is_same(<C::Board as Side>::played((step.0, step.1)), self.ply)
        };
        let mut next = board.clone();
        let Some(&step) = tries.iter().find(known) else {
            // Who has no ply left has lost, check or no check.
            return match self.ends(board) {
                true => Verdict::Solved { ply: self.ply, reply: None },
                false => self.wrong(quiet, None),
            };
        };
        next.make(step.0, step.1, &mut NullObserver);
        if claim.answers(&next).is_empty() {
            return Verdict::Solved { ply: self.ply, reply: None };
        }
        let mut solver = Solver::new(claim, NODES);
        match self.look(&mut solver, &next, most) {
            Ok(verdict) => verdict,
            Err(Exhausted) => self.along_the_line(Reason::Unproved),
        }
    }

    fn look<C: Claim<Board: Side>>(
        &self,
        solver: &mut Solver<C>,
        next: &C::Board,
        most: u32,
    ) -> Result<Verdict, Exhausted> {
        let Some(moves) = solver.distance(next, most)? else {
            let refutation = solver.refutation(next, most)?.map(C::Board::played);
            return Ok(self.wrong(Reason::Refuted, refutation));
        };
        let defences = solver.defences(next, moves)?;
        let Some(&(step, left)) = defences.first() else {
            return Ok(Verdict::Solved { ply: self.ply, reply: None });
        };
        let reply = C::Board::played(step);
        Ok(match left {
            0 => Verdict::Solved { ply: self.ply, reply: Some(reply) },
            left => Verdict::Right { ply: self.ply, reply, left },
        })
    }

    fn wrong(&self, reason: Reason, refutation: Option<Played>) -> Verdict {
        Verdict::Wrong { reason, ply: self.ply, refutation }
    }

    /// Whether the ply leaves the defender without any.
    fn ends<B: Side>(&self, board: &B) -> bool {
        let mut next = board.clone();
        let legal = board.legal_plies().into_iter();
        let mut steps = legal.flat_map(|ply| {
            let reveals = board.reveals(ply);
            reveals.into_iter().map(move |(reveal, _)| (ply, reveal))
        });
        let Some(step) = steps.find(|&step| is_same(B::played(step), self.ply)) else {
            return false;
        };
        next.make(step.0, step.1, &mut NullObserver);
        next.legal_plies().is_empty()
    }

    /// By the solution alone, where each of its plies is the only one.
    fn along_the_line(&self, reason: Reason) -> Verdict {
        let line = &self.puzzle.line;
        let at = self.plies.len();
        let followed =
            at < line.len() && self.plies.iter().zip(line).all(|(one, other)| one == other);
        let right = followed && is_same(line[at], self.ply);
        let first = at == 0 && self.puzzle.first.iter().any(|&first| is_same(first, self.ply));
        match (right, line.get(at + 1)) {
            (true, Some(&reply)) if at + 2 < line.len() => {
                Verdict::Right { ply: line[at], reply, left: ((line.len() - at - 1) / 2) as u32 }
            }
            (true, reply) => Verdict::Solved { ply: line[at], reply: reply.copied() },
            (false, _) if first && line.len() <= 2 => {
                Verdict::Solved { ply: self.ply, reply: None }
            }
            (false, _) => self.wrong(reason, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooks() -> Puzzle {
        let line = "m1\tmate:3\t4k4/9/9/9/9/9/9/9/RR7/3K5 w\ta1a9 b1b9 b1e1\t\
                    a1a9 e9e8 b1b8 e8e7 a9a7\t\t1250";
        Puzzle::read(GameKind::Xiangqi, line).unwrap()
    }

    /// Plays texts against the defence; what was said to the last.
    fn solve(puzzle: &Puzzle, texts: &[&str]) -> Verdict {
        let mut plies = Vec::new();
        for (number, text) in (1..).zip(texts) {
            let verdict = judge(puzzle, &plies, text).unwrap();
            match verdict {
                Verdict::Right { ply, reply, .. } if number < texts.len() => {
                    plies.extend([ply, reply]);
                }
                verdict => {
                    assert_eq!(number, texts.len(), "{text}: {verdict:?}");
                    return verdict;
                }
            }
        }
        panic!("nothing to play")
    }

    #[test]
    fn every_first_ply_that_mates_is_right() {
        for first in ["a1a9", "b1b9", "b1e1"] {
            let verdict = solve(&rooks(), &[first]);
            assert!(matches!(verdict, Verdict::Right { left: 2, .. }), "{first}: {verdict:?}");
        }
        let Verdict::Solved { reply, .. } = solve(&rooks(), &["a1a9", "b1b8", "a9a7"]) else {
            panic!("not solved");
        };
        assert_eq!(reply, None);
    }

    #[test]
    fn a_detour_is_right_and_a_quiet_ply_is_not() {
        // One rook gives check on the file; the mate takes a move more.
        let verdict = solve(&rooks(), &["a1a9", "b1e1"]);
        assert!(matches!(verdict, Verdict::Right { .. } | Verdict::Wrong { .. }), "{verdict:?}");
        let quiet = solve(&rooks(), &["a1a8"]);
        assert!(matches!(quiet, Verdict::Wrong { reason: Reason::NoCheck, .. }), "{quiet:?}");
        let error = judge(&rooks(), &[], "a1b3").unwrap_err().to_string();
        assert!(!error.is_empty());
    }

    #[test]
    fn a_check_that_leads_nowhere_is_refuted() {
        let line = "m1\tmate:1\t3k5/9/9/9/9/9/9/9/R3R4/4K4 w\ta1d1\ta1d1\t\t700";
        let puzzle = Puzzle::read(GameKind::Xiangqi, line).unwrap();
        let verdict = solve(&puzzle, &["a1a9"]);
        match verdict {
            Verdict::Wrong { reason: Reason::Refuted, refutation: Some(reply), .. } => {
                let mut board = puzzle.board().unwrap();
                board.play(read_ply(&board, "a1a9").unwrap()).unwrap();
                board.play(reply).unwrap();
            }
            Verdict::Right { .. } => {}
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_win_of_material_ends_with_the_last_answer() {
        let line = "g1\tgain:2:400\t4k3r/9/9/9/9/9/9/9/9/R2K5 w\ta0a9\ta0a9 e9e8 a9i9\t\t1100";
        let puzzle = Puzzle::read(GameKind::Xiangqi, line).unwrap();
        let verdict = solve(&puzzle, &["a0a9", "a9i9"]);
        assert!(matches!(verdict, Verdict::Solved { reply: Some(_), .. }), "{verdict:?}");
        let wrong = solve(&puzzle, &["a0a8"]);
        assert!(matches!(wrong, Verdict::Wrong { reason: Reason::NotForcing, .. }), "{wrong:?}");
    }

    #[test]
    fn the_only_ply_is_the_only_one_that_is_right() {
        let line = "d1\tdraw:1\t6k1/8/2A2K2/5a2 b\tf1g1\tf1g1\t\t1200";
        let puzzle = Puzzle::read(GameKind::Banqi, line).unwrap();
        assert!(matches!(solve(&puzzle, &["f1g1"]), Verdict::Solved { .. }));
        let wrong = solve(&puzzle, &["f1e1"]);
        assert!(matches!(wrong, Verdict::Wrong { reason: Reason::LosesValue, .. }), "{wrong:?}");
    }
}
