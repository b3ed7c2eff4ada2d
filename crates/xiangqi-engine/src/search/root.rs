//! The root: iterative deepening, aspiration windows, several lines, time.

use std::time::Duration;

use game::{Score, Window};
use search::{Evaluator, TimePlan};
use xiangqi::{Ply, Position, Stage};

use super::{MAX_PLY, Searcher};

/// One line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score for the side to move.
    pub score: Score,
    /// The moves, best first.
    pub plies: Vec<Ply>,
}

/// What a search tells after an iteration.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The depth just finished.
    pub depth: i32,
    /// The deepest ply reached.
    pub selective_depth: usize,
    /// Which line this is, from 1.
    pub number: usize,
    /// The line.
    pub line: &'a Line,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: usize,
    /// Whether the score is only a bound: above or below the window.
    pub bound: Option<search::Bound>,
}

/// What is known about a move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub line: Line,
    pub previous: Score,
    pub nodes: u64,
}

/// The state of the root of one thread.
#[derive(Default)]
pub(super) struct RootState {
    pub moves: Vec<RootMove>,
    /// Moves before this number are already lines of this iteration.
    pub first: usize,
    /// Whether only some legal moves are wanted.
    pub restricted: bool,
}

/// What the driver of a thread is asked to do.
pub(super) struct Plan<'a> {
    pub depth: i32,
    pub lines: usize,
    pub time: Option<TimePlan>,
    pub mate: Option<u32>,
    pub only: &'a [Ply],
    /// Number of the thread; 0 decides and reports.
    pub thread: usize,
}

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// Whether a move is to be searched at the root in the current line.
    #[inline]
    pub(super) fn is_root_candidate(&self, ply: Ply) -> bool {
        self.root.moves[self.root.first..].iter().any(|root| root.line.plies[0] == ply)
    }

    /// Whether the root does not see all its moves: its score is not the position's.
    #[inline]
    pub(super) fn restricts_root(&self) -> bool {
        self.root.restricted || self.root.first > 0
    }

    /// A root move was searched.
    pub(super) fn note_root_move(
        &mut self,
        ply: Ply,
        score: Score,
        window: Window,
        count: i32,
        nodes: u64,
    ) {
        let line =
            if count == 1 || score > window.alpha { Some(self.lines[1].clone()) } else { None };
        let Some(root) = self.root.moves.iter_mut().find(|root| root.line.plies[0] == ply) else {
            return;
        };
        root.nodes += nodes;
        match line {
            Some(rest) => {
                root.line.score = score;
                root.line.plies.truncate(1);
                root.line.plies.extend(rest);
            }
            // Not better than what is known: its exact score does not matter.
            None => root.line.score = -Score::INFINITE,
        }
    }

    /// Deepens until a limit is reached; the lines found, best first.
    pub(super) fn deepen(
        &mut self,
        plan: &Plan<'_>,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> (Vec<Line>, i32) {
        self.root.moves = self.root_moves(plan.only);
        self.root.restricted = !plan.only.is_empty();
        self.frames[0].in_check = self.position.in_check();
        if self.root.moves.is_empty() {
            return (Vec::new(), 0);
        }
        let wanted = plan.lines.clamp(1, self.root.moves.len());
        let mut finished = 0;
        let mut watch = Patience::default();
        for depth in 1..=plan.depth.min(MAX_PLY as i32 - 1) {
            // Helpers skip some depths, so that threads look at different trees.
            if plan.thread > 0 && depth > 2 && (depth as usize + plan.thread).is_multiple_of(3) {
                continue;
            }
            self.root_depth = depth;
            let kept = self.root.moves.clone();
            for root in &mut self.root.moves {
                root.previous = root.line.score;
            }
            let complete = self.iterate(depth, wanted, plan, report);
            if !complete {
                // What an unfinished iteration proved is kept only if its first move
                // was searched to the end.
                self.keep_proved(kept);
                break;
            }
            finished = depth;
            if plan.thread == 0 && self.is_enough(plan, depth, &mut watch) {
                break;
            }
        }
        let lines = self.root.moves.iter().take(wanted).map(|root| root.line.clone()).collect();
        (lines, finished)
    }

    fn root_moves(&self, only: &[Ply]) -> Vec<RootMove> {
        let wanted = |ply: &Ply| only.is_empty() || only.contains(ply);
        self.position
            .plies(Stage::All)
            .into_iter()
            .filter(wanted)
            .map(|ply| RootMove {
                line: Line { score: -Score::INFINITE, plies: vec![ply] },
                previous: -Score::INFINITE,
                nodes: 0,
            })
            .collect()
    }

    /// One iteration over all wanted lines. False if it was stopped.
    fn iterate(
        &mut self,
        depth: i32,
        wanted: usize,
        plan: &Plan<'_>,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        self.selective_depth = 0;
        for number in 0..wanted {
            self.root.first = number;
            if !self.aspire(depth, number, plan, report) {
                self.root.first = 0;
                return false;
            }
        }
        self.root.first = 0;
        true
    }

    /// Searches one line with a window that widens until the score is inside.
    fn aspire(
        &mut self,
        depth: i32,
        number: usize,
        plan: &Plan<'_>,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        let expected = self.root.moves[number].previous;
        let mut margin = self.params.aspiration + expected.get().abs() / 60;
        let narrow = self.features.aspiration && depth >= 4 && !expected.is_decided();
        let mut window = if narrow { Window::around(expected, margin) } else { Window::FULL };
        let mut reduced = 0;
        loop {
            let score = self.node::<true>(window, (depth - reduced).max(1), 0, false);
            self.sort_moves(number);
            if self.stopped {
                return false;
            }
            if window.fails_low(score) {
                window.beta =
                    Score::from_bits(((window.alpha.get() + window.beta.get()) / 2) as u16);
                window.alpha = score - margin;
                reduced = 0;
            } else if window.fails_high(score) {
                window.beta = score + margin;
                reduced = (reduced + 1).min(3);
            } else {
                self.tell(depth, number, None, plan, report);
                return true;
            }
            margin += margin / 2 + 5;
            if margin > 800 {
                window = Window::FULL;
            }
        }
    }

    fn tell(
        &self,
        depth: i32,
        number: usize,
        bound: Option<search::Bound>,
        plan: &Plan<'_>,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        if plan.thread > 0 {
            return;
        }
        report(&Report {
            depth,
            selective_depth: self.selective_depth.max(depth as usize),
            number: number + 1,
            line: &self.root.moves[number].line,
            nodes: self.control.nodes() + self.unreported,
            time: self.control.elapsed(),
            fullness: self.table.fullness(),
            bound,
        });
    }

    /// Best first; moves of equal score keep their order.
    fn sort_moves(&mut self, from: usize) {
        self.root.moves[from..]
            .sort_by_key(|root| std::cmp::Reverse((root.line.score, root.previous)));
    }

    /// After a stop: if the first move of the last iteration still leads, or a
    /// better one was proved, what the moves say now stands; otherwise go back.
    fn keep_proved(&mut self, kept: Vec<RootMove>) {
        let proved = self.root.moves.first().is_some_and(|root| root.line.score > -Score::INFINITE)
            && self.root_depth > 1
            && self.first_was_searched(&kept);
        if !proved {
            self.root.moves = kept;
        }
    }

    fn first_was_searched(&self, kept: &[RootMove]) -> bool {
        let first = kept[0].line.plies[0];
        self.root
            .moves
            .iter()
            .find(|root| root.line.plies[0] == first)
            .is_some_and(|root| root.nodes > kept[0].nodes)
            && self.root.moves[0].line.score >= kept[0].line.score - 40
            && self.root.moves[0].line.plies.len() > 1
    }

    /// Whether a finished iteration is enough: a mate as short as wanted, one move
    /// only, or the time, stretched while the search is unsure.
    fn is_enough(&self, plan: &Plan<'_>, depth: i32, watch: &mut Patience) -> bool {
        let best = &self.root.moves[0];
        if let (Some(mate), Some(plies)) = (plan.mate, best.line.score.plies_to_end())
            && plies > 0
            && plies <= 2 * mate as i32
        {
            return true;
        }
        let Some(time) = plan.time else { return false };
        if self.control.pondering() {
            return false;
        }
        if self.root.moves.len() == 1 && depth >= 3 {
            return true;
        }
        // A mate found and searched deeper than its length hardly gets shorter; a
        // fixed time is there to be used, so there it is searched deeper still.
        let fixed = time.soft == time.hard;
        if let Some(plies) = best.line.score.plies_to_end()
            && (plies == 1 || depth > if fixed { 2 * plies.abs() + 12 } else { plies.abs() + 2 })
        {
            return true;
        }
        if fixed {
            return self.control.elapsed() >= time.hard;
        }
        let factor = watch.factor(best, self.nodes);
        self.control.elapsed() >= time.soft.mul_f64(factor).min(time.hard)
    }
}

/// How sure the search is of its move.
#[derive(Default)]
struct Patience {
    best: Option<Ply>,
    unchanged: u32,
    last: Option<Score>,
}

impl Patience {
    /// How much of the planned time to use: less the longer the best move stays
    /// and the more of the tree it takes, more when the score falls.
    fn factor(&mut self, best: &RootMove, nodes: u64) -> f64 {
        let ply = best.line.plies[0];
        self.unchanged = if self.best == Some(ply) { (self.unchanged + 1).min(8) } else { 0 };
        self.best = Some(ply);
        let fall = self.last.map_or(0, |last| last.get() - best.line.score.get()).clamp(0, 80);
        self.last = Some(best.line.score);
        let share = best.nodes as f64 / nodes.max(1) as f64;
        let stable = 1.3 - 0.07 * f64::from(self.unchanged);
        let effort = 1.6 - share;
        (0.65 * stable * effort * (1.0 + f64::from(fall) / 80.0)).clamp(0.2, 2.5)
    }
}
