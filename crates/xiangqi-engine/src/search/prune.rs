//! Steps 6–9 of a node: cutting it before its moves are tried.

use game::{Score, Window};
use xiangqi::Kind;

use super::picker::{EXCHANGE, Picked, Picker};
use super::tables::Step;
use super::{MAX_PLY, Searcher};
use crate::evaluator::Evaluator;

impl<E: Evaluator> Searcher<'_, E> {
    /// Step 6, razoring: far below alpha only a capture can help; look at captures.
    #[inline]
    pub(super) fn razor(
        &mut self,
        window: Window,
        depth: i32,
        eval: Score,
        at: usize,
    ) -> Option<Score> {
        if !self.features.razoring
            || depth > 3
            || eval + self.params.razoring * depth >= window.alpha
        {
            return None;
        }
        let score = self.quiesce::<false>(Window::null(window.alpha - 1), at);
        (score < window.alpha).then_some(score)
    }

    /// Step 7, reverse futility: so far above beta that nothing quiet will change it.
    #[inline]
    pub(super) fn reverse_futility(
        &self,
        window: Window,
        depth: i32,
        eval: Score,
        improving: bool,
    ) -> Option<Score> {
        let margin = self.params.reverse_futility * (depth - i32::from(improving)).max(0);
        let cut = self.features.reverse_futility
            && depth <= self.params.reverse_futility_depth
            && eval - margin >= window.beta
            && !window.beta.is_loss()
            && !eval.is_decided();
        cut.then(|| Score::new((eval.get() + window.beta.get()) / 2))
    }

    /// Step 8, null move: if passing is still too good, so is some move. Not without a
    /// strong piece, where having to move may hurt, and verified at high depth.
    pub(super) fn null_move(
        &mut self,
        window: Window,
        depth: i32,
        eval: Score,
        at: usize,
    ) -> Option<Score> {
        let beta = window.beta;
        if !self.features.null_move
            || depth < 3
            || eval < beta
            || at < self.null_from
            || beta.is_loss()
            || self.frames[at - 1].step == Step::NONE
            || !self.has_strong_piece()
        {
            return None;
        }
        let extra = ((eval.get() - beta.get()) / self.params.null_margin).min(3);
        let reduction = self.params.null_base + depth / self.params.null_divisor + extra;
        let score = self.pass(window, depth - reduction, at);
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_win() { beta } else { score };
        if depth < 12 {
            return Some(score);
        }
        let before = self.null_from;
        self.null_from = at + 3 * (depth - reduction).max(0) as usize / 4;
        let verified = self.node::<false>(Window::null(beta - 1), depth - reduction, at, false);
        self.null_from = before;
        (verified >= beta).then_some(score)
    }

    /// The score of passing the turn.
    fn pass(&mut self, window: Window, depth: i32, at: usize) -> Score {
        self.frames[at].step = Step::NONE;
        let accumulator = self.accumulators[at].clone();
        self.accumulators[at + 1] = accumulator;
        self.frames[at + 1].in_check = false;
        self.path.push_null_turn(&mut self.position);
        let score = -self.node::<false>(-Window::null(window.beta - 1), depth, at + 1, true);
        self.path.pop_null_turn(&mut self.position);
        score
    }

    fn has_strong_piece(&self) -> bool {
        let side = self.position.turn();
        let strong = [Kind::Rook, Kind::Horse, Kind::Cannon];
        strong.into_iter().any(|kind| self.position.pieces(side, kind).any())
    }

    /// Step 9, ProbCut: a capture that is far too good at reduced depth is too good.
    pub(super) fn probcut(
        &mut self,
        window: Window,
        depth: i32,
        eval: Score,
        table_ply: Option<xiangqi::Ply>,
        at: usize,
    ) -> Option<Score> {
        if !self.features.probcut || depth < 5 || window.beta.is_decided() || at + 8 >= MAX_PLY {
            return None;
        }
        let beta = window.beta + self.params.probcut;
        let mut picker = Picker::captures(&self.position, table_ply, false);
        while let Some(picked) = picker.next(&self.position, self.tables, &self.features) {
            let Picked { ply, loses, .. } = picked;
            if loses {
                break;
            }
            if !self.position.exchange_wins(ply, beta.get() - eval.get(), &EXCHANGE) {
                continue;
            }
            self.table.prefetch(self.position.key_after(ply));
            let gives_check = self.position.gives_check(ply);
            let undo = self.make(ply, at, gives_check);
            let mut score = -self.quiesce::<false>(-Window::null(beta - 1), at + 1);
            if score >= beta {
                score = -self.node::<false>(-Window::null(beta - 1), depth - 4, at + 1, true);
            }
            self.unmake(ply, undo);
            if self.stopped {
                return None;
            }
            if score >= beta {
                return Some(score);
            }
        }
        None
    }
}
