//! The searches, on several threads into one folder.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use search::{Flow, Host};

use super::judge::Judge;
use super::plan::{LabelError, LabelPlan};
use crate::data::{DataFile, Writer};
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
const CHUNK: usize = 256;
/// Chunks each thread gets before everything done is written.
const CHUNKS_A_ROUND: usize = 4;

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
    let fingerprint = engines.fingerprint();
    let make = |_| Judge::<V>::new(plan.nodes, &engines);
    let mut judges = (0..plan.threads.max(1)).map(make).collect::<Result<Vec<_>, _>>()?;
    std::fs::create_dir_all(&plan.folder).map_err(|e| LabelError::file(&plan.folder, e))?;
    check_note(plan, &format!("{name} {} {} {fingerprint:016x}", plan.nodes, V::GAME))?;
    let path = plan.folder.join(FILE);
    let mut writer = Writer::<V::Record>::append(&path, fingerprint)?;
    let before = DataFile::<V::Record>::open(&path)?.records();
    let mut now = Progress { positions: before, ..Progress::default() };
    let mut waiting = positions.skip(before as usize).peekable();
    let known = Known::<V>::default();
    while waiting.peek().is_some() && host.yield_point() == Flow::Continue {
        let room = judges.len() * CHUNKS_A_ROUND * CHUNK;
        let round: Vec<_> = waiting.by_ref().take(room).collect();
        let labelled = score_all::<V>(&mut judges, &round, &known, host);
        labelled.iter().try_for_each(|record| writer.push(record))?;
        now.added += labelled.len() as u64;
        now.positions += labelled.len() as u64;
        progress(now);
        if labelled.len() < round.len() {
            writer.finish()?;
            return Ok(now);
        }
    }
    now.finished = waiting.peek().is_none();
    writer.finish()?;
    Ok(now)
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
