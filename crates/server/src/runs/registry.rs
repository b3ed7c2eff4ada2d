//! All runs: started, stopped, resumed, shown. One is at work at a time.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};

use library::{Id, Library};
use serde_json::{Value, json};

use super::run::{Phase, Run, Task};
use super::{matches, priority, tuning};
use crate::config::Config;
use crate::error::{ApiError, Code};
use crate::live::outbox::Outbox;
use crate::time::now_ms;

/// So many runs an owner may have.
const MOST_RUNS: u64 = 200;
/// So many may wait.
const MOST_WAITING: usize = 20;
/// How often where a run stands is written into the library.
const KEEP_EVERY: Duration = Duration::from_secs(2);
/// How long a server that goes down waits for the run at work.
const LAST_WAIT: Duration = Duration::from_secs(20);

/// The runs of a server.
pub struct Runs {
    folder: PathBuf,
    /// Where test sets lie.
    material: PathBuf,
    stands_back: bool,
    library: Arc<Library>,
    all: Mutex<Vec<Arc<Run>>>,
    queue: Mutex<Queue>,
    watchers: Mutex<Vec<Weak<Outbox>>>,
    closing: AtomicBool,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Arc<Run>>,
    /// Whether a thread works on the queue.
    at_work: bool,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Runs {
    /// The runs of a library, if there is a folder for them. Those that a server was busy with when it ended go on.
    pub fn open(config: &Config, library: &Arc<Library>) -> Option<Arc<Runs>> {
        let folder = config.runs.as_deref()?;
        let rows = library.runs().unwrap_or_else(|error| {
            tracing::error!("the list of runs cannot be read: {error}");
            Vec::new()
        });
        let all: Vec<Arc<Run>> =
            rows.into_iter().map(|row| Arc::new(Run::of_row(row, folder))).collect();
        let runs = Arc::new(Runs {
            folder: folder.to_owned(),
            material: config.material.clone().unwrap_or_default(),
            stands_back: config.runs_stand_back,
            library: Arc::clone(library),
            all: Mutex::new(all.clone()),
            queue: Mutex::default(),
            watchers: Mutex::default(),
            closing: AtomicBool::new(false),
        });
        // The one that was at work before those that waited.
        for phase in [Phase::Running, Phase::Waiting] {
            for run in all.iter().filter(|run| run.phase() == phase) {
                run.progress().phase = Phase::Waiting;
                held(&runs.queue).waiting.push_back(Arc::clone(run));
            }
        }
        runs.work();
        Some(runs)
    }

    /// Where test sets lie.
    pub fn material(&self) -> &Path {
        &self.material
    }

    /// A run of an owner.
    ///
    /// # Errors
    /// If there is none of that name, or it is somebody else's.
    pub fn find(&self, owner: &str, id: &str) -> Result<Arc<Run>, ApiError> {
        let none = || ApiError::not_found("run");
        let id: Id = id.parse().map_err(|_| none())?;
        let all = held(&self.all);
        all.iter().find(|run| run.id == id && run.owner == owner).cloned().ok_or_else(none)
    }

    /// An owner's runs, the newest first.
    pub fn of_owner(&self, owner: &str) -> Vec<Arc<Run>> {
        held(&self.all).iter().rev().filter(|run| run.owner == owner).cloned().collect()
    }

    /// Begins a run, or lets it wait for its turn.
    ///
    /// # Errors
    /// If there are too many, or it cannot be kept.
    pub fn start(
        self: &Arc<Self>,
        owner: &str,
        title: String,
        task: Task,
    ) -> Result<Arc<Run>, ApiError> {
        self.check_room()?;
        let run = Arc::new(Run::new(owner, title, task, &self.folder));
        self.library.create_run(&run.row(), MOST_RUNS)?;
        held(&self.all).push(Arc::clone(&run));
        self.enqueue(&run);
        Ok(run)
    }

    /// Goes on with a run that was stopped or has failed.
    ///
    /// # Errors
    /// If it is complete, cannot be read, or too many wait.
    pub fn resume(self: &Arc<Self>, run: &Arc<Run>) -> Result<(), ApiError> {
        self.check_room()?;
        if let Err(reason) = &run.task {
            return Err(ApiError::bad(reason.clone()));
        }
        {
            let mut progress = run.progress();
            match progress.phase {
                Phase::Waiting | Phase::Running => return Ok(()),
                Phase::Done => return Err(ApiError::bad("the run is complete")),
                Phase::Stopped | Phase::Failed => {}
            }
            progress.phase = Phase::Waiting;
            progress.error.clear();
        }
        run.forget_stop();
        self.keep(run);
        self.enqueue(run);
        Ok(())
    }

    /// Ends a run for now.
    pub fn stop(&self, run: &Arc<Run>) {
        run.stop().stop();
        let mut queue = held(&self.queue);
        let waited = queue.waiting.len();
        queue.waiting.retain(|other| other.id != run.id);
        let was_waiting = queue.waiting.len() < waited;
        drop(queue);
        if was_waiting {
            self.settle(run, Phase::Stopped, String::new());
        }
    }

    /// Forgets a run that is not at work, with its folder.
    ///
    /// # Errors
    /// If it is at work, or something cannot be removed.
    pub fn delete(&self, run: &Arc<Run>) -> Result<(), ApiError> {
        if run.phase().is_active() {
            return Err(ApiError::new(Code::Busy, "the run is at work: stop it first"));
        }
        match std::fs::remove_dir_all(&run.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                tracing::error!("{} cannot be removed: {error}", run.folder.display());
                return Err(ApiError::new(Code::Internal, "the folder cannot be removed"));
            }
            _ => {}
        }
        self.library.delete_run(&run.id)?;
        held(&self.all).retain(|other| other.id != run.id);
        self.tell();
        Ok(())
    }

