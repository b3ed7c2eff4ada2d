//! The three steps of a generation. Each goes on where it was left, and returns `None`
//! if somebody wants the run to end before it is complete.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use arena::adjudicate::{Adjudication, Threshold};
use arena::clock::TimeControl;
use arena::engine::EngineConfig;
use arena::run::assembly::{self, MatchSettings};
use arena::run::{Event, RunDirectory, RunOutcome, run_by};
use arena::stats::SprtState;
use game::splitmix64;
use jobs::{Executor, JobsError};
use network::{KingBuckets, Role, Width};
use search::{Flow, Host};

use super::control::Control;
use super::directory::{Directory, Places, StepProgress};
use super::state::{Decision, Generation, Played, State, Step, Tested, Trained};
use super::{EvolveError, commands, words};
use crate::data::Filter;
use crate::selfplay::{self, Inner, Plan, Target, Variety};
use crate::train::TrainError;
use crate::training::{Amount, Data, TrainingPlan, TrainingReport, train};

/// A generation, and what its steps work with.
pub(super) struct Work<'a> {
    pub directory: &'a Directory,
    pub control: &'a Control,
    pub generation: &'a Generation,
    /// Who plays, if not the threads of this process.
    pub workers: Option<&'a Workers<'a>>,
}

/// Makes who does the jobs of a run with a name.
pub type Workers<'a> = dyn Fn(&str) -> Result<Executor, JobsError> + Sync + 'a;

/// Workers know no pause: it ends their jobs, and they begin again after it.
struct Halt<'a>(&'a Control);

impl Host for Halt<'_> {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        if self.0.halt().load(Ordering::Relaxed) { Flow::Stop } else { Flow::Continue }
    }
}

/// Positions inside searches are kept if they were searched so deep.
const INNER_DEPTH: i32 = 2;
/// A game whose player says so for four plies is lost.
const RESIGN: Threshold = Threshold { score: 1_000, moves: 4, after: 0 };
/// No game of a match is longer.
const MOST_PLIES: u32 = 400;

