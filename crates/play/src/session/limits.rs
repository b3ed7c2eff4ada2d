//! Limits of a search from the words of `go`.

use std::time::Duration;

use game::Side;
use protocol::{ucci, uci};
use search::Limits;
use search::limits::ClockTime;

/// What a `go` asks for, in either dialect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub limits: Limits,
    /// Only these plies, as they were written; empty = all.
    pub only: Vec<String>,
    /// Whether the answer waits for `stop` or `ponderhit`.
    pub wait: bool,
}

/// The time of a search whose limits could not be read.
const UNREADABLE: Duration = Duration::from_millis(500);

/// No engine looks deeper.
const MAX_DEPTH: u32 = 127;

impl Go {
    /// The words of UCI for the side to move. Before the first flip there are no
    /// colours: who moves has Red's clock.
    pub fn from_uci(go: &uci::GoLimits, turn: Option<Side>) -> Go {
        let limits = Limits {
            depth: go.depth.map(depth),
            nodes: go.nodes,
            movetime: go.movetime.map(milliseconds),
            clock: clock(go, turn),
            mate: go.mate,
            ponder: go.ponder,
            ..Limits::default()
        };
        Go { limits, only: go.searchmoves.clone(), wait: go.infinite || go.ponder }
    }

    /// The words of UCCI; `unit` is what its times are counted in.
    pub fn from_ucci(go: &ucci::GoLimits, unit: Duration) -> Go {
        let unit = unit.as_millis() as u64;
        let time = |number: u64| milliseconds(number.saturating_mul(unit));
        let limits = Limits {
            depth: go.depth.map(depth),
            nodes: go.nodes,
            clock: go.time.map(|left| ClockTime {
                left: time(left),
                increment: time(go.increment.unwrap_or(0)),
                moves_to_go: go.movestogo,
            }),
            ponder: go.ponder,
            ..Limits::default()
        };
        Go { limits, only: Vec::new(), wait: go.infinite || go.ponder }
    }

    /// The same with a short time if no limit is left of those that were given:
    /// whoever gives one waits for an answer.
    pub fn bounded(mut self) -> Go {
        let free = Limits { ponder: self.limits.ponder, ..Limits::default() };
        if !self.wait && self.limits == free {
            self.limits.movetime = Some(UNREADABLE);
        }
        self
    }
}

fn depth(depth: u32) -> i32 {
    depth.clamp(1, MAX_DEPTH) as i32
}

/// A time; absurd ones are cut.
fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(1 << 40))
}

/// The clock of the side to move, if it has one.
fn clock(go: &uci::GoLimits, turn: Option<Side>) -> Option<ClockTime> {
    let black = turn == Some(Side::Black);
    let (left, increment) = if black { (go.btime, go.binc) } else { (go.wtime, go.winc) };
    left.map(|left| ClockTime {
        left: milliseconds(left),
        increment: milliseconds(increment.unwrap_or(0)),
        moves_to_go: go.movestogo,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_a_readable_limit_is_short() {
        assert_eq!(Go::default().bounded().limits.movetime, Some(UNREADABLE));
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let given = Go { limits, ..Go::default() };
        assert_eq!(given.clone().bounded(), given);
        let endless = Go { wait: true, ..Go::default() };
        assert_eq!(endless.clone().bounded(), endless);
    }

    #[test]
    fn each_side_has_its_clock() {
        let go = uci::GoLimits {
            wtime: Some(5_000),
            winc: Some(7),
            btime: Some(3_000),
            ..uci::GoLimits::default()
        };
        let left = |turn| Go::from_uci(&go, turn).limits.clock.unwrap();
        assert_eq!(left(None), left(Some(Side::Red)));
        assert_eq!(left(Some(Side::Red)).left, Duration::from_secs(5));
        assert_eq!(left(Some(Side::Red)).increment, Duration::from_millis(7));
        assert_eq!(left(Some(Side::Black)).left, Duration::from_secs(3));
        let go = ucci::GoLimits { time: Some(3), ..ucci::GoLimits::default() };
        let clock = Go::from_ucci(&go, Duration::from_secs(1)).limits.clock.unwrap();
        assert_eq!(clock.left, Duration::from_secs(3));
    }
}
