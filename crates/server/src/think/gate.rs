//! Who may run now. There are as many slots as processors; a search that has
//! used its slice lets the next one run and waits for its turn. Searches come to
//! their yield point every few hundred nodes, and that is where they wait: no search
//! is broken off, it only stands still.
//!
//! Who comes next: short questions before moves of games before hints before
//! analysis before reviews; but every eighth turn goes to whoever has waited
//! longest, so nobody starves.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What a search is for, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Somebody waits for a page: a few milliseconds, no search.
    Question,
    /// Somebody waits for the opponent's move.
    Game,
    /// Somebody waits for a hint or an answer.
    Hint,
    /// Somebody watches: analysis, and engines against each other.
    Analysis,
    /// A review in the background.
    Review,
}

impl Class {
    /// Whether a person waits for the result and nothing else.
    pub const fn is_urgent(self) -> bool {
        matches!(self, Class::Question | Class::Game | Class::Hint)
    }

    /// Whoever waits with a lower rank pushes those who run with a higher one aside.
    const fn rank(self) -> usize {
        match self {
            Class::Question => 0,
            Class::Game | Class::Hint => 1,
            Class::Analysis | Class::Review => 2,
        }
    }
}

/// How long a search runs before others have their turn.
const SLICE: Duration = Duration::from_millis(40);
/// Every so many turns the longest waiting search runs, whatever it is.
const OLDEST_EVERY: u64 = 8;

/// The slots and the queue.
pub struct Gate {
    slots: usize,
    slice: Duration,
    queue: Mutex<Queue>,
    /// How many wait, and the lowest rank among them: read without the lock.
    waiting: AtomicUsize,
    lowest: AtomicUsize,
    begin: Instant,
}

#[derive(Default)]
struct Queue {
    used: usize,
    waiting: VecDeque<Arc<Turn>>,
    turns: u64,
}

/// One search's place at the gate.
pub struct Turn {
    class: Class,
    width: usize,
    stop: AtomicBool,
    /// Changed under the gate's lock only.
    running: AtomicBool,
    /// A turn given for having waited long is not taken away early.
    protected: AtomicBool,
    wake: Condvar,
    /// When the slice ends, in microseconds of the gate's time.
    slice_end: AtomicU64,
    /// When the turn began, and how long all turns before it took.
    since: AtomicU64,
    ran: AtomicU64,
}

impl Turn {
    /// Ends the search: at once if it waits, within a few hundred nodes if it runs.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Gate {
    /// A gate with some slots, at least one.
    pub fn new(slots: usize) -> Gate {
        Gate::with_slice(slots, SLICE)
    }

    fn with_slice(slots: usize, slice: Duration) -> Gate {
        Gate {
            slots: slots.max(1),
            slice,
            queue: Mutex::new(Queue::default()),
            waiting: AtomicUsize::new(0),
            lowest: AtomicUsize::new(usize::MAX),
            begin: Instant::now(),
        }
    }

    /// How many searches may run at the same time.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// A place for a search that needs `width` slots.
    pub fn turn(&self, class: Class, width: usize) -> Arc<Turn> {
        Arc::new(Turn {
            class,
            width: width.clamp(1, self.slots),
            stop: AtomicBool::new(false),
            running: AtomicBool::new(false),
            protected: AtomicBool::new(false),
            wake: Condvar::new(),
            slice_end: AtomicU64::new(0),
            since: AtomicU64::new(0),
            ran: AtomicU64::new(0),
        })
    }

    /// Waits for the first turn. False if the search was stopped before it came.
    pub fn enter(&self, turn: &Arc<Turn>) -> bool {
        let mut queue = self.lock();
        self.push(&mut queue, turn);
        self.dispatch(&mut queue);
        self.wait(queue, turn);
        turn.running.load(Ordering::Relaxed)
    }

    /// Called by a running search: lets others run if they should. Returns when
    /// the search has its turn again, or was stopped.
    pub fn pass(&self, turn: &Arc<Turn>) {
        if turn.stopped() || !self.should_yield(turn) {
            return;
        }
        let mut queue = self.lock();
        if turn.running.load(Ordering::Relaxed) {
            self.release(&mut queue, turn);
            self.push(&mut queue, turn);
            self.dispatch(&mut queue);
        }
        self.wait(queue, turn);
    }

    /// The search is over.
    pub fn leave(&self, turn: &Arc<Turn>) {
        let mut queue = self.lock();
        if turn.running.load(Ordering::Relaxed) {
            self.release(&mut queue, turn);
        } else {
            self.remove(&mut queue, turn);
        }
        self.dispatch(&mut queue);
    }

