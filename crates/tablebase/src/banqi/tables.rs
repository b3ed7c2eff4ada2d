//! Asking the tables of dark chess.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use banqi::{Piece, Ply, Position, Square};
use game::{GameKind, Position as _};

use super::build::NO_LIMIT;
use super::class::{Fit, MOST};
use super::endings::{fit, index_of, placed};
use crate::error::TableError;
use crate::file::Distance;
use crate::level::Value;
use crate::probe::{Probe, Rated};
use crate::shelf::Shelf;

/// How pieces fit their class, and its name.
struct Known {
    fit: Fit,
    name: String,
}

/// The tables of dark chess.
pub struct BanqiTables {
    shelf: Shelf,
    known: RwLock<HashMap<Vec<Piece>, Option<Arc<Known>>>>,
    most_pieces: u32,
}

impl BanqiTables {
    /// The tables on a shelf.
    pub fn new(shelf: Shelf) -> BanqiTables {
        let pieces = shelf.names().map(|name| name.len() as u32 - 1);
        let most_pieces = pieces.max().unwrap_or(0).min(MOST as u32);
        BanqiTables { shelf, known: RwLock::default(), most_pieces }
    }

    /// The tables below some folders.
    ///
    /// # Errors
    /// If a folder cannot be listed.
    pub fn open(folders: &str) -> Result<BanqiTables, TableError> {
        Ok(BanqiTables::new(Shelf::open(GameKind::Banqi, folders)?))
    }

    /// The shelf they stand on.
    pub const fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The most pieces a table has; 0 if there is none.
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    fn known(&self, pieces: &[Piece]) -> Option<Arc<Known>> {
        let read = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = read.get(pieces) {
            return found.clone();
        }
        drop(read);
        let found = self.find(pieces).map(Arc::new);
        let mut write = self.known.write().unwrap_or_else(PoisonError::into_inner);
        write.insert(pieces.to_vec(), found.clone());
        found
    }

    fn find(&self, pieces: &[Piece]) -> Option<Known> {
        let fit = fit(pieces)?;
        let name = fit.class.to_string();
        let header = self.shelf.get(&name)?.ok()?.header();
        let fits = header.limit == NO_LIMIT && header.size == fit.class.size() as u64;
        fits.then_some(Known { fit, name })
    }

    /// The exact value of a position without face-down pieces, if a table has it.
    /// `limit`: plies without a capture that make a draw; 0 for none.
    pub fn probe(&self, position: &Position, limit: u16) -> Option<Probe> {
        self.try_probe(position, limit).ok().flatten()
    }

    /// The same, with what is wrong.
    ///
    /// # Errors
    /// If a block cannot be read, or is damaged.
    pub fn try_probe(&self, position: &Position, limit: u16) -> Result<Option<Probe>, TableError> {
        self.ask(position, limit, true)
    }

    /// The value with the distance to the next capture alone: what a search asks.
    pub fn value(&self, position: &Position, limit: u16) -> Option<Value> {
        self.ask(position, limit, false).ok().flatten().map(|probe| probe.conversion)
    }

    fn ask(
        &self,
        position: &Position,
        limit: u16,
        with_end: bool,
    ) -> Result<Option<Probe>, TableError> {
        let count = position.occupied().count();
        if count > self.most_pieces || !position.face_down().is_empty() {
            return Ok(None);
        }
        let Some(turn) = position.turn() else { return Ok(None) };
        if position.of_side(turn).is_empty() {
            return Ok(Some(Probe { conversion: Value::Loss(0), end: Some(Value::Loss(0)) }));
        }
        let placed = placed(position);
        let pieces: arrayvec::ArrayVec<Piece, 32> =
            placed.iter().map(|&(piece, _)| piece).collect();
        let squares: arrayvec::ArrayVec<Square, 32> = placed.iter().map(|&(_, at)| at).collect();
        let Some(known) = self.known(&pieces) else { return Ok(None) };
        let index = index_of(&known.fit, &squares);
        let side = if known.fit.turned { !turn } else { turn };
        let ask = |distance| self.shelf.level(&known.name, distance, side, index);
        let Some(level) = ask(Distance::Conversion)? else { return Ok(None) };
        let limit = if limit == 0 { u16::MAX } else { limit };
        let Some(conversion) = Value::of(level, limit) else { return Ok(None) };
        let end = if with_end { ask(Distance::End)? } else { None };
        let end = end.and_then(|level| Value::of(level, u16::MAX));
        Ok(Some(Probe { conversion, end }))
    }

    /// Every legal ply with the value it leads to for the side to move, best first;
    /// `None` if one of them leads to a position without a table.
    pub fn plies(&self, position: &Position, limit: u16) -> Option<Vec<Rated<Ply>>> {
        if !position.face_down().is_empty() {
            return None;
        }
        let mut rated = Vec::new();
        for ply in position.legal_plies() {
            let captures = position.occupied().contains(ply.to());
            let mut next = position.clone();
            let &[(reveal, _)] = position.reveals(ply).as_slice() else { return None };
            next.make(ply, reveal, &mut game::NullObserver);
            let after = self.probe(&next, limit)?;
            let limit = if limit == 0 { u16::MAX - 2 } else { limit };
            rated.push(Rated::new(ply, captures, after, limit));
        }
        rated.sort_by_key(|rated| -rated.worth());
        Some(rated)
    }
}
