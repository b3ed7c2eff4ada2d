//! The run itself: workers play, what they finish is saved, counted and told.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use jobs::{Archive, End, Executor, Failure, JobsError, Stop};
use play::tables::AnyTables;

use super::config::{RuleSetError, RunConfig};
use super::directory::RunDirectory;
use super::directory_error::DirectoryError;
use super::events::{Event, Listener};
use super::spread::{self, MatchWork};
use super::summary::{Summary, Tally};
use super::worker::{BoardError, Finished, Plan, Worker};
use crate::player::Fault;

/// How often the standing is told at most.
const STANDING_INTERVAL: Duration = Duration::from_millis(250);

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The directory.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// The rules.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// An engine cannot even be started.
    #[error("engine {name} cannot be started: {fault}")]
    Engine {
        /// Which engine.
        name: String,
        /// What happened.
        fault: Fault,
    },
    /// The endgame tables that are to end games.
    #[error("endgame tables: {0}")]
    Tables(String),
    /// A game cannot be set up.
    #[error("game {game} cannot begin: {error}")]
    Game {
        /// Its number, from 1.
        game: u32,
        /// What is wrong.
        error: BoardError,
    },
    /// The run cannot be spread over workers.
    #[error("by workers: {0}")]
    Workers(String),
    /// Workers could not play a pair.
    #[error("pair {pair} could not be played by any worker: {failure}")]
    Pair {
        /// Its number, from 1.
        pair: u64,
        /// What was wrong.
        failure: Failure,
    },
    /// The jobs could not be handed out.
    #[error(transparent)]
    Jobs(#[from] JobsError),
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// Whether everything planned was played, or the test decided.
    pub complete: bool,
    /// The standing.
    pub summary: Summary,
}

/// Plays what is still to be played. `stop` ends the run: searches in this process
/// at once, other games after the ply in flight; finished games are on the disk at
/// any time.
///
/// # Errors
/// If an engine cannot be started at all, or results cannot be saved.
pub fn run(
    directory: &mut RunDirectory,
    listener: &mut dyn Listener,
    stop: &AtomicBool,
) -> Result<RunOutcome, RunError> {
    run_by(directory, listener, stop, None)
}

/// Plays what is still to be played, pair by pair, by whoever does the jobs of an
/// executor; without one as [`run`] does. The games are the same, and are saved in their
/// order.
///
/// # Errors
/// If an engine cannot be started at all, results cannot be saved, or a pair cannot be
/// played.
pub fn run_by(
    directory: &mut RunDirectory,
    listener: &mut dyn Listener,
    stop: &AtomicBool,
    executor: Option<&Executor>,
) -> Result<RunOutcome, RunError> {
    let config = directory.config().clone();
    let plan = Arc::new(Plan {
        rules: config.rule_set()?,
        schedule: config.schedule(),
        openings: directory.openings().to_vec(),
        tables: open_tables(&config)?,
        logs: Some(directory.path().to_owned()),
        evaluations: Vec::new(),
        config: config.clone(),
    });
    let resume = directory.resume_command();
    let games = plan.schedule.games();
    let mut tally = Tally::new(&config, directory.lines());
    listener.event(&Event::Start { games, done: tally.done(), resume: &resume });
    let missing: Vec<u32> = (0..games).filter(|game| !tally.has(*game)).collect();
    if tally.decision().is_none() && !missing.is_empty() {
        check_engines(&plan)?;
        let mut ledger = Ledger { directory, tally: &mut tally, listener, games, shown: None };
        match executor {
            Some(executor) => play_elsewhere(&plan, &missing, &mut ledger, stop, executor)?,
            None => play_missing(&plan, &missing, &mut ledger, stop)?,
        }
    }
    let complete = tally.decision().is_some() || tally.done() == games as usize;
    let summary = tally.summary();
    directory.write_summary(&summary)?;
    let resume = (!complete).then_some(resume.as_str());
    listener.event(&Event::End { complete, summary: &summary, resume });
    Ok(RunOutcome { complete, summary })
}

/// The tables that end games; a folder without any is most likely a wrong one.
fn open_tables(config: &RunConfig) -> Result<Option<Arc<AnyTables>>, RunError> {
    let Some(path) = &config.table_path else { return Ok(None) };
    let tables = AnyTables::open(config.game, path).map_err(RunError::Tables)?;
    if tables.is_empty() {
        return Err(RunError::Tables(format!("no tables of {} in {path}", config.game)));
    }
    Ok(Some(Arc::new(tables)))
}

