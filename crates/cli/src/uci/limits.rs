//! Limits of a search from the words of `go`.

use std::time::Duration;

use protocol::uci::GoLimits;
use search::Limits;
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

/// The time of a search whose limits could not be read.
const UNREADABLE: Duration = Duration::from_millis(500);

/// The words of `go` that a number follows.
const NUMBERS: [&str; 12] = [
    "movetime",
    "nodes",
    "depth",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "time",
    "increment",
    "opptime",
];

/// A `go` without the limits that cannot be read.
pub fn readable(line: &str) -> String {
    let mut kept = Vec::new();
    let mut words = line.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if !NUMBERS.contains(&word) {
            kept.push(word);
            continue;
        }
        // A limit without a number is followed by the next limit, or by nothing.
        let number = words.next_if(|next| !NUMBERS.contains(next));
        if let Some(number) = number.filter(|number| number.parse::<u32>().is_ok()) {
            kept.extend([word, number]);
        }
    }
    kept.join(" ")
}

/// Whoever gives a limit waits for an answer: if none of it could be read, a short
/// time is taken.
pub fn bounded(limits: Limits) -> Limits {
    let free = Limits { ponder: limits.ponder, ..Limits::default() };
    if limits == free { Limits { movetime: Some(UNREADABLE), ..limits } } else { limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_of_a_go_is_kept() {
        for (line, kept) in [
            ("go wtime soon", "go"),
            ("go wtime soon btime 500", "go btime 500"),
            ("go depth movetime 7", "go movetime 7"),
            ("go nodes 1e6 infinite", "go infinite"),
            ("go depth 99999999999 searchmoves h2e2", "go searchmoves h2e2"),
            ("go nodes", "go"),
        ] {
            assert_eq!(readable(line), kept, "{line}");
        }
    }

    #[test]
    fn a_search_without_a_readable_limit_is_short() {
        assert_eq!(bounded(Limits::default()).movetime, Some(UNREADABLE));
        let given = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(bounded(given.clone()), given);
    }
}
