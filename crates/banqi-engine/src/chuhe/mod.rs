//! The profile `chuhe`: principal variation search with chance nodes.

mod chance;
mod features;
mod flip_score;
mod node;
mod ordering;
mod params;
mod quiescence;
mod report;
mod root;
#[cfg(test)]
mod sound_tests;
mod worker;

use std::sync::Arc;

use banqi::{BanqiRules, Ply, Position};
use game::{Position as _, Rng, Score};
use search::limits::TimePolicy;
use search::options::Effect;
use search::{
    Answer, Book, Control, Engine, EngineOption, Explanation, Host, Line, OptionError, ParamError,
    ParamSet, Report, Request, Settings, Strength, TranspositionTable, WinModel,
};

pub use features::Features;
pub(crate) use flip_score::best_flips;
pub(crate) use node::Node;
pub use params::SearchParams;
pub(crate) use root::forbidden;
pub(crate) use worker::{Shared, Worker};

use crate::draw_limit::DrawLimit;
use crate::engine::{BanqiGame, from_book, tell_answer};
use crate::eval::{EvalParams, Evaluation, explain};
use crate::levels::{LEVELS, choose};
use crate::walker::Walker;
use crate::win_rate::win_model;
use report::Reporter;
use root::{Found, RootPly, Schedule, root_plies};

/// What a thread takes: its stack and what it searches on.
const THREAD_BYTES: usize = 4 << 20;

/// Deep enough for every ending.
const MAX_DEPTH: i32 = 100;

/// How time is spread over a game whose length nobody knows: games last about
/// 60 to 120 own plies, the later ones with few pieces and quick decisions.
const TIME: TimePolicy = TimePolicy { expected_plies: 45.0, most: 0.2, stretch: 3.0 };

/// The engine of the profile `chuhe`.
pub(crate) struct Chuhe {
    settings: Settings,
    table: TranspositionTable,
    search: SearchParams,
    evaluation: Evaluation,
    features: Features,
    book: Option<Arc<dyn Book<Position>>>,
}

impl Chuhe {
    pub fn new(settings: &Settings) -> Result<Chuhe, OptionError> {
        check_threads(settings.threads)?;
        let (search, evaluation) = numbers(&changed_params(&settings.params)?);
        Ok(Chuhe {
            settings: settings.clone(),
            table: table(settings.hash)?,
            search,
            evaluation,
            features: Features::without(&settings.disabled)?,
            book: None,
        })
    }

    /// Takes over numbers that a [`ParamSet`] of ours has checked.
    fn adopt(&mut self, params: &ParamSet) {
        (self.search, self.evaluation) = numbers(params);
        // What the table keeps was found with other numbers.
        self.table.clear();
    }

