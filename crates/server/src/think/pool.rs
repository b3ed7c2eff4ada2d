//! Searches as threads of their own: they wait at the gate, can be stopped at
//! any moment, and do no harm when they fail.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use play::tables::Household;
use play::{AnyEngine, CreateError, Flow, Host};

use super::gate::{Class, Gate, Turn};
use super::memory::{Memory, Room};
use super::shelf::{Borrowed, Order, Shelf};
use crate::engines::{Engines, PREFIX};
use crate::error::{ApiError, Code};

/// Deep searches need deep stacks.
const STACK: usize = 8 << 20;

/// What the tables' budget counts for a foreign engine, whose memory is its own: enough
/// that two of them wait for each that thinks.
const FOREIGN_MEGABYTES: usize = 12;

/// Everything that thinks.
pub struct Pool {
    gate: Arc<Gate>,
    memory: Arc<Memory>,
    engines: Shelf<AnyEngine>,
    /// Endgame tables that every engine asks.
    household: OnceLock<Household>,
    /// The foreign engines that searches may ask.
    foreign: Engines,
    /// How many threads of engines the memory holds, and how many there are.
    room: Room,
    searches: AtomicUsize,
    most: usize,
    /// Tests let a search fail in the middle.
    #[cfg(test)]
    fail_next: std::sync::atomic::AtomicBool,
}

/// How a search counts time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// As the wall clock does: for games with clocks.
    Wall,
    /// Only while it runs: a busy machine then makes it slower, not weaker.
    Running,
}

/// A search as its own thread sees it.
pub struct Run {
    pool: Arc<Pool>,
    turn: Arc<Turn>,
    time: Time,
    begin: Instant,
}

impl Run {
    /// Whether it was told to end.
    pub fn stopped(&self) -> bool {
        self.turn.stopped()
    }

    /// An engine for an order.
    ///
    /// # Errors
    /// If there is no such profile, or no memory.
    pub fn engine(&self, order: Order) -> Result<Borrowed<'_, AnyEngine>, ApiError> {
        if order.profile.starts_with(PREFIX) {
            return self.foreign_engine(order);
        }
        let unmade = |error: CreateError| ApiError::new(Code::Internal, error.to_string());
        let mut engine = self.pool.engines.take(order).map_err(unmade)?;
        if let Some(household) = self.pool.household.get() {
            engine.ask_household(household);
        }
        Ok(engine)
    }

    fn foreign_engine(&self, order: Order) -> Result<Borrowed<'_, AnyEngine>, ApiError> {
        let named = self.pool.foreign.find(&order.profile, order.kind);
        let config = &named.ok_or_else(|| ApiError::not_found("engine"))?.config;
        // Its memory and threads are its own: one fits whoever asks.
        let order = Order { threads: 1, megabytes: 1, ..order };
        self.pool.engines.take_by(order, |_, _| {
            arena::foreign::start(config).map_err(|fault| {
                ApiError::new(Code::Engine, format!("engine {}: {fault}", config.name))
            })
        })
    }

    /// How long it has been running.
    pub fn ran(&self) -> Duration {
        self.pool.gate.ran(&self.turn)
    }

    /// Lets others run if it is their turn; false when nobody waits for the result
    /// any more.
    pub fn goes_on(&self) -> bool {
        self.yield_point() == Flow::Continue
    }
}

impl Host for Run {
    fn elapsed(&self) -> Duration {
        match self.time {
            Time::Wall => self.begin.elapsed(),
            Time::Running => self.ran(),
        }
    }

    /// Engines come here every few hundred nodes: the moment to let others run.
    fn yield_point(&self) -> Flow {
        #[cfg(test)]
        self.pool.fail_if_told();
        self.pool.gate.pass(&self.turn);
        if self.stopped() { Flow::Stop } else { Flow::Continue }
    }
}

/// A search that was started.
#[derive(Clone)]
pub struct Search {
    gate: Arc<Gate>,
    turn: Arc<Turn>,
}

impl Search {
    /// Ends it. What it has found is still reported.
    pub fn stop(&self) {
        self.gate.stop(&self.turn);
    }

    /// A guard that ends the search when it is dropped.
    pub fn stop_on_drop(self) -> StopOnDrop {
        StopOnDrop(self)
    }
}

