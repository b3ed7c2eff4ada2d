//! What a table says.

use crate::level::Value;

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The value with the distance to the next capture or the end.
    pub conversion: Value,
    /// The value with the distance to the end, if the table has it; no limit of plies
    /// counts there.
    pub end: Option<Value>,
}

/// A legal ply with the value it leads to, for whoever plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated<Ply> {
    /// The ply.
    pub ply: Ply,
    /// Whether it captures.
    pub captures: bool,
    /// Its value with the distance to the next capture or the end, this ply included.
    pub conversion: Value,
    /// Its value with the distance to the end, if known.
    pub end: Option<Value>,
}

/// The value of a ply for its player, from the value after it for the opponent. A
/// capture begins the distance anew: won in one ply, or lost in two.
fn before(after: Value, captures: bool, limit: u16) -> Value {
    let won = |plies: u16| if captures { 1 } else { plies.saturating_add(1) };
    let lost = |plies: u16| if captures { 2 } else { plies.saturating_add(1) };
    match after {
        Value::Win(n) if lost(n) > limit => Value::CursedLoss(lost(n)),
        Value::Loss(n) if won(n) > limit => Value::CursedWin(won(n)),
        Value::Win(n) => Value::Loss(lost(n)),
        Value::Loss(n) => Value::Win(won(n)),
        Value::CursedWin(n) => Value::CursedLoss(lost(n).max(limit + 2 - limit % 2)),
        Value::CursedLoss(n) => Value::CursedWin(won(n).max(limit + 1 + limit % 2)),
        Value::RuleWin(_) if captures => Value::Loss(2),
        Value::RuleLoss(_) if captures => Value::Win(1),
        Value::RuleWin(n) => Value::RuleLoss(n.saturating_add(1)),
        Value::RuleLoss(n) => Value::RuleWin(n.saturating_add(1)),
        Value::Draw => Value::Draw,
    }
}

impl<Ply> Rated<Ply> {
    /// The value of a ply from what a table says after it.
    pub fn new(ply: Ply, captures: bool, after: Probe, limit: u16) -> Rated<Ply> {
        Rated {
            ply,
            captures,
            conversion: before(after.conversion, captures, limit),
            end: after.end.map(|end| before(end, false, u16::MAX)),
        }
    }

    /// A number that orders plies: the value first, then the distance to conversion,
    /// then the distance to the end.
    pub fn worth(&self) -> i64 {
        let end = self.end.map_or(0, Value::worth);
        i64::from(self.conversion.worth()) * 100_000 + i64::from(end)
    }
}