    /// Ends a search from outside.
    pub fn stop(&self, turn: &Arc<Turn>) {
        turn.stop();
        // Under the lock, so that the word is not said between the waiter's look
        // at the flag and its falling asleep.
        let _queue = self.lock();
        turn.wake.notify_all();
    }

    /// How long the search has been running, waiting not counted.
    pub fn ran(&self, turn: &Turn) -> Duration {
        let before = turn.ran.load(Ordering::Relaxed);
        let now = if turn.running.load(Ordering::Relaxed) {
            self.now().saturating_sub(turn.since.load(Ordering::Relaxed))
        } else {
            0
        };
        Duration::from_micros(before + now)
    }

    fn now(&self) -> u64 {
        self.begin.elapsed().as_micros() as u64
    }

    fn should_yield(&self, turn: &Turn) -> bool {
        if !turn.running.load(Ordering::Relaxed) {
            // Another thread of the same search gave the slot away.
            return true;
        }
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let pushed_aside = !turn.protected.load(Ordering::Relaxed)
            && self.lowest.load(Ordering::Relaxed) < turn.class.rank();
        pushed_aside || self.now() >= turn.slice_end.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn push(&self, queue: &mut Queue, turn: &Arc<Turn>) {
        queue.waiting.push_back(Arc::clone(turn));
        self.count(queue);
    }

    fn remove(&self, queue: &mut Queue, turn: &Arc<Turn>) {
        queue.waiting.retain(|waiting| !Arc::ptr_eq(waiting, turn));
        self.count(queue);
    }

    fn count(&self, queue: &Queue) {
        let lowest = queue.waiting.iter().map(|turn| turn.class.rank()).min();
        self.waiting.store(queue.waiting.len(), Ordering::Relaxed);
        self.lowest.store(lowest.unwrap_or(usize::MAX), Ordering::Relaxed);
    }

    fn release(&self, queue: &mut Queue, turn: &Turn) {
        queue.used -= turn.width;
        let ran = self.ran(turn).as_micros() as u64;
        turn.running.store(false, Ordering::Relaxed);
        turn.ran.store(ran, Ordering::Relaxed);
    }

    /// Gives free slots to those who wait.
    fn dispatch(&self, queue: &mut Queue) {
        while let Some((place, protected)) = queue.next() {
            if queue.used + queue.waiting[place].width > self.slots && queue.used > 0 {
                return;
            }
            let Some(turn) = queue.waiting.remove(place) else { return };
            queue.used += turn.width;
            queue.turns += 1;
            let now = self.now();
            turn.since.store(now, Ordering::Relaxed);
            turn.slice_end.store(now + self.slice.as_micros() as u64, Ordering::Relaxed);
            turn.protected.store(protected, Ordering::Relaxed);
            turn.running.store(true, Ordering::Relaxed);
            turn.wake.notify_all();
            self.count(queue);
        }
    }

    fn wait(&self, mut queue: MutexGuard<'_, Queue>, turn: &Arc<Turn>) {
        while !turn.running.load(Ordering::Relaxed) {
            if turn.stopped() {
                self.remove(&mut queue, turn);
                return;
            }
            queue = turn.wake.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }
}

impl Queue {
    /// Who comes next: its place in the queue, and whether it has waited so long
    /// that its turn may not be cut short.
    fn next(&self) -> Option<(usize, bool)> {
        if self.waiting.is_empty() {
            return None;
        }
        if self.turns % OLDEST_EVERY == OLDEST_EVERY - 1 {
            return Some((0, true));
        }
        let places = self.waiting.iter().enumerate();
        places.min_by_key(|&(place, turn)| (turn.class, place)).map(|(place, _)| (place, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gate whose slices never end by themselves.
    fn patient(slots: usize) -> Gate {
        Gate::with_slice(slots, Duration::from_secs(3_600))
    }

    fn queue_up(gate: &Gate, classes: &[Class]) -> Vec<Arc<Turn>> {
        let turns: Vec<Arc<Turn>> = classes.iter().map(|&class| gate.turn(class, 1)).collect();
        let mut queue = gate.lock();
        for turn in &turns {
            gate.push(&mut queue, turn);
        }
        turns
    }

    fn counts(gate: &Gate) -> (usize, usize) {
        let queue = gate.lock();
        (queue.used, queue.waiting.len())
    }

    fn served(gate: &Gate, turns: &[Arc<Turn>], rounds: usize) -> Vec<usize> {
        let mut order = Vec::new();
        for _ in 0..rounds {
            gate.dispatch(&mut gate.lock());
            let running = |turn: &Arc<Turn>| turn.running.load(Ordering::Relaxed);
            let place = turns.iter().position(running).expect("one runs");
            order.push(place);
            let mut queue = gate.lock();
            gate.release(&mut queue, &turns[place]);
            gate.push(&mut queue, &turns[place]);
        }
        order
    }

    #[test]
    fn equals_take_turns() {
        let gate = patient(1);
        let turns = queue_up(&gate, &[Class::Analysis; 3]);
        assert_eq!(served(&gate, &turns, 6), [0, 1, 2, 0, 1, 2]);
    }

    #[test]
    fn games_come_first_and_nobody_starves() {
        let gate = patient(1);
        let turns = queue_up(&gate, &[Class::Review, Class::Analysis, Class::Game]);
        let order = served(&gate, &turns, 32);
        assert_eq!(order[..7], [2; 7]);
        let count = |place: usize| order.iter().filter(|&&found| found == place).count();
        assert!(count(0) >= 1 && count(1) >= 1 && count(2) >= 28, "{order:?}");
    }

    #[test]
    fn an_urgent_search_pushes_analysis_aside_but_not_a_long_waiter() {
        let gate = patient(1);
        let analysis = queue_up(&gate, &[Class::Analysis]);
        gate.dispatch(&mut gate.lock());
        assert!(!gate.should_yield(&analysis[0]));
        queue_up(&gate, &[Class::Review]);
        assert!(!gate.should_yield(&analysis[0]));
        queue_up(&gate, &[Class::Game]);
        assert!(gate.should_yield(&analysis[0]));
        analysis[0].protected.store(true, Ordering::Relaxed);
        assert!(!gate.should_yield(&analysis[0]));
    }

    #[test]
    fn a_question_pushes_even_a_game_aside() {
        let gate = patient(1);
        let running = queue_up(&gate, &[Class::Game]);
        gate.dispatch(&mut gate.lock());
        queue_up(&gate, &[Class::Hint]);
        assert!(!gate.should_yield(&running[0]));
        queue_up(&gate, &[Class::Question]);
        assert!(gate.should_yield(&running[0]));
    }

    #[test]
    fn a_used_slice_ends_only_if_somebody_waits() {
        let gate = Gate::with_slice(1, Duration::ZERO);
        let turns = queue_up(&gate, &[Class::Game]);
        gate.dispatch(&mut gate.lock());
        assert!(!gate.should_yield(&turns[0]));
        queue_up(&gate, &[Class::Review]);
        assert!(gate.should_yield(&turns[0]));
    }

    #[test]
    fn no_more_run_than_there_are_slots() {
        let gate = Arc::new(Gate::with_slice(2, Duration::ZERO));
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    let turn = gate.turn(Class::Analysis, 1);
                    assert!(gate.enter(&turn));
                    for _ in 0..200 {
                        most.fetch_max(
                            running.fetch_add(1, Ordering::SeqCst) + 1,
                            Ordering::SeqCst,
                        );
                        running.fetch_sub(1, Ordering::SeqCst);
                        gate.pass(&turn);
                    }
                    gate.leave(&turn);
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 2);
        assert_eq!(counts(&gate), (0, 0));
    }

    #[test]
    fn a_stopped_waiter_goes_home() {
        let gate = Arc::new(patient(1));
        let first = gate.turn(Class::Analysis, 1);
        assert!(gate.enter(&first));
        let second = gate.turn(Class::Analysis, 1);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| gate.enter(&second));
            gate.stop(&second);
            assert!(!waiting.join().unwrap());
        });
        gate.leave(&second);
        gate.leave(&first);
        assert_eq!(counts(&gate), (0, 0));
    }

    #[test]
    fn a_wide_search_waits_for_all_its_slots() {
        let gate = patient(2);
        let narrow = queue_up(&gate, &[Class::Analysis]);
        gate.dispatch(&mut gate.lock());
        let wide = gate.turn(Class::Game, 2);
        gate.push(&mut gate.lock(), &wide);
        gate.dispatch(&mut gate.lock());
        assert!(!wide.running.load(Ordering::Relaxed));
        gate.leave(&narrow[0]);
        assert!(wide.running.load(Ordering::Relaxed));
        gate.leave(&wide);
        assert_eq!(gate.lock().used, 0);
    }
}
