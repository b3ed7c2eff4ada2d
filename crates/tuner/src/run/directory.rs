//! The folder of a run.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use jobs::Archive;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::settings::{Method, RunSettings};
use super::state::State;
use crate::space::Space;
use crate::{TuneError, engine, report};

/// A run on disk.
#[derive(Clone, Debug)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// Begins a run.
    ///
    /// # Errors
    /// If the settings make no sense, the folder has a run already, or cannot be
    /// written.
    pub fn create(root: &Path, settings: &mut RunSettings) -> Result<Directory, TuneError> {
        settings.check()?;
        std::fs::create_dir_all(root).map_err(TuneError::file(root))?;
        let directory = Directory { root: root.to_owned() };
        if directory.path("run.json").exists() {
            return Err(TuneError::Exists { path: root.to_owned() });
        }
        settings.id = run_name(root);
        directory.write("run.json", settings)?;
        Ok(directory)
    }

    /// Opens a run that was begun.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn open(root: &Path) -> Result<(Directory, RunSettings), TuneError> {
        let directory = Directory { root: root.to_owned() };
        let settings: RunSettings = directory.read("run.json")?;
        Ok((directory, settings))
    }

    /// Sees that the engine is still the one the run was begun with.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_engine(&self, settings: &RunSettings) -> Result<(), TuneError> {
        let now = engine::fingerprint(&settings.engine).map_err(TuneError::Settings)?;
        let same = now == settings.fingerprint || matches!(settings.method, Method::Texel { .. });
        if same { Ok(()) } else { Err(TuneError::OtherEngine { path: self.root.clone() }) }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The results of jobs.
    ///
    /// # Errors
    /// If another process works on the run, or the file is damaged.
    pub fn archive(&self) -> Result<Archive, TuneError> {
        Ok(Archive::open(&self.path("results.jsonl"))?)
    }

    /// Where the run stands, if it has begun.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn state(&self) -> Result<Option<State>, TuneError> {
        if self.path("state.json").exists() { self.read("state.json").map(Some) } else { Ok(None) }
    }

    /// Keeps where the run stands, and what others may want to see of it.
    ///
    /// # Errors
    /// If it cannot be written; the state before is then still there.
    pub fn keep(
        &self,
        settings: &RunSettings,
        space: &Space,
        state: &State,
    ) -> Result<(), TuneError> {
        self.write("state.json", state)?;
        let best = space.set(&state.best)?.changes();
        self.replace("best.params", format!("{best}\n").as_bytes())?;
        self.replace("history.csv", state.csv().as_bytes())?;
        self.replace("report.html", report::page(settings, space, state).as_bytes())
    }

    /// The command that goes on with the run.
    pub fn resume_command(&self) -> String {
        format!("chuhe tune resume {}", self.root.display())
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, TuneError> {
        let path = self.path(name);
        let text = std::fs::read(&path).map_err(TuneError::file(&path))?;
        serde_json::from_slice(&text)
            .map_err(|error| TuneError::Damaged { path, error: error.to_string() })
    }

    fn write<T: Serialize>(&self, name: &str, value: &T) -> Result<(), TuneError> {
        let text = serde_json::to_vec(value).map_err(|error| TuneError::Damaged {
            path: self.path(name),
            error: error.to_string(),
        })?;
        self.replace(name, &text)
    }

    /// Replaces a file as a whole: a kill or a full disk leaves the one before.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let (path, beside) = (self.path(name), self.path(&format!("{name}.new")));
        let written = || -> std::io::Result<()> {
            let mut file = std::fs::File::create(&beside)?;
            file.write_all(bytes)?;
            file.sync_data()?;
            std::fs::rename(&beside, &path)
        };
        written().map_err(TuneError::file(&path))
    }
}

/// A name for subjects: letters and digits of the folder, and something of the moment.
fn run_name(root: &Path) -> String {
    let last = root.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let plain: String =
        last.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(24).collect();
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos =
        time.map_or(0, |time| time.as_nanos() as u64) ^ (u64::from(std::process::id()) << 40);
    format!("{plain}-{:08x}", game::splitmix64(nanos) as u32)
}
