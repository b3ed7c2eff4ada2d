//! Ending and pausing a run from outside.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use search::{Flow, Host};

/// How often requests from outside are looked at.
const LOOK: Duration = Duration::from_millis(100);

/// What others want of a run: to end, or to pause for a while.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    paused: AtomicBool,
    /// One of both: matches know no pause, they end and go on.
    halt: AtomicBool,
    time_is_up: AtomicBool,
}

impl Control {
    /// Ends the run in good order.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Whether it is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether it ends because its time is up.
    pub fn time_is_up(&self) -> bool {
        self.time_is_up.load(Ordering::Relaxed)
    }

    /// Whether it is to pause.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// What a match looks at.
    pub(super) fn halt(&self) -> &AtomicBool {
        &self.halt
    }

    /// Waits while it is to pause.
    pub(super) fn wait(&self) {
        while self.is_paused() && !self.is_stopped() {
            std::thread::sleep(LOOK);
        }
    }

    fn set_paused(&self, paused: bool) {
        self.paused.store(paused, Ordering::Relaxed);
        self.halt.store(paused || self.is_stopped(), Ordering::Relaxed);
        // Somebody may have said stop in between.
        if self.is_stopped() {
            self.halt.store(true, Ordering::Relaxed);
        }
    }

    /// Follows the pause file and the end of the time until `done`; `tell` is told of
    /// changes.
    pub(super) fn watch(
        &self,
        pause: &Path,
        end: Option<Instant>,
        done: &AtomicBool,
        tell: &dyn Fn(bool),
    ) {
        while !done.load(Ordering::Relaxed) {
            if end.is_some_and(|end| Instant::now() >= end) {
                self.time_is_up.store(true, Ordering::Relaxed);
                self.stop();
            }
            let paused = pause.exists();
            if paused != self.is_paused() {
                tell(paused);
                self.set_paused(paused);
            }
            std::thread::sleep(LOOK);
        }
    }
}

impl Host for Control {
    /// Nothing here is limited by time.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        self.wait();
        if self.is_stopped() { Flow::Stop } else { Flow::Continue }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_wait_while_it_is_paused_and_end_when_it_is_stopped() {
        let control = Control::default();
        assert_eq!(control.yield_point(), Flow::Continue);
        for end in [false, true] {
            control.set_paused(true);
            assert!(control.halt().load(Ordering::Relaxed), "matches end for a pause");
            let flow = std::thread::scope(|scope| {
                let search = scope.spawn(|| control.yield_point());
                std::thread::sleep(3 * LOOK);
                assert!(!search.is_finished(), "it went on");
                match end {
                    true => control.stop(),
                    false => control.set_paused(false),
                }
                search.join().unwrap()
            });
            assert_eq!(flow, if end { Flow::Stop } else { Flow::Continue });
            assert_eq!(control.halt().load(Ordering::Relaxed), end);
        }
        control.set_paused(false);
        assert!(control.halt().load(Ordering::Relaxed), "a stop is for ever");
    }
}