    /// Reads what is not in memory of a run; what is there of others at rest goes.
    ///
    /// # Errors
    /// If its folder cannot be read.
    pub fn load(&self, run: &Arc<Run>) -> Result<(), ApiError> {
        held(&self.all).iter().filter(|other| other.id != run.id).for_each(|other| other.unload());
        run.load()
    }

    /// Everything the page of a run shows.
    ///
    /// # Errors
    /// If its folder cannot be read.
    pub fn detail(&self, run: &Arc<Run>) -> Result<Value, ApiError> {
        self.load(run)?;
        Ok(run.detail())
    }

    /// What a list and, if one is open, the page of a run show.
    pub fn news(&self, owner: &str, id: Option<&str>) -> Value {
        let list: Vec<Value> = self.of_owner(owner).iter().map(|run| run.brief()).collect();
        let detail = id.map(|id| self.detail(&self.find(owner, id)?)).transpose();
        // A run that was deleted in another tab is no reason to hear nothing of the others.
        json!({"runs": list, "run": detail.unwrap_or_default()})
    }

    /// Tells a socket of every change from now on.
    pub fn watch(&self, outbox: &Arc<Outbox>) {
        let mut watchers = held(&self.watchers);
        watchers.retain(|kept| kept.strong_count() > 0);
        let weak = Arc::downgrade(outbox);
        if !watchers.iter().any(|kept| kept.ptr_eq(&weak)) {
            watchers.push(weak);
        }
    }

    /// Tells a socket no more.
    pub fn unwatch(&self, outbox: &Arc<Outbox>) {
        let weak = Arc::downgrade(outbox);
        held(&self.watchers).retain(|kept| !kept.ptr_eq(&weak));
    }

    /// Ends what is at work; it goes on when the library is opened again.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        held(&self.queue).waiting.clear();
        for run in held(&self.all).iter().filter(|run| run.phase() == Phase::Running) {
            run.stop().stop();
        }
        let begin = Instant::now();
        while held(&self.queue).at_work && begin.elapsed() < LAST_WAIT {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn check_room(&self) -> Result<(), ApiError> {
        if held(&self.queue).waiting.len() >= MOST_WAITING {
            return Err(ApiError::new(Code::Busy, "too many runs wait already"));
        }
        Ok(())
    }

    fn enqueue(self: &Arc<Self>, run: &Arc<Run>) {
        held(&self.queue).waiting.push_back(Arc::clone(run));
        self.tell();
        self.work();
    }

    /// Sees that somebody works on the queue.
    fn work(self: &Arc<Self>) {
        let mut queue = held(&self.queue);
        if queue.at_work || queue.waiting.is_empty() {
            return;
        }
        let runs = Arc::clone(self);
        let spawned = std::thread::Builder::new().name("runs".to_owned()).spawn(move || {
            if runs.stands_back {
                priority::stand_back();
            }
            while let Some(run) = runs.next() {
                runs.carry_out(&run);
            }
        });
        match spawned {
            Ok(_) => queue.at_work = true,
            Err(error) => tracing::error!("no thread for runs: {error}"),
        }
    }

    fn next(&self) -> Option<Arc<Run>> {
        let mut queue = held(&self.queue);
        let next = queue.waiting.pop_front();
        queue.at_work = next.is_some();
        next
    }

    fn carry_out(&self, run: &Arc<Run>) {
        run.progress().phase = Phase::Running;
        self.keep(run);
        self.tell();
        let told = || self.heard(run);
        let done = catch_unwind(AssertUnwindSafe(|| match &run.task {
            Ok(Task::Match(wanted)) => matches::play(run, wanted, &told),
            Ok(Task::Tuning(wanted)) => tuning::tune(run, wanted, &self.material, &told),
            Err(reason) => Err(reason.clone()),
        }));
        let done = done.unwrap_or_else(|_| Err("the run failed inside".to_owned()));
        match done {
            Ok(true) => self.settle(run, Phase::Done, String::new()),
            // Whoever opens the library next goes on with it.
            Ok(false) if self.closing.load(Ordering::SeqCst) => self.keep(run),
            Ok(false) => self.settle(run, Phase::Stopped, String::new()),
            Err(reason) => {
                tracing::warn!("run {}: {reason}", run.id);
                self.settle(run, Phase::Failed, reason);
            }
        }
    }

    fn settle(&self, run: &Arc<Run>, phase: Phase, error: String) {
        {
            let mut progress = run.progress();
            progress.phase = phase;
            progress.error = error;
        }
        self.keep(run);
        self.tell();
    }

    /// Something has happened in a run.
    fn heard(&self, run: &Arc<Run>) {
        let due = run.progress().kept.is_none_or(|at| at.elapsed() >= KEEP_EVERY);
        if due {
            self.keep(run);
        }
        self.tell();
    }

    fn keep(&self, run: &Arc<Run>) {
        {
            let mut progress = run.progress();
            progress.updated = now_ms();
            progress.kept = Some(Instant::now());
        }
        let row = run.row();
        let kept =
            self.library.update_run(&row.id, &row.state, &row.brief, &row.error, row.updated);
        if let Err(error) = kept {
            tracing::error!("where run {} stands cannot be written: {error}", row.id);
        }
    }

    fn tell(&self) {
        held(&self.watchers).iter().filter_map(Weak::upgrade).for_each(|one| one.runs_changed());
    }
}
