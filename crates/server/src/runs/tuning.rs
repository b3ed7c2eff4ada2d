//! Tuning runs, done by the tuner: the genetic tuner on test sets or games, and SPSA.

use std::path::{Path, PathBuf};

use jobs::Executor;
use play::GameKind;
use play::engine::profiles;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tuner::TuneError;
use tuner::engine::EngineSetup;
use tuner::ga::GaSettings;
use tuner::run::{
    Directory, Event, JudgeSettings, Method, Point, RunSettings, Session, State, evolve,
};
use tuner::space::Space;
use tuner::spsa::SpsaSettings;
use tuner::suite::Suite;

use super::run::{Loaded, Run};
use crate::config::cores;
use crate::error::{ApiError, Code};

/// The share of a test set that is held back.
const HELD_BACK: f64 = 0.2;
/// Games of a candidate are not longer.
const MOST_PLIES: u32 = 200;
/// The largest test set that is read.
const MOST_BYTES: u64 = 32 << 20;
/// The most points of a history that are sent.
const MOST_POINTS: usize = 300;
/// The most parameters that are listed.
const MOST_MOVED: usize = 60;
/// Beginnings of names that may be given.
const MOST_PATTERNS: usize = 40;

/// How parameters are tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// The genetic tuner.
    Ga,
    /// All parameters at once, by games.
    Spsa,
}

/// A tuning run as somebody wants it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// Which game.
    pub game: GameKind,
    /// Whose parameters.
    pub profile: String,
    /// How.
    pub method: Way,
    /// Which of them, by the beginnings of their names; the usual ones if none is given.
    #[serde(default)]
    pub params: Vec<String>,
    /// Generations or iterations.
    pub steps: u32,
    /// Sets judged in a generation.
    #[serde(default = "usual_candidates")]
    pub candidates: u32,
    /// Nodes for a position of a test set, or for a ply of a game.
    pub nodes: u64,
    /// Pairs of games of a candidate, or of an iteration.
    #[serde(default = "usual_pairs")]
    pub pairs: u32,
    /// The test set that judges, by its name; games judge if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// Jobs at the same time.
    #[serde(default = "one")]
    pub threads: u8,
    /// Where all chance comes from.
    #[serde(default = "one_seed")]
    pub seed: u64,
}

const fn usual_candidates() -> u32 {
    12
}

const fn usual_pairs() -> u32 {
    4
}

const fn one() -> u8 {
    1
}

const fn one_seed() -> u64 {
    1
}

impl Tuning {
    /// Everything that decides the run; test sets are looked for in `folder`.
    ///
    /// # Errors
    /// Names the first thing that cannot be.
    pub fn settings(&self, folder: &Path) -> Result<RunSettings, ApiError> {
        self.check()?;
        let method = match self.method {
            Way::Ga => Method::Ga(GaSettings {
                candidates: self.candidates as usize,
                ..GaSettings::default()
            }),
            Way::Spsa => Method::Spsa(SpsaSettings {
                iterations: self.steps,
                pairs: self.pairs,
                ..SpsaSettings::default()
            }),
        };
        let engine = EngineSetup::new(self.game, &self.profile);
        let mut settings = RunSettings::new(engine, method, self.judge(folder)?)?;
        if !self.params.is_empty() {
            settings.params.clone_from(&self.params);
        }
        settings.seed = self.seed;
        settings.generations = self.steps;
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), ApiError> {
        if !profiles(self.game).iter().any(|(name, _)| *name == self.profile) {
            let name: String = self.profile.chars().take(60).collect();
            return Err(ApiError::bad(format!("there is no engine '{name}' for {}", self.game)));
        }
        let patterns = &self.params;
        if patterns.len() > MOST_PATTERNS || patterns.iter().any(|name| name.len() > 80) {
            return Err(ApiError::bad(format!("params: expected at most {MOST_PATTERNS} names")));
        }
        let bounds = [
            ("steps", u64::from(self.steps), 1, 100_000),
            ("candidates", self.candidates.into(), 5, 1_000),
            ("nodes", self.nodes, 1, 100_000_000),
            ("pairs", self.pairs.into(), 1, 1_000),
            ("threads", self.threads.into(), 1, cores() as u64),
        ];
        for (name, value, least, most) in bounds {
            if !(least..=most).contains(&value) {
                let message = format!("{name} is {value}: expected {least} to {most}");
                return Err(ApiError::bad(message));
            }
        }
        Ok(())
    }

