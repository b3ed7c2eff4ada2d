//! The engine as its doors see it: profiles, options, one call to search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Rng, Score};
use search::limits::TimePolicy;
use search::tt::OutOfMemory;
use search::{Bound, Clock, Control, Limits, TranspositionTable};
use xiangqi::{Ply, Position};

use crate::eval::{Chuhe, EvalParams, EvalStyle, Evaluation, Shenxiang, Styled, TermRow};
use crate::level::Level;
use crate::search::path::GameHistory;
use crate::search::{
    Features, Histories, Job, LineReport, MAX_PLY, Outcome, Report, SearchParams, reductions, run,
};

/// The programs the engine can be.
pub const PROFILES: [(&str, &str); 2] = [
    ("chuhe", "our own evaluation, tapered and tuned (default)"),
    (
        "shenxiang",
        "the evaluation of the program 深象: values, tables, phases and features as documented",
    ),
];

/// How time is spread over a game of xiangqi.
const TIME: TimePolicy = TimePolicy { expected_plies: 36.0, most: 0.35, stretch: 4.5 };

/// What a thread takes: its tables, its stack and what it searches on.
const THREAD_BYTES: usize = Histories::BYTES + (4 << 20);

/// Why an engine cannot be made as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// No such profile.
    #[error("no profile is named '{0}': expected chuhe or shenxiang")]
    Profile(String),
    /// The table does not fit.
    #[error("no memory for a table of {0} MB")]
    Memory(usize),
    /// A number of threads no machine has.
    #[error("{0} threads: expected 1 to 512")]
    Threads(usize),
    /// What the threads learn does not fit.
    #[error("no memory for {0} threads: each needs about {mb} MB", mb = THREAD_BYTES >> 20)]
    ThreadMemory(usize),
}

impl From<OutOfMemory> for EngineError {
    fn from(error: OutOfMemory) -> EngineError {
        EngineError::Memory(error.megabytes)
    }
}

/// What is asked of a search.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// When to stop.
    pub limits: Limits,
    /// How many lines are wanted; 0 counts as 1.
    pub lines: usize,
    /// Only these moves; empty = all.
    pub only: Vec<Ply>,
    /// Time kept back for the way to and fro.
    pub overhead: Duration,
}

/// The engine.
pub struct Engine {
    profile: &'static str,
    evaluation: Evaluation,
    table: TranspositionTable,
    histories: Vec<Histories>,
    params: SearchParams,
    features: Features,
    reductions: Box<[[i32; 64]; 64]>,
    level: Level,
    dice: Rng,
}

impl Engine {
    /// An engine of a profile in [`PROFILES`].
    ///
    /// # Errors
    /// If there is no such profile, no such memory or no such number of threads.
    pub fn new(profile: &str, megabytes: usize, threads: usize) -> Result<Engine, EngineError> {
        let params = SearchParams::default();
        let mut engine = Engine {
            profile: PROFILES[0].0,
            evaluation: Evaluation::of_style(EvalStyle::Chuhe),
            table: TranspositionTable::new(0)?,
            histories: Vec::new(),
            reductions: Box::new(reductions(&params)),
            params,
            features: Features::ALL,
            level: Level::FULL,
            dice: Rng::new(1),
        };
        engine.set_profile(profile)?;
        engine.set_hash(megabytes)?;
        engine.set_threads(threads)?;
        Ok(engine)
    }

