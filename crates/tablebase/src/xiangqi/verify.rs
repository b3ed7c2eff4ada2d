//! Checking a table entry by entry against its successors, with the plies of the
//! independent reference boards.

use game::Side;
use reference::xiangqi::Board;
use xiangqi::Position;

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
            let agrees = (said.conversion == conversion
                || !class.is_one_sided() && both_too_late(said.conversion, conversion))
                && said.end.zip(end).is_none_or(|(said, end)| said == end);
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
    let fen = position.to_string();
    let unread = |_| TableError::Header("a position the reference board cannot read");
    let board = Board::from_fen(&fen).map_err(unread)?;
    let mut rated: Vec<Rated<()>> = Vec::new();
    for chosen in board.legal_moves() {
        let captures = board.at(chosen.to).is_some();
        let after: Position = board.after(chosen).to_fen().parse().map_err(|_| {
            TableError::Header("a position of the reference board that cannot be read")
        })?;
        let missing = || TableError::Missing(Material::of(&after).0.to_string());
        let probe: Probe = tables.try_probe(&after)?.ok_or_else(missing)?;
        rated.push(Rated::new((), captures, probe, LIMIT));
    }
    Ok(best(&rated))
}
