//! The loop: play, train, test, promote or keep, again.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::GameKind;
use network::{BanqiNetwork, NetworkError, XiangqiNetwork};

use super::EvolveError;
use super::control::Control;
use super::directory::{Directory, Places, write_whole};
use super::report;
use super::settings::{Changes, Settings};
use super::state::{Decision, Generation, State, Step, Tested};
use super::steps::{Work, Workers, network_of};
use crate::selfplay::{Banqi, Variety, Xiangqi};
use crate::training::data_files;

/// What somebody wants of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunPlan {
    /// Which game.
    pub game: GameKind,
    /// The run's folder; a run that is there is gone on with.
    pub folder: PathBuf,
    /// Settings of the generations to come.
    pub changes: Changes,
    /// Data that is there already: folders or files.
    pub data: Vec<PathBuf>,
    /// The network to begin with; the hand-written evaluation if not given.
    pub start: Option<PathBuf>,
    /// How many generations the run is to have; `None`: no end.
    pub generations: Option<u32>,
    /// How long this call may take.
    pub time: Option<Duration>,
}

impl RunPlan {
    /// A run with the usual settings.
    pub fn new(game: GameKind, folder: PathBuf) -> RunPlan {
        RunPlan {
            game,
            folder,
            changes: Changes::default(),
            data: Vec::new(),
            start: None,
            generations: None,
            time: None,
        }
    }
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All generations wanted are there.
    Complete,
    /// Its time was up.
    TimeIsUp,
    /// Somebody stopped it.
    Stopped,
}

/// Opens a run's folder, or begins one.
///
/// # Errors
/// If it is in use, damaged or of the other game, or the plan makes no sense.
pub fn open(
    plan: &RunPlan,
    echo: Box<dyn Fn(&str) + Send + Sync>,
) -> Result<Directory, EvolveError> {
    let usual = Settings::usual(plan.game).with(&plan.changes);
    usual.check(plan.game)?;
    let mut is_new = false;
    let begin = |places: &Places| {
        is_new = true;
        begin(plan, usual, places)
    };
    let mut directory = Directory::open(&plan.folder, plan.game, begin, echo)?;
    if is_new {
        tell_beginning(&directory);
    } else {
        go_on(plan, &mut directory)?;
    }
    Ok(directory)
}

/// The state of a new run, with its start network in its place.
fn begin(plan: &RunPlan, settings: Settings, places: &Places) -> Result<State, EvolveError> {
    let mut state = State::new(plan.game, settings);
    state.adopted = adopted(plan)?;
    if let Some(path) = &plan.start {
        let bytes = read_network(plan.game, path)?;
        let folder = places.generation(0);
        std::fs::create_dir_all(&folder).map_err(EvolveError::file(&folder))?;
        write_whole(&places.network(0), &bytes)?;
        write_whole(&places.best(), &bytes)?;
        state.start_network = true;
    }
    Ok(state)
}

/// The paths of adopted data, each with something to read.
fn adopted(plan: &RunPlan) -> Result<Vec<PathBuf>, EvolveError> {
    let whole = |path: &PathBuf| {
        data_files(path)?;
        path.canonicalize().map_err(EvolveError::file(path))
    };
    plan.data.iter().map(whole).collect()
}

fn tell_beginning(directory: &Directory) {
    let state = directory.state();
    let root = directory.places().root().display();
    directory.tell(&format!("a new run of {} in {root}", state.game));
    for path in &state.adopted {
        directory.tell(&format!("  with the data in {}", path.display()));
    }
    let start = if state.start_network { "a given network" } else { "the hand-written evaluation" };
    directory.tell(&format!("  beginning with {start}"));
}

/// What a later call may change: settings of generations to come, more data.
fn go_on(plan: &RunPlan, directory: &mut Directory) -> Result<(), EvolveError> {
    if plan.start.is_some() {
        let path = directory.places().root().to_owned();
        let what = "its first network cannot be chosen any more; begin another run";
        return Err(EvolveError::Begun { path, what });
    }
    let settings = directory.state().settings.with(&plan.changes);
    settings.check(plan.game)?;
    let added: Vec<PathBuf> = adopted(plan)?;
    let best = directory.state().best;
    if let Some(path) = network_of(directory.state(), directory.places(), best) {
        read_network(plan.game, &path)?;
    }
    directory.tell("going on");
    if settings != directory.state().settings {
        directory.tell("  with changed settings from the next generation on");
    }
    directory.change(|state| {
        state.settings = settings;
        for path in added {
            if !state.adopted.contains(&path) {
                state.adopted.push(path);
            }
        }
    })
}

/// The bytes of a network's file, if it is one of this game.
fn read_network(game: GameKind, path: &Path) -> Result<Vec<u8>, EvolveError> {
    let wrong = |what: String| EvolveError::Network { path: path.to_owned(), what };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let checked: Result<(), NetworkError> = match game {
        GameKind::Xiangqi => XiangqiNetwork::from_bytes(&bytes).map(drop),
        GameKind::Banqi => BanqiNetwork::from_bytes(&bytes).map(drop),
    };
    checked.map_err(|error| wrong(error.to_string()))?;
    Ok(bytes)
}

