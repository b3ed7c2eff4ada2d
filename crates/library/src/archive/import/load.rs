//! How much of an import is in memory between reading a file and writing its games.

use std::sync::{Condvar, Mutex, MutexGuard};

/// So many bytes of files may be on their way. A piece that has more goes alone.
const MOST: usize = 64 << 20;
/// What a piece without bytes counts.
const LEAST: usize = 4 << 10;

/// The bytes that were read and are not written yet. Without it one slow piece would let
/// all that come after it pile up.
#[derive(Default)]
pub(super) struct Load {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    bytes: usize,
    over: bool,
}

/// What a piece counts.
pub(super) const fn weight(bytes: usize) -> usize {
    if bytes < LEAST { LEAST } else { bytes }
}

impl Load {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits until there is room for so many bytes; `false` if nobody writes any more.
    pub(super) fn add(&self, weight: usize) -> bool {
        let mut state = self.state();
        while !state.over && state.bytes > 0 && state.bytes + weight > MOST {
            state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        state.bytes += weight;
        !state.over
    }

    /// So many bytes are written.
    pub(super) fn remove(&self, weight: usize) {
        let mut state = self.state();
        state.bytes = state.bytes.saturating_sub(weight);
        self.changed.notify_all();
    }

    /// Nobody writes any more: whoever waits is to end.
    pub(super) fn end(&self) {
        self.state().over = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn who_comes_too_early_waits() {
        let (load, passed) = (Load::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            assert!(load.add(MOST * 2), "alone it may be large");
            scope.spawn(|| {
                for _ in 0..4 {
                    load.add(MOST / 2);
                    passed.fetch_add(1, Ordering::SeqCst);
                }
            });
            std::thread::sleep(Duration::from_millis(50));
            assert_eq!(passed.load(Ordering::SeqCst), 0);
            load.remove(MOST * 2);
            while passed.load(Ordering::SeqCst) < 2 {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_millis(50));
            assert_eq!(passed.load(Ordering::SeqCst), 2);
            load.end();
        });
        assert_eq!(passed.load(Ordering::SeqCst), 4);
        assert!(!load.add(1));
    }
}
