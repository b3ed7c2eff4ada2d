//! A build in its folder, to be gone on with.
//!
//! Beside a book `NAME` that needs searches a folder `NAME.build` grows: `build.json`
//! says what is built, `searches.jsonl` has what was found, a line a search. Levels and
//! their searches follow from the games and the plan alone, so the same command goes on
//! after a kill and comes to the same book. When the book is written the folder goes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use book::Table;
use jobs::{Archive, End, Executor, Stop, Work};
use serde::{Deserialize, Serialize};

use crate::MakeError;
use crate::games::Games;
use crate::improved::{Figures, Known, Maker, Plan};
use crate::searching::{Found, SearchJob, SearchWork};

/// What a build tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A level is complete.
    Level {
        /// Which ply it is before.
        ply: u32,
        /// Positions of it.
        positions: usize,
    },
    /// A search of a level is done.
    Search {
        /// Which ply the level is before.
        ply: u32,
        /// Searches of the level that are done.
        done: usize,
        /// Searches of the level.
        of: usize,
    },
}

/// What is built, as `build.json` says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Begun {
    plan: Plan,
    work: SearchWork,
    maker: String,
    source: String,
    second: String,
    known: usize,
}

/// A build.
pub struct Build<'a> {
    /// The book to be written.
    pub path: &'a Path,
    /// What kind of book.
    pub plan: Plan,
    /// Who searches, and how long.
    pub work: SearchWork,
    /// The trusted games.
    pub games: &'a Games<'a>,
    /// The games of the second source.
    pub second: Option<&'a Games<'a>>,
    /// What need not be searched.
    pub known: Known,
}

/// What came of a build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// Its figures; those of searches are of this and earlier runs together.
    pub figures: Figures,
    /// Moves of the book, and its bytes.
    pub size: Option<(usize, u64)>,
    /// Searches whose results were there already.
    pub resumed: usize,
}

impl Build<'_> {
    /// Builds the book, or goes on with it.
    ///
    /// # Errors
    /// If games, searches or files fail. What was found is kept.
    pub fn run(
        &self,
        executor: &Executor,
        stop: &Stop,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Built, MakeError> {
        let maker = self.work.fingerprint().map_err(MakeError::Engine)?;
        let folder = self.folder();
        self.begin(&folder, &maker)?;
        let mut archive = Archive::open(&folder.join("searches.jsonl"))?;
        let resumed = archive.len();
        let known = self.known.clone();
        let rules = &self.work.rules;
        let mut making = Maker::new(rules, self.plan, self.games, self.second, &maker, known)?;
        let mut number = 0;
        loop {
            let (ply, positions) = making.place();
            let Some(jobs) = making.begin_level()? else { break };
            let Some(found) =
                self.search(executor, &mut archive, number, &jobs, stop, &mut |done| {
                    tell(Event::Search { ply, done, of: jobs.len() });
                })?
            else {
                return Ok(Built { figures: making.figures, size: None, resumed });
            };
            number += jobs.len() as u64;
            making.finish_level(&found)?;
            tell(Event::Level { ply, positions });
        }
        executor.finish();
        let figures = making.figures.clone();
        let mut table = making.table();
        table.header.plan = self.described()?;
        let size = self.write(&table)?;
        drop(archive);
        std::fs::remove_dir_all(&folder)
            .map_err(|error| MakeError::File { path: folder, error })?;
        Ok(Built { figures, size: Some((table.len(), size)), resumed })
    }

    fn write(&self, table: &Table) -> Result<u64, MakeError> {
        Ok(table.write(self.path)?)
    }

    /// What the book says of how it was made.
    fn described(&self) -> Result<serde_json::Value, MakeError> {
        Ok(serde_json::json!({
            "improved": self.plan,
            "work": self.work,
            "source": self.games.fingerprint()?,
            "second": self.second.map(Games::fingerprint).transpose()?,
        }))
    }

    /// The folder of the build.
    pub fn folder(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".build");
        PathBuf::from(name)
    }

    /// Begins a build, or sees that the one that was begun is this one.
    fn begin(&self, folder: &Path, maker: &str) -> Result<(), MakeError> {
        let begun = Begun {
            plan: self.plan,
            work: self.work.clone(),
            maker: maker.to_owned(),
            source: self.games.fingerprint()?,
            second: self.second.map(Games::fingerprint).transpose()?.unwrap_or_default(),
            known: self.known.len(),
        };
        let path = folder.join("build.json");
        let file = |error| MakeError::File { path: path.clone(), error };
        if !path.exists() {
            std::fs::create_dir_all(folder).map_err(file)?;
            let text = serde_json::to_vec(&begun).map_err(|error| MakeError::Damaged {
                path: path.clone(),
                error: error.to_string(),
            })?;
            let beside = folder.join("build.json.part");
            std::fs::write(&beside, text).map_err(file)?;
            return std::fs::rename(&beside, &path).map_err(file);
        }
        let text = std::fs::read(&path).map_err(file)?;
        let before: Begun = serde_json::from_slice(&text)
            .map_err(|error| MakeError::Damaged { path: path.clone(), error: error.to_string() })?;
        match begun.differs(&before) {
            Some(what) => Err(MakeError::OtherBuild { path: folder.to_owned(), what }),
            None => Ok(()),
        }
    }

    /// Does the searches of a level; `None` if the run is to end.
    fn search(
        &self,
        executor: &Executor,
        archive: &mut Archive,
        first: u64,
        jobs: &[SearchJob],
        stop: &Stop,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<Found>>, MakeError> {
        let mut found = Vec::with_capacity(jobs.len());
        let mut fault = None;
        let end = executor.run(archive, &self.work, first, jobs, stop, &mut |done| {
            match done.result {
                Ok(result) => found.push(result),
                Err(failure) => {
                    fault = Some(MakeError::Search(failure.to_string()));
                    return ControlFlow::Break(());
                }
            }
            tell(found.len());
            ControlFlow::Continue(())
        })?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        if end == End::Stopped {
            return Ok(None);
        }
        if let Some((found, _)) = found.iter().zip(jobs).find(|(found, job)| found.key != job.key) {
            let path = self.folder().join("searches.jsonl");
            let error = format!("a search of another position, {:016x}", found.key);
            return Err(MakeError::Damaged { path, error });
        }
        Ok(Some(found))
    }
}

impl Begun {
    /// In what another build differs.
    fn differs(&self, other: &Begun) -> Option<&'static str> {
        let same = [
            ("the plan", self.plan == other.plan),
            ("the search", self.work == other.work),
            ("the engine", self.maker == other.maker),
            ("the choice of games", self.source == other.source && self.second == other.second),
            ("the book to be extended", self.known == other.known),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }
}
