//! Many games on several threads, into one folder.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Rng, splitmix64};
use search::{Flow, Host};

use super::inner::Sampler;
use super::one_game;
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

/// What the threads share.
struct Shared<'a, R: Record> {
    plan: &'a Plan,
    engines: Engines,
    counter: Mutex<Counter>,
    writer: Mutex<Writer<R>>,
    inner_writer: Option<Mutex<Writer<R>>>,
    before: u64,
    games: AtomicU64,
    added: AtomicU64,
    inner: AtomicU64,
    nodes: AtomicU64,
    host: &'a dyn Host,
    progress: &'a (dyn Fn(Progress) + Sync),
    failed: Mutex<Option<SelfplayError>>,
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
    let before = DataFile::<V::Record>::open(&path)?.records();
    let shared = Shared {
        plan,
        engines,
        counter: Mutex::new(Counter::open(&plan.folder)?),
        writer: Mutex::new(writer),
        inner_writer,
        before,
        games: AtomicU64::new(0),
        added: AtomicU64::new(0),
        inner: AtomicU64::new(0),
        nodes: AtomicU64::new(0),
        host,
        progress,
        failed: Mutex::new(None),
    };
    let known = Known::<V>::default();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work::<V>(&shared, &known) {
                    lock(&shared.failed).get_or_insert(error);
                }
            });
        }
    });
    let so_far = so_far(&shared);
    let failed = lock(&shared.failed).take();
    let written = finish(Some(shared.writer)).and_then(|()| finish(shared.inner_writer));
    if let Some(error) = failed {
        return Err(error);
    }
    written?;
    shared.counter.into_inner().unwrap_or_else(|held| held.into_inner()).close()?;
    Ok(so_far)
}

fn finish<R: Record>(writer: Option<Mutex<Writer<R>>>) -> Result<(), DataError> {
    let Some(writer) = writer else { return Ok(()) };
    writer.into_inner().unwrap_or_else(|held| held.into_inner()).finish()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn so_far<R: Record>(shared: &Shared<'_, R>) -> Progress {
    let added = shared.added.load(Ordering::Relaxed);
    Progress {
        positions: shared.before + added,
        games: shared.games.load(Ordering::Relaxed),
        added,
        inner: shared.inner.load(Ordering::Relaxed),
        nodes: shared.nodes.load(Ordering::Relaxed),
    }
}

fn is_done<R: Record>(shared: &Shared<'_, R>) -> bool {
    let now = so_far(shared);
    let reached = match shared.plan.target {
        Target::Positions(wanted) => now.positions >= wanted,
        Target::Games(wanted) => now.games >= wanted,
    };
    reached || lock(&shared.failed).is_some() || shared.host.yield_point() == Flow::Stop
}

fn keep<R: Record>(writer: &Mutex<Writer<R>>, records: &[R]) -> Result<(), DataError> {
    let mut writer = lock(writer);
    records.iter().try_for_each(|record| writer.push(record))
}

fn work<V: Variety>(shared: &Shared<'_, V::Record>, known: &Known<V>) -> Result<(), SelfplayError> {
    let mut engine = shared.engines.engine::<V>()?;
    let sampler = shared.plan.inner.map(Sampler::of);
    if let Some(sampler) = &sampler {
        engine.set_witness(Some(sampler.clone()));
    }
    while !is_done(shared) {
        let number = lock(&shared.counter).take()?;
        let mut rng = Rng::new(shared.plan.seed ^ splitmix64(number));
        let sampler = sampler.as_deref();
        let played = one_game::play::<V>(&mut engine, sampler, shared.plan, &mut rng, shared.host);
        let Some(played) = played else {
            lock(&shared.counter).give_back(number);
            return Ok(());
        };
        shared.nodes.fetch_add(played.nodes, Ordering::Relaxed);
        if played.records.is_empty() {
            continue;
        }
        let known = |record| known.correct(record);
        let records: Vec<_> = played.records.into_iter().map(known).collect();
        keep(&shared.writer, &records)?;
        if let Some(writer) = &shared.inner_writer {
            let inner: Vec<_> = played.inner.into_iter().map(known).collect();
            keep(writer, &inner)?;
            shared.inner.fetch_add(inner.len() as u64, Ordering::Relaxed);
        }
        shared.games.fetch_add(1, Ordering::Relaxed);
        shared.added.fetch_add(records.len() as u64, Ordering::Relaxed);
        (shared.progress)(so_far(shared));
    }
    Ok(())
}
