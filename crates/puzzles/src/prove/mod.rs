//! Forced ends, proved: every try of the attacker that a claim allows, every answer of the
//! defender that the rules allow.
//!
//! Lengths are tried one after the other, so the first that is found is the shortest.
//! Along a shortest line the distance falls with every move, and no position comes twice.

pub mod dark;
pub mod exact;
pub mod mate;
pub mod material;

use std::collections::HashMap;

use game::{NullObserver, Position};

/// Too many nodes: nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

/// Nodes that may be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    spent: u64,
    most: u64,
}

impl Budget {
    /// Takes one.
    ///
    /// # Errors
    /// If none is left.
    pub fn spend(&mut self) -> Result<(), Exhausted> {
        self.spent += 1;
        if self.spent > self.most { Err(Exhausted) } else { Ok(()) }
    }
}

/// A ply with what it turned up.
pub type Step<B> = (<B as Position>::Ply, <B as Position>::Reveal);

/// Answers with the moves the attacker needs after each, the most stubborn first.
pub type Defences<B> = Vec<(Step<B>, u32)>;

/// What an attacker claims to reach. A defender without any answer has lost in any case.
pub trait Claim {
    /// The board of its game.
    type Board: Position;

    /// The plies of the attacker that count.
    fn tries(&self, board: &Self::Board) -> Vec<Step<Self::Board>>;

    /// Every answer of the defender, with everything it may turn up; those that refute most
    /// come first.
    fn answers(&self, board: &Self::Board) -> Vec<Step<Self::Board>>;

    /// Whether the attacker, to move after an answer, has reached his goal.
    ///
    /// # Errors
    /// If there are too many nodes.
    fn reached(&self, board: &Self::Board, budget: &mut Budget) -> Result<bool, Exhausted>;

    /// Of answers that last equally long the defender chooses the one where this is least.
    fn taste(&self, _: &Self::Board) -> i32 {
        0
    }
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<Ply> {
    /// The shortest way, and every first ply that begins it.
    Wins {
        /// The attacker's moves.
        moves: u32,
        /// Every ply that reaches the goal in so many.
        best: Vec<Ply>,
    },
    /// No way in as many moves as were asked for.
    Fails,
    /// Too many nodes: nothing is known.
    Unknown,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The goal is reached in so many moves; 0 if that was not found yet.
    wins: u32,
    /// Not in so many moves or fewer.
    fails: u32,
}

/// Proves a claim.
pub struct Solver<C: Claim> {
    claim: C,
    table: HashMap<u64, Known>,
    budget: Budget,
}

/// Does something on a board after a step, and takes the step back.
fn after<B: Position, T>(board: &mut B, step: Step<B>, act: impl FnOnce(&mut B) -> T) -> T {
    let undo = board.make(step.0, step.1, &mut NullObserver);
    let done = act(board);
    board.unmake(step.0, undo, &mut NullObserver);
    done
}

impl<C: Claim> Solver<C> {
    /// A solver of one claim that gives up after so many nodes.
    pub fn new(claim: C, nodes: u64) -> Solver<C> {
        Solver { claim, table: HashMap::new(), budget: Budget { spent: 0, most: nodes } }
    }

    /// The claim.
    pub fn claim(&self) -> &C {
        &self.claim
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.budget.spent
    }

    /// Looks for the shortest way in at most so many moves of who is to move.
    pub fn solve(&mut self, board: &C::Board, most: u32) -> Outcome<<C::Board as Position>::Ply> {
        let mut board = board.clone();
        for moves in 1..=most {
            match self.every_try(&mut board, moves) {
                Err(Exhausted) => return Outcome::Unknown,
                Ok(best) if best.is_empty() => {}
                Ok(best) => return Outcome::Wins { moves, best },
            }
        }
        Outcome::Fails
    }

    /// Every ply that reaches the goal in so many moves.
    fn every_try(
        &mut self,
        board: &mut C::Board,
        moves: u32,
    ) -> Result<Vec<<C::Board as Position>::Ply>, Exhausted> {
        if !self.wins(board, moves)? {
            return Ok(Vec::new());
        }
        let mut best = Vec::new();
        for step in self.claim.tries(board) {
            if after(board, step, |board| self.holds(board, moves))? {
                best.push(step.0);
            }
        }
        Ok(best)
    }

    /// In how many moves the goal is reached, the one just played counted; none if that
    /// takes more than `most`.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn distance(&mut self, board: &C::Board, most: u32) -> Result<Option<u32>, Exhausted> {
        let mut board = board.clone();
        for moves in 1..=most {
            if self.holds(&mut board, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Every answer with the moves the attacker needs after it (0: he is there), the most
    /// stubborn first; of a position whose goal is reached in so many moves, the one just
    /// played counted.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn defences(
        &mut self,
        board: &C::Board,
        moves: u32,
    ) -> Result<Defences<C::Board>, Exhausted> {
        let mut board = board.clone();
        let mut found = Vec::new();
        for step in self.claim.answers(&board) {
            let (left, taste) = after(&mut board, step, |board| {
                let left = if self.claim.reached(board, &mut self.budget)? {
                    0
                } else {
                    self.moves_left(board, moves.saturating_sub(1))?
                };
                Ok((left, self.claim.taste(board)))
            })?;
            found.push((step, left, taste));
        }
        found.sort_by_key(|&(_, left, taste)| (std::cmp::Reverse(left), taste));
        Ok(found.into_iter().map(|(step, left, _)| (step, left)).collect())
    }

    /// An answer after which the goal is not reached in so many moves.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn refutation(
        &mut self,
        board: &C::Board,
        moves: u32,
    ) -> Result<Option<Step<C::Board>>, Exhausted> {
        let mut board = board.clone();
        for step in self.claim.answers(&board) {
            if !after(&mut board, step, |board| self.is_lost(board, moves))? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    fn moves_left(&mut self, board: &mut C::Board, most: u32) -> Result<u32, Exhausted> {
        for moves in 1..=most {
            if self.wins(board, moves)? {
                return Ok(moves);
            }
        }
        Ok(most + 1)
    }

    /// Whether the attacker, to move, reaches his goal in so many moves.
    fn wins(&mut self, board: &mut C::Board, moves: u32) -> Result<bool, Exhausted> {
        let key = board.key();
        let known = self.table.get(&key).copied().unwrap_or_default();
        if known.wins > 0 && known.wins <= moves {
            return Ok(true);
        }
        if known.fails >= moves {
            return Ok(false);
        }
        self.budget.spend()?;
        for step in self.claim.tries(board) {
            if after(board, step, |board| self.holds(board, moves))? {
                self.table.entry(key).or_default().wins = moves;
                return Ok(true);
            }
        }
        self.table.entry(key).or_default().fails = moves;
        Ok(false)
    }

    /// Whether every answer loses, by so many moves of the attacker of which the last one
    /// is played.
    fn holds(&mut self, board: &mut C::Board, moves: u32) -> Result<bool, Exhausted> {
        self.budget.spend()?;
        for step in self.claim.answers(board) {
            if !after(board, step, |board| self.is_lost(board, moves))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an answer that was just played loses.
    fn is_lost(&mut self, board: &mut C::Board, moves: u32) -> Result<bool, Exhausted> {
        Ok(self.claim.reached(board, &mut self.budget)?
            || (moves > 1 && self.wins(board, moves - 1)?))
    }
}
