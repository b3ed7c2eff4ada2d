//! Tables within one budget: however many searches run, their hash tables
//! together take no more than was agreed. Who comes late gets a smaller one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// The budget, in megabytes.
pub struct Memory {
    budget: usize,
    used: AtomicUsize,
}

/// A part of the budget, given back when dropped.
pub struct Lease {
    memory: Arc<Memory>,
    megabytes: usize,
    overhead: usize,
}

impl Memory {
    /// A budget of so many megabytes.
    pub fn new(budget: usize) -> Arc<Memory> {
        Arc::new(Memory { budget, used: AtomicUsize::new(0) })
    }

    /// The whole budget.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// What is in use now.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// What a lease would give: as much as is wanted, but no more than half of
    /// the budget for the first, a quarter of what is left for the next, and
    /// never less than one megabyte.
    pub fn offer(&self, wanted: usize) -> usize {
        self.share(self.used(), wanted)
    }

    fn share(&self, used: usize, wanted: usize) -> usize {
        let left = self.budget.saturating_sub(used);
        let share = if used == 0 { left / 2 } else { left / 4 };
        wanted.min(share).max(1)
    }

    /// Takes a part of the budget for a table, and `overhead` for what the engine
    /// needs besides.
    pub fn lease(self: &Arc<Self>, wanted: usize, overhead: usize) -> Lease {
        let mut used = self.used();
        loop {
            let megabytes = self.share(used, wanted);
            let now = used + megabytes + overhead;
            match self.used.compare_exchange(used, now, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Lease { memory: Arc::clone(self), megabytes, overhead },
                Err(other) => used = other,
            }
        }
    }
}

impl Lease {
    /// How large the table may be.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.memory.used.fetch_sub(self.megabytes + self.overhead, Ordering::Relaxed);
    }
}

/// Room for engines: each of their threads needs tables of its own, whatever the
/// size of the hash table.
pub struct Room {
    /// How many threads of engines there may be.
    pub most: usize,
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Room {
    /// Room for so many threads of engines.
    pub fn new(most: usize) -> Room {
        Room { most, taken: Mutex::new(0), freed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Takes room for `width` threads as long as no more than `most` are there
    /// then; waits for it if wanted, and says whether it got it.
    pub fn take(&self, width: usize, most: usize, wait: bool) -> bool {
        let mut taken = self.lock();
        while *taken + width > most {
            if !wait {
                return false;
            }
            taken = self.freed.wait(taken).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        *taken += width;
        true
    }

    /// Gives room back.
    pub fn give_back(&self, width: usize) {
        *self.lock() -= width;
        self.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_waited_for_or_refused() {
        let room = Room::new(4);
        assert!(room.take(3, 3, false));
        assert!(!room.take(1, 3, false), "the last quarter is for others");
        assert!(room.take(1, 4, true));
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| room.take(2, 4, true));
            room.give_back(3);
            assert!(waits.join().unwrap());
        });
        assert_eq!(*room.lock(), 3);
    }

    #[test]
    fn all_leases_together_stay_within_the_budget_as_long_as_it_can_be() {
        let memory = Memory::new(256);
        let leases: Vec<Lease> = (0..50).map(|_| memory.lease(64, 2)).collect();
        assert_eq!(leases[0].megabytes(), 64);
        assert!(leases.iter().all(|lease| lease.megabytes() >= 1));
        assert!(memory.used() <= 256 + 50 * 3, "{}", memory.used());
        drop(leases);
        assert_eq!(memory.used(), 0);
        assert_eq!(memory.lease(1_000, 0).megabytes(), 128);
    }
}
