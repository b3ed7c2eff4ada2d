//! Engines that wait to be used again. Making one means filling its tables, and
//! an engine that comes back to its own game still knows something about it.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use play::engine::thread_megabytes;
use play::{AnyEngine, CreateError, GameKind, Settings};

use super::memory::{Lease, Memory};

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Of which game.
    pub kind: GameKind,
    /// The profile.
    pub profile: String,
    /// Threads.
    pub threads: usize,
    /// Megabytes of the table, if they can be had.
    pub megabytes: usize,
    /// For whom: an engine that worked for the same before keeps what it knows.
    /// 0 = always a fresh one.
    pub tag: u64,
}

/// What can be kept on a shelf: in the server an [`AnyEngine`].
pub trait Reusable: Sized {
    /// What each of its threads needs besides the table, in megabytes.
    fn thread_megabytes(order: &Order) -> usize;

    /// A new one.
    ///
    /// # Errors
    /// If there is no such profile, or no memory.
    fn create(order: &Order, megabytes: usize) -> Result<Self, CreateError>;

    /// Forgets everything it has learned.
    fn forget(&mut self);
}

impl Reusable for AnyEngine {
    fn thread_megabytes(order: &Order) -> usize {
        thread_megabytes(order.kind)
    }

    fn create(order: &Order, megabytes: usize) -> Result<AnyEngine, CreateError> {
        let settings = Settings { hash: megabytes, threads: order.threads, ..Settings::default() };
        AnyEngine::create(order.kind, &order.profile, &settings)
    }

    fn forget(&mut self) {
        self.new_game();
    }
}

struct Idle<E> {
    engine: E,
    lease: Lease,
    order: Order,
    since: Instant,
}

/// A shelf of engines.
pub struct Shelf<E> {
    idle: Mutex<VecDeque<Idle<E>>>,
    memory: Arc<Memory>,
    most: usize,
}

/// An engine in use; it goes back to its shelf by itself.
pub struct Borrowed<'a, E> {
    shelf: &'a Shelf<E>,
    idle: Option<Idle<E>>,
}

impl<E: Reusable> Shelf<E> {
    /// A shelf for so many engines that are not in use.
    pub fn new(memory: Arc<Memory>, most: usize) -> Shelf<E> {
        Shelf { idle: Mutex::new(VecDeque::new()), memory, most }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Idle<E>>> {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// An engine for an order: the one that knows the case, or one of about the
    /// right size, or a new one.
    ///
    /// # Errors
    /// If there is no such profile, or no memory.
    pub fn take(&self, order: Order) -> Result<Borrowed<'_, E>, CreateError> {
        self.take_by(order, E::create)
    }

    /// The same with another way to make a new one.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn take_by<F>(
        &self,
        order: Order,
        make: impl FnOnce(&Order, usize) -> Result<E, F>,
    ) -> Result<Borrowed<'_, E>, F> {
        if let Some(mut idle) = self.find(&order) {
            if order.tag == 0 || idle.order.tag != order.tag {
                idle.engine.forget();
            }
            idle.order = order;
            return Ok(Borrowed { shelf: self, idle: Some(idle) });
        }
        self.make_room();
        let lease = self.memory.lease(order.megabytes, E::thread_megabytes(&order) * order.threads);
        let engine = make(&order, lease.megabytes())?;
        Ok(Borrowed {
            shelf: self,
            idle: Some(Idle { engine, lease, order, since: Instant::now() }),
        })
    }

    fn find(&self, order: &Order) -> Option<Idle<E>> {
        let mut shelf = self.lock();
        let same = |idle: &Idle<E>| {
            let (asked, has) = (order, &idle.order);
            let fits = idle.lease.megabytes() <= asked.megabytes;
            let same = asked.kind == has.kind && asked.profile == has.profile;
            same && asked.threads == has.threads && fits
        };
        let known = shelf
            .iter()
            .position(|idle| order.tag != 0 && idle.order.tag == order.tag && same(idle));
        let offer = self.memory.offer(order.megabytes);
        let place = known.or_else(|| {
            let large = |idle: &Idle<E>| same(idle) && idle.lease.megabytes() * 2 >= offer;
            let fitting = shelf.iter().enumerate().filter(|(_, idle)| large(idle));
            fitting.max_by_key(|(_, idle)| idle.lease.megabytes()).map(|(place, _)| place)
        })?;
        shelf.remove(place)
    }

    /// Gives away idle engines, the longest idle first, while more than half of
    /// the budget is in use.
    fn make_room(&self) {
        while self.memory.used() * 2 > self.memory.budget() {
            if self.lock().pop_front().is_none() {
                return;
            }
        }
    }

    /// Lets go of engines that have waited for so long, and says whether there
    /// were any.
    pub fn drop_idle(&self, longest: Duration) -> bool {
        let mut shelf = self.lock();
        let (kept, idle) = shelf.drain(..).partition(|idle| idle.since.elapsed() < longest);
        *shelf = kept;
        drop(shelf);
        let idle: VecDeque<Idle<E>> = idle;
        !idle.is_empty()
    }

    /// How many engines wait.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

