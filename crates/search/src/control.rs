//! What the threads of one search share: node counts, and when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::host::{Flow, Host};

/// The most nodes of a thread between two yield points: well below a millisecond.
const MOST_UNREPORTED: u64 = 256;

/// The shared state of one search.
pub struct Control<'a> {
    host: &'a dyn Host,
    stop: AtomicBool,
    nodes: AtomicU64,
    node_limit: u64,
    soft_nodes: u64,
    hard: Option<Duration>,
}

impl<'a> Control<'a> {
    /// The state at the start of a search: so many nodes, and until `hard` by the
    /// host's clock.
    pub fn new(host: &'a dyn Host, node_limit: Option<u64>, hard: Option<Duration>) -> Control<'a> {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        Control { host, stop, nodes, node_limit, soft_nodes: u64::MAX, hard }
    }

    /// The same, but after so many nodes no new iteration is to begin.
    #[must_use]
    pub fn with_soft_nodes(self, soft_nodes: Option<u64>) -> Control<'a> {
        Control { soft_nodes: soft_nodes.unwrap_or(u64::MAX), ..self }
    }

    /// Whether so many nodes were visited that no new iteration is to begin.
    pub fn has_enough_nodes(&self) -> bool {
        self.nodes() >= self.soft_nodes
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.host.elapsed()
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
        self.host.pondering()
    }

    /// Nodes of all threads, as far as they have been reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The most nodes all threads together may visit.
    pub fn node_limit(&self) -> u64 {
        self.node_limit
    }

    /// After how many nodes one of `threads` threads is to report: a few hundred, or
    /// fewer where the limit is so near that all together would overrun it by more
    /// than half a hundredth.
    pub fn interval(&self, threads: usize) -> u64 {
        let threads = u64::try_from(threads.max(1)).unwrap_or(u64::MAX);
        (self.node_limit / 200 / threads).clamp(1, MOST_UNREPORTED)
    }

    /// Reports nodes, comes to the host's yield point and looks at the limits;
    /// called every [`Control::interval`] nodes.
    pub fn report(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.host.yield_point() == Flow::Stop || total >= self.node_limit {
            self.stop();
        }
        if let Some(hard) = self.hard
            && !self.pondering()
            && self.host.elapsed() >= hard
        {
            self.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Signals, Unattended};

    #[test]
    fn threads_report_often_enough_to_keep_the_limit() {
        for limit in [1, 10, 250, 1_000, 30_000, 5_000_000] {
            let control = Control::new(&Unattended, Some(limit), None);
            for threads in [1, 2, 16] {
                let interval = control.interval(threads);
                assert!((1..=MOST_UNREPORTED).contains(&interval), "{limit}: {interval}");
                let overrun = (interval - 1) * threads as u64;
                assert!(overrun * 100 <= limit, "{limit} by {threads}: {overrun}");
            }
        }
        assert_eq!(Control::new(&Unattended, None, None).interval(4), MOST_UNREPORTED);
    }

    struct Impatient(Signals);

    impl Host for Impatient {
        fn elapsed(&self) -> Duration {
            Duration::from_secs(9)
        }

        fn yield_point(&self) -> Flow {
            self.0.flow()
        }

        fn pondering(&self) -> bool {
            self.0.pondering()
        }
    }

    #[test]
    fn a_search_ends_by_its_host_its_nodes_or_its_time() {
        let host = Impatient(Signals::new(true));
        let control = Control::new(&host, Some(1_000), Some(Duration::from_secs(5)));
        control.report(10);
        assert!(!control.stopped(), "pondering, the time does not count");
        host.0.ponder_hit();
        control.report(10);
        assert!(control.stopped(), "the time is over");
        let control = Control::new(&host, Some(1_000), None);
        control.report(999);
        assert!(!control.stopped());
        control.report(1);
        assert!(control.stopped() && control.nodes() == 1_000);
        let control = Control::new(&host, None, None);
        host.0.stop();
        control.report(1);
        assert!(control.stopped(), "the host has said so");
    }
}
