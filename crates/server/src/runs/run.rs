//! One run: what it is, and where it stands.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use jobs::Stop;
use library::{Id, RunRow};
use serde_json::{Value, json};

use super::matches::{Match, MatchState};
use super::tuning::{Tuning, TuningState};
use crate::error::ApiError;
use crate::time::now_ms;

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Others run before it.
    Waiting,
    /// It is at work.
    Running,
    /// Somebody ended it before its end; it can go on.
    Stopped,
    /// Everything planned was done.
    Done,
    /// It could not go on.
    Failed,
}

impl Phase {
    const ALL: [Phase; 5] =
        [Phase::Waiting, Phase::Running, Phase::Stopped, Phase::Done, Phase::Failed];

    /// The word in answers and in the library.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Running => "running",
            Phase::Stopped => "stopped",
            Phase::Done => "done",
            Phase::Failed => "failed",
        }
    }

    fn read(name: &str) -> Phase {
        Phase::ALL.into_iter().find(|phase| phase.name() == name).unwrap_or(Phase::Failed)
    }

    /// Whether it is at work or will be by itself.
    pub const fn is_active(self) -> bool {
        matches!(self, Phase::Waiting | Phase::Running)
    }
}

/// What kind of work a run is, as it was asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// Engines against each other.
    Match(Match),
    /// Better parameters.
    Tuning(Box<Tuning>),
}

impl Task {
    /// The word in answers and in the library.
    pub const fn kind(&self) -> &'static str {
        match self {
            Task::Match(_) => "match",
            Task::Tuning(_) => "tuning",
        }
    }

    /// As JSON, to be kept and shown.
    pub fn settings(&self) -> Value {
        match self {
            Task::Match(wanted) => json!(wanted),
            Task::Tuning(wanted) => json!(wanted),
        }
    }

    fn read(kind: &str, settings: &str) -> Result<Task, String> {
        match kind {
            "match" => serde_json::from_str(settings).map(Task::Match),
            "tuning" => serde_json::from_str(settings).map(Task::Tuning),
            _ => return Err(format!("this program knows no runs of the kind '{kind}'")),
        }
        .map_err(|error| format!("its settings cannot be read: {error}"))
    }
}

/// What is in memory of a run.
#[derive(Clone, Default)]
pub enum Loaded {
    /// Nothing but its brief.
    #[default]
    Nothing,
    /// A match with its games.
    Match(Box<MatchState>),
    /// A tuning run with its history.
    Tuning(Box<TuningState>),
}

/// Where a run stands.
pub struct Progress {
    /// How far it is.
    pub phase: Phase,
    /// Why it failed.
    pub error: String,
    /// What lists show.
    pub brief: Value,
    /// What its page shows.
    pub loaded: Loaded,
    /// When something was last heard of it.
    pub updated: i64,
    /// When that was last written into the library.
    pub(super) kept: Option<Instant>,
}

impl Progress {
    /// What is in memory knows more than what was told last.
    fn refresh(&mut self) {
        match &mut self.loaded {
            Loaded::Nothing => {}
            Loaded::Match(state) => self.brief = state.brief(),
            Loaded::Tuning(state) => self.brief = state.brief(),
        }
    }
}

/// A run.
pub struct Run {
    /// Its name.
    pub id: Id,
    /// Whose it is.
    pub owner: String,
    /// What its owner calls it.
    pub title: String,
    /// What is to be done; an error if it cannot be read any more.
    pub task: Result<Task, String>,
    /// When it was started.
    pub created: i64,
    /// Where its files lie.
    pub folder: PathBuf,
    kind: String,
    stop: Mutex<Stop>,
    progress: Mutex<Progress>,
}

impl Run {
    /// A run that nobody has seen yet.
    pub fn new(owner: &str, title: String, task: Task, folder: &std::path::Path) -> Run {
        let (id, now) = (Id::random(), now_ms());
        Run {
            id,
            owner: owner.to_owned(),
            title,
            kind: task.kind().to_owned(),
            task: Ok(task),
            created: now,
            folder: folder.join(id.to_string()),
            stop: Mutex::default(),
            progress: Mutex::new(Progress {
                phase: Phase::Waiting,
                error: String::new(),
                brief: json!({}),
                loaded: Loaded::Nothing,
                updated: now,
                kept: None,
            }),
        }
    }

    /// A run of the library.
    pub fn of_row(row: RunRow, folder: &std::path::Path) -> Run {
        let task = Task::read(&row.kind, &row.settings);
        let unreadable = task.as_ref().err();
        let progress = Progress {
            phase: if unreadable.is_some() { Phase::Failed } else { Phase::read(&row.state) },
            error: unreadable.cloned().unwrap_or(row.error),
            brief: serde_json::from_str(&row.brief).unwrap_or_default(),
            loaded: Loaded::Nothing,
            updated: row.updated,
            kept: None,
        };
        Run {
            id: row.id,
            owner: row.owner,
            title: row.title,
            kind: row.kind,
            task,
            created: row.created,
            folder: folder.join(row.id.to_string()),
            stop: Mutex::default(),
            progress: Mutex::new(progress),
        }
    }

    /// As the library keeps it.
    pub fn row(&self) -> RunRow {
        let mut progress = self.progress();
        progress.refresh();
        RunRow {
            id: self.id,
            owner: self.owner.clone(),
            kind: self.kind.clone(),
            title: self.title.clone(),
            state: progress.phase.name().to_owned(),
            settings: self.settings().to_string(),
            brief: progress.brief.to_string(),
            error: progress.error.clone(),
            created: self.created,
            updated: progress.updated,
        }
    }

    fn settings(&self) -> Value {
        self.task.as_ref().map(Task::settings).unwrap_or_default()
    }

    /// Where it stands.
    pub fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        self.progress().phase
    }

    /// What ends it when it is set.
    pub fn stop(&self) -> Stop {
        self.stop.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// A wish to end it counts no longer.
    pub(super) fn forget_stop(&self) {
        *self.stop.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Stop::default();
    }

    /// A line of the list.
    pub fn brief(&self) -> Value {
        let mut progress = self.progress();
        progress.refresh();
        json!({
            "id": self.id.to_string(),
            "kind": self.kind,
            "title": self.title,
            "state": progress.phase.name(),
            "error": (!progress.error.is_empty()).then_some(&progress.error),
            "created": self.created,
            "updated": progress.updated,
            "brief": progress.brief,
        })
    }

    /// Everything its page shows of what is in memory.
    pub fn detail(&self) -> Value {
        let mut value = self.brief();
        value["settings"] = self.settings();
        match &mut self.progress().loaded {
            Loaded::Nothing => {}
            Loaded::Match(state) => value["match"] = state.view(),
            Loaded::Tuning(state) => value["tuning"] = state.view(),
        }
        value
    }

    /// Reads what a run that is not at work has left; one that was never begun has nothing.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn load(&self) -> Result<(), ApiError> {
        let mut progress = self.progress();
        let at_rest = !progress.phase.is_active() && matches!(progress.loaded, Loaded::Nothing);
        if at_rest && self.folder.is_dir() {
            progress.loaded = match &self.task {
                Ok(Task::Match(_)) => Loaded::Match(Box::new(MatchState::read(&self.folder)?)),
                Ok(Task::Tuning(_)) => Loaded::Tuning(Box::new(TuningState::read(&self.folder)?)),
                Err(_) => Loaded::Nothing,
            };
        }
        Ok(())
    }

    /// Lets go of what can be read again.
    pub fn unload(&self) {
        let mut progress = self.progress();
        if !progress.phase.is_active() {
            progress.loaded = Loaded::Nothing;
        }
    }
}
