//! Checking a table entry by entry against its successors, with the plies of the
//! independent reference boards.

mod ways;

use game::Side;
use reference::xiangqi::Board;
use xiangqi::Position;

use self::ways::Walk;
use super::tables::LIMIT;
use super::{Layout, Material, XiangqiTables};
use crate::error::TableError;
use crate::level::Value;
use crate::probe::{Probe, Rated};
use crate::verify::{Disagreement, Verified, best};

/// Checks every `step`-th entry of a class, beginning with the entry `first`, until
/// `stop` says so.
///
/// # Errors
/// If a table is missing, or a block is damaged.
pub fn verify(
    tables: &XiangqiTables,
    class: Material,
    first: usize,
    step: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Verified, TableError> {
    let missing = || TableError::Missing(class.to_string());
    let layout = Layout::new(class, u64::MAX).map_err(|_| missing())?;
    let file = tables.shelf().get(&class.to_string());
    let has_ways = file.is_some_and(|file| file.is_ok_and(|file| file.header().has_ways));
    let mut verified = Verified::default();
    for index in (first..layout.size()).step_by(step.max(1)) {
        if stop() {
            break;
        }
        for side in Side::BOTH {
            let Some(setup) = layout.setup(index, side) else { continue };
            let Ok(position) = Position::try_from(&setup) else { continue };
            verified.positions += 1;
            let said = tables.try_probe(&position)?.ok_or_else(missing)?;
            let (conversion, end) = expected(tables, &position)?;
            let agrees = match said.conversion {
                Value::RuleWin(_) | Value::RuleLoss(_) => {
                    said.conversion.name() == conversion.name()
                        && (!has_ways || Walk { tables }.leads_on(&position, said.conversion)?)
                }
                said => {
                    said == conversion || !class.is_one_sided() && both_too_late(said, conversion)
                }
            } && said.end.zip(end).is_none_or(|(said, end)| said == end);
            if !agrees {
                verified.disagreements.push(Disagreement {
                    position: position.to_string(),
                    said: said.conversion,
                    expected: conversion,
                });
                if verified.disagreements.len() >= Verified::MOST {
                    return Ok(verified);
                }
            }
        }
    }
    Ok(verified)
}

/// Whether two values are of one kind beyond the limit. Where the law of perpetual check
/// takes some entries away, distances of the others that come too late anyway may be off.
const fn both_too_late(one: Value, other: Value) -> bool {
    matches!(
        (one, other),
        (Value::CursedWin(_), Value::CursedWin(_)) | (Value::CursedLoss(_), Value::CursedLoss(_))
    )
}

/// The value of a position from those of its successors.
fn expected(
    tables: &XiangqiTables,
    position: &Position,
) -> Result<(Value, Option<Value>), TableError> {
    let board = board_of(position)?;
    let mut rated: Vec<Rated<()>> = Vec::new();
    for chosen in board.legal_moves() {
        let captures = board.at(chosen.to).is_some();
        rated.push(Rated::new((), captures, probe(tables, &board.after(chosen))?, LIMIT));
    }
    Ok(best(&rated))
}

/// A position on the slow board.
fn board_of(position: &Position) -> Result<Board, TableError> {
    let unread = |_| TableError::Header("a position the reference board cannot read");
    Board::from_fen(&position.to_string()).map_err(unread)
}

/// What the tables say of a slow board.
fn probe(tables: &XiangqiTables, board: &Board) -> Result<Probe, TableError> {
    let unread = |_| TableError::Header("a position of the reference board that cannot be read");
    let position: Position = board.to_fen().parse().map_err(unread)?;
    let missing = || TableError::Missing(Material::of(&position).0.to_string());
    tables.try_probe(&position)?.ok_or_else(missing)
}