impl Work<'_> {
    fn places(&self) -> &Places {
        self.directory.places()
    }

    fn state(&self) -> &State {
        self.directory.state()
    }

    /// All chance of a generation begins here.
    fn seed(&self) -> u64 {
        // What programs read as a number of JSON is exact up to here.
        splitmix64(self.generation.settings.seed ^ u64::from(self.generation.number)) >> 12
    }

    fn progress(&self, step: Step, done: u64, of: u64) {
        let generation = self.generation.number;
        self.directory.progress(StepProgress { generation, step, done, of });
    }

    fn tell_step(&self, step: Step, command: &str) {
        self.directory.tell(&format!("generation {}: {}", self.generation.number, step.name()));
        self.directory.tell(&format!("  {command}"));
    }

    /// Who does the jobs of a step, if others do.
    fn executor(&self, step: &str) -> Result<Option<Executor>, EvolveError> {
        let name = format!("evolve-{}-{step}", self.generation.number);
        let name = jobs::run_name(&name, self.places().root());
        Ok(self.workers.map(|workers| workers(&name)).transpose()?)
    }

    /// The plan of self-play.
    pub fn selfplay_plan(&self) -> Plan {
        let (settings, player) = (&self.generation.settings, self.generation.player);
        let folder = self.places().data(self.generation.number);
        let network = network_of(self.state(), self.places(), player);
        Plan {
            threads: settings.threads,
            nodes: settings.nodes,
            random_plies: settings.random_plies,
            inner: (settings.inner_every > 0)
                .then_some(Inner { every: settings.inner_every, least_depth: INNER_DEPTH }),
            seed: self.seed(),
            profile: profile(network.is_some()).to_owned(),
            network,
            hash: settings.hash,
            ..Plan::new(folder, Target::Positions(settings.positions))
        }
    }

    /// Plays until there are enough positions.
    pub fn selfplay<V: Variety>(&self) -> Result<Option<Played>, EvolveError> {
        let plan = self.selfplay_plan();
        let wanted = self.generation.settings.positions;
        self.tell_step(Step::Selfplay, &commands::selfplay(V::GAME, &plan, wanted));
        let progress =
            |now: selfplay::Progress| self.progress(Step::Selfplay, now.positions, wanted);
        let end = match self.executor("selfplay")? {
            None => selfplay::play::<V>(&plan, self.control, &progress)?,
            Some(executor) => loop {
                self.control.wait();
                let host = Halt(self.control);
                let now = selfplay::play_by::<V>(&plan, &executor, &host, &progress)?;
                if now.positions >= wanted || self.control.is_stopped() {
                    break now;
                }
            },
        };
        let (all, new) = (end.positions, end.added);
        self.directory.tell(&format!("  {all} positions, {new} of them new"));
        Ok((end.positions >= wanted).then_some(Played { positions: end.positions }))
    }

    /// The plan of training: all data there is, older data with less weight.
    pub fn training_plan(&self) -> Result<TrainingPlan, EvolveError> {
        let (settings, state) = (&self.generation.settings, self.state());
        let number = self.generation.number;
        let own = state.generations.iter().map(|g| (self.places().data(g.number), g.player));
        let adopted = state.adopted.iter().map(|path| (path.clone(), 0));
        let weighted = |(path, player)| Data { path, weight: settings.share(state.age(player)) };
        let out = self.places().network(number);
        let wrong = || EvolveError::Settings("the network's shape is not one there is".to_owned());
        Ok(TrainingPlan {
            checkpoint: self.places().checkpoint(number),
            width: Width::from_columns(settings.width).ok_or_else(wrong)?,
            kings: KingBuckets::from_count(settings.king_buckets).ok_or_else(wrong)?,
            role: if settings.correction { Role::Correction } else { Role::Whole },
            amount: Amount::Epochs(settings.epochs),
            batch: settings.batch,
            rates: [settings.rate, settings.rate / 1_000.0],
            result_share: settings.result_share,
            filter: Filter {
                quiet_only: !settings.noisy,
                largest_score: (settings.largest_score > 0).then_some(settings.largest_score),
                ..Filter::default()
            },
            seed: self.seed(),
            threads: settings.threads,
            comment: format!("generation {number} of chuhe evolve"),
            ..TrainingPlan::new(adopted.chain(own).map(weighted).collect(), out)
        })
    }

    /// Trains a network.
    pub fn training<V: Variety>(&self) -> Result<Option<Trained>, EvolveError> {
        let plan = self.training_plan()?;
        self.tell_step(Step::Training, &commands::train(V::GAME, &plan));
        let report = match self.train_by::<V>(&plan) {
            // A checkpoint that is of no use costs the time that went into it.
            Err(error @ (TrainError::Checkpoint(_) | TrainError::OtherRun { .. })) => {
                self.directory.tell(&format!("  {error}; training begins anew"));
                std::fs::remove_file(&plan.checkpoint)
                    .map_err(EvolveError::file(&plan.checkpoint))?;
                self.train_by::<V>(&plan)?
            }
            other => other?,
        };
        for damage in &report.damage {
            self.directory.tell(&format!("  left out: {damage}"));
        }
        if !report.finished {
            return Ok(None);
        }
        let trained = trained(&report);
        self.directory.tell(&format!("  {}", words::trained(&trained)));
        Ok(Some(trained))
    }

    fn train_by<V: Variety>(&self, plan: &TrainingPlan) -> Result<TrainingReport, TrainError> {
        train::<V>(plan, &mut |now| {
            self.progress(Step::Training, now.batches[0], now.batches[1]);
            self.control.wait();
            match self.control.is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    }

    /// What the match is to be: the new network against the one that made the data.
    pub fn match_settings(&self) -> MatchSettings {
        let settings = &self.generation.settings;
        let Generation { number, player, .. } = *self.generation;
        MatchSettings {
            game: self.state().game,
            engines: [number, player].map(|number| self.engine(number)).into(),
            games: settings.match_games,
            tc: TimeControl::Nodes(settings.match_nodes),
            seed: self.seed(),
            sprt: Some(settings.sprt.clone()),
            concurrency: NonZeroUsize::new(settings.threads).unwrap_or(NonZeroUsize::MIN),
            adjudication: Adjudication {
                resign: Some(RESIGN),
                max_plies: Some(MOST_PLIES),
                ..Adjudication::default()
            },
            event: format!("Generation {number}"),
            ..MatchSettings::default()
        }
    }

    fn engine(&self, number: u32) -> EngineConfig {
        let network = network_of(self.state(), self.places(), number);
        let hash = ("Hash".to_owned(), self.generation.settings.hash.to_string());
        let file = network.as_ref().map(|path| ("EvalFile".to_owned(), path.display().to_string()));
        EngineConfig {
            name: format!("generation-{number}"),
            builtin: Some(profile(network.is_some()).to_owned()),
            options: [hash].into_iter().chain(file).collect(),
            ..EngineConfig::default()
        }
    }

    /// Lets the new network play the best one until the test decides.
    pub fn testing(&self) -> Result<Option<Tested>, EvolveError> {
        let settings = self.match_settings();
        let folder = self.places().match_folder(self.generation.number);
        self.tell_step(Step::Match, &commands::match_(&settings, &folder));
        let mut directory = self.match_directory(settings, folder)?;
        let executor = self.executor("match")?;
        let outcome = loop {
            self.control.wait();
            let mut listener = |event: &Event<'_>| {
                if let Event::Game { done, games, .. } = event {
                    self.progress(Step::Match, *done as u64, u64::from(*games));
                }
            };
            let halt = self.control.halt();
            let outcome = run_by(&mut directory, &mut listener, halt, executor.as_ref())?;
            // A pause ends the games that are being played; they are played again.
            if outcome.complete {
                break outcome;
            }
            if self.control.is_stopped() {
                return Ok(None);
            }
        };
        let tested = tested(&outcome);
        self.directory.tell(&format!("  {}", words::tested(&tested)));
        Ok(Some(tested))
    }

    /// The folder of the match: the one that was begun, if it still fits.
    fn match_directory(
        &self,
        settings: MatchSettings,
        folder: PathBuf,
    ) -> Result<RunDirectory, EvolveError> {
        if folder.join("run.toml").exists() {
            let directory = assembly::open_again(&folder)?;
            let known = directory.config().engines.iter().map(|engine| &engine.config);
            if known.eq(settings.engines.iter()) {
                return Ok(directory);
            }
            drop(directory);
            self.directory.tell("  the networks are not where they were: the match begins anew");
            std::fs::remove_dir_all(&folder).map_err(EvolveError::file(&folder))?;
        }
        Ok(assembly::begin(settings, Some(&folder))?)
    }
}

