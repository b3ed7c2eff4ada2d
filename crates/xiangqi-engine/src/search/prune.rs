//! Steps 6 to 9: cutting a node before its moves are tried.

use game::{Score, Window};
use search::Evaluator;
use xiangqi::{Kind, Position};

use super::histories::Step;
use super::node::Node;
use super::picker::{Picked, Picker};
use super::{MAX_PLY, Searcher};

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// The score of a node that needs no moves tried.
    #[inline(always)]
    pub(super) fn cut(&mut self, window: Window, node: &Node) -> Option<Score> {
        self.razor(window, node)
            .or_else(|| self.reverse_futility(window, node))
            .or_else(|| if node.cut_node { self.null_move(window, node) } else { None })
            .or_else(|| self.probcut(window, node))
    }

    /// Evaluations with which a node is surely not cut by steps 6 and 7: only there does it
    /// matter how good a position is to a few points.
    #[inline]
    pub(super) fn uncut(&self, window: Window, depth: i32) -> Window {
        let params = self.params();
        let razors = self.techniques.razoring && depth <= params.razoring_depth;
        let cuts = self.techniques.reverse_futility && depth <= params.reverse_futility_depth;
        Window {
            alpha: if razors { window.alpha - params.razoring * depth } else { -Score::INFINITE },
            beta: if cuts {
                window.beta + params.reverse_futility * depth
            } else {
                Score::INFINITE
            },
        }
    }

    /// Step 6, razoring: so far below alpha that only captures could help.
    #[inline]
    fn razor(&mut self, window: Window, node: &Node) -> Option<Score> {
        let params = self.params();
        if !self.techniques.razoring
            || node.depth > params.razoring_depth
            || node.eval + params.razoring * node.depth >= window.alpha
        {
            return None;
        }
        let score = self.quiesce::<false>(Window::null(window.alpha - 1), node.at);
        (score < window.alpha).then_some(score)
    }

    /// Step 7, reverse futility: so far above beta that nothing quiet will change it.
    #[inline]
    fn reverse_futility(&self, window: Window, node: &Node) -> Option<Score> {
        let params = self.params();
        let eval = node.eval;
        let margin = params.reverse_futility * (node.depth - i32::from(node.improving)).max(0);
        let cut = self.techniques.reverse_futility
            && node.depth <= params.reverse_futility_depth
            && eval - margin >= window.beta
            && !window.beta.is_loss()
            && !eval.is_decided();
        cut.then(|| Score::new((eval.get() + window.beta.get()) / 2))
    }

    /// Step 8, null move: if passing is still too good, so is some move. Not without a
    /// strong piece, where having to move may hurt, and verified at high depth.
    fn null_move(&mut self, window: Window, node: &Node) -> Option<Score> {
        let params = self.params();
        let (beta, at) = (window.beta, node.at);
        if !self.techniques.null_move
            || node.depth < params.null_depth
            || node.eval < beta
            || at < self.null_from
            || beta.is_loss()
            || self.frames[at - 1].step == Step::NONE
            || !self.has_strong_piece()
        {
            return None;
        }
        let extra = ((node.eval.get() - beta.get()) / params.null_margin).min(params.null_extra);
        let depth = node.depth - params.null_base - node.depth / params.null_divisor - extra;
        let verify_depth = params.null_verify_depth;
        let score = self.pass(window, depth, at);
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_win() { beta } else { score };
        if node.depth < verify_depth {
            return Some(score);
        }
        let (before, passed) = (self.null_from, self.frames[at].dependence);
        self.null_from = at + (params.null_verify_quarters * depth.max(0)) as usize / 4;
        let verified = self.node::<false>(Window::null(beta - 1), depth, at, false);
        self.null_from = before;
        self.frames[at].dependence = self.frames[at].dependence.with(passed);
        (verified >= beta).then_some(score)
    }

    /// The score of passing the turn.
    fn pass(&mut self, window: Window, depth: i32, at: usize) -> Score {
        self.make_pass(at);
        let score = -self.node::<false>(-Window::null(window.beta - 1), depth, at + 1, true);
        self.frames[at].dependence = self.frames[at + 1].dependence;
        self.unmake_pass();
        score
    }

    fn has_strong_piece(&self) -> bool {
        let side = self.position.turn();
        let strong = [Kind::Rook, Kind::Horse, Kind::Cannon];
        strong.into_iter().any(|kind| self.position.pieces(side, kind).any())
    }

    /// Step 9, ProbCut: a capture that is far too good at reduced depth is too good.
    fn probcut(&mut self, window: Window, node: &Node) -> Option<Score> {
        let params = self.params();
        let at = node.at;
        if !self.techniques.probcut
            || node.depth < params.probcut_depth
            || window.beta.is_decided()
            || at + 8 >= MAX_PLY
        {
            return None;
        }
        let beta = window.beta + params.probcut;
        let depth = node.depth - params.probcut_reduction;
        let mut picker = Picker::captures(&self.position, node.table_ply, false);
        while let Some(picked) = self.pick(&mut picker) {
            let Picked { ply, loses, .. } = picked;
            if loses {
                break;
            }
            if !self.position.exchange_wins(
                ply,
                beta.get() - node.eval.get(),
                &self.weights().exchange,
            ) {
                continue;
            }
            self.table.prefetch(self.key_after(ply, false));
            let gives_check = self.position.gives_check(ply);
            let undo = self.make(ply, at, gives_check);
            let mut score = -self.quiesce::<false>(-Window::null(beta - 1), at + 1);
            if score >= beta {
                score = -self.node::<false>(-Window::null(beta - 1), depth, at + 1, true);
            }
            self.unmake(ply, undo);
            if self.stopped {
                return None;
            }
            if score >= beta {
                self.frames[at].dependence = self.frames[at + 1].dependence;
                return Some(score);
            }
        }
        None
    }
}
