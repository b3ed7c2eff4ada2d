//! The searches, on several threads into one folder.

use std::iter::{Peekable, Skip};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jobs::{Archive, Done, End, Executor, Stop};
use search::{Flow, Host};

use super::elsewhere::LabelWork;
use super::judge::Judge;
use super::plan::{LabelError, LabelPlan};
use crate::data::{DataFile, Writer};
use crate::elsewhere::Packed;
use crate::engines::Engines;
use crate::exact::Known;
use crate::files::write_whole;
use crate::variety::Variety;

/// The file of positions in a folder.
const FILE: &str = "positions.chd";
/// The file that says what a folder was begun with.
const NOTE: &str = "labels-of";
/// Positions one searcher scores between two clearings of its table, so that labels do
/// not depend on who scored what before.
pub(super) const CHUNK: usize = 256;
/// Chunks each thread gets before everything done is written.
const CHUNKS_A_ROUND: usize = 4;
/// Chunks handed out to workers at a time.
const CHUNKS_OUT: usize = 2_000;

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Positions in the folder.
    pub positions: u64,
    /// Positions of this run.
    pub added: u64,
    /// Whether everything is labelled.
    pub finished: bool,
}

/// Labels positions until there are no more or the host says stop. `name` stands for
/// where they come from: the same positions under the same name go on where an earlier
/// run ended; one that is killed loses a block.
///
/// # Errors
/// If the folder cannot be written or was begun with something else, or the engine
/// cannot be made.
pub fn label<V: Variety>(
    plan: &LabelPlan,
    name: &str,
    positions: impl Iterator<Item = V::Record>,
    host: &dyn Host,
    progress: &mut dyn FnMut(Progress),
) -> Result<Progress, LabelError> {
    let engines = Engines::open::<V>(&plan.engine)?;
    let make = |_| Judge::<V>::new(plan.nodes, &engines);
    let mut judges = (0..plan.threads.max(1)).map(make).collect::<Result<Vec<_>, _>>()?;
    let mut folder = Folder::<V>::open(plan, name, &engines)?;
    let room = judges.len() * CHUNKS_A_ROUND * CHUNK;
    let mut waiting = folder.rest(positions);
    while waiting.peek().is_some() && host.yield_point() == Flow::Continue {
        let round: Vec<_> = waiting.by_ref().take(room).collect();
        let labelled = score_all::<V>(&mut judges, &round, &folder.known, host);
        folder.keep(&labelled)?;
        progress(folder.now);
        if labelled.len() < round.len() {
            return folder.close(false);
        }
    }
    folder.close(waiting.peek().is_none())
}

