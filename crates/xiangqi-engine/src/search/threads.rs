//! Lazy SMP: every thread searches the same root, sharing only the table.

use search::tables::Probing;
use search::{Answer, Control, Evaluator, Request, TimePlan, TranspositionTable, Witness};
use xiangqi::{Ply, Position};

use super::path::GameHistory;
use super::report::Reporter;
use super::root::Found;
use super::{Histories, Report, SearchParams, Searcher, Techniques};

/// What is to be searched, and with what: one value for all threads.
pub struct Job<'a> {
    /// What is asked for.
    pub request: &'a Request<Ply>,
    /// How its time is to be used.
    pub time: Option<TimePlan>,
    /// The game so far.
    pub history: &'a GameHistory,
    /// Node counts, and when to stop.
    pub control: &'a Control<'a>,
    /// The shared table.
    pub table: &'a TranspositionTable,
    /// The numbers of the search.
    pub params: &'a SearchParams,
    /// Which techniques are used.
    pub techniques: Techniques,
    /// Endgame tables, if there are any.
    pub tables: Option<&'a Probing<'a, Position>>,
    /// Reductions by depth and move number, from [`reductions`].
    pub reductions: &'a [[i32; 64]; 64],
    /// Who is told what is found below the root.
    pub witness: Option<&'a dyn Witness<Position>>,
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
    histories: &mut [Histories],
    report: &mut dyn FnMut(&Report<'_>),
) -> Answer<Ply> {
    let threads = histories.len();
    let (main, helpers) = histories.split_first_mut().expect("at least one thread");
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for (number, histories) in (1..).zip(helpers) {
            let help = move || {
                let mut searcher = Searcher::new(evaluator, job, histories, number, threads);
                let found = searcher.deepen();
                searcher.report_rest();
                found
            };
            // A system that has no thread left gets a search with fewer.
            match std::thread::Builder::new().spawn_scoped(scope, help) {
                Ok(handle) => handles.push(handle),
                Err(_) => break,
            }
        }
        let mut searcher = Searcher::new(evaluator, job, main, 0, threads);
        searcher.reporter = Some(Reporter::new(report));
        let mut best = searcher.deepen();
        searcher.report_rest();
        job.control.stop();
        for other in handles.into_iter().filter_map(|handle| handle.join().ok()) {
            if job.request.lines <= 1 && is_better(&other, &best) {
                best = other;
            }
        }
        searcher.tell_end(&best);
        answer(best, job.control.nodes())
    })
}

fn answer(found: Found, nodes: u64) -> Answer<Ply> {
    Answer {
        depth: found.depth,
        reached: found.moves.first().map_or(0, |root| root.depth),
        lines: found.moves.into_iter().map(|root| root.line).collect(),
        nodes,
        ..Answer::none()
    }
}

/// A helper that got further with a better score is believed.
fn is_better(other: &Found, best: &Found) -> bool {
    let score = |found: &Found| found.moves.first().map(|root| root.line.score);
    other.depth > best.depth && score(other) > score(best)
}
