//! Hosts: a stopwatch in this process, one that ends in time, and one that begins
//! again for each search.

use std::time::{Duration, Instant};

use search::{Flow, Host, Signals};

/// Time since a moment, and the signals of whoever started the search.
#[derive(Debug)]
pub struct Stopwatch {
    begin: Instant,
    signals: Signals,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch::since(Instant::now(), false)
    }

    /// Counts from a moment; with `pondering` time does not count until
    /// [`Signals::ponder_hit`].
    pub fn since(begin: Instant, pondering: bool) -> Stopwatch {
        Stopwatch { begin, signals: Signals::new(pondering) }
    }

    /// What others may tell the search.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }
}

impl Host for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn yield_point(&self) -> Flow {
        self.signals.flow()
    }

    fn pondering(&self) -> bool {
        self.signals.pondering()
    }
}

/// A host that says stop when a time is over.
pub struct Timed<'a> {
    host: &'a dyn Host,
    end: Duration,
}

impl<'a> Timed<'a> {
    /// Stops when so much time of the host is over.
    pub fn new(host: &'a dyn Host, end: Duration) -> Timed<'a> {
        Timed { host, end }
    }
}

impl Host for Timed<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn yield_point(&self) -> Flow {
        if self.host.elapsed() >= self.end { Flow::Stop } else { self.host.yield_point() }
    }

    fn pondering(&self) -> bool {
        self.host.pondering()
    }
}

/// A host whose time begins now: for the second search of a longer work.
pub struct Since<'a> {
    host: &'a dyn Host,
    begin: Duration,
}

impl<'a> Since<'a> {
    /// Counts from now on.
    pub fn now(host: &'a dyn Host) -> Since<'a> {
        Since { host, begin: host.elapsed() }
    }
}

impl Host for Since<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed().saturating_sub(self.begin)
    }

    fn yield_point(&self) -> Flow {
        self.host.yield_point()
    }

    fn pondering(&self) -> bool {
        self.host.pondering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(Duration);

    impl Host for Fixed {
        fn elapsed(&self) -> Duration {
            self.0
        }

        fn yield_point(&self) -> Flow {
            Flow::Continue
        }
    }

    #[test]
    fn a_time_that_is_over_stops_a_search() {
        let host = Fixed(Duration::from_secs(7));
        let flow = |seconds| Timed::new(&host, Duration::from_secs(seconds)).yield_point();
        assert_eq!((flow(7), flow(8)), (Flow::Stop, Flow::Continue));
    }

    #[test]
    fn a_later_search_counts_its_own_time() {
        let host = Fixed(Duration::from_secs(7));
        let since = Since::now(&host);
        assert_eq!((since.elapsed(), since.yield_point()), (Duration::ZERO, Flow::Continue));
        assert_eq!(since.host.elapsed(), Duration::from_secs(7));
    }
}
