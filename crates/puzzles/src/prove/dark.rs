//! Forced wins of material in dark chess, whatever turns up.
//!
//! The attacker moves and captures and flips nothing; the defender plays whatever is legal,
//! flips included, and of a flip every outcome counts: what is proved does not depend on
//! luck. The attacker has won when, after a reply, he is so much ahead of where he began
//! that no sequence of captures brings him back below it, even if he passes; or when the
//! defender has no legal ply. Pieces face down count as those face up do.

use banqi::{Kind, Piece, Ply, Position, Reveal};
use game::{NullObserver, Position as _, Side};

use super::{Budget, Claim, Exhausted, Step};

/// What pieces count, by [`Kind::index`]: ours, and plain on purpose.
const WORTH: [i32; 7] = [600, 400, 250, 180, 120, 300, 100];

/// A side's material less the other's.
pub fn balance(position: &Position, side: Side) -> i32 {
    let sum = |side| -> i32 {
        let of = |kind: Kind| position.alive(Piece::new(side, kind)) as i32;
        Kind::ALL.iter().map(|&kind| WORTH[kind.index()] * of(kind)).sum()
    };
    sum(side) - sum(!side)
}

/// So much more than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DarkMaterial {
    /// The material the attacker wants to be ahead by.
    pub goal: i32,
}

impl DarkMaterial {
    /// So much more than who is to move has now; none while nobody has a colour.
    pub fn gain(position: &Position, gain: i32) -> Option<DarkMaterial> {
        Some(DarkMaterial { goal: balance(position, position.turn()?) + gain })
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
        for ply in position.captures_only() {
            let undo = position.make(ply, Reveal::Nothing, &mut NullObserver);
            let kept = self.regains(position, side, budget);
            position.unmake(ply, undo, &mut NullObserver);
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
        if balance(position, side) >= self.goal {
            return Ok(true);
        }
        for ply in position.captures_only() {
            let undo = position.make(ply, Reveal::Nothing, &mut NullObserver);
            let kept = self.keeps(position, side, budget);
            position.unmake(ply, undo, &mut NullObserver);
            if kept? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Plies with what they may turn up.
fn steps(board: &Position, plies: impl IntoIterator<Item = Ply>) -> Vec<Step<Position>> {
    let outcomes = |ply| board.reveals(ply).into_iter().map(move |(reveal, _)| (ply, reveal));
    plies.into_iter().flat_map(outcomes).collect()
}

impl Claim for DarkMaterial {
    type Board = Position;

    fn tries(&self, board: &Position) -> Vec<Step<Position>> {
        steps(board, board.captures_only().into_iter().chain(board.quiets()))
    }

    fn answers(&self, board: &Position) -> Vec<Step<Position>> {
        let moves = board.captures_only().into_iter().chain(board.quiets());
        steps(board, moves.chain(board.flips()))
    }

    fn reached(&self, board: &Position, budget: &mut Budget) -> Result<bool, Exhausted> {
        let Some(side) = board.turn() else { return Ok(false) };
        if balance(board, side) < self.goal {
            return Ok(false);
        }
        let mut passed = board.clone();
        passed.pass();
        self.keeps(&mut passed, side, budget)
    }

    fn taste(&self, board: &Position) -> i32 {
        board.turn().map_or(0, |side| balance(board, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::{Outcome, Solver};

    fn solve(text: &str, gain: i32, most: u32) -> Option<(u32, Vec<String>)> {
        let position: Position = text.parse().unwrap();
        let claim = DarkMaterial::gain(&position, gain).unwrap();
        match Solver::new(claim, 200_000).solve(&position, most) {
            Outcome::Wins { moves, best } => {
                Some((moves, best.iter().map(ToString::to_string).collect()))
            }
            Outcome::Fails => None,
            Outcome::Unknown => panic!("{text}: too many nodes"),
        }
    }

    #[test]
    fn a_loose_piece_is_taken_and_one_that_costs_more_is_not() {
        assert_eq!(solve("8/8/8/Kr6 r", 100, 1), Some((1, vec!["a1b1".to_owned()])));
        // The advisor behind it is no match for the king: it is taken all the same.
        assert_eq!(solve("8/8/8/Krp5 r", 100, 1), None, "the pawn takes the king");
    }

    #[test]
    fn what_a_flip_may_turn_up_counts() {
        // The pawn face down beside the square would take the king, if it turns up.
        assert_eq!(solve("8/8/1X6/Kr6 r p1", 100, 1), None);
        assert_eq!(solve("8/8/1X6/Kr6 r a1", 100, 1), Some((1, vec!["a1b1".to_owned()])));
    }

    #[test]
    fn a_fork_takes_two_moves() {
        // The king goes between two rooks that cannot both flee out of its reach.
        let found = solve("r7/8/r7/2K5 r", 100, 2);
        assert!(found.is_none_or(|(moves, _)| moves == 2));
    }
}