/// Labels as [`label`] does, but lets the executor's workers search; the labels are the
/// same.
///
/// # Errors
/// As [`label`], or if positions cannot be labelled.
pub fn label_by<V: Variety>(
    plan: &LabelPlan,
    name: &str,
    positions: impl Iterator<Item = V::Record>,
    executor: &Executor,
    host: &dyn Host,
    progress: &mut dyn FnMut(Progress),
) -> Result<Progress, LabelError> {
    let engines = Engines::open::<V>(&plan.engine)?;
    let mut folder = Folder::<V>::open(plan, name, &engines)?;
    let work = LabelWork::new::<V>(plan, name, folder.now.positions, &engines);
    let mut waiting = folder.rest(positions);
    let wanted = || host.yield_point() == Flow::Stop;
    while waiting.peek().is_some() && host.yield_point() == Flow::Continue {
        let round: Vec<_> = waiting.by_ref().take(CHUNKS_OUT * CHUNK).collect();
        let chunks: Vec<Packed> = round.chunks(CHUNK).map(Packed::of).collect();
        let first = folder.now.positions / CHUNK as u64;
        let mut failed = None;
        let ended = Stop::follow(&wanted, |stop| {
            executor.run(&mut Archive::none(), &work, first, &chunks, stop, &mut |done| {
                let begin = (done.index - first) as usize * CHUNK;
                failed = folder.enter(done, CHUNK.min(round.len() - begin)).err();
                progress(folder.now);
                if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        if let Some(error) = failed {
            folder.close(false)?;
            return Err(error);
        }
        if ended? == End::Stopped {
            return folder.close(false);
        }
    }
    let all = waiting.peek().is_none();
    if all {
        executor.finish();
    }
    folder.close(all)
}

/// The folder that gets the positions.
struct Folder<V: Variety> {
    writer: Writer<V::Record>,
    known: Known<V>,
    now: Progress,
}

impl<V: Variety> Folder<V> {
    fn open(plan: &LabelPlan, name: &str, engines: &Engines) -> Result<Folder<V>, LabelError> {
        let fingerprint = engines.fingerprint();
        std::fs::create_dir_all(&plan.folder).map_err(|e| LabelError::file(&plan.folder, e))?;
        check_note(plan, &format!("{name} {} {} {fingerprint:016x}", plan.nodes, V::GAME))?;
        let path = plan.folder.join(FILE);
        let writer = Writer::<V::Record>::append(&path, fingerprint)?;
        let positions = DataFile::<V::Record>::open(&path)?.records();
        let now = Progress { positions, ..Progress::default() };
        Ok(Folder { writer, known: Known::default(), now })
    }

    /// The positions that are not there yet.
    fn rest<P: Iterator<Item = V::Record>>(&self, positions: P) -> Peekable<Skip<P>> {
        positions.skip(self.now.positions as usize).peekable()
    }

    fn keep(&mut self, labelled: &[V::Record]) -> Result<(), LabelError> {
        labelled.iter().try_for_each(|record| self.writer.push(record))?;
        self.now.added += labelled.len() as u64;
        self.now.positions += labelled.len() as u64;
        Ok(())
    }

    /// Keeps a chunk in its turn.
    fn enter(&mut self, done: Done<Packed>, count: usize) -> Result<(), LabelError> {
        let first = self.now.positions + 1;
        let wrong = |reason| LabelError::Chunk { first, reason };
        let sent = done.result.map_err(|failure| wrong(failure.to_string()))?;
        let records = sent.records::<V::Record>().map_err(wrong)?;
        if records.len() != count {
            return Err(wrong(format!("{} labels for {count} positions", records.len())));
        }
        let exact: Vec<_> = records.into_iter().map(|it| self.known.correct(it)).collect();
        self.keep(&exact)
    }

    fn close(mut self, finished: bool) -> Result<Progress, LabelError> {
        self.now.finished = finished;
        self.writer.finish()?;
        Ok(self.now)
    }
}

/// A folder keeps to what it was begun with: otherwise going on would skip the wrong
/// positions.
fn check_note(plan: &LabelPlan, wanted: &str) -> Result<(), LabelError> {
    let path = plan.folder.join(NOTE);
    match std::fs::read_to_string(&path) {
        Ok(found) if found == wanted => Ok(()),
        Ok(found) => Err(LabelError::OtherRun { path, found, wanted: wanted.to_owned() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            write_whole(&path, wanted.as_bytes()).map_err(|error| LabelError::file(&path, error))
        }
        Err(error) => Err(LabelError::file(&path, error)),
    }
}

/// Scores positions; if the host says stop, only the first chunks come back.
fn score_all<V: Variety>(
    judges: &mut [Judge<V>],
    positions: &[V::Record],
    known: &Known<V>,
    host: &dyn Host,
) -> Vec<V::Record> {
    let chunks: Vec<_> = positions.chunks(CHUNK).collect();
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Vec<V::Record>>>> =
        chunks.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for judge in judges {
            let (next, done, chunks) = (&next, &done, &chunks);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(chunk) = chunks.get(index) else { return };
                    let scored = judge.score(chunk, host);
                    let exact =
                        scored.map(|chunk| chunk.into_iter().map(|it| known.correct(it)).collect());
                    *done[index].lock().unwrap_or_else(|held| held.into_inner()) = exact;
                }
            });
        }
    });
    let done = done.into_iter().map(|chunk| chunk.into_inner().unwrap_or(None));
    done.map_while(|chunk| chunk).flatten().collect()
}
