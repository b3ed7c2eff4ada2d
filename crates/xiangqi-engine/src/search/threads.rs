//! Lazy SMP: every thread searches the same root, sharing only the table.

use search::{Control, Evaluator, TimePlan, TranspositionTable};
use xiangqi::{Ply, Position};

use super::path::GameHistory;
use super::report::{Line, Report, Reporter};
use super::root::{Found, Plan};
use super::{Features, Histories, SearchParams, Searcher};

/// What is to be searched, and with what.
pub struct Job<'a> {
    /// The shared table.
    pub table: &'a TranspositionTable,
    /// The numbers of the search.
    pub params: &'a SearchParams,
    /// Which techniques are used.
    pub features: Features,
    /// Reductions by depth and move number, from [`reductions`].
    pub reductions: &'a [[i32; 64]; 64],
    /// The deepest iteration.
    pub depth: i32,
    /// How many lines are wanted.
    pub lines: usize,
    /// When to stop.
    pub time: Option<TimePlan>,
    /// Stop at a mate in so many moves.
    pub mate: Option<u32>,
    /// Only these moves; empty = all.
    pub only: &'a [Ply],
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The lines, best first; empty if there is no legal move.
    pub lines: Vec<Line>,
    /// The last finished depth.
    pub depth: i32,
    /// The depth of the first line: one more if an unfinished iteration proved it.
    pub reached: i32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// Late move reductions in 1/1024 ply, by depth and move number.
pub fn reductions(params: &SearchParams) -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (count, cell) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (count as f64).ln();
            *cell = params.reduction_base
                + (product * 1024.0 * 1024.0 / f64::from(params.reduction_divisor)) as i32;
        }
    }
    table
}

/// Searches with as many threads as there are histories; the first one reports and
/// decides when to stop.
pub fn run<E: Evaluator<Position>>(
    evaluator: &E,
    job: &Job<'_>,
    control: &Control<'_>,
    histories: &mut [Histories],
    history: &GameHistory,
    report: &mut dyn FnMut(&Report<'_>),
) -> Outcome {
    let threads = histories.len();
    let (main, helpers) = histories.split_first_mut().expect("at least one thread");
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for (number, histories) in helpers.iter_mut().enumerate() {
            let help = move || {
                let mut searcher =
                    Searcher::new(evaluator, job, control, histories, history, threads);
                let found = searcher.deepen(&plan(job, number + 1));
                searcher.report_rest();
                found
            };
            // A system that has no thread left gets a search with fewer.
            match std::thread::Builder::new().spawn_scoped(scope, help) {
                Ok(handle) => handles.push(handle),
                Err(_) => break,
            }
        }
        let mut searcher = Searcher::new(evaluator, job, control, main, history, threads);
        searcher.reporter = Some(Reporter::new(report));
        let mut best = searcher.deepen(&plan(job, 0));
        searcher.report_rest();
        control.stop();
        for other in handles.into_iter().filter_map(|handle| handle.join().ok()) {
            if job.lines <= 1 && is_better(&other, &best) {
                best = other;
            }
        }
        searcher.tell_end(&best);
        let reached = best.moves.first().map_or(0, |root| root.depth);
        let lines = best.moves.into_iter().map(|root| root.line).collect();
        Outcome { lines, depth: best.depth, reached, nodes: control.nodes() }
    })
}

/// A helper that got further with a better score is believed.
fn is_better(other: &Found, best: &Found) -> bool {
    let score = |found: &Found| found.moves.first().map(|root| root.line.score);
    other.depth > best.depth && score(other) > score(best)
}

fn plan<'a>(job: &Job<'a>, thread: usize) -> Plan<'a> {
    Plan {
        depth: job.depth,
        lines: job.lines,
        time: job.time,
        mate: job.mate,
        only: job.only,
        thread,
    }
}
