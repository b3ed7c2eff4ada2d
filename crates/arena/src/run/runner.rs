//! The workers of a run.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::config::RunConfig;
use super::directory::{GameLine, RunDirectory};
use super::directory_error::DirectoryError;
use super::events::{Event, Listener};
use super::summary::{Summary, Tally};
use crate::player::{Fault, GameKind, Player, Seat};
use crate::record::{self, Header};
use crate::referee::{Conditions, GameLog, play_game};
use crate::schedule::{Planned, Schedule};
use crate::table::{BanqiTable, EndCause, Ending, Table, XiangqiTable};
use crate::{builtin, engine};

/// How often the standing is told at most.
const STANDING_INTERVAL: Duration = Duration::from_millis(250);

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The directory.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// An engine cannot even be started.
    #[error("engine {name} cannot be started: {fault}")]
    Engine {
        /// Which engine.
        name: String,
        /// What happened.
        fault: Fault,
    },
    /// A game cannot be set up.
    #[error("game {game} cannot begin: {what}")]
    Game {
        /// Its number, from 1.
        game: u32,
        /// What is wrong.
        what: String,
    },
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// Whether everything planned was played, or the test decided.
    pub complete: bool,
    /// The standing.
    pub summary: Summary,
}

/// Plays what is still to be played. `stop` ends the run after the plies in
/// flight; finished games are on the disk at any time.
///
/// # Errors
/// If an engine cannot be started at all, or results cannot be saved.
pub fn run(
    directory: &mut RunDirectory,
    listener: &mut dyn Listener,
    stop: &AtomicBool,
) -> Result<RunOutcome, RunError> {
    let config = directory.config().clone();
    let schedule = config.schedule();
    let resume = directory.resume_command();
    let mut tally = Tally::new(&config, directory.lines());
    listener.hear(&Event::Start { games: schedule.games(), done: tally.done(), resume: &resume });
    let missing: Vec<u32> = (0..schedule.games()).filter(|game| !tally.has(*game)).collect();
    if tally.decision().is_none() && !missing.is_empty() {
        check_engines(&config, directory)?;
        play_missing(directory, &config, &schedule, &missing, &mut tally, listener, stop)?;
    }
    let complete = tally.decision().is_some() || tally.done() == schedule.games() as usize;
    let summary = tally.summary();
    directory.write_summary(&summary)?;
    let resume = (!complete).then_some(resume.as_str());
    listener.hear(&Event::End { complete, summary: &summary, resume });
    Ok(RunOutcome { complete, summary })
}

/// Starts every engine once: a wrong command is an error now, not a lost game.
fn check_engines(config: &RunConfig, directory: &RunDirectory) -> Result<(), RunError> {
    for engine in &config.engines {
        let made = match &engine.config.builtin {
            Some(name) => {
                builtin::create(name, config.game, &engine.config.options, 0).map_err(Fault::Crash)
            }
            None => engine::start(&engine.config, config.game, Some(directory.path()), None),
        };
        made.map_err(|fault| RunError::Engine { name: engine.config.name.clone(), fault })?;
    }
    Ok(())
}

