//! What the threads of one search share: when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Where time comes from.
pub trait Clock: Send + Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still: for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The shared state of one search.
pub struct Control<'a> {
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    nodes: AtomicU64,
    node_limit: u64,
    hard: Option<Duration>,
    /// While pondering, time does not count.
    pondering: &'a AtomicBool,
}

impl<'a> Control<'a> {
    /// The state at the start of a search.
    pub fn new(
        clock: &'a dyn Clock,
        stop: &'a AtomicBool,
        pondering: &'a AtomicBool,
        node_limit: Option<u64>,
        hard: Option<Duration>,
    ) -> Control<'a> {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Control { clock, stop, nodes: AtomicU64::new(0), node_limit, hard, pondering }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether time does not count at the moment.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Nodes of all threads, as far as they have been reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The most nodes all threads together may visit.
    pub fn node_limit(&self) -> u64 {
        self.node_limit
    }

    /// After how many nodes one of `threads` threads is to report: `most`, or fewer
    /// where the limit is so near that all together would overrun it by more than
    /// half a hundredth.
    pub fn interval(&self, most: u64, threads: usize) -> u64 {
        let threads = u64::try_from(threads.max(1)).unwrap_or(u64::MAX);
        (self.node_limit / 200 / threads).clamp(1, most.max(1))
    }

    /// Reports nodes and looks at the limits; called every so many nodes.
    pub fn report(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if total >= self.node_limit {
            self.stop();
        }
        if let Some(hard) = self.hard
            && !self.pondering()
            && self.clock.elapsed() >= hard
        {
            self.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_report_often_enough_to_keep_the_limit() {
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        for limit in [1, 10, 250, 1_000, 30_000, 5_000_000] {
            let control = Control::new(&NoClock, &stop, &pondering, Some(limit), None);
            for threads in [1, 2, 16] {
                let interval = control.interval(512, threads);
                assert!((1..=512).contains(&interval), "{limit}: {interval}");
                let overrun = (interval - 1) * threads as u64;
                assert!(overrun * 100 <= limit, "{limit} by {threads}: {overrun}");
            }
        }
        let endless = Control::new(&NoClock, &stop, &pondering, None, None);
        assert_eq!(endless.interval(512, 4), 512);
    }
}