    fn judge(&self, folder: &Path) -> Result<JudgeSettings, ApiError> {
        let Some(name) = &self.suite else {
            let (nodes, pairs) = (self.nodes, self.pairs);
            return Ok(JudgeSettings::Games { nodes, pairs, most_plies: MOST_PLIES });
        };
        // The name is looked up among those that are there: it is never a path.
        let found = test_sets(folder).into_iter().find(|(known, _)| known == name);
        let (name, path) = found.ok_or_else(|| ApiError::not_found("test set"))?;
        let bad = |error: &dyn std::fmt::Display| ApiError::bad(error.to_string());
        let text = std::fs::read_to_string(&path).map_err(|error| bad(&error))?;
        let mut suite = Suite::default();
        suite.read(self.game, &name, &text).map_err(|error| bad(&error))?;
        suite.check().map_err(|error| bad(&error))?;
        let (training, held_out) = suite.split(HELD_BACK, self.seed);
        Ok(JudgeSettings::Suite { nodes: self.nodes, training, held_out })
    }
}

impl From<TuneError> for ApiError {
    fn from(error: TuneError) -> ApiError {
        match error {
            TuneError::File { .. } => ApiError::new(Code::Internal, error.to_string()),
            _ => ApiError::bad(error.to_string()),
        }
    }
}

/// The test sets of a folder by name.
pub fn test_sets(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<(String, PathBuf)> = entries
        .flatten()
        .filter(|entry| entry.metadata().is_ok_and(|it| it.is_file() && it.len() <= MOST_BYTES))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "epd"))
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)))
        .collect();
    found.sort();
    found
}

/// Where a tuning run stands.
#[derive(Clone)]
pub struct TuningState {
    settings: RunSettings,
    space: Space,
    history: Vec<Point>,
    best: Vec<i32>,
    /// Jobs of the generation at work: done, and all.
    jobs: (usize, usize),
    failed: u64,
}

impl TuningState {
    fn of(settings: RunSettings, state: Option<State>) -> Result<TuningState, ApiError> {
        let space = settings.space()?;
        let origin = space.origin();
        let (history, best) = state.map_or((Vec::new(), origin), |it| (it.history, it.best));
        Ok(TuningState { settings, space, history, best, jobs: (0, 0), failed: 0 })
    }

    /// Reads what a run at rest has left.
    ///
    /// # Errors
    /// If its folder cannot be read.
    pub fn read(folder: &Path) -> Result<TuningState, ApiError> {
        let (directory, settings) = Directory::open(folder)?;
        TuningState::of(settings, directory.state()?)
    }

    /// What lists show.
    pub fn brief(&self) -> Value {
        let last = self.history.last();
        json!({
            "game": self.settings.engine.game,
            "profile": self.settings.engine.profile,
            "method": self.settings.method.name(),
            "done": last.map_or(0, |point| point.generation),
            "planned": self.settings.generations,
            "training": last.map(|point| point.training),
            "held_out": self.history.iter().rev().find_map(|point| point.held_out),
            "parameters": self.space.len(),
        })
    }

    /// What the page of the run shows.
    pub fn view(&self) -> Value {
        let every = self.history.len().div_ceil(MOST_POINTS).max(1);
        let last = self.history.len().saturating_sub(1);
        let chosen = |place: &usize| place.is_multiple_of(every) || *place == last;
        let points: Vec<&Point> =
            (0..self.history.len()).filter(chosen).map(|place| &self.history[place]).collect();
        let (moved, total) = self.moved();
        json!({
            "measure": self.measure(),
            "jobs": {"done": self.jobs.0, "of": self.jobs.1, "failed": self.failed},
            "history": points,
            "first": self.history.first(),
            "parameters": self.space.len(),
            "moved": moved,
            "moved_count": total,
        })
    }

    /// What the figures are: wrong answers of how many, or a share of points lost.
    fn measure(&self) -> Value {
        match &self.settings.judge {
            JudgeSettings::Suite { training, held_out, .. } => json!({
                "kind": "suite", "positions": training.cases.len(), "held_out": held_out.cases.len(),
            }),
            JudgeSettings::Games { pairs, .. } => json!({"kind": "games", "pairs": pairs}),
            JudgeSettings::Positions => json!({"kind": "loss"}),
        }
    }

