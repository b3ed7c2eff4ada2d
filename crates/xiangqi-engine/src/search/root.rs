//! The root: iterative deepening, aspiration windows, several lines.

use game::{Score, Window};
use search::{Bound, Evaluator};
use xiangqi::{Ply, Position, Stage};

use super::time::Certainty;
use super::{Line, MAX_PLY, Searcher};

/// What is known about a move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub line: Line,
    pub previous: Score,
    pub nodes: u64,
    /// The depth the line was found at, and what its score means.
    pub depth: i32,
    pub bound: Bound,
}

/// What one thread found.
pub(super) struct Found {
    /// The wanted lines, best first; empty if there is no legal move.
    pub moves: Vec<RootMove>,
    /// The last finished depth.
    pub depth: i32,
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
        let changed = count > 1 && line.is_some() && !window.fails_high(score);
        match line {
            Some(rest) => {
                root.line.score = score;
                root.line.plies.truncate(1);
                root.line.plies.extend(rest);
            }
            // Not better than what is known: its exact score does not matter.
            None => root.line.score = -Score::INFINITE,
        }
        if changed {
            self.tell_change(ply);
        }
    }

    /// Deepens until a limit is reached; the lines found, best first.
    pub(super) fn deepen(&mut self) -> Found {
        let request = self.job.request;
        self.root.moves = self.root_moves(&request.only);
        self.root.restricted = !request.only.is_empty();
        self.frames[0].in_check = self.position.in_check();
        self.histories.new_root();
        if self.root.moves.is_empty() {
            return Found { moves: Vec::new(), depth: 0 };
        }
        let wanted = request.lines.clamp(1, self.root.moves.len());
        let mut finished = 0;
        let mut certainty = Certainty::default();
        for depth in 1..=request.limits.depth.unwrap_or(i32::MAX).min(MAX_PLY as i32 - 1) {
            // Helpers skip some depths, so that threads look at different trees.
            if self.thread > 0 && self.skips(depth) {
                continue;
            }
            self.root_depth = depth;
            let kept = self.root.moves.clone();
            for root in &mut self.root.moves {
                root.previous = root.line.score;
            }
            let done = self.iterate(depth, wanted, &kept);
            if done < wanted {
                self.keep_proved(kept, wanted, done);
                break;
            }
            finished = depth;
            if self.thread == 0 && self.is_enough(depth, &mut certainty) {
                break;
            }
        }
        let mut moves = std::mem::take(&mut self.root.moves);
        moves.truncate(wanted);
        // Of moves never searched one is enough, to have an answer.
        let searched = moves.iter().take_while(|root| root.depth > 0).count();
        moves.truncate(searched.max(1));
        Found { moves, depth: finished }
    }

    /// Whether a helper leaves out a depth.
    fn skips(&self, depth: i32) -> bool {
        let params = self.params();
        let number = depth.unsigned_abs() as usize + self.thread;
        depth > params.helper_depth && number.is_multiple_of(params.helper_skip as usize)
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
                depth: 0,
                bound: Bound::Exact,
            })
            .collect()
    }

    /// One iteration over all wanted lines, which are sorted and told when all are
    /// done; how many were finished before a stop.
    fn iterate(&mut self, depth: i32, wanted: usize, kept: &[RootMove]) -> usize {
        self.selective_depth = 0;
        let mut done = 0;
        while done < wanted {
            self.root.first = done;
            if !self.aspire(depth, done) {
                break;
            }
            let root = &mut self.root.moves[done];
            (root.depth, root.bound) = (depth, Bound::Exact);
            done += 1;
            if done < wanted {
                let so_far = self.merged(kept, wanted, done);
                self.tell_lines_early(&so_far);
            }
        }
        self.root.first = 0;
        if done == wanted {
            self.root.moves[..wanted].sort_by_key(|root| std::cmp::Reverse(root.line.score));
            let lines = self.root.moves[..wanted].to_vec();
            self.tell_lines(&lines);
        }
        done
    }

    /// Searches one line with a window that widens until the score is inside.
    /// False if it was stopped.
    fn aspire(&mut self, depth: i32, number: usize) -> bool {
        let expected = self.root.moves[number].previous;
        let params = self.params();
        let mut margin = params.aspiration + expected.get().abs() / params.aspiration_divisor;
        let narrow = self.techniques.aspiration
            && depth >= params.aspiration_depth
            && !expected.is_decided();
        let mut window = if narrow { Window::around(expected, margin) } else { Window::FULL };
        let mut reduced = 0;
        loop {
            let score = self.node::<true>(window, (depth - reduced).max(1), 0, false);
            self.sort_moves(number);
            if self.stopped {
                return false;
            }
            if window.fails_low(score) {
                self.tell_bound(Bound::Upper);
                window.beta = window.middle();
                window.alpha = score - margin;
                reduced = 0;
            } else if window.fails_high(score) {
                self.tell_bound(Bound::Lower);
                window.beta = score + margin;
                reduced = (reduced + 1).min(params.aspiration_reduction);
            } else {
                return true;
            }
            margin += margin / 2 + params.aspiration_growth;
            if margin > params.aspiration_most {
                window = Window::FULL;
            }
        }
    }

    /// The lines finished in this iteration, best first, and behind them those of
    /// the one before. No other move is better than the worst finished one: the
    /// search of each line looked at all that were left.
    fn merged(&self, kept: &[RootMove], wanted: usize, done: usize) -> Vec<RootMove> {
        let mut lines = self.root.moves[..done].to_vec();
        lines.sort_by_key(|root| std::cmp::Reverse(root.line.score));
        let Some(worst) = lines.last().map(|root| root.line.score) else { return kept.to_vec() };
        let first = |root: &RootMove| root.line.plies[0];
        let finished: Vec<Ply> = lines.iter().map(first).collect();
        let rest = kept.iter().filter(|root| !finished.contains(&first(root)));
        for root in rest.take(wanted - done) {
            let mut root = root.clone();
            if root.line.score > worst {
                (root.line.score, root.bound) = (worst, Bound::Upper);
            }
            lines.push(root);
        }
        lines
    }

    /// Best first; moves of equal score keep their order.
    fn sort_moves(&mut self, from: usize) {
        self.root.moves[from..]
            .sort_by_key(|root| std::cmp::Reverse((root.line.score, root.previous)));
    }

    /// After a stop: finished lines stand, behind them those of the iteration
    /// before. Inside the first line what the moves say now stands only if the first
    /// move of the last iteration was searched to the end and still leads, or a
    /// better one was proved; otherwise go back. Of several lines none can be
    /// replaced alone, so there it always goes back.
    fn keep_proved(&mut self, kept: Vec<RootMove>, wanted: usize, done: usize) {
        if done > 0 {
            self.root.moves = self.merged(&kept, wanted, done);
            return;
        }
        let searched = self.root.moves[0].line.score > -Score::INFINITE;
        // In the very first iteration anything is better than nothing.
        let proved =
            searched && (self.root_depth == 1 || wanted == 1 && self.first_was_searched(&kept));
        if proved {
            let root = &mut self.root.moves[0];
            (root.depth, root.bound) = (self.root_depth, Bound::Exact);
        } else {
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
            && self.root.moves[0].line.score >= kept[0].line.score - self.params().unfinished_drop
            && self.root.moves[0].line.plies.len() > 1
    }
}
