//! A search in its own thread, and what it listens to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;

/// A search in its own thread.
pub struct Running {
    thread: JoinHandle<()>,
    signals: Arc<Signals>,
}

/// What a search listens to.
#[derive(Default)]
pub struct Signals {
    pub stop: AtomicBool,
    pub pondering: AtomicBool,
    /// Whether the answer must wait for `stop` or `ponderhit`.
    waiting: Mutex<bool>,
    told: Condvar,
}

impl Signals {
    /// Waits until the answer may come.
    pub fn wait(&self) {
        let mut waiting = lock(&self.waiting);
        while *waiting {
            waiting = self.told.wait(waiting).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// The answer may come now.
    fn release(&self) {
        *lock(&self.waiting) = false;
        self.told.notify_all();
    }
}

impl Running {
    /// Starts a search; with `wait` its answer waits for `stop` or `ponderhit`.
    pub fn start(
        pondering: bool,
        wait: bool,
        search: impl FnOnce(&Signals) + Send + 'static,
    ) -> Running {
        let signals = Arc::new(Signals::default());
        signals.pondering.store(pondering, Ordering::Relaxed);
        *lock(&signals.waiting) = wait;
        let heard = Arc::clone(&signals);
        Running { thread: std::thread::spawn(move || search(&heard)), signals }
    }

    /// Ends the search and waits for its answer; false if it failed.
    pub fn stop(self) -> bool {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.signals.release();
        self.thread.join().is_ok()
    }

    /// The expected move was played: the clock runs, the answer may come.
    pub fn ponder_hit(&self) {
        self.signals.pondering.store(false, Ordering::Relaxed);
        self.signals.release();
    }
}

/// What a thread that panicked held is still there.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
