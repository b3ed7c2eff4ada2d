//! Quiescence: captures and evasions until nothing hangs.

use game::{Score, Window};
use search::{Bound, Hit};
use xiangqi::{Kind, Ply};

use super::picker::{EXCHANGE, Hints, Picked, Picker};
use super::{MAX_PLY, Searcher};
use crate::evaluator::Evaluator;

impl<E: Evaluator> Searcher<'_, E> {
    /// The score of a node when only captures (in check: all evasions) are tried.
    pub(super) fn quiesce<const PV: bool>(&mut self, window: Window, at: usize) -> Score {
        self.quiet_down::<PV>(window, at, self.features.quiescence_checks)
    }

    /// The same; `checks` says whether quiet checks are tried as well.
    fn quiet_down<const PV: bool>(&mut self, mut window: Window, at: usize, checks: bool) -> Score {
        self.count_node();
        self.frames[at].tainted = false;
        if PV {
            self.lines[at].clear();
            self.selective_depth = self.selective_depth.max(at);
        }
        if self.stopped {
            return Score::DRAW;
        }
        let in_check = self.frames[at].in_check;
        if at > 0 {
            let law = self.path.law(&self.position);
            if let Some(score) = self.law_score(law, at) {
                return score;
            }
        }
        if at >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.raw_eval(at) };
        }

        let key = self.table_key();
        let hit = self.table.probe(key);
        if let Some(hit) = hit
            && !PV
            && self.features.tt_cutoffs
            && (self.features.tt_deeper || hit.depth == 0)
            && useful(&hit, hit.score.from_node(at as i32), window)
        {
            return hit.score.from_node(at as i32);
        }

        let mut best = Score::loss_in(at as i32);
        let mut raw = Score::INFINITE;
        let mut futility = -Score::INFINITE;
        if !in_check {
            raw = hit
                .filter(|hit| hit.eval != Score::INFINITE)
                .map_or_else(|| self.raw_eval(at), |hit| hit.eval);
            best = self.corrected(raw);
            if let Some(hit) = hit
                && self.features.tt_deeper
                && !hit.score.is_decided()
                && (if hit.score > best { hit.bound.is_lower() } else { hit.bound.is_upper() })
            {
                best = hit.score;
            }
            if window.fails_high(best) {
                if hit.is_none() {
                    let score = best.to_node(at as i32);
                    let (bound, depth) = (Bound::Lower, 0);
                    self.table.store(key, Hit { ply: 0, score, eval: raw, depth, bound, pv: PV });
                }
                return best;
            }
            window.alpha = window.alpha.max(best);
            futility = best + self.params.delta;
        }
        let alpha_before = window.alpha;

        let table_ply = hit.and_then(|hit| Ply::from_code(hit.ply));
        let mut picker = if in_check {
            Picker::new(Hints {
                table: table_ply,
                killers: [None; 2],
                counter: None,
                before: self.steps_before(at),
            })
        } else {
            Picker::captures(&self.position, table_ply, checks)
        };
        let mut best_ply = None;
        let mut tried = 0;
        while let Some(picked) = picker.next(&self.position, self.tables, &self.features) {
            let Picked { ply, loses, .. } = picked;
            let victim = self.position.piece_at(ply.to());
            tried += 1;
            if !best.is_loss() {
                if loses
                    && self.features.quiescence_exchange
                    && !(checks && self.is_bold_check(ply))
                {
                    continue;
                }
                let bearable = -self.params.quiescence_check_loss;
                if !in_check
                    && victim.is_none()
                    && !self.position.exchange_wins(ply, bearable, &EXCHANGE)
                {
                    continue;
                }
                if in_check && tried > 3 && victim.is_none() && self.features.quiescence_exchange {
                    continue;
                }
                if !in_check
                    && self.features.delta
                    && let Some(victim) = victim
                {
                    let hope = futility + EXCHANGE[victim.kind().index()];
                    if window.fails_low(hope) && victim.kind() != Kind::King {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            self.table.prefetch(self.position.key_after(ply));
            let gives_check = self.position.gives_check(ply);
            let undo = self.make(ply, at, gives_check);
            let score = -self.quiet_down::<PV>(-window, at + 1, false);
            self.unmake(ply, undo);
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                self.frames[at].tainted = self.frames[at + 1].tainted;
                if score > window.alpha {
                    best_ply = Some(ply);
                    window.alpha = score;
                    if PV {
                        self.extend_line(at, ply);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                }
            }
        }
        if !self.frames[at].tainted {
            let bound = if window.fails_high(best) {
                Bound::Lower
            } else if best > alpha_before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let depth = 0;
            let score = best.to_node(at as i32);
            let ply = best_ply.map_or(0, Ply::code);
            self.table.store(key, Hit { ply, score, eval: raw, depth, bound, pv: PV });
        }
        best
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Whether a losing capture gives check and does not lose too much.
    fn is_bold_check(&self, ply: Ply) -> bool {
        let bearable = self.params.quiescence_check_loss;
        bearable > 0
            && self.position.gives_check(ply)
            && self.position.exchange_wins(ply, -bearable, &EXCHANGE)
    }
}

/// Whether a table score answers the question of a window.
#[inline]
pub(super) fn useful(hit: &Hit, score: Score, window: Window) -> bool {
    window.fails_high(score) && hit.bound.is_lower()
        || window.fails_low(score) && hit.bound.is_upper()
}
