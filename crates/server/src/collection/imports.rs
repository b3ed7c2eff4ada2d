//! Imports: one runs, the others wait; how far they are and what they found is kept a
//! while for whoever looks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use library::Archive;
use library::archive::import::{Event, Import, Totals};
use records::GameKind;
use serde_json::{Value, json};

use super::upload::Upload;
use crate::error::{ApiError, Code};

/// So many imports are remembered, and no more may wait.
const REMEMBERED: usize = 40;
/// So many problems of an import are told; all are counted.
const PROBLEMS: usize = 200;
/// The longest text of a problem.
const LONGEST_PROBLEM: usize = 300;
/// No import runs longer: what was read until then stays, and the same file goes on from
/// there.
pub const LONGEST: Duration = Duration::from_secs(20 * 60);
/// No file unpacks to more bytes.
const UNPACKED: u64 = 4 << 30;

/// How far an import is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Waiting,
    Running,
    Done,
    Stopped,
    Failed,
}

impl Phase {
    const fn name(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Running => "running",
            Phase::Done => "done",
            Phase::Stopped => "stopped",
            Phase::Failed => "failed",
        }
    }

    const fn is_over(self) -> bool {
        matches!(self, Phase::Done | Phase::Stopped | Phase::Failed)
    }
}

struct Progress {
    phase: Phase,
    totals: Totals,
    /// Games read so far, also those not committed yet.
    problems: Vec<Value>,
    known: Vec<String>,
    error: Option<String>,
}

/// An import of one file.
pub struct Job {
    id: u64,
    owner: String,
    name: String,
    bytes: u64,
    stop: Arc<AtomicBool>,
    progress: Mutex<Progress>,
}

impl Job {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What there is to say about it.
    pub fn json(&self) -> Value {
        let progress = self.progress();
        let totals = &progress.totals;
        json!({
            "id": self.id.to_string(),
            "name": self.name,
            "bytes": self.bytes,
            "state": progress.phase.name(),
            "files": totals.files,
            "known_files": totals.known_files,
            "read": totals.read,
            "added": totals.added,
            "duplicates": totals.duplicates,
            "empty": totals.empty,
            "problem_count": totals.problems,
            "problems": progress.problems,
            "known": progress.known,
            "error": progress.error,
        })
    }

    fn hear(&self, event: &Event<'_>) {
        let mut progress = self.progress();
        match event {
            Event::Known { file } if progress.known.len() < PROBLEMS => {
                progress.known.push((*file).to_owned());
            }
            Event::Problem { file, problem } if progress.problems.len() < PROBLEMS => {
                progress.problems.push(json!({
                    "file": file,
                    "code": problem.code.name(),
                    "line": problem.place.line(),
                    "column": problem.place.column(),
                    "byte": problem.place.byte(),
                    "token": short(&problem.token),
                    "message": short(&problem.message),
                }));
            }
            Event::File { file, message } if progress.problems.len() < PROBLEMS => {
                progress.problems.push(json!({"file": file, "message": short(message)}));
            }
            Event::Committed(totals) => progress.totals = **totals,
            _ => {}
        }
    }
}

fn short(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST_PROBLEM)]
}

/// Every import that is remembered.
#[derive(Default)]
pub struct Imports {
    next: AtomicU64,
    all: Mutex<Vec<Arc<Job>>>,
    /// Whoever has it writes.
    turn: Mutex<()>,
}

impl Imports {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Job>>> {
        self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A new import of a file of this name and size.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn create(&self, owner: &str, name: String, bytes: u64) -> Result<Arc<Job>, ApiError> {
        let mut all = self.all();
        if all.len() >= REMEMBERED {
            let over = all.iter().position(|job| job.progress().phase.is_over());
            let Some(over) = over else {
                let message = "too many imports wait already: try again soon";
                return Err(ApiError::new(Code::Busy, message));
            };
            all.remove(over);
        }
        let job = Arc::new(Job {
            id: self.next.fetch_add(1, Ordering::Relaxed) + 1,
            owner: owner.to_owned(),
            name,
            bytes,
            stop: Arc::default(),
            progress: Mutex::new(Progress {
                phase: Phase::Waiting,
                totals: Totals::default(),
                problems: Vec::new(),
                known: Vec::new(),
                error: None,
            }),
        });
        all.push(Arc::clone(&job));
        Ok(job)
    }

    /// Imports a file when its turn comes; the file goes afterwards.
    pub fn run(&self, archive: &Archive, job: &Job, upload: Upload, kind: GameKind) {
        let _turn = self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if job.stop.load(Ordering::Relaxed) {
            job.progress().phase = Phase::Stopped;
            return;
        }
        job.progress().phase = Phase::Running;
        let import = Import {
            name: Some(job.name.clone()),
            stop: Arc::clone(&job.stop),
            kind,
            unpacked: UNPACKED,
            // Small, so that a person sees it move.
            batch: 2048,
            ..Import::of(vec![upload.path().to_owned()])
        };
        let done = archive.import(&import, &mut |event| job.hear(&event));
        drop(upload);
        let mut progress = job.progress();
        match done {
            Ok(totals) => {
                progress.totals = totals;
                let stopped = job.stop.load(Ordering::Relaxed);
                progress.phase = if stopped { Phase::Stopped } else { Phase::Done };
            }
            Err(error) => {
                progress.phase = Phase::Failed;
                progress.error = Some(ApiError::from(error).message);
            }
        }
    }

    /// An import of this owner.
    pub fn find(&self, owner: &str, id: &str) -> Option<Arc<Job>> {
        let id: u64 = id.parse().ok()?;
        self.all().iter().find(|job| job.id == id && job.owner == owner).cloned()
    }

    /// Every import of this owner, the newest first.
    pub fn of_owner(&self, owner: &str) -> Vec<Arc<Job>> {
        self.all().iter().rev().filter(|job| job.owner == owner).cloned().collect()
    }

    /// Ends an import.
    pub fn stop(job: &Job) {
        job.stop.store(true, Ordering::Relaxed);
    }

    /// Ends all of them.
    pub fn stop_all(&self) {
        self.all().iter().for_each(|job| Imports::stop(job));
    }
}
