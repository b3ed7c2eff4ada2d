//! Where a run stands, for people and programs; it may be running meanwhile.

use std::path::{Path, PathBuf};

use game::GameKind;
use serde::Serialize;

use super::directory::{Places, StepProgress};
use super::state::{State, Step};
use super::steps::network_of;
use super::{EvolveError, commands};

/// Where a run stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// Its folder.
    pub folder: PathBuf,
    /// Which game.
    pub game: GameKind,
    /// Whether a process works there.
    pub running: bool,
    /// Whether it is to pause.
    pub paused: bool,
    /// Generations that are complete.
    pub complete: u32,
    /// The generation that is being worked on.
    pub generation: Option<u32>,
    /// What it is at.
    pub step: Option<Step>,
    /// How far that is.
    pub progress: Option<[u64; 2]>,
    /// Positions there were at the last training.
    pub positions: u64,
    /// The best generation.
    pub best: u32,
    /// Its network; absent for the hand-written evaluation.
    pub network: Option<PathBuf>,
    /// How much stronger it is than the start.
    pub elo: f64,
    /// The command that goes on.
    pub resume: String,
}

impl Status {
    /// Reads where a run stands.
    ///
    /// # Errors
    /// If there is no run, or its state is damaged.
    pub fn read(folder: &Path) -> Result<Status, EvolveError> {
        let places = Places::new(folder);
        if !places.state().exists() {
            return Err(EvolveError::NoRun(folder.to_owned()));
        }
        let state = State::load(&places.state())?;
        let current = state.current();
        Ok(Status {
            folder: folder.to_owned(),
            game: state.game,
            running: places.is_in_use(),
            paused: places.pause().exists(),
            complete: state.complete(),
            generation: current.map(|generation| generation.number),
            step: current.map(|generation| generation.step),
            progress: progress(&places, &state),
            positions: state.data(),
            best: state.best,
            network: network_of(&state, &places, state.best),
            elo: state.rating(state.best).unwrap_or(0.0),
            resume: commands::evolve(state.game, folder),
        })
    }

    /// The same in words.
    pub fn in_words(&self) -> String {
        let running = match (self.running, self.paused) {
            (true, true) => "paused",
            (true, false) => "running",
            (false, _) => "not running",
        };
        let mut text = format!(
            "{} in {}: {running}, {} generations complete, {} positions\n\
             best: generation {}, {:+.1} Elo above the start\n",
            self.game,
            self.folder.display(),
            self.complete,
            super::words::grouped(self.positions),
            self.best,
            self.elo
        );
        if let (Some(generation), Some(step)) = (self.generation, self.step) {
            let of = |[done, of]: [u64; 2]| {
                format!(", {} of {}", super::words::grouped(done), super::words::grouped(of))
            };
            let progress = self.progress.map_or(String::new(), of);
            text.push_str(&format!("now: generation {generation}, {}{progress}\n", step.name()));
        }
        text + &format!("go on with: {}\n", self.resume)
    }
}

/// How far the present step is, if what was written belongs to it.
fn progress(places: &Places, state: &State) -> Option<[u64; 2]> {
    let text = std::fs::read_to_string(places.progress()).ok()?;
    let known: StepProgress = serde_json::from_str(&text).ok()?;
    let current = state.current()?;
    let same = known.generation == current.number && known.step == current.step;
    same.then_some([known.done, known.of])
}
