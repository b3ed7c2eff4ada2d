//! What a search tells while it runs and when it ends.

use std::time::Duration;

use game::Score;
use search::{Bound, Evaluator};
use xiangqi::{Ply, Position};

use super::root::{Found, RootMove};
use super::{Line, LineReport, Report, Searcher};

/// So long the search is silent inside an iteration: the first iterations follow
/// each other so fast that anything else would only be noise.
const SILENCE: Duration = Duration::from_secs(1);

/// Who is told of a search, and what was told last.
pub(super) struct Reporter<'a> {
    listener: &'a mut dyn FnMut(&Report<'_>),
    /// When something was told last.
    time: Duration,
    /// The nodes told last.
    nodes: u64,
    /// The first line told last.
    first: Option<Line>,
}

impl<'a> Reporter<'a> {
    pub fn new(listener: &'a mut dyn FnMut(&Report<'_>)) -> Reporter<'a> {
        Reporter { listener, time: Duration::ZERO, nodes: 0, first: None }
    }

    fn tell(&mut self, report: &Report<'_>) {
        self.time = report.time;
        self.nodes = report.nodes;
        if let Some(told) = report.line.filter(|told| told.number == 1) {
            self.first = Some(told.line.clone());
        }
        (self.listener)(report);
    }
}

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// Tells something, if anybody listens to this thread.
    fn tell(&mut self, depth: i32, line: Option<LineReport<'_>>) {
        let report = Report {
            depth,
            selective_depth: self.selective_depth.max(depth),
            nodes: self.nodes_of_all(),
            time: self.control.elapsed(),
            fullness: self.table.fullness(),
            table_hits: self.job.tables.map_or(0, |tables| tables.hits()),
            line,
        };
        if let Some(reporter) = &mut self.reporter {
            reporter.tell(&report);
        }
    }

    /// Whether the search has run long enough to tell what happens inside an
    /// iteration.
    fn is_long(&self) -> bool {
        self.reporter.is_some() && self.control.elapsed() >= SILENCE
    }

    /// Tells that the search goes on, once a second.
    pub(super) fn tell_progress(&mut self) {
        let due = |reporter: &Reporter<'_>| self.control.elapsed() >= reporter.time + SILENCE;
        if self.reporter.as_ref().is_some_and(due) {
            self.tell(self.root_depth, None);
        }
    }

    /// Tells lines, the best first.
    pub(super) fn tell_lines(&mut self, moves: &[RootMove]) {
        if self.reporter.is_none() {
            return;
        }
        // A move of depth 0 was never searched.
        for (number, root) in (1..).zip(moves).filter(|(_, root)| root.depth > 0) {
            self.tell(root.depth, Some(LineReport { number, line: &root.line, bound: root.bound }));
        }
    }

    /// The same in the middle of a long iteration.
    pub(super) fn tell_lines_early(&mut self, moves: &[RootMove]) {
        if self.is_long() {
            self.tell_lines(moves);
        }
    }

    /// Tells that the score of the line being searched is above or below the
    /// window, in a long search.
    pub(super) fn tell_bound(&mut self, bound: Bound) {
        if self.is_long() {
            let line = self.root.moves[self.root.first].line.clone();
            self.tell_current(&line, bound);
        }
    }

    /// Tells that another move is better than those searched before, in a long
    /// search.
    pub(super) fn tell_change(&mut self, ply: Ply) {
        if !self.is_long() {
            return;
        }
        let changed = self.root.moves.iter().find(|root| root.line.plies[0] == ply);
        if let Some(line) = changed.map(|root| root.line.clone()) {
            self.tell_current(&line, Bound::Exact);
        }
    }

    /// Tells the line being searched.
    fn tell_current(&mut self, line: &Line, bound: Bound) {
        if line.score > -Score::INFINITE {
            let told = LineReport { number: self.root.first + 1, line, bound };
            self.tell(self.root_depth, Some(told));
        }
    }

    /// At the end: what was found, unless the last words said just that. The first
    /// line told last is then the one that is played.
    pub(super) fn tell_end(&mut self, found: &Found) {
        let Some(reporter) = &self.reporter else { return };
        let best = found.moves.first().map(|root| &root.line);
        let nodes = self.nodes_of_all();
        if best.is_none() || (reporter.first.as_ref() == best && reporter.nodes == nodes) {
            return;
        }
        if self.root_depth > found.depth {
            self.tell(self.root_depth, None);
        }
        self.tell_lines(&found.moves);
    }
}
