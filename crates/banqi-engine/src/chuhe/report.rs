//! What a search tells while it runs and when it ends.

use std::time::Duration;

use banqi::Ply;
use search::{Line, LineReport, Report};

use super::root::RootPly;
use super::worker::Worker;
use crate::judge::Judge;

/// So long the search is silent inside an iteration: the first iterations follow
/// each other so fast that anything else would only be noise.
const SILENCE: Duration = Duration::from_secs(1);

/// Who is told of a search, and what was told last.
pub(super) struct Reporter<'a> {
    report: &'a mut dyn FnMut(&Report<'_, Ply>),
    /// When something was told last.
    time: Duration,
    /// The nodes told last.
    nodes: u64,
    /// The first line told last.
    first: Option<Line<Ply>>,
}

impl<'a> Reporter<'a> {
    pub fn new(report: &'a mut dyn FnMut(&Report<'_, Ply>)) -> Reporter<'a> {
        Reporter { report, time: Duration::ZERO, nodes: 0, first: None }
    }
}

impl<E: Judge> Worker<'_, E> {
    fn tell(&mut self, depth: i32, line: Option<LineReport<'_, Ply>>) {
        let control = self.shared.control;
        let report = Report {
            depth,
            selective_depth: (self.deepest as i32).max(depth),
            nodes: control.nodes(),
            time: control.elapsed(),
            fullness: self.shared.table.fullness(),
            table_hits: self.shared.tables.map_or(0, |tables| tables.hits()),
            line,
        };
        if let Some(reporter) = &mut self.reporter {
            (reporter.time, reporter.nodes) = (report.time, report.nodes);
            if let Some(told) = line.filter(|told| told.number == 1) {
                reporter.first = Some(told.line.clone());
            }
            (reporter.report)(&report);
        }
    }

    /// Tells that the search goes on, once a second.
    pub fn tell_progress(&mut self) {
        let elapsed = self.shared.control.elapsed();
        if self.reporter.as_ref().is_some_and(|reporter| elapsed >= reporter.time + SILENCE) {
            self.tell(self.root_depth, None);
        }
    }

    /// Tells lines, the best first.
    pub(super) fn tell_lines(&mut self, plies: &[RootPly]) {
        if self.reporter.is_none() {
            return;
        }
        // A ply of depth 0 was never searched.
        for (number, root) in (1..).zip(plies).filter(|(_, root)| root.depth > 0) {
            let line = line_of(root);
            self.tell(root.depth, Some(LineReport { number, line: &line, bound: root.bound }));
        }
    }

    /// The same in the middle of a long iteration.
    pub(super) fn tell_lines_early(&mut self, plies: &[RootPly]) {
        if self.reporter.is_some() && self.shared.control.elapsed() >= SILENCE {
            self.tell_lines(plies);
        }
    }

    /// Tells in the middle of a long iteration that the only line has changed.
    pub(super) fn tell_change(&mut self, best: &RootPly) {
        if self.one_line {
            self.tell_lines_early(std::slice::from_ref(best));
        }
    }

    /// At the end: what was found, unless the last words said just that. The first
    /// line told last is then the one that is played.
    pub(super) fn tell_end(&mut self, plies: &[RootPly]) {
        let (Some(reporter), Some(best)) = (&self.reporter, plies.first()) else { return };
        let same = reporter.first.as_ref() == Some(&line_of(best));
        if !same || reporter.nodes != self.shared.control.nodes() {
            self.tell_lines(plies);
        }
    }
}

fn line_of(root: &RootPly) -> Line<Ply> {
    Line { score: root.score, plies: root.line.to_vec() }
}
