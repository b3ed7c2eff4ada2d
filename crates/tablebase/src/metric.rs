//! What a distance counts to.

use crate::level::{Level, RULE_LOSS, RULE_WIN, WON_AT_ONCE};

/// What a table's distances count to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// To the next capture or the end, whichever comes first: what the limits of plies
    /// without a capture ask for. Captures that lead to a win beyond the limit count as
    /// one ply beyond it.
    Conversion {
        /// The limit in plies.
        limit: u16,
    },
    /// To the end of the game, captures on the way or not.
    End,
}

impl Metric {
    /// The level of a position where a capture leads to a position lost at a level.
    pub(crate) fn winning(self, level: Level) -> Level {
        match self {
            // Where the law decides, the way there is what counts.
            _ if level == RULE_LOSS => WON_AT_ONCE,
            Metric::Conversion { limit } if u16::from(level) <= limit + 2 => WON_AT_ONCE,
            Metric::Conversion { limit } => odd_beyond(limit),
            Metric::End => level.saturating_add(1),
        }
    }

    /// The level at which a capture that leads to a position won at a level counts as
    /// lost, seen by the winner.
    pub(crate) fn losing(self, level: Level) -> Level {
        match self {
            _ if level == RULE_WIN => WON_AT_ONCE,
            Metric::Conversion { limit } if u16::from(level) <= limit + 2 => WON_AT_ONCE,
            Metric::Conversion { limit } => odd_beyond(limit),
            Metric::End => level,
        }
    }
}

/// The first level of a win beyond a limit.
const fn odd_beyond(limit: u16) -> Level {
    let level = limit + 3;
    (level + (level + 1) % 2) as Level
}
