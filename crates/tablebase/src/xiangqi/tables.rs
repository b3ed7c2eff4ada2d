//! Asking the tables of xiangqi.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use game::{GameKind, Position as _};
use xiangqi::{Ply, Position};

use super::{Layout, Material};
use crate::error::TableError;
use crate::file::Distance;
use crate::level::Value;
use crate::probe::{Probe, Rated};
use crate::shelf::Shelf;

/// The natural limit the tables are made for, in plies without a capture.
pub const LIMIT: u16 = 120;

/// The numbering and name of a class that has a table.
struct Known {
    layout: Layout,
    name: String,
}

/// The tables of xiangqi.
pub struct XiangqiTables {
    shelf: Shelf,
    /// Classes asked for so far; `None` if there is no table.
    known: RwLock<HashMap<Material, Option<Arc<Known>>>>,
    most_pieces: u32,
}

impl XiangqiTables {
    /// The tables on a shelf.
    pub fn new(shelf: Shelf) -> XiangqiTables {
        let classes = shelf.names().filter_map(|name| name.parse::<Material>().ok());
        let most_pieces = classes.map(Material::pieces).max().unwrap_or(0);
        XiangqiTables { shelf, known: RwLock::default(), most_pieces }
    }

    /// The tables below some folders.
    ///
    /// # Errors
    /// If a folder cannot be listed.
    pub fn open(folders: &str) -> Result<XiangqiTables, TableError> {
        Ok(XiangqiTables::new(Shelf::open(GameKind::Xiangqi, folders)?))
    }

    /// The shelf they stand on.
    pub const fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The most pieces a table has, kings included; 0 if there is none.
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    fn known(&self, material: Material) -> Option<Arc<Known>> {
        let read = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = read.get(&material) {
            return found.clone();
        }
        drop(read);
        let found = self.find(material).map(Arc::new);
        let mut write = self.known.write().unwrap_or_else(PoisonError::into_inner);
        write.insert(material, found.clone());
        found
    }

    fn find(&self, material: Material) -> Option<Known> {
        let name = material.to_string();
        let file = self.shelf.get(&name)?.ok()?;
        let header = file.header();
        let law_fits = header.perpetual_check || material.is_one_sided();
        let layout = Layout::new(material, u64::MAX).ok()?;
        let fits = header.limit == LIMIT && law_fits && header.size == layout.size() as u64;
        fits.then_some(Known { layout, name })
    }

    /// The exact value of a position, if a table has it. A damaged block has none.
    pub fn probe(&self, position: &Position) -> Option<Probe> {
        self.try_probe(position).ok().flatten()
    }

    /// The same, with what is wrong.
    ///
    /// # Errors
    /// If a block cannot be read, or is damaged.
    pub fn try_probe(&self, position: &Position) -> Result<Option<Probe>, TableError> {
        self.ask(position, true)
    }

    /// The value with the distance to the next capture alone: what a search asks.
    pub fn value(&self, position: &Position) -> Option<Value> {
        self.ask(position, false).ok().flatten().map(|probe| probe.conversion)
    }

    fn ask(&self, position: &Position, all: bool) -> Result<Option<Probe>, TableError> {
        if position.occupied().count() > self.most_pieces {
            return Ok(None);
        }
        let (material, turned) = Material::of(position);
        if material.is_dead() {
            return Ok(Some(Probe { conversion: Value::Draw, end: Some(Value::Draw) }));
        }
        let Some(known) = self.known(material) else { return Ok(None) };
        let index = known.layout.index(position, turned);
        let side = if turned { !position.turn() } else { position.turn() };
        let ask = |distance| self.shelf.level(&known.name, distance, side, index);
        let Some(level) = ask(Distance::Conversion)? else { return Ok(None) };
        let Some(conversion) = Value::of(level, LIMIT) else { return Ok(None) };
        if !all {
            return Ok(Some(Probe { conversion, end: None }));
        }
        let end = ask(Distance::End)?.and_then(|level| Value::of(level, u16::MAX));
        let way = match conversion {
            Value::RuleWin(_) | Value::RuleLoss(_) => ask(Distance::Way)?.unwrap_or(0),
            _ => 0,
        };
        Ok(Some(Probe { conversion: conversion.with_way(way), end }))
    }

    /// Every legal ply with the value it leads to for the side to move, best first;
    /// `None` if one of them leads to a position without a table.
    pub fn plies(&self, position: &Position) -> Option<Vec<Rated<Ply>>> {
        let mut rated = Vec::new();
        let mut next = position.clone();
        for ply in position.legal_plies() {
            let undo = next.make(ply, (), &mut game::NullObserver);
            let (after, check) = (self.probe(&next), next.in_check());
            next.unmake(ply, undo, &mut game::NullObserver);
            let mut ply = Rated::new(ply, undo.captured().is_some(), after?, LIMIT);
            // Of two ways of one length that without check goes first: both sides could
            // check for ever, which is a draw.
            if let Value::RuleWin(way) = ply.conversion {
                ply.conversion = Value::RuleWin(way + u16::from(check));
            }
            rated.push(ply);
        }
        rated.sort_by_key(|rated| -rated.worth());
        Some(rated)
    }
}
