//! Tables of either game, for whoever wants to see values: analysis and referees.

use game::{GameKind, Side};
use serde::Serialize;
use tablebase::banqi::BanqiTables;
use tablebase::xiangqi::{Material, XiangqiTables};
use tablebase::{Rated, Value};

use super::in_time;
use crate::player::GameRef;

/// Tables of either game.
pub enum AnyTables {
    /// Of xiangqi.
    Xiangqi(XiangqiTables),
    /// Of dark chess.
    Banqi(BanqiTables),
}

/// What a table says, for the side to move or whoever plays a ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ValueView {
    /// `win`, `draw`, `loss`; `rule-` for what the law of repetition decides, `cursed-`
    /// for what comes too late for the limit of plies without a capture.
    pub value: &'static str,
    /// Plies to the next capture or the end.
    pub plies: Option<u16>,
    /// Plies to the end, if the table has them.
    pub end: Option<u16>,
}

impl ValueView {
    fn new(conversion: Value, end: Option<Value>) -> ValueView {
        let end = end.and_then(Value::plies);
        ValueView { value: conversion.name(), plies: conversion.plies(), end }
    }
}

impl std::fmt::Display for ValueView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.value)?;
        if let Some(plies) = self.plies {
            write!(f, ", {plies} plies to the next capture or the end")?;
        }
        match self.end {
            Some(end) => write!(f, ", {end} to the end"),
            None => Ok(()),
        }
    }
}

/// A legal ply with what it is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RatedPly {
    /// The ply, `h2e2`.
    pub ply: String,
    /// What it leads to, for whoever plays it.
    #[serde(flatten)]
    pub worth: ValueView,
}

/// What tables say of a position and of each of its legal plies, best first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableView {
    /// For the side to move.
    #[serde(flatten)]
    pub worth: ValueView,
    /// Every legal ply; empty if one leads to a position without a table.
    pub plies: Vec<RatedPly>,
}

/// A table of a shelf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableName {
    /// Its class, `R-ab`.
    pub name: String,
    /// Bytes of its file; 0 if it cannot be read.
    pub bytes: u64,
}

impl AnyTables {
    /// The tables of a game below some folders.
    ///
    /// # Errors
    /// If a folder cannot be listed.
    pub fn open(kind: GameKind, path: &str) -> Result<AnyTables, String> {
        Ok(match kind {
            GameKind::Xiangqi => {
                AnyTables::Xiangqi(XiangqiTables::open(path).map_err(|e| e.to_string())?)
            }
            GameKind::Banqi => {
                AnyTables::Banqi(BanqiTables::open(path).map_err(|e| e.to_string())?)
            }
        })
    }

    /// Which game they are of.
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyTables::Xiangqi(_) => GameKind::Xiangqi,
            AnyTables::Banqi(_) => GameKind::Banqi,
        }
    }

    /// Whether there is no table.
    pub fn is_empty(&self) -> bool {
        match self {
            AnyTables::Xiangqi(tables) => tables.shelf().is_empty(),
            AnyTables::Banqi(tables) => tables.shelf().is_empty(),
        }
    }

    /// Every table, by name.
    pub fn list(&self) -> Vec<TableName> {
        let shelf = match self {
            AnyTables::Xiangqi(tables) => tables.shelf(),
            AnyTables::Banqi(tables) => tables.shelf(),
        };
        let bytes = |name: &str| match shelf.get(name) {
            Some(Ok(file)) => file.bytes(),
            _ => 0,
        };
        let table = |name: &str| TableName { name: name.to_owned(), bytes: bytes(name) };
        shelf.names().map(table).collect()
    }

    /// What the present position of a game is worth, and each of its plies, with what the
    /// limit leaves; `None` if no table has it.
    pub fn view(&self, game: GameRef<'_>) -> Option<TableView> {
        match (self, game) {
            (AnyTables::Xiangqi(tables), GameRef::Xiangqi(game)) => {
                let clock = (game.history().limit().plies(), natural_limit(game));
                let probe = tables.probe(game.position())?;
                let plies = tables.plies(game.position()).unwrap_or_default();
                Some(table_view(probe.conversion, probe.end, &plies, clock))
            }
            (AnyTables::Banqi(tables), GameRef::Banqi(game)) => {
                let limit = game.rules().no_progress_plies;
                let short = u16::try_from(limit).unwrap_or(0);
                let probe = tables.probe(game.position(), short)?;
                let plies = tables.plies(game.position(), short).unwrap_or_default();
                Some(table_view(
                    probe.conversion,
                    probe.end,
                    &plies,
                    (game.history().clock(), limit),
                ))
            }
            _ => None,
        }
    }

    /// How a game ends with perfect play, if tables and rules leave no doubt: who wins,
    /// `Some(None)` for a draw.
    ///
    /// A win must come in time for the limit, whatever was played before. What the law of
    /// repetition may decide is left open: draws of xiangqi with attackers on both sides,
    /// and all that holds by perpetual check alone.
    pub fn verdict(&self, game: GameRef<'_>) -> Option<Option<Side>> {
        let (value, turn, sure_draw) = match (self, game) {
            (AnyTables::Xiangqi(tables), GameRef::Xiangqi(game)) => {
                let position = game.position();
                let value = tables.probe(position)?.conversion;
                let clock = game.history().limit().plies();
                let one_sided = Material::of(position).0.is_one_sided();
                (in_time(value, clock, natural_limit(game)), position.turn(), one_sided)
            }
            (AnyTables::Banqi(tables), GameRef::Banqi(game)) => {
                let limit = game.rules().no_progress_plies;
                let short = u16::try_from(limit).unwrap_or(0);
                let value = tables.probe(game.position(), short)?.conversion;
                (in_time(value, game.history().clock(), limit), game.position().turn()?, true)
            }
            _ => return None,
        };
        match value {
            Value::Win(_) => Some(Some(turn)),
            Value::Loss(_) => Some(Some(!turn)),
            Value::Draw if sure_draw => Some(None),
            _ => None,
        }
    }
}

fn natural_limit(game: &crate::game::XiangqiGame) -> u32 {
    game.rules().natural_limit.unwrap_or(0)
}

fn table_view<Ply: ToString>(
    conversion: Value,
    end: Option<Value>,
    plies: &[Rated<Ply>],
    (clock, limit): (u32, u32),
) -> TableView {
    let rated = |rated: &Rated<Ply>| {
        let clock = if rated.captures { 0 } else { clock };
        let value = in_time(rated.conversion, clock, limit);
        RatedPly { ply: rated.ply.to_string(), worth: ValueView::new(value, rated.end) }
    };
    TableView {
        worth: ValueView::new(in_time(conversion, clock, limit), end),
        plies: plies.iter().map(rated).collect(),
    }
}