    fn worker<'a>(
        &'a self,
        control: &'a Control<'a>,
        game: &BanqiGame,
        threads: usize,
    ) -> Worker<'a, Evaluation> {
        let shared = Shared {
            table: &self.table,
            evaluator: &self.evaluation,
            worths: self.evaluation.worths(),
            control,
            params: &self.search,
            features: self.features,
            threads,
        };
        Worker::new(shared, Walker::at(game))
    }

    /// A weaker level: what it may see of all plies, and what it chooses of it.
    fn think_weakly(
        &self,
        strength: Strength,
        game: &BanqiGame,
        request: &Request<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        let mut all = Request { lines: usize::MAX, ..request.clone() };
        let limits = &mut all.limits;
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(strength.nodes));
        limits.depth = Some(limits.depth.unwrap_or(MAX_DEPTH).min(strength.depth));
        let mut told = None;
        let mut show = |report_of: &Report<'_, Ply>| {
            let line = report_of.line.as_ref();
            if line.is_none_or(|line| line.number <= request.lines) {
                told = line
                    .filter(|line| line.number == 1)
                    .map(|line| line.line.clone())
                    .or(told.take());
                report(report_of);
            }
        };
        let mut answer = self.think(game, &all, 1, host, &mut show);
        choose(strength, game, &mut answer, &mut dice(game, request));
        answer.lines.truncate(request.lines);
        if answer.lines.first() != told.as_ref() {
            tell_answer(&answer, host, report);
        }
        answer
    }

    fn think(
        &self,
        game: &BanqiGame,
        request: &Request<Ply>,
        threads: usize,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        let limits = &request.limits;
        let plan = limits.plan(&TIME, self.settings.overhead);
        let control = Control::new(host, limits.nodes, plan.map(|plan| plan.hard))
            .with_soft_nodes(limits.soft_nodes);
        let mut worker = self.worker(&control, game, threads);
        worker.reporter = Some(Reporter::new(report));
        let schedule = Schedule {
            max_depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            first_depth: 1,
            plan,
            mate: limits.mate,
            lines: request.lines,
            only: &request.only,
        };
        let plies = root_plies(&mut worker, game, &schedule);
        self.run(game, &mut worker, plies, &schedule)
    }

    #[cfg(feature = "threads")]
    fn run(
        &self,
        game: &BanqiGame,
        worker: &mut Worker<'_, Evaluation>,
        plies: Vec<RootPly>,
        schedule: &Schedule<'_>,
    ) -> Answer<Ply> {
        let (control, threads) = (worker.shared.control, worker.shared.threads);
        std::thread::scope(|scope| {
            let mut helpers = Vec::new();
            for number in 1..threads {
                let plies = plies.clone();
                let help = move || {
                    let mut helper = self.worker(control, game, threads);
                    let first_depth = 1 + number as i32 % 2;
                    let (max_depth, plan) = (MAX_DEPTH, None);
                    helper.deepen(plies, &Schedule { max_depth, first_depth, plan, ..*schedule });
                    helper.chance_nodes
                };
                // A system that has no thread left gets a search with fewer.
                match std::thread::Builder::new().spawn_scoped(scope, help) {
                    Ok(helper) => helpers.push(helper),
                    Err(_) => break,
                }
            }
            let found = lead(worker, plies, schedule);
            control.stop();
            let others: u64 = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum();
            found.answer(control.nodes(), worker.chance_nodes + others)
        })
    }

    #[cfg(not(feature = "threads"))]
    fn run(
        &self,
        _: &BanqiGame,
        worker: &mut Worker<'_, Evaluation>,
        plies: Vec<RootPly>,
        schedule: &Schedule<'_>,
    ) -> Answer<Ply> {
        let found = lead(worker, plies, schedule);
        found.answer(worker.shared.control.nodes(), worker.chance_nodes)
    }
}

/// The main thread's part of a search.
fn lead(
    worker: &mut Worker<'_, Evaluation>,
    plies: Vec<RootPly>,
    schedule: &Schedule<'_>,
) -> Found {
    let found = worker.deepen(plies, schedule);
    if !worker.stopped {
        worker.report();
    }
    worker.tell_end(&found.plies);
    found
}

fn table(megabytes: usize) -> Result<TranspositionTable, OptionError> {
    TranspositionTable::new(megabytes).map_err(|_| OptionError::Memory { megabytes })
}

/// Every number of the profile at its default.
fn default_params() -> ParamSet {
    let mut specs = SearchParams::specs("search");
    specs.extend(EvalParams::specs("eval"));
    ParamSet::new(specs)
}

/// What the search and the evaluation make of a set that has checked its numbers.
fn numbers(params: &ParamSet) -> (SearchParams, Evaluation) {
    let (mut search, mut eval) = (SearchParams::default(), EvalParams::default());
    let (first, second) = params.values().split_at(search.values().len());
    search.assign(first);
    eval.assign(second);
    (search, Evaluation::new(eval))
}

/// The numbers an option's text asks for: those it does not name are the usual ones.
fn changed_params(changes: &str) -> Result<ParamSet, OptionError> {
    let mut params = default_params();
    let reason =
        |error: ParamError| OptionError::Text { name: "Params", reason: error.to_string() };
    params.apply(changes).map_err(reason)?;
    Ok(params)
}

