//! Whoever runs a search: gives it the time, stops it, and may let others run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It goes on.
    Continue,
    /// It ends now, with what it has found.
    Stop,
}

/// What a search knows of the world: it reads no clock and no flag but this.
pub trait Host: Send + Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;

    /// The yield point. Every thread of a search comes here every few hundred
    /// nodes, whatever its limits: a scheduler may hold it back for a while, and
    /// whoever wants the search to end says so.
    fn yield_point(&self) -> Flow;

    /// Whether time does not count at the moment: the opponent is thinking.
    fn pondering(&self) -> bool {
        false
    }
}

/// A host without a clock that never stops a search: for depths and node counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Host for Unattended {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        Flow::Continue
    }
}

/// What others tell a running search: to stop, and whether it ponders.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    /// Signals of a search that begins on the opponent's time, or on its own.
    pub fn new(pondering: bool) -> Signals {
        Signals { stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering) }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the expected ply: time counts from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// What a host answers at the yield point.
    pub fn flow(&self) -> Flow {
        if self.stop.load(Ordering::Relaxed) { Flow::Stop } else { Flow::Continue }
    }

    /// Whether time does not count.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