/// The network of a generation; `None` stands for the hand-written evaluation.
pub(super) fn network_of(state: &State, places: &Places, number: u32) -> Option<PathBuf> {
    (number > 0 || state.start_network).then(|| places.network(number))
}

/// The profile that plays with a network, or with the hand-written evaluation.
const fn profile(with_network: bool) -> &'static str {
    if with_network { "chuhe" } else { "chuhe-hce" }
}

fn trained(report: &TrainingReport) -> Trained {
    Trained {
        data: report.records,
        positions: report.positions,
        loss: report.training_loss().unwrap_or(0.0),
        held_out: report.held_out.as_ref().map(|losses| losses.network),
        hand_written: report.held_out.as_ref().map(|losses| losses.hand_written),
        rounding: report.quantisation.map_or(0.0, |error| error.mean),
    }
}

fn tested(outcome: &RunOutcome) -> Tested {
    let report = outcome.summary.pairings.first().map(|pairing| &pairing.report);
    let results = report.map_or([0; 3], |r| [r.wdl.wins, r.wdl.draws, r.wdl.losses]);
    let llr = report.and_then(|r| r.sprt.as_ref()).map_or(0.0, |sprt| sprt.llr);
    Tested {
        games: results.iter().sum(),
        results,
        pairs: report.and_then(|r| r.pairs.as_ref()).map_or([0; 5], |pairs| pairs.pentanomial),
        llr: if llr.is_finite() { llr } else { 0.0 },
        decision: match outcome.summary.decision {
            Some(SprtState::AcceptH1) => Decision::Promoted,
            Some(SprtState::AcceptH0) => Decision::Kept,
            _ => Decision::Undecided,
        },
    }
}
