//! A search in its own thread, and what may be said to it while it runs.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use search::{Flow, Host};

use crate::stopwatch::Stopwatch;

/// A search in its own thread.
pub(super) struct Running {
    thread: JoinHandle<()>,
    host: Arc<SearchHost>,
}

/// The host of a search that a session started.
pub(super) struct SearchHost {
    stopwatch: Stopwatch,
    /// Whether the answer must wait for `stop` or `ponderhit`.
    waiting: Mutex<bool>,
    released: Condvar,
}

impl SearchHost {
    /// Waits until the answer may be given.
    pub fn wait(&self) {
        let mut waiting = lock(&self.waiting);
        while *waiting {
            waiting = self.released.wait(waiting).unwrap_or_else(|error| error.into_inner());
        }
    }

    /// The answer may be given now.
    fn release(&self) {
        *lock(&self.waiting) = false;
        self.released.notify_all();
    }
}

impl Host for SearchHost {
    fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    fn yield_point(&self) -> Flow {
        self.stopwatch.yield_point()
    }

    fn pondering(&self) -> bool {
        self.stopwatch.pondering()
    }
}

impl Running {
    /// Starts a search; with `wait` its answer waits for `stop` or `ponderhit`.
    pub fn start(
        pondering: bool,
        wait: bool,
        search: impl FnOnce(&SearchHost) + Send + 'static,
    ) -> Running {
        let host = Arc::new(SearchHost {
            stopwatch: Stopwatch::since(Instant::now(), pondering),
            waiting: Mutex::new(wait),
            released: Condvar::new(),
        });
        let shared = Arc::clone(&host);
        Running { thread: std::thread::spawn(move || search(&shared)), host }
    }

    /// Ends the search and waits for its answer; false if it failed.
    pub fn stop(self) -> bool {
        self.host.stopwatch.signals().stop();
        self.host.release();
        self.thread.join().is_ok()
    }

    /// The expected ply was played: the clock runs, the answer may come.
    pub fn ponder_hit(&self) {
        self.host.stopwatch.signals().ponder_hit();
        self.host.release();
    }
}

/// Locks; what a thread that panicked held is still there.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|error| error.into_inner())
}