#[allow(clippy::too_many_arguments)]
fn play_missing(
    directory: &mut RunDirectory,
    config: &RunConfig,
    schedule: &Schedule,
    missing: &[u32],
    tally: &mut Tally<'_>,
    listener: &mut dyn Listener,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let openings = directory.openings().to_vec();
    let logs = directory.path().to_owned();
    let (sender, receiver) = mpsc::channel();
    let workers = config.concurrency.clamp(1, missing.len());
    std::thread::scope(|scope| {
        for number in 0..workers {
            let (sender, next, halt, openings) = (sender.clone(), &next, &halt, &openings);
            let logs = logs.clone();
            scope.spawn(move || {
                let mut worker = Worker::new(config, schedule, openings, logs, number);
                while !halt.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    let Some(&game) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let finished = worker.play(game, halt, stop);
                    let Some(finished) = finished else { return };
                    if sender.send(finished).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut failure = None;
        let mut shown = None;
        for finished in receiver {
            if failure.is_some() {
                continue;
            }
            let saved = finished.and_then(|game| {
                directory.append(game.line, &game.record)?;
                Ok(())
            });
            if let Err(error) = saved {
                failure = Some(error);
                halt.store(true, Ordering::Relaxed);
                continue;
            }
            let line = directory.lines().last().expect("a game was just saved").clone();
            tally.add(line.clone());
            listener.hear(&Event::Game {
                line: &line,
                done: tally.done(),
                games: schedule.games(),
            });
            // A standing goes through every game: not after each of thousands a second.
            if shown.is_none_or(|at: Instant| at.elapsed() > STANDING_INTERVAL) {
                listener.hear(&Event::Standing(&tally.summary()));
                shown = Some(Instant::now());
            }
            if tally.decision().is_some() {
                halt.store(true, Ordering::Relaxed);
            }
        }
        directory.sync().map_err(RunError::from).and(failure.map_or(Ok(()), Err))
    })
}

struct Finished {
    line: GameLine,
    record: String,
}

/// One lane of play: it keeps its engines from game to game.
struct Worker<'a> {
    config: &'a RunConfig,
    schedule: &'a Schedule,
    openings: &'a [String],
    logs: PathBuf,
    core: Option<usize>,
    idle: HashMap<usize, Box<dyn Player>>,
}

impl<'a> Worker<'a> {
    fn new(
        config: &'a RunConfig,
        schedule: &'a Schedule,
        openings: &'a [String],
        logs: PathBuf,
        number: usize,
    ) -> Worker<'a> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let core = config.pin.then_some(number % cores);
        Worker { config, schedule, openings, logs, core, idle: HashMap::new() }
    }

    /// Plays one game; `None` if it was interrupted.
    fn play(
        &mut self,
        game: u32,
        halt: &AtomicBool,
        stop: &AtomicBool,
    ) -> Option<Result<Finished, RunError>> {
        let planned = self.schedule.game(game)?;
        let mut table = match self.table(&planned) {
            Ok(table) => table,
            Err(what) => return Some(Err(RunError::Game { game: game + 1, what })),
        };
        let begin = Instant::now();
        let log = self.referee(&planned, table.as_mut(), halt, stop)?;
        let mut line = self.line(&planned, &log);
        line.wall_ms = begin.elapsed().as_secs_f64() * 1000.0;
        let record = record::write(table.as_ref(), &log, &self.header(&planned, &today()));
        Some(Ok(Finished { line, record }))
    }

    fn table(&self, planned: &Planned) -> Result<Box<dyn Table>, String> {
        let start = match self.openings {
            [] => None,
            openings => Some(openings[planned.round as usize % openings.len()].as_str()),
        };
        Ok(match self.config.game {
            GameKind::Xiangqi => {
                let rules = self
                    .config
                    .rules
                    .parse()
                    .map_err(|e: xiangqi::rules::RulesError| e.to_string())?;
                let start = start.unwrap_or(xiangqi::START_FEN);
                Box::new(XiangqiTable::new(rules, start).map_err(|error| error.to_string())?)
            }
            GameKind::Banqi => {
                let rules = self
                    .config
                    .rules
                    .parse()
                    .map_err(|e: banqi::rules::RulesError| e.to_string())?;
                let seed = self.schedule.deal_seed(planned);
                Box::new(BanqiTable::new(rules, start, seed).map_err(|error| error.to_string())?)
            }
        })
    }

    fn referee(
        &mut self,
        planned: &Planned,
        table: &mut dyn Table,
        halt: &AtomicBool,
        stop: &AtomicBool,
    ) -> Option<GameLog> {
        let mut first = match self.player(planned, planned.first, Seat::First) {
            Ok(player) => player,
            Err(fault) => return Some(absent(Seat::First, &fault)),
        };
        let mut second = match self.player(planned, planned.second, Seat::Second) {
            Ok(player) => player,
            Err(fault) => return Some(absent(Seat::Second, &fault)),
        };
        let conditions = Conditions {
            controls: [self.config.control(planned.first), self.config.control(planned.second)],
            margin: Duration::from_millis(self.config.margin_ms),
            adjudication: self.config.adjudication,
        };
        let mut players: [&mut dyn Player; 2] = [first.as_mut(), second.as_mut()];
        let watch = Watch { halt, stop };
        let log = play_game(table, &mut players, &conditions, &|| watch.is_set())?;
        self.keep(planned.first, first, log.failed == Some(Seat::First));
        self.keep(planned.second, second, log.failed == Some(Seat::Second));
        Some(log)
    }

    fn player(
        &mut self,
        planned: &Planned,
        index: usize,
        seat: Seat,
    ) -> Result<Box<dyn Player>, Fault> {
        let engine = &self.config.engines[index].config;
        if let Some(name) = &engine.builtin {
            let seed = self.schedule.dice_seed(planned, seat);
            return builtin::create(name, self.config.game, &engine.options, seed)
                .map_err(Fault::Crash);
        }
        match self.idle.remove(&index) {
            Some(player) => Ok(player),
            None => engine::start(engine, self.config.game, Some(&self.logs), self.core),
        }
    }

    fn keep(&mut self, index: usize, player: Box<dyn Player>, failed: bool) {
        let engine = &self.config.engines[index].config;
        if !failed && !engine.restart && engine.builtin.is_none() {
            self.idle.insert(index, player);
        }
    }

    fn line(&self, planned: &Planned, log: &GameLog) -> GameLine {
        GameLine {
            game: planned.game,
            pair: planned.pair,
            first: self.config.name(planned.first).to_owned(),
            second: self.config.name(planned.second).to_owned(),
            winner: log.ending.winner,
            cause: log.ending.cause,
            reason: log.ending.reason.clone(),
            plies: log.plies.len() as u32,
            times: [log.times(Seat::First), log.times(Seat::Second)],
            wall_ms: 0.0,
            best_lead: log.best_lead,
            final_lead: log.final_lead,
            record_end: 0,
        }
    }

    fn header<'b>(&'b self, planned: &Planned, date: &'b str) -> Header<'b> {
        Header {
            event: &self.config.event,
            date,
            number: planned.game + 1,
            players: [self.config.name(planned.first), self.config.name(planned.second)],
            controls: [self.config.control(planned.first), self.config.control(planned.second)],
            deal: (self.config.game == GameKind::Banqi).then(|| self.schedule.deal_seed(planned)),
        }
    }
}

struct Watch<'a> {
    halt: &'a AtomicBool,
    stop: &'a AtomicBool,
}

impl Watch<'_> {
    fn is_set(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }
}

/// A player that could not be started loses without a ply.
fn absent(seat: Seat, fault: &Fault) -> GameLog {
    GameLog {
        plies: Vec::new(),
        ending: Ending {
            winner: Some(seat.other()),
            cause: EndCause::Fault(fault.kind()),
            reason: format!("could not be started: {fault}"),
        },
        failed: Some(seat),
        best_lead: [0; 2],
        final_lead: 0,
    }
}

/// Today (in UTC) as `yyyy.mm.dd`.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}