const IN_USE: &str = "an engine is there until it is dropped";

impl<E> Deref for Borrowed<'_, E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.idle.as_ref().expect(IN_USE).engine
    }
}

impl<E> DerefMut for Borrowed<'_, E> {
    fn deref_mut(&mut self) -> &mut E {
        &mut self.idle.as_mut().expect(IN_USE).engine
    }
}

impl<E> Drop for Borrowed<'_, E> {
    fn drop(&mut self) {
        // An engine that failed is not used again.
        if std::thread::panicking() {
            return;
        }
        if let Some(mut idle) = self.idle.take() {
            idle.since = Instant::now();
            let mut shelf = self.shelf.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            shelf.push_back(idle);
            let spare = if shelf.len() > self.shelf.most { shelf.pop_front() } else { None };
            drop(shelf);
            drop(spare);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Toy {
        learned: bool,
    }

    impl Reusable for Toy {
        fn thread_megabytes(_: &Order) -> usize {
            2
        }

        fn create(order: &Order, _: usize) -> Result<Toy, CreateError> {
            match order.profile.as_str() {
                "none" => Err(CreateError::no_profile("none", &[("toy", "")])),
                _ => Ok(Toy { learned: false }),
            }
        }

        fn forget(&mut self) {
            self.learned = false;
        }
    }

    fn order(megabytes: usize, tag: u64) -> Order {
        Order { kind: GameKind::Xiangqi, profile: "toy".into(), threads: 1, megabytes, tag }
    }

    #[test]
    fn an_engine_comes_back_to_its_own_case_only_with_its_memory() {
        let shelf: Shelf<Toy> = Shelf::new(Memory::new(100), 4);
        shelf.take(order(16, 7)).unwrap().learned = true;
        assert_eq!(shelf.len(), 1);
        assert!(shelf.take(order(16, 7)).unwrap().learned);
        assert!(!shelf.take(order(16, 8)).unwrap().learned, "another case");
        shelf.take(order(16, 8)).unwrap().learned = true;
        assert!(!shelf.take(order(16, 0)).unwrap().learned, "a fresh one was asked for");
        assert_eq!((shelf.len(), shelf.memory.used()), (1, 18));
    }

    #[test]
    fn idle_engines_are_let_go_after_a_while() {
        let shelf: Shelf<Toy> = Shelf::new(Memory::new(100), 4);
        drop(shelf.take(order(16, 1)).unwrap());
        assert!(!shelf.drop_idle(Duration::from_secs(3_600)));
        let borrowed = shelf.take(order(16, 1)).unwrap();
        drop(shelf.take(order(16, 2)).unwrap());
        assert!(shelf.drop_idle(Duration::ZERO));
        assert_eq!((shelf.len(), shelf.memory.used()), (0, 18), "one is in use");
        drop(borrowed);
        assert!(shelf.drop_idle(Duration::ZERO));
        assert_eq!(shelf.memory.used(), 0);
    }

    #[test]
    fn sizes_are_not_mixed_up() {
        let shelf: Shelf<Toy> = Shelf::new(Memory::new(200), 4);
        drop(shelf.take(order(64, 1)).unwrap());
        drop(shelf.take(order(1, 2)).unwrap());
        assert_eq!(shelf.len(), 2, "a small one is not cut out of a large one");
        drop(shelf.take(order(64, 3)).unwrap());
        assert_eq!(shelf.len(), 2, "the large one is used again");
        assert!(shelf.take(Order { profile: "none".into(), ..order(1, 1) }).is_err());
        drop(shelf.take(Order { kind: GameKind::Banqi, ..order(64, 3) }).unwrap());
        assert_eq!(shelf.len(), 3, "nor an engine of one game given to the other");
    }

    #[test]
    fn idle_engines_give_way_and_failed_ones_are_gone() {
        let shelf: Shelf<Toy> = Shelf::new(Memory::new(40), 2);
        let borrowed: Vec<_> = (1..=5).map(|tag| shelf.take(order(8, tag)).unwrap()).collect();
        drop(borrowed);
        assert_eq!(shelf.len(), 2, "no more are kept than there is room for");
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _borrowed = shelf.take(order(8, 5)).unwrap();
            std::panic::resume_unwind(Box::new(()));
        }));
        assert!(failed.is_err());
        assert_eq!(shelf.len(), 1);
        let before = shelf.memory.used();
        drop(shelf.take(order(40, 9)).unwrap());
        assert!(shelf.memory.used() >= before, "{before}");
    }
}
