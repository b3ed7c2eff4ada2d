//! One search: which evaluation it uses, its limits and its threads.

use banqi::Ply;
use search::limits::TimePolicy;
use search::tables::Probing;
use search::{Answer, Control, Host, Report, Request, Strength};

use super::report::Reporter;
use super::root::{Found, RootPly, Schedule, root_plies};
use super::{Chuhe, SearchParams, Shared, Worker, dice};
use crate::engine::{BanqiGame, tell_answer};
use crate::judge::{Judge, Judges, Work};
use crate::levels::choose;
use crate::walker::Walker;

/// Deep enough for every ending.
const MAX_DEPTH: i32 = 100;

/// How time is spread over a game whose length nobody knows: games last about
/// 60 to 120 own plies, the later ones with few pieces and quick decisions.
const TIME: TimePolicy = TimePolicy { expected_plies: 45.0, most: 0.2, stretch: 3.0 };

/// What is to be searched, and who waits for it.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub game: &'a BanqiGame,
    pub request: &'a Request<Ply>,
    pub threads: usize,
    pub host: &'a dyn Host,
}

impl Chuhe {
    /// A weaker level: what it may see of all plies, and what it chooses of it.
    pub(super) fn think_weakly(
        &self,
        strength: Strength,
        task: &Task<'_>,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        let Task { game, request, host, .. } = *task;
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
        let mut answer = self.think(&Task { request: &all, threads: 1, ..*task }, &mut show);
        choose(self.in_own_units(strength), game, &mut answer, &mut dice(game, request));
        answer.lines.truncate(request.lines);
        if answer.lines.first() != told.as_ref() {
            tell_answer(&answer, host, report);
        }
        answer
    }

    /// A level's margin in the units of what evaluates.
    fn in_own_units(&self, strength: Strength) -> Strength {
        let percent = if self.in_points() { self.search.network_margin } else { 100 };
        Strength { margin: strength.margin * percent / 100, ..strength }
    }

    /// What evaluates.
    pub(super) fn judges(&self) -> Judges<'_> {
        let (network, evaluation) = (self.network.as_ref(), &self.evaluation);
        Judges { network, evaluation, params: &self.search }
    }

    /// Searches at full strength.
    pub(super) fn think(
        &self,
        task: &Task<'_>,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        self.judges().run(task.game, Thinking { chuhe: self, task, report })
    }
}

/// A search that waits for its evaluation.
struct Thinking<'a> {
    chuhe: &'a Chuhe,
    task: &'a Task<'a>,
    report: &'a mut dyn FnMut(&Report<'_, Ply>),
}

impl Work for Thinking<'_> {
    type Done = Answer<Ply>;

    fn run<E: Judge>(self, evaluator: &E, params: &SearchParams) -> Answer<Ply> {
        let Thinking { chuhe, task, report } = self;
        let limits = &task.request.limits;
        let plan = limits.plan(&TIME, chuhe.settings.overhead);
        let control = Control::new(task.host, limits.nodes, plan.map(|plan| plan.hard))
            .with_soft_nodes(limits.soft_nodes);
        let limit = task.game.rules().no_progress_plies;
        let tables = chuhe.tables.as_deref().map(|tables| Probing::new(tables, limit));
        let shared = Shared {
            table: &chuhe.table,
            evaluator,
            worths: chuhe.evaluation.worths(),
            control: &control,
            params,
            features: chuhe.features,
            tables: tables.as_ref(),
            threads: task.threads,
        };
        let mut worker = Worker::new(shared, Walker::at(task.game));
        worker.reporter = Some(Reporter::new(report));
        worker.witness = chuhe.witness.as_deref();
        let schedule = Schedule {
            max_depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            first_depth: 1,
            plan,
            mate: limits.mate,
            lines: task.request.lines,
            only: &task.request.only,
        };
        let plies = root_plies(&mut worker, task.game, &schedule);
        run(task.game, &mut worker, plies, &schedule)
    }
}

#[cfg(feature = "threads")]
fn run<E: Judge>(
    game: &BanqiGame,
    worker: &mut Worker<'_, E>,
    plies: Vec<RootPly>,
    schedule: &Schedule<'_>,
) -> Answer<Ply> {
    let shared = worker.shared;
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for number in 1..shared.threads {
            let plies = plies.clone();
            let help = move || {
                let mut helper = Worker::new(shared, Walker::at(game));
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
        shared.control.stop();
        let others: u64 = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum();
        found.answer(shared.control.nodes(), worker.chance_nodes + others)
    })
}

#[cfg(not(feature = "threads"))]
fn run<E: Judge>(
    _: &BanqiGame,
    worker: &mut Worker<'_, E>,
    plies: Vec<RootPly>,
    schedule: &Schedule<'_>,
) -> Answer<Ply> {
    let found = lead(worker, plies, schedule);
    found.answer(worker.shared.control.nodes(), worker.chance_nodes)
}

/// The main thread's part of a search.
fn lead<E: Judge>(
    worker: &mut Worker<'_, E>,
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