/// Whether the memory holds so many threads: asked for at once and given back, so
/// that a refusal is an error and not the end of the program.
fn check_threads(threads: usize) -> Result<(), OptionError> {
    let asked = Vec::<u8>::new().try_reserve_exact(threads * THREAD_BYTES);
    asked.map_err(|_| OptionError::ThreadMemory { threads })
}

/// The dice of a weak level: the same seed and position, the same numbers.
fn dice(game: &BanqiGame, request: &Request<Ply>) -> Rng {
    Rng::new(request.seed ^ game.position().key())
}

/// The first flips of a game, before anything is known: a corner, where the piece has
/// the fewest neighbours and lies on the fewest cannon lines, and then the others.
/// A weak level takes any.
fn first_flips(game: &BanqiGame, request: &Request<Ply>, weak: bool) -> Option<Answer<Ply>> {
    if game.position().turn().is_some() {
        return None;
    }
    let mut flips = game.position().flips();
    flips.retain(|flip| request.only.is_empty() || request.only.contains(flip));
    if weak {
        dice(game, request).shuffle(&mut flips);
    }
    flips.truncate(request.lines);
    let line = |flip| Line { score: Score::DRAW, plies: vec![flip] };
    Some(Answer { lines: flips.into_iter().map(line).collect(), ..Answer::none() })
}

impl Engine<Position, BanqiRules> for Chuhe {
    fn profile(&self) -> &'static str {
        "chuhe"
    }

    fn options(&self) -> Vec<EngineOption> {
        self.settings.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (settings, effect) = self.settings.with(name, value)?;
        match effect {
            Effect::Kept => {}
            Effect::Hash => self.table = table(settings.hash)?,
            Effect::Threads => check_threads(settings.threads)?,
            Effect::Clear => self.new_game(),
            Effect::Techniques => self.features = Features::without(&settings.disabled)?,
            Effect::Params => self.adopt(&changed_params(&settings.params)?),
        }
        self.settings = settings;
        Ok(())
    }

    fn params(&self) -> ParamSet {
        let mut params = default_params();
        let values = [self.search.values(), self.evaluation.params().values()].concat();
        // Ours are in range: they came through a set like this one.
        let _ = params.assign(&values);
        params
    }

    fn set_params(&mut self, params: &ParamSet) -> Result<(), ParamError> {
        let mut own = self.params();
        if own.specs() == params.specs() {
            own.assign(params.values())?;
        } else {
            for (name, value) in params.iter() {
                own.set(name, value.into())?;
            }
        }
        self.settings.params = own.changes();
        self.adopt(&own);
        Ok(())
    }

    fn set_book(&mut self, book: Option<Arc<dyn Book<Position>>>) {
        self.book = book;
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn search(
        &mut self,
        game: &BanqiGame,
        request: &Request<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        let lines = if request.lines == 0 { self.settings.lines } else { request.lines };
        let request = &Request { lines, ..request.clone() };
        let weak = self.settings.level.of(&LEVELS);
        let known = from_book(self.book.as_deref(), game, request)
            .or_else(|| first_flips(game, request, weak.is_some()));
        if let Some(answer) = known {
            // Also who answers without a search comes to the yield point.
            host.yield_point();
            tell_answer(&answer, host, report);
            return answer;
        }
        self.table.new_search();
        match weak {
            Some(strength) => self.think_weakly(strength, game, request, host, report),
            None => self.think(game, request, self.settings.threads, host, report),
        }
    }

    fn explain(&self, game: &BanqiGame) -> Option<Explanation> {
        let limit = DrawLimit::new(Walker::at(game).limit, &self.search);
        Some(explain(game, &self.evaluation, &limit))
    }

    fn win_model(&self, position: &Position) -> WinModel {
        win_model(position)
    }
}
