//! Lazy SMP: every thread searches the same root, sharing only the table.

use search::{Control, Evaluator, TimePlan, TranspositionTable};
use xiangqi::{Ply, Position};

use super::path::GameHistory;
use super::root::{Line, Plan, Report};
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
    let (main, helpers) = histories.split_first_mut().expect("at least one thread");
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for (number, histories) in helpers.iter_mut().enumerate() {
            handles.push(scope.spawn(move || {
                let mut searcher = Searcher::new(evaluator, job, control, histories, history);
                let result = searcher.deepen(&plan(job, number + 1), &mut |_| {});
                control.report(searcher.unreported);
                result
            }));
        }
        let mut searcher = Searcher::new(evaluator, job, control, main, history);
        let (lines, depth) = searcher.deepen(&plan(job, 0), report);
        control.report(searcher.unreported);
        control.stop();
        let mut best = (lines, depth);
        for handle in handles {
            // A helper that got further with a better score is believed.
            if let Ok(other) = handle.join()
                && other.1 > best.1
                && job.lines <= 1
                && other.0.first().map(|line| line.score) > best.0.first().map(|line| line.score)
            {
                best = other;
            }
        }
        Outcome { lines: best.0, depth: best.1, nodes: control.nodes() }
    })
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
