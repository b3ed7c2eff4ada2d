//! Checking a table of dark chess against its successors, with the plies of the
//! independent reference boards.

use banqi::{Piece, Position};
use game::Side;
use reference::banqi::Board;

use super::class::Class;
use super::space::squares;
use super::tables::BanqiTables;
use crate::error::TableError;
use crate::level::Value;
use crate::probe::Rated;
use crate::verify::{Disagreement, Verified, best};

/// Checks every `step`-th entry of a class, beginning with the entry `first`, until
/// `stop` says so.
///
/// # Errors
/// If a table is missing, or a block is damaged.
pub fn verify(
    tables: &BanqiTables,
    class: &Class,
    first: usize,
    step: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Verified, TableError> {
    let missing = || TableError::Missing(class.to_string());
    let mut verified = Verified::default();
    for index in (first..class.size()).step_by(step.max(1)) {
        if stop() {
            break;
        }
        for side in Side::BOTH {
            let Some(text) = position_text(class, index, side) else { continue };
            let Ok(position) = text.parse::<Position>() else { continue };
            verified.positions += 1;
            let said = tables.try_probe(&position, 0)?.ok_or_else(missing)?;
            let (conversion, end) = expected(tables, &text)?;
            let agrees = said.conversion == conversion
                && said.end.zip(end).is_none_or(|(said, end)| said == end);
            if !agrees {
                verified.disagreements.push(Disagreement {
                    position: text,
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

/// An entry as a text; `None` if two pieces stand on one square.
pub fn position_text(class: &Class, index: usize, turn: Side) -> Option<String> {
    let (places, _) = squares(index, class.pieces())?;
    let mut letters = [None; 32];
    for (slot, &kind) in class.red.iter().chain(&class.black).enumerate() {
        let side = if slot < class.red.len() { Side::Red } else { Side::Black };
        letters[usize::from(places[slot])] = Some(Piece::new(side, kind).letter());
    }
    let ranks = (0..4).rev().map(|rank| {
        let square = |file: usize| letters[rank * 8 + file];
        (0..8).map(|file| square(file).map_or('1', |letter| letter)).collect::<String>()
    });
    let board = ranks.collect::<Vec<_>>().join("/");
    Some(format!("{board} {}", if turn == Side::Red { "r" } else { "b" }))
}

/// The value of a position from those of its successors.
fn expected(tables: &BanqiTables, text: &str) -> Result<(Value, Option<Value>), TableError> {
    let unread = |_| TableError::Header("a position the reference board cannot read");
    let whole = format!("{text} - 0 1");
    let board = Board::from_text(&whole).map_err(unread)?;
    let count = |board: &Board| {
        board.pieces_left(reference::Colour::Red) + board.pieces_left(reference::Colour::Black)
    };
    let mut rated: Vec<Rated<()>> = Vec::new();
    for ply in board.legal_plies() {
        let mut after = board.clone();
        after.play(&ply, None).map_err(unread)?;
        let position: Position = after.to_text().parse().map_err(|_| {
            TableError::Header("a position of the reference board that cannot be read")
        })?;
        let missing = || TableError::Missing(after.to_text());
        let probe = tables.try_probe(&position, 0)?.ok_or_else(missing)?;
        rated.push(Rated::new((), count(&after) < count(&board), probe, u16::MAX - 2));
    }
    Ok(best(&rated))
}