    /// The profile in force.
    pub fn profile(&self) -> &'static str {
        self.profile
    }

    /// Becomes another program.
    ///
    /// # Errors
    /// If there is no such profile; the engine is then unchanged.
    pub fn set_profile(&mut self, name: &str) -> Result<(), EngineError> {
        let (profile, style) = match name {
            "chuhe" => ("chuhe", EvalStyle::Chuhe),
            "shenxiang" => ("shenxiang", EvalStyle::Shenxiang),
            _ => return Err(EngineError::Profile(name.chars().take(40).collect())),
        };
        self.profile = profile;
        self.evaluation = Evaluation::of_style(style);
        self.new_game();
        Ok(())
    }

    /// Other numbers for the evaluation.
    pub fn set_eval_params(&mut self, params: EvalParams) {
        self.evaluation = Evaluation::new(params, self.evaluation.style());
        self.new_game();
    }

    /// Another size of the table, in megabytes.
    ///
    /// # Errors
    /// If the memory cannot be had; the old table is then kept.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.table = TranspositionTable::new(megabytes)?;
        Ok(())
    }

    /// Another number of threads.
    ///
    /// # Errors
    /// If it is 0, absurd or more than the memory can hold; the engine is then
    /// unchanged.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if threads == 0 || threads > 512 {
            return Err(EngineError::Threads(threads));
        }
        // Asked for at once and given back: a refusal now is an error, a refusal
        // table by table would end the program.
        let more = threads.saturating_sub(self.histories.len()) * THREAD_BYTES;
        if Vec::<u8>::new().try_reserve_exact(more).is_err() {
            return Err(EngineError::ThreadMemory(threads));
        }
        self.histories.resize_with(threads, Histories::new);
        Ok(())
    }

    /// How strong it plays.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Which techniques it uses.
    pub fn set_features(&mut self, features: Features) {
        self.features = features;
    }

    /// Other numbers for the search.
    pub fn set_search_params(&mut self, params: SearchParams) {
        *self.reductions = reductions(&params);
        self.params = params;
    }

    /// Switches techniques off by name, for experiments: `null-move,lmr`. All others
    /// are on.
    ///
    /// # Errors
    /// If a technique does not exist; the engine is then unchanged.
    pub fn disable(&mut self, names: &str) -> Result<(), String> {
        let mut features = Features::ALL;
        for name in listed(names) {
            features.set(name, false)?;
        }
        self.set_features(features);
        Ok(())
    }

    /// Changes numbers of the search, for experiments: `null_base=5,razoring=200`.
    /// All others are the usual ones.
    ///
    /// # Errors
    /// If a number does not exist or is out of range; the engine is then unchanged.
    pub fn change_search_params(&mut self, changes: &str) -> Result<(), String> {
        let mut params = SearchParams::default();
        for part in listed(changes) {
            let (name, number) =
                part.split_once('=').ok_or_else(|| format!("'{part}' is not name=value"))?;
            let number = number.parse().map_err(|_| format!("'{number}' is no number"))?;
            params.set(name, number).map_err(|error| error.to_string())?;
        }
        self.set_search_params(params);
        Ok(())
    }

    /// Forgets everything learned.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// The static evaluation for the side to move.
    pub fn evaluate(&self, position: &Position) -> Score {
        self.evaluation.evaluate(position, &self.evaluation.refresh(position))
    }

    /// The terms of the evaluation.
    pub fn explain(&self, position: &Position) -> Vec<TermRow> {
        self.evaluation.explain(position)
    }

    /// The evaluation's numbers.
    pub fn eval_params(&self) -> &EvalParams {
        self.evaluation.params()
    }

    /// Searches until a limit is reached or `stop` is set. While `pondering` is
    /// set, time does not count. The first line reported last is the first of the
    /// outcome.
    pub fn search(
        &mut self,
        history: &GameHistory,
        request: &Request,
        clock: &dyn Clock,
        stop: &AtomicBool,
        pondering: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Outcome {
        self.table.new_search();
        let limits = &request.limits;
        let plan = limits.plan(&TIME, request.overhead);
        let weak = self.level.is_weak();
        let nodes = match (limits.nodes, weak) {
            (Some(nodes), true) => Some(nodes.min(self.level.nodes())),
            (None, true) => Some(self.level.nodes()),
            (nodes, false) => nodes,
        };
        let control = Control::new(clock, stop, pondering, nodes, plan.map(|plan| plan.hard));
        let lines = if weak { request.lines.max(self.level.lines()) } else { request.lines.max(1) };
        let depth = limits.depth.unwrap_or(MAX_PLY as i32 - 1);
        let job = Job {
            table: &self.table,
            params: &self.params,
            features: self.features,
            reductions: &self.reductions,
            depth: if weak { depth.min(self.level.depth()) } else { depth },
            lines,
            time: plan,
            mate: limits.mate,
            only: &request.only,
        };
        let threads = if weak { 1 } else { self.histories.len() };
        // A weak level compares more lines than it was asked to show.
        let shown = request.lines.max(1);
        let mut show = |told: &Report<'_>| {
            if told.line.is_none_or(|line| line.number <= shown) {
                report(told);
            }
        };
        let histories = &mut self.histories[..threads];
        // Everything below knows its evaluation when it is compiled.
        let mut outcome = match self.evaluation.style() {
            EvalStyle::Chuhe => {
                let evaluator = Styled::<Chuhe>::new(&self.evaluation);
                run(&evaluator, &job, &control, histories, history, &mut show)
            }
            EvalStyle::Shenxiang => {
                let evaluator = Styled::<Shenxiang>::new(&self.evaluation);
                run(&evaluator, &job, &control, histories, history, &mut show)
            }
        };
        if weak {
            let best = outcome.lines.first().cloned();
            self.level.choose(&mut outcome.lines, &mut self.dice);
            if outcome.lines.first() != best.as_ref() {
                self.report_choice(&outcome, clock, report);
            }
        }
        outcome
    }

    /// Tells the line a weak level has chosen instead of the best.
    fn report_choice(
        &self,
        outcome: &Outcome,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        let line = outcome.lines.first();
        report(&Report {
            depth: outcome.depth,
            selective_depth: outcome.depth as usize,
            nodes: outcome.nodes,
            time: clock.elapsed(),
            fullness: self.table.fullness(),
            line: line.map(|line| LineReport { number: 1, line, bound: Bound::Exact }),
        });
    }
}

/// The parts of a list separated by commas; `<empty>` is how UCI writes no list.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "<empty>")
}
