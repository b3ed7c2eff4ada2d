//! Hosts whose time is counted, not measured.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::host::{Flow, Host};

/// A host that counts yield points: each takes the same time by its clock, and at
/// one of them it says stop.
#[derive(Debug)]
pub struct Counting {
    yields: AtomicU64,
    stop_at: u64,
    tick: Duration,
}

impl Counting {
    /// A clock that moves by `tick` at each yield point; stops at the `stop_at`th.
    pub fn new(tick: Duration, stop_at: u64) -> Counting {
        Counting { yields: AtomicU64::new(0), stop_at, tick }
    }

    /// How many yield points there were.
    pub fn yields(&self) -> u64 {
        self.yields.load(Ordering::Relaxed)
    }
}

impl Host for Counting {
    fn elapsed(&self) -> Duration {
        self.tick * u32::try_from(self.yields()).unwrap_or(u32::MAX)
    }

    fn yield_point(&self) -> Flow {
        let before = self.yields.fetch_add(1, Ordering::Relaxed);
        if before + 1 >= self.stop_at { Flow::Stop } else { Flow::Continue }
    }
}
