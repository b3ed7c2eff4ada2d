//! How a table keeps a value: one byte that orders every result by its distance.

/// A value as the retrograde analysis counts it: 0 is a draw, odd numbers are won for
/// the side to move, even ones lost, and the number grows with the distance.
///
/// The other king can be taken at 1, the side to move is mated (or has no ply) at 2,
/// wins in one ply at 3, loses in two at 4, and so on: a distance of `n` plies is `n + 2`.
pub type Level = u8;

/// Nobody can force anything.
pub const DRAW: Level = 0;
/// The other king stands in check and it is our turn: no legal position.
pub const ILLEGAL: Level = 1;
/// The side to move has lost: mate, no legal ply, or no piece left.
pub const LOST: Level = 2;
/// A capture or a mate wins at once.
pub const WON_AT_ONCE: Level = 3;
/// The largest level of a decided entry.
pub const MOST: Level = 250;
/// The side to move wins because the other can hold only by checking for ever.
pub const RULE_WIN: Level = 251;
/// The side to move can hold only by checking for ever, and loses.
pub const RULE_LOSS: Level = 252;
/// Two pieces on one square: no position.
pub const INVALID: Level = 255;

/// Whether the side to move wins on the board.
#[inline]
pub const fn is_win(level: Level) -> bool {
    level % 2 == 1 && level <= RULE_WIN
}

/// Whether the side to move loses on the board.
#[inline]
pub const fn is_loss(level: Level) -> bool {
    level.is_multiple_of(2) && level != DRAW && level <= RULE_LOSS
}

/// What perfect play leads to, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Won; the distance in plies.
    Win(u16),
    /// Won, but not within the limit of plies without a capture.
    CursedWin(u16),
    /// Won because the other side may not check for ever; how many plies, checks without
    /// end not counted, until the board decides, or 0 if nobody knows.
    RuleWin(u16),
    /// Nobody can force a win.
    Draw,
    /// Lost because the side to move may not check for ever; plies as for the win.
    RuleLoss(u16),
    /// Lost, but not within the limit of plies without a capture.
    CursedLoss(u16),
    /// Lost; the distance in plies.
    Loss(u16),
}

impl Value {
    /// The value of a level; distances above `limit` are cursed. `None` for entries
    /// that are no position.
    pub const fn of(level: Level, limit: u16) -> Option<Value> {
        Some(match level {
            DRAW => Value::Draw,
            ILLEGAL | INVALID => return None,
            RULE_WIN => Value::RuleWin(0),
            RULE_LOSS => Value::RuleLoss(0),
            253.. => return None,
            _ => {
                let plies = level as u16 - 2;
                match (plies % 2 == 1, plies > limit) {
                    (true, false) => Value::Win(plies),
                    (true, true) => Value::CursedWin(plies),
                    (false, false) => Value::Loss(plies),
                    (false, true) => Value::CursedLoss(plies),
                }
            }
        })
    }

    /// The same with the way to a win by the law, as a level.
    pub const fn with_way(self, way: Level) -> Value {
        match self {
            Value::RuleWin(_) if way > 2 => Value::RuleWin(way as u16 - 2),
            Value::RuleLoss(_) if way > 2 => Value::RuleLoss(way as u16 - 2),
            value => value,
        }
    }

    /// +1, 0 or −1: won, drawn or lost within the limits.
    pub const fn sign(self) -> i32 {
        match self {
            Value::Win(_) | Value::RuleWin(_) => 1,
            Value::Loss(_) | Value::RuleLoss(_) => -1,
            _ => 0,
        }
    }

    /// +1, 0 or −1 if there were no limit of plies.
    pub const fn sign_without_limit(self) -> i32 {
        match self {
            Value::CursedWin(_) => 1,
            Value::CursedLoss(_) => -1,
            _ => self.sign(),
        }
    }

    /// The distance in plies, if the value has one.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Draw | Value::RuleWin(0) | Value::RuleLoss(0) => None,
            Value::Win(n) | Value::CursedWin(n) | Value::RuleWin(n) => Some(n),
            Value::Loss(n) | Value::CursedLoss(n) | Value::RuleLoss(n) => Some(n),
        }
    }

    /// A number that orders values for the side to move: a quicker win and a slower
    /// loss are better.
    pub const fn worth(self) -> i32 {
        match self {
            Value::Win(n) => 40_000 - n as i32,
            Value::RuleWin(n) => 30_000 - n as i32,
            Value::CursedWin(n) => 20_000 - n as i32,
            Value::Draw => 0,
            Value::CursedLoss(n) => n as i32 - 20_000,
            Value::RuleLoss(n) => n as i32 - 30_000,
            Value::Loss(n) => n as i32 - 40_000,
        }
    }

    /// The word used in reports: `win`, `cursed-win`, `rule-win`, `draw`, …
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::CursedWin(_) => "cursed-win",
            Value::RuleWin(_) => "rule-win",
            Value::Draw => "draw",
            Value::RuleLoss(_) => "rule-loss",
            Value::CursedLoss(_) => "cursed-loss",
            Value::Loss(_) => "loss",
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} {plies}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_plies_and_two() {
        assert_eq!(Value::of(LOST, 120), Some(Value::Loss(0)));
        assert_eq!(Value::of(WON_AT_ONCE, 120), Some(Value::Win(1)));
        assert_eq!(Value::of(123, 120), Some(Value::CursedWin(121)));
        assert_eq!(Value::of(122, 120), Some(Value::Loss(120)));
        assert_eq!(Value::of(RULE_WIN, 120), Some(Value::RuleWin(0)));
        assert_eq!(Value::of(INVALID, 120), None);
        assert_eq!(Value::of(ILLEGAL, 120), None);
    }

    #[test]
    fn better_values_are_worth_more() {
        let down = [
            Value::Win(1),
            Value::Win(3),
            Value::RuleWin(5),
            Value::RuleWin(7),
            Value::CursedWin(121),
            Value::Draw,
            Value::CursedLoss(122),
            Value::RuleLoss(6),
            Value::RuleLoss(4),
            Value::Loss(4),
            Value::Loss(2),
        ];
        assert!(down.is_sorted_by(|better, worse| better.worth() > worse.worth()));
    }
}
