//! Limits of a search from the words of `go`.

use std::time::Duration;

use protocol::uci::GoLimits;
use search::limits::ClockTime;

/// A time; absurd ones are cut.
pub fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(1 << 40))
}

/// The clock of the side to move, if it has one.
pub fn clock(go: &GoLimits, red: bool) -> Option<ClockTime> {
    let (left, increment) = if red { (go.wtime, go.winc) } else { (go.btime, go.binc) };
    left.map(|left| ClockTime {
        left: milliseconds(left),
        increment: milliseconds(increment.unwrap_or(0)),
        moves_to_go: go.movestogo,
    })
}
