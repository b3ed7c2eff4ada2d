//! Endgame tables: for the option `TablePath`, for analysis and referees, and those that
//! are built without anybody asking.

mod any;
mod household;
pub mod practice;

use std::sync::Arc;

use game::Score;
use search::Tables;
use tablebase::banqi::BanqiTables;
use tablebase::xiangqi::XiangqiTables;
use tablebase::{Rated, Value};

pub use any::{AnyTables, RatedPly, TableName, TableView, ValueView};
pub use household::{Household, Late};

/// The name of the option.
pub const TABLE_PATH: &str = "TablePath";

/// Tables of xiangqi below some folders, as an engine asks them; `None` for an empty
/// text or `<empty>`.
///
/// # Errors
/// If a folder cannot be listed.
pub fn xiangqi_tables(path: &str) -> Result<Option<Arc<dyn Tables<xiangqi::Position>>>, String> {
    if is_none(path) {
        return Ok(None);
    }
    let tables = XiangqiTables::open(path).map_err(|error| error.to_string())?;
    Ok(Some(Arc::new(OfXiangqi(tables))))
}

/// Tables of dark chess below some folders, as an engine asks them; `None` for an empty
/// text or `<empty>`.
///
/// # Errors
/// If a folder cannot be listed.
pub fn banqi_tables(path: &str) -> Result<Option<Arc<dyn Tables<banqi::Position>>>, String> {
    if is_none(path) {
        return Ok(None);
    }
    let tables = BanqiTables::open(path).map_err(|error| error.to_string())?;
    Ok(Some(Arc::new(OfBanqi(tables))))
}

fn is_none(path: &str) -> bool {
    path.is_empty() || path == "<empty>"
}

/// A value as a score: what comes too late for the limit is a draw with hope.
pub fn score_of(value: Value) -> Score {
    match value {
        Value::Win(plies) => Score::table_win_in(plies.into()),
        Value::RuleWin(way) => Score::rule_win_in(way.into()),
        Value::CursedWin(_) => Score::new(1),
        Value::Draw => Score::DRAW,
        Value::CursedLoss(_) => Score::new(-1),
        Value::RuleLoss(way) => Score::rule_loss_in(way.into()),
        Value::Loss(plies) => Score::table_loss_in(plies.into()),
    }
}

/// The value of a quiet ply when some plies have been played since the last capture.
fn in_time(value: Value, clock: u32, limit: u32) -> Value {
    let late = |plies: u16| limit > 0 && clock + u32::from(plies) > limit;
    match value {
        Value::Win(plies) if late(plies) => Value::CursedWin(plies),
        Value::Loss(plies) if late(plies) => Value::CursedLoss(plies),
        value => value,
    }
}

/// Plies with scores, best first.
fn scored<Ply: Copy>(rated: &[Rated<Ply>], clock: u32, limit: u32) -> Vec<(Ply, Score)> {
    let value = |rated: &Rated<Ply>| match rated.captures {
        true => rated.conversion,
        false => in_time(rated.conversion, clock, limit),
    };
    let mut scored: Vec<(Ply, Value)> =
        rated.iter().map(|rated| (rated.ply, value(rated))).collect();
    scored.sort_by_key(|&(_, value)| -value.worth());
    scored.into_iter().map(|(ply, value)| (ply, score_of(value))).collect()
}

struct OfXiangqi(XiangqiTables);

impl Tables<xiangqi::Position> for OfXiangqi {
    fn most_pieces(&self) -> u32 {
        self.0.most_pieces()
    }

    fn score(&self, position: &xiangqi::Position, _: u32) -> Option<Score> {
        self.0.value(position).map(score_of)
    }

    fn plies(
        &self,
        position: &xiangqi::Position,
        clock: u32,
        limit: u32,
    ) -> Option<Vec<(xiangqi::Ply, Score)>> {
        if position.occupied().count() > self.0.most_pieces() {
            return None;
        }
        Some(scored(&self.0.plies(position)?, clock, limit))
    }
}

struct OfBanqi(BanqiTables);

impl Tables<banqi::Position> for OfBanqi {
    fn most_pieces(&self) -> u32 {
        self.0.most_pieces()
    }

    fn score(&self, position: &banqi::Position, limit: u32) -> Option<Score> {
        let limit = u16::try_from(limit).unwrap_or(0);
        self.0.value(position, limit).map(score_of)
    }

    fn plies(
        &self,
        position: &banqi::Position,
        clock: u32,
        limit: u32,
    ) -> Option<Vec<(banqi::Ply, Score)>> {
        if position.occupied().count() > self.0.most_pieces() {
            return None;
        }
        let rated = self.0.plies(position, u16::try_from(limit).unwrap_or(0))?;
        Some(scored(&rated, clock, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_that_come_too_late_are_draws_with_hope() {
        assert_eq!(in_time(Value::Win(11), 110, 120), Value::CursedWin(11));
        assert_eq!(in_time(Value::Win(9), 110, 120), Value::Win(9));
        assert_eq!(in_time(Value::Loss(12), 110, 0), Value::Loss(12));
        assert!(score_of(Value::Win(9)) > score_of(Value::RuleWin(0)));
        assert!(score_of(Value::RuleWin(0)) > score_of(Value::CursedWin(130)));
        assert!(!score_of(Value::CursedWin(130)).is_decided());
    }
}