/// Works until the end of the plan, or until `control` says stop.
///
/// # Errors
/// If something cannot be read, written or played. What was done is saved, and the
/// best network is what it was.
pub fn evolve(
    directory: &mut Directory,
    plan: &RunPlan,
    control: &Control,
) -> Result<End, EvolveError> {
    evolve_by(directory, plan, control, None)
}

/// The same, where others play the games of self-play and of matches; networks are
/// trained here.
///
/// # Errors
/// As [`evolve`], or if the workers cannot be reached.
pub fn evolve_by(
    directory: &mut Directory,
    plan: &RunPlan,
    control: &Control,
    workers: Option<&Workers<'_>>,
) -> Result<End, EvolveError> {
    match plan.game {
        GameKind::Xiangqi => watched::<Xiangqi>(directory, plan, control, workers),
        GameKind::Banqi => watched::<Banqi>(directory, plan, control, workers),
    }
}

/// The loop, with somebody who looks for requests from outside.
fn watched<V: Variety>(
    directory: &mut Directory,
    plan: &RunPlan,
    control: &Control,
    workers: Option<&Workers<'_>>,
) -> Result<End, EvolveError> {
    let pause = directory.places().pause();
    let end = plan.time.and_then(|time| Instant::now().checked_add(time));
    let done = AtomicBool::new(false);
    let log = directory.log();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            control.watch(&pause, end, &done, &|paused| {
                log.tell(if paused { "paused" } else { "no longer paused" });
            });
        });
        let ended = work::<V>(directory, plan, control, workers);
        done.store(true, Ordering::Relaxed);
        ended
    })
}

fn work<V: Variety>(
    directory: &mut Directory,
    plan: &RunPlan,
    control: &Control,
    workers: Option<&Workers<'_>>,
) -> Result<End, EvolveError> {
    loop {
        control.wait();
        if control.is_stopped() {
            let end = if control.time_is_up() { End::TimeIsUp } else { End::Stopped };
            directory.tell(match end {
                End::TimeIsUp => "the time is up",
                _ => "stopped",
            });
            report::write(directory.places(), directory.state())?;
            return Ok(end);
        }
        let complete = directory.state().complete();
        if directory.state().current().is_none() {
            report::write(directory.places(), directory.state())?;
            if plan.generations.is_some_and(|wanted| complete >= wanted) {
                return Ok(End::Complete);
            }
            begin_generation(directory)?;
        }
        one_step::<V>(directory, control, workers)?;
    }
}

fn begin_generation(directory: &mut Directory) -> Result<(), EvolveError> {
    let number = directory.state().generations.len() as u32 + 1;
    let folder = directory.places().generation(number);
    std::fs::create_dir_all(&folder).map_err(EvolveError::file(&folder))?;
    directory.change(|state| {
        state.generations.push(Generation {
            number,
            player: state.best,
            settings: state.settings.clone(),
            step: Step::Selfplay,
            played: None,
            trained: None,
            tested: None,
        });
    })
}

/// Does what is next; a step that was interrupted stays the next.
fn one_step<V: Variety>(
    directory: &mut Directory,
    control: &Control,
    workers: Option<&Workers<'_>>,
) -> Result<(), EvolveError> {
    let Some(generation) = directory.state().current().cloned() else { return Ok(()) };
    let work = Work { directory, control, generation: &generation, workers };
    match generation.step {
        Step::Selfplay => {
            let Some(played) = work.selfplay::<V>()? else { return Ok(()) };
            next(directory, |it| (it.step, it.played) = (Step::Training, Some(played)))
        }
        Step::Training => {
            let Some(trained) = work.training::<V>()? else { return Ok(()) };
            next(directory, |it| (it.step, it.trained) = (Step::Match, Some(trained)))
        }
        Step::Match => {
            let Some(tested) = work.testing()? else { return Ok(()) };
            decide(directory, generation.number, tested)
        }
        Step::Done => Ok(()),
    }
}

fn next(
    directory: &mut Directory,
    change: impl FnOnce(&mut Generation),
) -> Result<(), EvolveError> {
    directory.change(|state| {
        if let Some(generation) = state.generations.last_mut() {
            change(generation);
        }
    })
}

/// Promotes the new network or keeps the old one.
fn decide(directory: &mut Directory, number: u32, tested: Tested) -> Result<(), EvolveError> {
    let promoted = tested.decision == Decision::Promoted;
    if promoted {
        // The state decides who is best; the copy is there for whoever wants the file.
        let path = directory.places().network(number);
        let bytes = read_network(directory.state().game, &path)?;
        write_whole(&directory.places().best(), &bytes)?;
    }
    directory.change(|state| {
        if promoted {
            state.best = number;
        }
        if let Some(generation) = state.generations.last_mut() {
            (generation.step, generation.tested) = (Step::Done, Some(tested));
        }
    })?;
    let best = directory.state().best;
    directory.tell(&match promoted {
        true => format!("generation {number} is the best so far"),
        false => format!("generation {best} stays the best"),
    });
    Ok(())
}
