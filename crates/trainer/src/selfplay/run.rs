//! Many games on several threads, into one folder.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Rng, splitmix64};
use jobs::JobsError;
use search::{Flow, Host};

use super::inner::Sampler;
use super::one_game::{self, PlayedGame};
use super::plan::{Plan, Target};
use super::state::Counter;
use crate::data::{DataError, DataFile, Record, Writer};
use crate::engines::{EngineError, Engines};
use crate::exact::Known;
use crate::variety::Variety;

/// The file of positions in a folder of self-play.
pub const FILE: &str = "positions.chd";
/// That of positions from inside the searches.
pub const INNER_FILE: &str = "inner.chd";

/// Why self-play ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// A file could not be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The counter of games is not a number.
    #[error("{path} holds '{found}': expected the number of the next game", path = path.display())]
    Counter {
        /// Which file.
        path: PathBuf,
        /// What stands there.
        found: String,
    },
    /// The positions could not be written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The engine could not be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The games could not be handed out to workers.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// Workers could not play a game.
    #[error("game {number} could not be played: {reason}; the same command goes on with the next")]
    Game {
        /// Its number.
        number: u64,
        /// What was wrong.
        reason: String,
    },
}

impl SelfplayError {
    pub(super) fn file(path: &Path, error: std::io::Error) -> SelfplayError {
        SelfplayError::File { path: path.to_owned(), error }
    }
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Positions in the folder.
    pub positions: u64,
    /// Games of this run.
    pub games: u64,
    /// Positions of this run.
    pub added: u64,
    /// Positions of this run from inside its searches.
    pub inner: u64,
    /// Nodes of this run's searches.
    pub nodes: u64,
}

/// What the threads share: the folder, and how far it is.
pub(super) struct Shared<'a, V: Variety> {
    pub(super) plan: &'a Plan,
    pub(super) engines: Engines,
    pub(super) counter: Mutex<Counter>,
    known: Known<V>,
    writer: Mutex<Writer<V::Record>>,
    inner_writer: Option<Mutex<Writer<V::Record>>>,
    before: u64,
    games: AtomicU64,
    added: AtomicU64,
    inner: AtomicU64,
    nodes: AtomicU64,
    pub(super) host: &'a dyn Host,
    progress: &'a (dyn Fn(Progress) + Sync),
    pub(super) failed: Mutex<Option<SelfplayError>>,
}

/// Plays until the target is reached or the host says stop; returns how far it came.
/// A run that is killed loses the positions of one unfinished block; calling it again
/// goes on.
///
/// # Errors
/// If the folder cannot be written or belongs to the other game, or the engine cannot
/// be made.
pub fn play<V: Variety>(
    plan: &Plan,
    host: &dyn Host,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, SelfplayError> {
    let shared = Shared::<V>::open(plan, host, progress)?;
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work(&shared) {
                    lock(&shared.failed).get_or_insert(error);
                }
            });
        }
    });
    shared.close()
}

impl<'a, V: Variety> Shared<'a, V> {
    /// Opens the folder.
    pub(super) fn open(
        plan: &'a Plan,
        host: &'a dyn Host,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Result<Self, SelfplayError> {
        std::fs::create_dir_all(&plan.folder)
            .map_err(|error| SelfplayError::file(&plan.folder, error))?;
        let engines = Engines::open::<V>(&plan.engine())?;
        let path = plan.folder.join(FILE);
        let writer = Writer::<V::Record>::append(&path, engines.fingerprint())?;
        let inner_writer = match plan.inner {
            Some(_) => {
                let path = plan.folder.join(INNER_FILE);
                Some(Mutex::new(Writer::<V::Record>::append(&path, engines.fingerprint())?))
            }
            None => None,
        };
        Ok(Shared {
            plan,
            engines,
            counter: Mutex::new(Counter::open(&plan.folder)?),
            known: Known::default(),
            writer: Mutex::new(writer),
            inner_writer,
            before: DataFile::<V::Record>::open(&path)?.records(),
            games: AtomicU64::new(0),
            added: AtomicU64::new(0),
            inner: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            host,
            progress,
            failed: Mutex::new(None),
        })
    }

    /// Writes what is not written yet, and says how far it came.
    pub(super) fn close(self) -> Result<Progress, SelfplayError> {
        let so_far = self.so_far();
        let failed = lock(&self.failed).take();
        let written = finish(Some(self.writer)).and_then(|()| finish(self.inner_writer));
        if let Some(error) = failed {
            return Err(error);
        }
        written?;
        self.counter.into_inner().unwrap_or_else(|held| held.into_inner()).close()?;
        Ok(so_far)
    }

    pub(super) fn so_far(&self) -> Progress {
        let added = self.added.load(Ordering::Relaxed);
        Progress {
            positions: self.before + added,
            games: self.games.load(Ordering::Relaxed),
            added,
            inner: self.inner.load(Ordering::Relaxed),
            nodes: self.nodes.load(Ordering::Relaxed),
        }
    }

    /// Whether there is enough, or no more is to come.
    pub(super) fn is_done(&self) -> bool {
        let now = self.so_far();
        let reached = match self.plan.target {
            Target::Positions(wanted) => now.positions >= wanted,
            Target::Games(wanted) => now.games >= wanted,
        };
        reached || lock(&self.failed).is_some() || self.host.yield_point() == Flow::Stop
    }

    /// Keeps the positions of a game, with exact labels where they are known.
    pub(super) fn enter(&self, played: PlayedGame<V::Record>) -> Result<(), SelfplayError> {
        self.nodes.fetch_add(played.nodes, Ordering::Relaxed);
        if played.records.is_empty() {
            return Ok(());
        }
        let known = |record| self.known.correct(record);
        let records: Vec<_> = played.records.into_iter().map(known).collect();
        keep(&self.writer, &records)?;
        if let Some(writer) = &self.inner_writer {
            let inner: Vec<_> = played.inner.into_iter().map(known).collect();
            keep(writer, &inner)?;
            self.inner.fetch_add(inner.len() as u64, Ordering::Relaxed);
        }
        self.games.fetch_add(1, Ordering::Relaxed);
        self.added.fetch_add(records.len() as u64, Ordering::Relaxed);
        (self.progress)(self.so_far());
        Ok(())
    }
}

fn finish<R: Record>(writer: Option<Mutex<Writer<R>>>) -> Result<(), DataError> {
    let Some(writer) = writer else { return Ok(()) };
    writer.into_inner().unwrap_or_else(|held| held.into_inner()).finish()
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn keep<R: Record>(writer: &Mutex<Writer<R>>, records: &[R]) -> Result<(), DataError> {
    let mut writer = lock(writer);
    records.iter().try_for_each(|record| writer.push(record))
}

/// Chance and searches of one game follow from its number.
pub(super) fn chance(seed: u64, number: u64) -> Rng {
    Rng::new(seed ^ splitmix64(number))
}

fn work<V: Variety>(shared: &Shared<'_, V>) -> Result<(), SelfplayError> {
    let mut engine = shared.engines.engine::<V>()?;
    let sampler = shared.plan.inner.map(Sampler::of);
    if let Some(sampler) = &sampler {
        engine.set_witness(Some(sampler.clone()));
    }
    while !shared.is_done() {
        let number = lock(&shared.counter).take()?;
        let mut rng = chance(shared.plan.seed, number);
        let sampler = sampler.as_deref();
        let played = one_game::play::<V>(&mut engine, sampler, shared.plan, &mut rng, shared.host);
        let Some(played) = played else {
            lock(&shared.counter).give_back(number);
            return Ok(());
        };
        shared.enter(played)?;
    }
    Ok(())
}
