//! Many games on several threads, into one folder.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Rng, splitmix64};
use search::{CreateError, Flow, Host, Settings};

use super::one_game;
use super::plan::{Plan, Target};
use super::state::Counter;
use super::variety::Variety;
use crate::data::{DataError, DataFile, Record, Writer};

/// The file of positions in a folder of self-play.
pub const FILE: &str = "positions.chd";

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
    Engine(#[from] CreateError),
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
}

/// What the threads share.
struct Shared<'a, R: Record> {
    plan: &'a Plan,
    counter: Mutex<Counter>,
    writer: Mutex<Writer<R>>,
    before: u64,
    games: AtomicU64,
    added: AtomicU64,
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
    let path = plan.folder.join(FILE);
    let writer = Writer::<V::Record>::append(&path, fingerprint(plan))?;
    let before = DataFile::<V::Record>::open(&path)?.records();
    let shared = Shared {
        plan,
        counter: Mutex::new(Counter::open(&plan.folder)?),
        writer: Mutex::new(writer),
        before,
        games: AtomicU64::new(0),
        added: AtomicU64::new(0),
        host,
        progress,
        failed: Mutex::new(None),
    };
    // One is made here, so that a wrong profile is an error before any thread starts.
    drop(V::engine(&plan.profile, &settings(plan))?);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work::<V>(&shared) {
                    lock(&shared.failed).get_or_insert(error);
                }
            });
        }
    });
    let so_far = so_far(&shared);
    let failed = lock(&shared.failed).take();
    let written = shared.writer.into_inner().unwrap_or_else(|held| held.into_inner()).finish();
    if let Some(error) = failed {
        return Err(error);
    }
    written?;
    Ok(so_far)
}

fn settings(plan: &Plan) -> Settings {
    Settings { hash: plan.hash, params: plan.params.clone(), ..Settings::default() }
}

/// What stands for the engine and its numbers in the blocks.
fn fingerprint(plan: &Plan) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let text = format!("{} {} {}", env!("CARGO_PKG_VERSION"), plan.profile, plan.params);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
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

fn work<V: Variety>(shared: &Shared<'_, V::Record>) -> Result<(), SelfplayError> {
    let mut engine = V::engine(&shared.plan.profile, &settings(shared.plan))?;
    while !is_done(shared) {
        let number = lock(&shared.counter).take()?;
        let mut rng = Rng::new(shared.plan.seed ^ splitmix64(number));
        let Some(records) = one_game::play::<V>(&mut engine, shared.plan, &mut rng, shared.host)
        else {
            return Ok(());
        };
        if records.is_empty() {
            continue;
        }
        {
            let mut writer = lock(&shared.writer);
            for record in &records {
                writer.push(record)?;
            }
        }
        shared.games.fetch_add(1, Ordering::Relaxed);
        shared.added.fetch_add(records.len() as u64, Ordering::Relaxed);
        (shared.progress)(so_far(shared));
    }
    Ok(())
}
