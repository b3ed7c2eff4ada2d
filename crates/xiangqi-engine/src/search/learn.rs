//! What the search learns from a node: histories of moves, corrections of the
//! evaluation.

use game::Score;
use search::{Bound, Evaluator};
use xiangqi::{Ply, Position};

use super::Searcher;
use super::histories::{Place, Step};
use super::moves::Progress;
use super::node::Node;

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// What a quiet move achieved before.
    #[inline]
    pub(super) fn quiet_history(&self, ply: Ply, step: Step, place: &Place) -> i32 {
        let mut history = 0;
        if self.techniques.history {
            history += self.histories.quiet(self.position.turn(), ply);
        }
        if self.techniques.continuation {
            history += place
                .before
                .iter()
                .enumerate()
                .map(|(back, &b)| self.histories.continuation(back, b, step))
                .sum::<i32>();
        }
        history + self.histories.near_root(place.low, ply) * self.weights().low / 16
    }

    /// Histories learn from the move that cut off, and from those tried before it.
    pub(super) fn learn(&mut self, best: Ply, node: &Node, place: &Place, progress: &Progress) {
        let params = self.params();
        let bonus = (params.bonus_depth * node.depth).min(params.bonus_most);
        let side = self.position.turn();
        let piece = self.position.piece_at(best.from()).expect("the best move is legal");
        let step = Step::new(piece, best.to());
        match self.position.piece_at(best.to()) {
            None => {
                self.histories.learn_quiet(side, best, step, place, bonus);
                for &(ply, step) in &progress.quiets {
                    self.histories.learn_quiet(side, ply, step, place, -bonus);
                }
                let killers = &mut self.frames[node.at].killers;
                if killers[0] != Some(best) {
                    *killers = [Some(best), killers[0]];
                }
                if node.at > 0 {
                    self.histories.learn_counter(place.before[0], best);
                }
            }
            Some(victim) => self.histories.learn_capture(step, victim.kind(), bonus),
        }
        for &(ply, step) in &progress.captures {
            if let Some(victim) = self.position.piece_at(ply.to()) {
                self.histories.learn_capture(step, victim.kind(), -bonus);
            }
        }
    }

    /// Corrections learn where the search says something else than the evaluation.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node,
        best: Score,
        bound: Bound,
        ply: Option<Ply>,
    ) {
        let noisy = ply.is_some_and(|ply| self.position.piece_at(ply.to()).is_some());
        let says = match bound {
            Bound::Lower => best > node.eval,
            Bound::Upper => best < node.eval,
            _ => true,
        };
        if self.techniques.correction && !node.in_check && !noisy && says && !best.is_decided() {
            let error = best.get() - self.corrected(node.raw).get();
            let params = self.params();
            self.histories.learn_correction(&self.position, error, node.depth, params);
        }
    }
}
