//! The folder of a run: where its parts are, its lock, its log.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use game::GameKind;
use serde::{Deserialize, Serialize};

use super::EvolveError;
use super::state::{State, Step};
use crate::files;

/// How often the progress of a step is written.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// The parts of a run's folder.
#[derive(Clone, Debug)]
pub struct Places {
    root: PathBuf,
}

impl Places {
    /// The parts of a folder.
    pub fn new(root: &Path) -> Places {
        Places { root: root.to_owned() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What the run remembers.
    pub fn state(&self) -> PathBuf {
        self.root.join("state.json")
    }

    /// What happened, for people.
    pub fn log(&self) -> PathBuf {
        self.root.join("log.txt")
    }

    /// The run pauses while this file is there.
    pub fn pause(&self) -> PathBuf {
        self.root.join("pause")
    }

    /// A copy of the best network.
    pub fn best(&self) -> PathBuf {
        self.root.join("best.chn")
    }

    /// How far the present step is.
    pub fn progress(&self) -> PathBuf {
        self.root.join("progress.json")
    }

    fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    /// The folder of a generation.
    pub fn generation(&self, number: u32) -> PathBuf {
        self.root.join("generations").join(number.to_string())
    }

    /// The folder of a generation's positions.
    pub fn data(&self, number: u32) -> PathBuf {
        self.generation(number).join("data")
    }

    /// A generation's network.
    pub fn network(&self, number: u32) -> PathBuf {
        self.generation(number).join("network.chn")
    }

    /// Where its training is to go on from.
    pub fn checkpoint(&self, number: u32) -> PathBuf {
        self.generation(number).join("checkpoint")
    }

    /// The folder of its match.
    pub fn match_folder(&self, number: u32) -> PathBuf {
        self.generation(number).join("match")
    }

    /// Whether a process works there.
    pub fn is_in_use(&self) -> bool {
        File::open(self.lock()).is_ok_and(|file| file.try_lock_shared().is_err())
    }
}

/// How far a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StepProgress {
    /// The generation.
    pub generation: u32,
    /// The step.
    pub step: Step,
    /// Positions or games that are done.
    pub done: u64,
    /// Positions or games there are to do; of a match the most.
    pub of: u64,
}

/// What happened, for people: a file, and whoever looks on.
pub struct Log {
    file: Mutex<File>,
    echo: Box<dyn Fn(&str) + Send + Sync>,
}

impl Log {
    fn open(path: &Path, echo: Box<dyn Fn(&str) + Send + Sync>) -> Result<Log, EvolveError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Log { file: Mutex::new(file.map_err(EvolveError::file(path))?), echo })
    }

    /// Writes a line.
    pub fn tell(&self, text: &str) {
        let time = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string();
        let mut file = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // A log that cannot be written is no reason to end: what matters is the state.
        let _ = writeln!(file, "{time}  {text}");
        (self.echo)(text);
    }
}

/// A run's folder in use by this process.
pub struct Directory {
    places: Places,
    state: State,
    log: Arc<Log>,
    progress_at: Mutex<Option<Instant>>,
    /// Held while the run is open, so that two processes never write into it.
    _lock: File,
}

impl Directory {
    /// Opens a folder; `begin` makes the state if there is none. `echo` is given every
    /// line of the log.
    ///
    /// # Errors
    /// If another process works there, it belongs to the other game, or its state is
    /// damaged.
    pub fn open(
        root: &Path,
        game: GameKind,
        begin: impl FnOnce(&Places) -> Result<State, EvolveError>,
        echo: Box<dyn Fn(&str) + Send + Sync>,
    ) -> Result<Directory, EvolveError> {
        std::fs::create_dir_all(root).map_err(EvolveError::file(root))?;
        // Paths stand in the match's files, and a later call may come from elsewhere.
        let root = root.canonicalize().map_err(EvolveError::file(root))?;
        let places = Places::new(&root);
        let lock = lock(&places)?;
        let is_new = !places.state().exists();
        let state = if is_new { begin(&places)? } else { State::load(&places.state())? };
        if state.game != game {
            return Err(EvolveError::Game { path: root, found: state.game, expected: game });
        }
        let log = Arc::new(Log::open(&places.log(), echo)?);
        let progress_at = Mutex::new(None);
        let directory = Directory { places, state, log, progress_at, _lock: lock };
        if is_new {
            directory.save()?;
        }
        Ok(directory)
    }

    /// Where its parts are.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// What is known of the run.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Changes the state, on the disk first: what cannot be saved did not happen.
    ///
    /// # Errors
    /// If it cannot be written; the state is then as before.
    pub fn change(&mut self, change: impl FnOnce(&mut State)) -> Result<(), EvolveError> {
        let before = self.state.clone();
        change(&mut self.state);
        self.save().inspect_err(|_| self.state = before)
    }

    fn save(&self) -> Result<(), EvolveError> {
        let text = serde_json::to_string_pretty(&self.state).map_err(|error| {
            EvolveError::State { path: self.places.state(), what: error.to_string() }
        })?;
        write_whole(&self.places.state(), (text + "\n").as_bytes())
    }

    /// Writes a line into the log.
    pub fn tell(&self, text: &str) {
        self.log.tell(text);
    }

    /// The log.
    pub(super) fn log(&self) -> Arc<Log> {
        Arc::clone(&self.log)
    }

    /// Notes how far a step is, every now and then.
    pub fn progress(&self, progress: StepProgress) {
        let mut at = self.progress_at.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if at.is_some_and(|at| at.elapsed() < PROGRESS_INTERVAL) {
            return;
        }
        *at = Some(Instant::now());
        if let Ok(text) = serde_json::to_string(&progress) {
            let _ = write_whole(&self.places.progress(), text.as_bytes());
        }
    }
}

fn lock(places: &Places) -> Result<File, EvolveError> {
    let path = places.lock();
    let file = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
    let file = file.map_err(EvolveError::file(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(EvolveError::Locked(places.root().to_owned()))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(EvolveError::File { path, error }),
    }
}

/// Writes a file as a whole: never half of it under its name.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), EvolveError> {
    files::write_whole(path, bytes).map_err(EvolveError::file(path))
}