/// Ends a search when nobody waits for it any more.
pub struct StopOnDrop(Search);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// A pool with so many slots and so many megabytes, for `most` searches at
    /// the same time, running or waiting.
    pub fn new(slots: usize, megabytes: usize, most: usize) -> Arc<Pool> {
        Pool::with(slots, megabytes, most, Engines::default())
    }

    /// A pool for foreign engines. They think in processes of their own, which cannot be
    /// made to wait, so there are not many more searches than slots: enough that a new
    /// one can wait for an old one to end.
    pub fn of_foreign(engines: Engines) -> Arc<Pool> {
        let slots = engines.at_once;
        Pool::with(slots, FOREIGN_MEGABYTES * slots, 2 * slots + 2, engines)
    }

    fn with(slots: usize, megabytes: usize, most: usize, foreign: Engines) -> Arc<Pool> {
        let memory = Memory::new(megabytes);
        let idle = (2 * slots + 4).min(1 + megabytes / 16);
        Arc::new(Pool {
            gate: Arc::new(Gate::new(slots)),
            // As many of each game.
            engines: Shelf::new(Arc::clone(&memory), 2 * idle),
            household: OnceLock::new(),
            foreign,
            room: Room::new(megabytes / 8 + 5),
            memory,
            searches: AtomicUsize::new(0),
            most,
            #[cfg(test)]
            fail_next: std::sync::atomic::AtomicBool::new(false),
        })
    }

    /// Engines ask these endgame tables from now on, those that come later included.
    pub fn use_tables(&self, household: Household) {
        let _ = self.household.set(household);
    }

    /// How many searches run at the same time.
    pub fn slots(&self) -> usize {
        self.gate.slots()
    }

    /// The tables' budget.
    pub fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// How many searches there are, running or waiting.
    pub fn searches(&self) -> usize {
        self.searches.load(Ordering::Relaxed)
    }

    /// Lets go of engines nobody has used for so long.
    pub fn tidy(&self, idle: Duration) {
        if self.engines.drop_idle(idle) {
            play::heap::trim();
        }
    }

    /// Lets the next search fail as if the engine had a fault.
    #[cfg(test)]
    pub fn fail_next(&self) {
        self.fail_next.store(true, Ordering::Relaxed);
    }

    #[cfg(test)]
    fn fail_if_told(&self) {
        assert!(!self.fail_next.swap(false, Ordering::Relaxed), "a search was told to fail");
    }

    /// Starts a search. `done` is told what came out, or that the engine failed;
    /// it runs on the search's thread after the slot was given back.
    ///
    /// # Errors
    /// If there are too many searches already.
    pub fn start<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        width: usize,
        time: Time,
        work: impl FnOnce(&Run) -> T + Send + 'static,
        done: impl FnOnce(Result<T, ApiError>) + Send + 'static,
    ) -> Result<Search, ApiError> {
        self.run(Place::take(self, class, width)?, class, width, time, work, done)
    }

    /// Starts a search that may go on for long: analysis and reviews.
    ///
    /// # Errors
    /// If there are too many searches already, or no memory for another.
    pub fn start_long<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        width: usize,
        work: impl FnOnce(&Run) -> T + Send + 'static,
        done: impl FnOnce(Result<T, ApiError>) + Send + 'static,
    ) -> Result<Search, ApiError> {
        let mut place = Place::take(self, class, width)?;
        place.try_room()?;
        self.run(place, class, width, Time::Running, work, done)
    }

    fn run<T: Send + 'static>(
        self: &Arc<Self>,
        mut place: Place,
        class: Class,
        width: usize,
        time: Time,
        work: impl FnOnce(&Run) -> T + Send + 'static,
        done: impl FnOnce(Result<T, ApiError>) + Send + 'static,
    ) -> Result<Search, ApiError> {
        let turn = self.gate.turn(class, width);
        let search = Search { gate: Arc::clone(&self.gate), turn: Arc::clone(&turn) };
        let run = Run { pool: Arc::clone(self), turn, time, begin: Instant::now() };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let spawned = thread.spawn(move || {
            // A question is answered without an engine.
            if class != Class::Question {
                place.wait_for_room();
            }
            let result = guarded(&run, work);
            drop(place);
            done(result);
        });
        spawned.map_err(|error| {
            tracing::error!("no thread for a search: {error}");
            ApiError::new(Code::Busy, "no thread for another search")
        })?;
        Ok(search)
    }

    /// Starts a search and waits for its result. Whoever does not wait any longer
    /// (a client that has gone) ends the search.
    ///
    /// # Errors
    /// If there are too many searches, or the work failed.
    pub async fn answer<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        work: impl FnOnce(&Run) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let search = self.start(class, 1, Time::Running, work, move |result| {
            let _ = sender.send(result);
        })?;
        let _stop = search.stop_on_drop();
        receiver.await.unwrap_or_else(|_| Err(failed()))?
    }

    /// Starts a search and waits for its result.
    ///
    /// # Errors
    /// If there are too many searches, or the engine failed.
    pub fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        work: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = mpsc::channel();
        let search = self.start(class, 1, Time::Running, work, move |result| {
            let _ = sender.send(result);
        })?;
        let _stop = search.stop_on_drop();
        receiver.recv().unwrap_or_else(|_| Err(failed()))
    }
}

/// Waits for the turn, works, gives the slot back; a panic becomes an error.
fn guarded<T>(run: &Run, work: impl FnOnce(&Run) -> T) -> Result<T, ApiError> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        // A search stopped before its turn still gives an answer: work sees the
        // flag and returns what it has.
        run.pool.gate.enter(&run.turn);
        work(run)
    }));
    run.pool.gate.leave(&run.turn);
    result.map_err(|_| failed())
}

