//! Clocks of a game. They begin to run with the first ply and stand while a game
//! is paused.

use std::time::{Duration, Instant};

use play::choose::Thinking;
use play::{ClockTime, Seat};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// No clock is longer: a day.
const LONGEST_MS: u64 = 24 * 3_600 * 1_000;

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum ClockSpec {
    /// A base for the game and an increment for each ply.
    Base {
        /// Milliseconds for the game.
        base_ms: u64,
        /// Milliseconds added after each ply.
        increment_ms: u64,
    },
    /// A time for each ply.
    PerMove {
        /// Milliseconds for each ply.
        per_move_ms: u64,
    },
}

impl ClockSpec {
    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// Names the number that does not.
    pub fn check(self) -> Result<(), ApiError> {
        let within = |name: &str, value: u64, least: u64| {
            if (least..=LONGEST_MS).contains(&value) {
                return Ok(());
            }
            Err(ApiError::bad(format!(
                "clock: {name} is {value}, expected {least} to {LONGEST_MS}"
            )))
        };
        match self {
            ClockSpec::Base { base_ms, increment_ms } => {
                within("base_ms", base_ms, 1_000)?;
                within("increment_ms", increment_ms, 0)
            }
            ClockSpec::PerMove { per_move_ms } => within("per_move_ms", per_move_ms, 500),
        }
    }

    /// What both clocks show at the start.
    pub const fn start(self) -> u64 {
        match self {
            ClockSpec::Base { base_ms, .. } => base_ms,
            ClockSpec::PerMove { per_move_ms } => per_move_ms,
        }
    }
}

/// Both clocks now.
#[derive(Clone, Debug)]
pub struct Clocks {
    spec: ClockSpec,
    left: [u64; 2],
    since: Option<Instant>,
}

impl Clocks {
    /// Clocks that show what was left, standing.
    pub fn new(spec: ClockSpec, left: Option<[u64; 2]>) -> Clocks {
        Clocks { spec, left: left.unwrap_or([spec.start(); 2]), since: None }
    }

    /// The rules of these clocks.
    pub fn spec(&self) -> ClockSpec {
        self.spec
    }

    /// Whether a clock runs.
    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// Lets the clock of the player to move run.
    pub fn run(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Milliseconds left to both, the time since the last ply taken off.
    pub fn left(&self, to_move: Seat) -> [u64; 2] {
        let mut left = self.left;
        if let Some(since) = self.since {
            let used = since.elapsed().as_millis() as u64;
            left[to_move.index()] = left[to_move.index()].saturating_sub(used);
        }
        left
    }

    /// Stops the clock of the player to move, without increment.
    pub fn pause(&mut self, to_move: Seat) {
        self.left = self.left(to_move);
        self.since = None;
    }

    /// Sets the clocks back to what they showed, standing.
    pub fn reset(&mut self, left: Option<[u64; 2]>) {
        *self = Clocks::new(self.spec, left);
    }

    /// A ply was made: the increment is added, the other clock begins to run.
    pub fn press(&mut self, mover: Seat) {
        self.left = self.left(mover);
        let own = &mut self.left[mover.index()];
        match self.spec {
            ClockSpec::Base { increment_ms, .. } => *own += increment_ms,
            ClockSpec::PerMove { per_move_ms } => *own = per_move_ms,
        }
        self.since = Some(Instant::now());
    }

    /// Whether the player to move has used up the time.
    pub fn flag_fell(&self, to_move: Seat) -> bool {
        self.since.is_some() && self.left(to_move)[to_move.index()] == 0
    }

    /// What an engine may use.
    pub fn thinking(&self, to_move: Seat) -> Thinking {
        let left = Duration::from_millis(self.left(to_move)[to_move.index()]);
        match self.spec {
            ClockSpec::Base { increment_ms, .. } => Thinking::Clock(ClockTime {
                left,
                increment: Duration::from_millis(increment_ms),
                moves_to_go: None,
            }),
            ClockSpec::PerMove { .. } => Thinking::Fixed(left / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_others_refused() {
        let read = |text: &str| serde_json::from_str::<ClockSpec>(text);
        let base = ClockSpec::Base { base_ms: 60_000, increment_ms: 500 };
        assert_eq!(read(r#"{"base_ms":60000,"increment_ms":500}"#).unwrap(), base);
        let each = ClockSpec::PerMove { per_move_ms: 5_000 };
        assert_eq!(read(r#"{"per_move_ms":5000}"#).unwrap(), each);
        assert!(read(r#"{"base_ms":60000}"#).is_err() && read("{}").is_err());
        assert!(base.check().is_ok() && each.check().is_ok());
        assert!(ClockSpec::Base { base_ms: 0, increment_ms: 0 }.check().is_err());
        assert!(ClockSpec::PerMove { per_move_ms: u64::MAX }.check().is_err());
    }

    #[test]
    fn standing_clocks_lose_nothing_and_increments_are_added() {
        let spec = ClockSpec::Base { base_ms: 60_000, increment_ms: 2_000 };
        let mut clocks = Clocks::new(spec, None);
        clocks.press(Seat::First);
        assert_eq!(clocks.left(Seat::Second)[0], 62_000);
        clocks.pause(Seat::Second);
        assert!(!clocks.runs() && !clocks.flag_fell(Seat::Second));
        clocks.reset(Some([5, 0]));
        assert!(!clocks.flag_fell(Seat::Second), "a standing clock has no flag");
        clocks.run();
        assert!(clocks.flag_fell(Seat::Second));
    }
}