    /// Parameters that are no longer where they began, those that went farthest first.
    fn moved(&self) -> (Vec<Value>, usize) {
        let origin = self.space.origin();
        let mut moved: Vec<(f64, Value)> = origin
            .iter()
            .zip(&self.best)
            .enumerate()
            .filter(|(_, (from, to))| from != to)
            .map(|(gene, (&from, &to))| {
                let spec = self.space.spec(gene);
                let steps = f64::from((to - from).abs()) / f64::from(spec.step.max(1));
                let value =
                    json!({"name": spec.name, "from": from, "to": to, "min": spec.min, "max": spec.max});
                (steps, value)
            })
            .collect();
        moved.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let total = moved.len();
        (moved.into_iter().take(MOST_MOVED).map(|(_, value)| value).collect(), total)
    }

    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Job { done, of } => self.jobs = (*done, *of),
            Event::Failed { .. } => self.failed += 1,
            Event::Point { point, .. } => {
                self.history.push((*point).clone());
                self.jobs = (0, 0);
            }
        }
    }
}

/// Tunes until everything planned is done or somebody wants it to end; whether it is done.
/// `told` is called after every piece of news.
///
/// # Errors
/// If it cannot begin or go on.
pub(super) fn tune(
    run: &Run,
    wanted: &Tuning,
    material: &Path,
    told: &dyn Fn(),
) -> Result<bool, String> {
    let text = |error: TuneError| error.to_string();
    let (directory, settings) = if run.folder.join("run.json").exists() {
        let (directory, settings) = Directory::open(&run.folder).map_err(text)?;
        directory.check_engine(&settings).map_err(text)?;
        (directory, settings)
    } else {
        let mut settings = wanted.settings(material).map_err(|error| error.message)?;
        (Directory::create(&run.folder, &mut settings).map_err(text)?, settings)
    };
    let state = directory.state().map_err(text)?;
    let state = TuningState::of(settings.clone(), state).map_err(|error| error.message)?;
    run.progress().loaded = Loaded::Tuning(Box::new(state));
    told();
    let mut archive = directory.archive().map_err(text)?;
    let executor = Executor::threads(wanted.threads.into());
    let mut hear = |event: Event<'_>| {
        // The best values of a generation are in its folder before it is told.
        let state = matches!(event, Event::Point { .. }).then(|| directory.state());
        if let Loaded::Tuning(known) = &mut run.progress().loaded {
            known.hear(&event);
            if let Some(Ok(Some(state))) = state {
                known.best = state.best;
            }
        }
        told();
    };
    let stop = run.stop();
    let mut session =
        Session { executor: &executor, archive: &mut archive, stop: &stop, tell: &mut hear };
    let state = evolve(&directory, &settings, &mut session).map_err(text)?;
    Ok(state.complete)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Value {
        json!({"game": "xiangqi", "profile": "chuhe-hce", "method": "ga", "steps": 2,
            "candidates": 6, "nodes": 50, "pairs": 1, "params": ["eval.features"]})
    }

    #[test]
    fn a_tuning_run_becomes_settings_of_the_tuner() {
        let wanted: Tuning = serde_json::from_value(wanted()).unwrap();
        let settings = wanted.settings(Path::new("/nowhere")).unwrap();
        assert_eq!((settings.generations, settings.method.name()), (2, "ga"));
        assert!(matches!(settings.judge, JudgeSettings::Games { nodes: 50, pairs: 1, .. }));
        assert_eq!(serde_json::from_value::<Tuning>(json!(wanted)).unwrap(), wanted);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_with_its_name() {
        let cases = [
            ("profile", json!("sh"), "no engine 'sh'"),
            ("steps", json!(0), "steps is 0"),
            ("candidates", json!(2), "candidates is 2"),
            ("nodes", json!(0), "nodes is 0"),
            ("threads", json!(255), "threads is 255"),
            ("params", json!(["nothing.like.this"]), "nothing.like.this"),
            ("suite", json!("../../etc/passwd"), "test set"),
        ];
        for (field, value, words) in cases {
            let mut wanted = wanted();
            wanted[field] = value;
            let wanted: Tuning = serde_json::from_value(wanted).unwrap();
            let error = wanted.settings(Path::new("/nowhere")).unwrap_err();
            assert!(error.message.contains(words), "{field}: {error}");
        }
    }

    #[test]
    fn test_sets_are_files_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.epd", "a.epd", "c.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("d.epd")).unwrap();
        let names: Vec<String> = test_sets(folder.path()).into_iter().map(|(it, _)| it).collect();
        assert_eq!(names, ["a.epd", "b.epd"]);
    }
}
