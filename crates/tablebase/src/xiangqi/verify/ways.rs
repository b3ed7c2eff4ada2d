//! Checking that ways lead on: with that, what the law decides is proved entry by entry.
//!
//! If every way of a table leads on as asked here, a line that never ends has from some ply
//! on ways of one length. Then the loser gives nothing but checks and the winner does not,
//! again and again: a win by the law.

use reference::xiangqi::{Board, Move};
use xiangqi::Position;

use super::{board_of, probe};
use crate::error::TableError;
use crate::level::{MOST, Value};
use crate::xiangqi::XiangqiTables;

/// Ways of this length may be longer.
const UNKNOWN: u16 = MOST as u16 - 3;
/// So many answers with check one after the other are followed.
const CHECKS: u32 = 4;

/// Follows ways on the slow board.
pub(super) struct Walk<'a> {
    pub tables: &'a XiangqiTables,
}

impl Walk<'_> {
    /// Whether the way of an entry leads on: the winner can shorten it, and the loser can
    /// only do so too, or check and be answered within the trap.
    pub fn leads_on(&self, position: &Position, said: Value) -> Result<bool, TableError> {
        let board = board_of(position)?;
        match said {
            Value::RuleWin(way) => {
                for chosen in board.legal_moves() {
                    if let Value::RuleLoss(next) = self.after(&board, chosen)?
                        && (next < way || way >= UNKNOWN)
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::RuleLoss(way) => self.is_trapped(&board, way, CHECKS),
            _ => Ok(true),
        }
    }

    fn after(&self, board: &Board, chosen: Move) -> Result<Value, TableError> {
        Ok(probe(self.tables, &board.after(chosen))?.conversion)
    }

    /// Whether every ply of the loser shortens the way or is a check that is answered.
    fn is_trapped(&self, board: &Board, way: u16, checks: u32) -> Result<bool, TableError> {
        for chosen in board.legal_moves() {
            let next = board.after(chosen);
            let fine = match probe(self.tables, &next)?.conversion {
                Value::Win(_) => true,
                Value::RuleWin(_) if board.at(chosen.to).is_some() || way >= UNKNOWN => true,
                Value::RuleWin(after) if after < way => true,
                Value::RuleWin(_) => {
                    next.is_in_check(next.side_to_move()) && self.is_answered(&next, way, checks)?
                }
                _ => false,
            };
            if !fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a check has an answer that does not make the way longer: one without check,
    /// or with a shorter way, or with a check after which the same holds again.
    fn is_answered(&self, board: &Board, way: u16, checks: u32) -> Result<bool, TableError> {
        let mut with_check = Vec::new();
        for chosen in board.legal_moves() {
            let Value::RuleLoss(next) = self.after(board, chosen)? else { continue };
            let after = board.after(chosen);
            match after.is_in_check(after.side_to_move()) {
                _ if next < way => return Ok(true),
                false if next == way => return Ok(true),
                true if next == way => with_check.push(after),
                _ => {}
            }
        }
        for after in with_check {
            if checks > 0 && self.is_trapped(&after, way, checks - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
