//! Time controls and clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum TimeControl {
    /// A fixed time for each ply.
    Movetime(Duration),
    /// A fixed number of nodes for each ply.
    Nodes(u64),
    /// A fixed depth for each ply.
    Depth(u32),
    /// A clock: base time, increment after each ply, and optionally a number of
    /// own plies after which the base is added again.
    Clock {
        /// Time at the start of a session.
        base: Duration,
        /// Added after each own ply.
        increment: Duration,
        /// Own plies per session; `None` = the base is for the whole game.
        moves: Option<u32>,
    },
}

/// Named controls.
pub const TIME_PRESETS: [(&str, &str); 4] =
    [("stc", "10+0.1"), ("ltc", "60+0.6"), ("vstc", "1+0.01"), ("nodes", "nodes=20000")];

impl TimeControl {
    /// What `stc` means: the usual one.
    pub const USUAL: TimeControl = TimeControl::Clock {
        base: Duration::from_secs(10),
        increment: Duration::from_millis(100),
        moves: None,
    };
}

/// A time control's text that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a time control: expected stc, ltc, vstc, nodes, seconds+increment such as 10+0.1, \
     moves/seconds+increment such as 40/60+0.5, movetime=MILLISECONDS, st=SECONDS, nodes=N or depth=N"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let text = text.trim();
        let wrong = || TimeControlError(text.chars().take(60).collect());
        if let Some((_, meaning)) = TIME_PRESETS.iter().find(|(name, _)| *name == text) {
            return meaning.parse();
        }
        if let Some((key, value)) = text.split_once('=') {
            return match key {
                "movetime" => seconds(value, 0.001).map(TimeControl::Movetime),
                "st" => seconds(value, 1.0).map(TimeControl::Movetime),
                "nodes" => positive(value).map(TimeControl::Nodes),
                "depth" => positive(value).map(TimeControl::Depth),
                "tc" => return value.parse(),
                _ => None,
            }
            .ok_or_else(wrong);
        }
        clock(text).ok_or_else(wrong)
    }
}

/// Reads `[moves/]seconds[+increment]`, seconds also as `minutes:seconds`.
fn clock(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(positive(moves)?), rest),
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (base, zero_or_seconds(increment)?),
        None => (rest, Duration::ZERO),
    };
    let base = match base.split_once(':') {
        Some((minutes, rest)) => zero_or_seconds(rest)? + zero_or_seconds(minutes)? * 60,
        None => seconds(base, 1.0)?,
    };
    is_sensible(base).then_some(TimeControl::Clock { base, increment, moves })
}

fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number > T::default())
}

/// Longer than anybody waits.
const WEEK: Duration = Duration::from_secs(604_800);

/// Whether a time is above zero, to the nanosecond, and below a week.
fn is_sensible(time: Duration) -> bool {
    !time.is_zero() && time < WEEK
}

/// A sensible time in such units.
fn seconds(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok().filter(|&time| is_sensible(time))
}

fn zero_or_seconds(text: &str) -> Option<Duration> {
    if text.parse() == Ok(0.0) { Some(Duration::ZERO) } else { seconds(text, 1.0) }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Movetime(time) => write!(f, "movetime={}", time.as_secs_f64() * 1000.0),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
            TimeControl::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

/// One player's clock during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    margin: Duration,
    left: Duration,
    plies: u32,
}

/// What a player may use for the next ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// The time control of the player to move.
    pub control: TimeControl,
    /// Time left on the mover's clock (the movetime for fixed times).
    pub own: Duration,
    /// Time left on the other clock.
    pub other: Duration,
    /// Own plies until the next session, if there are sessions.
    pub moves_to_go: Option<u32>,
    /// The longest an answer may take before the flag falls; `None` for nodes
    /// and depth.
    pub flag: Option<Duration>,
}

impl Clock {
    /// A clock at the start of a game; `margin` is forgiven on every ply.
    pub fn new(control: TimeControl, margin: Duration) -> Clock {
        let left = match control {
            TimeControl::Clock { base, increment, .. } => base + increment,
            TimeControl::Movetime(time) => time,
            TimeControl::Nodes(_) | TimeControl::Depth(_) => Duration::ZERO,
        };
        Clock { control, margin, left, plies: 0 }
    }

    /// Time left now.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What the owner may use for the next ply.
    pub fn budget(&self, other: &Clock) -> Budget {
        let moves_to_go = match self.control {
            TimeControl::Clock { moves: Some(moves), .. } => Some(moves - self.plies % moves),
            _ => None,
        };
        let flag = match self.control {
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
            _ => Some(self.left + self.margin),
        };
        Budget { control: self.control, own: self.left, other: other.left, moves_to_go, flag }
    }

    /// Stops the clock after a ply that took `used`. False if the flag fell.
    #[must_use]
    pub fn stop(&mut self, used: Duration) -> bool {
        let TimeControl::Clock { base, increment, moves } = self.control else {
            return !matches!(self.control, TimeControl::Movetime(time) if used > time + self.margin);
        };
        if used > self.left + self.margin {
            self.left = Duration::ZERO;
            return false;
        }
        self.plies += 1;
        self.left = self.left.saturating_sub(used) + increment;
        if moves.is_some_and(|moves| self.plies.is_multiple_of(moves)) {
            self.left += base;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in
            ["10+0.1", "60+0.6", "40/60+0.5", "movetime=100", "nodes=5000", "depth=7", "1+0"]
        {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("stc".parse::<TimeControl>(), "10+0.1".parse());
        assert_eq!("stc".parse(), Ok(TimeControl::USUAL));
        assert_eq!("st=0.1".parse::<TimeControl>(), "movetime=100".parse());
        assert_eq!("0:30+1".parse::<TimeControl>(), "30+1".parse());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", "0", "-1", "10+x", "nodes=0", "movetime=inf", "fast", "0/10", "1e9", "st=nan"]
                .into_iter()
                // Nothing is left of these in nanoseconds, or more than a week.
                .chain(["1e-12+1", "0:0+1", "movetime=1e-9", "9999:604799", "604799.9999999999"])
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn sessions_add_time_and_flags_fall() {
        let control: TimeControl = "2/10+1".parse().unwrap();
        let mut clock = Clock::new(control, Duration::from_millis(50));
        assert!(clock.stop(Duration::from_secs(4)));
        assert_eq!(clock.left(), Duration::from_secs(8));
        assert!(clock.stop(Duration::from_secs(4)));
        assert_eq!(clock.left(), Duration::from_secs(15));
        assert!(!clock.stop(Duration::from_millis(15_100)));
    }

    #[test]
    fn the_margin_is_forgiven() {
        let mut clock = Clock::new(
            TimeControl::Movetime(Duration::from_millis(100)),
            Duration::from_millis(20),
        );
        assert!(clock.stop(Duration::from_millis(119)));
        assert!(!clock.stop(Duration::from_millis(121)));
    }
}