/// Starts every engine once: a wrong command is an error now, not a lost game.
fn check_engines(plan: &Plan) -> Result<(), RunError> {
    for (index, engine) in plan.config.engines.iter().enumerate() {
        let name = || engine.config.name.clone();
        plan.start(index, None).map_err(|fault| RunError::Engine { name: name(), fault })?;
    }
    Ok(())
}

/// Lets workers play the games and enters what they finish.
fn play_missing(
    plan: &Arc<Plan>,
    missing: &[u32],
    ledger: &mut Ledger<'_, '_>,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let lanes =
        Lanes { plan, missing, next: AtomicUsize::new(0), halt: AtomicBool::new(false), stop };
    let (sender, receiver) = mpsc::channel();
    let workers = plan.config.concurrency.clamp(1, missing.len());
    std::thread::scope(|scope| {
        for number in 0..workers {
            let (sender, lanes) = (sender.clone(), &lanes);
            scope.spawn(move || lanes.work(number, &sender));
        }
        drop(sender);
        let mut failure = None;
        for finished in receiver {
            if failure.is_some() {
                continue;
            }
            failure = finished.and_then(|game| ledger.enter(game)).err();
            if failure.is_some() || ledger.tally.decision().is_some() {
                lanes.halt.store(true, Ordering::Relaxed);
            }
        }
        ledger.directory.sync().map_err(RunError::from).and(failure.map_or(Ok(()), Err))
    })
}

/// Lets others play the pairs and enters what they finish, in the order of the plan.
fn play_elsewhere(
    plan: &Plan,
    missing: &[u32],
    ledger: &mut Ledger<'_, '_>,
    stop: &AtomicBool,
    executor: &Executor,
) -> Result<(), RunError> {
    let work = MatchWork::new(&plan.config).map_err(RunError::Workers)?;
    let (first, jobs) = spread::jobs(plan, missing);
    let mut failed = None;
    let wanted = || stop.load(Ordering::Relaxed);
    let ended = Stop::follow(&wanted, |stop| {
        let mut archive = Archive::none();
        executor.run(&mut archive, &work, first, &jobs, stop, &mut |done| {
            let entered = match done.result {
                Ok(pair) => pair.0.into_iter().try_for_each(|game| ledger.enter(game)),
                Err(failure) => Err(RunError::Pair { pair: done.index + 1, failure }),
            };
            failed = entered.err();
            match failed.is_some() || ledger.tally.decision().is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    });
    ledger.directory.sync()?;
    if let Some(error) = failed {
        return Err(error);
    }
    if ended? != End::Stopped {
        executor.finish();
    }
    Ok(())
}

/// What the workers of a run have in common.
struct Lanes<'a> {
    plan: &'a Arc<Plan>,
    missing: &'a [u32],
    /// Which of the missing games comes next.
    next: AtomicUsize,
    /// Nothing more is needed, or nothing more can be saved.
    halt: AtomicBool,
    /// Somebody wants the run to end.
    stop: &'a AtomicBool,
}

impl Lanes<'_> {
    fn is_stopped(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Plays games until there are none, or the run ends.
    fn work(&self, number: usize, sender: &Sender<Result<Finished, RunError>>) {
        let mut worker = Worker::new(Arc::clone(self.plan), number);
        while !self.is_stopped() {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&game) = self.missing.get(next) else { return };
            let planned = self.plan.schedule.game(game);
            let opening = planned.as_ref().and_then(|planned| self.plan.opening(planned));
            let Some(finished) = worker.play(game, opening, &|| self.is_stopped()) else { return };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }
}

/// Where finished games are entered.
struct Ledger<'a, 'c> {
    directory: &'a mut RunDirectory,
    tally: &'a mut Tally<'c>,
    listener: &'a mut dyn Listener,
    games: u32,
    /// When the standing was last told.
    shown: Option<Instant>,
}

impl Ledger<'_, '_> {
    /// Saves a game, counts it and tells it.
    fn enter(&mut self, game: Finished) -> Result<(), RunError> {
        self.directory.append(game.line, &game.record)?;
        let line = self.directory.lines().last().expect("a game was just saved").clone();
        self.tally.add(line.clone());
        let done = self.tally.done();
        self.listener.event(&Event::Game { line: &line, done, games: self.games });
        // A standing goes through every game: not after each of thousands a second.
        if self.shown.is_none_or(|at| at.elapsed() > STANDING_INTERVAL) {
            self.listener.event(&Event::Standing(&self.tally.summary()));
            self.shown = Some(Instant::now());
        }
        Ok(())
    }
}