fn failed() -> ApiError {
    ApiError::new(Code::Internal, "the engine failed; everything else goes on")
}

/// A place among the searches there may be, and room for its engine.
struct Place {
    pool: Arc<Pool>,
    width: usize,
    has_room: bool,
}

impl Place {
    /// A quarter of all places is kept for those who wait for an answer, and half
    /// of that for moves of games.
    fn take(pool: &Arc<Pool>, class: Class, width: usize) -> Result<Place, ApiError> {
        let most = match class {
            Class::Game => pool.most,
            Class::Question | Class::Hint => pool.most - pool.most / 8,
            Class::Analysis | Class::Review => pool.most - pool.most / 4,
        };
        let before = pool.searches.fetch_add(1, Ordering::Relaxed);
        let width = width.min(pool.room.most - pool.room.most / 4);
        let place = Place { pool: Arc::clone(pool), width, has_room: false };
        if before >= most {
            return Err(busy(&format!("{most} searches already")));
        }
        Ok(place)
    }

    /// Room for a search that may take long: a quarter is left to others, and
    /// there is no waiting, which might be for ever.
    fn try_room(&mut self) -> Result<(), ApiError> {
        let room = &self.pool.room;
        self.has_room = room.take(self.width, room.most - room.most / 4, false);
        if self.has_room { Ok(()) } else { Err(busy("no memory for another search")) }
    }

    /// Not while a slot is held: whoever has the room may be waiting for one.
    fn wait_for_room(&mut self) {
        if !self.has_room {
            self.has_room = self.pool.room.take(self.width, self.pool.room.most, true);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.pool.searches.fetch_sub(1, Ordering::Relaxed);
        if self.has_room {
            self.pool.room.give_back(self.width);
        }
    }
}

fn busy(why: &str) -> ApiError {
    ApiError::new(Code::Busy, format!("{why}: try again later"))
}

#[cfg(test)]
mod tests {
    use play::{AnyGame, Chance, GameKind};

    use super::*;

    #[test]
    fn a_failed_search_is_an_error_and_nothing_is_lost() {
        let pool = Pool::new(1, 16, 4);
        pool.fail_next();
        let error = pool.ask(Class::Hint, |run| run.goes_on()).unwrap_err();
        assert_eq!(error.code, Code::Internal);
        assert_eq!(pool.ask(Class::Hint, |_| 5), Ok(5));
        assert_eq!(pool.searches(), 0);
    }

    #[test]
    fn a_search_without_limits_lets_others_run_and_ends_when_told() {
        for (kind, plies) in
            [(GameKind::Xiangqi, [""; 0].as_slice()), (GameKind::Banqi, &["a1=R", "b1=p"])]
        {
            let mut line = AnyGame::open(kind, None, None).unwrap();
            for ply in plies {
                line.play(ply, Chance::Told(None), false).unwrap();
            }
            let pool = Pool::new(1, 16, 4);
            let (begun, begins) = mpsc::channel();
            let (sender, ended) = mpsc::channel();
            let work = move |run: &Run| {
                let profile = "chuhe".to_owned();
                let order = Order { kind, profile, threads: 1, megabytes: 1, tag: 0 };
                let mut engine = run.engine(order).unwrap();
                let mut report = |_: &play::analysis::State| begun.send(()).unwrap_or_default();
                play::analysis::analyse(&line, &mut engine, 1, run, &mut report)
            };
            let done = move |result: Result<_, ApiError>| {
                let _ = sender.send(result);
            };
            let search = pool.start(Class::Analysis, 1, Time::Running, work, done).unwrap();
            begins.recv().unwrap();
            // There is one slot: an answer means that the search has left it.
            assert_eq!(pool.ask(Class::Question, |_| 7), Ok(7));
            search.stop();
            assert_eq!(ended.recv().unwrap(), Ok(Ok(())));
        }
    }

    #[test]
    fn too_many_searches_are_refused() {
        let pool = Pool::new(1, 16, 2);
        let (sender, receiver) = mpsc::channel();
        let endless = |run: &Run| {
            while run.goes_on() {
                std::thread::yield_now();
            }
        };
        let searches: Vec<Search> = (0..2)
            .map(|_| {
                let sender = sender.clone();
                let done = move |_| {
                    let _ = sender.send(());
                };
                pool.start(Class::Analysis, 1, Time::Running, endless, done).unwrap()
            })
            .collect();
        let error = pool.ask(Class::Game, |_| ()).unwrap_err();
        assert_eq!(error.code, Code::Busy);
        searches.iter().for_each(Search::stop);
        receiver.recv().unwrap();
        receiver.recv().unwrap();
        assert_eq!(pool.ask(Class::Game, |_| 1), Ok(1));
    }
}
