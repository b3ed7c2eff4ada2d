//! Quiescence: captures and evasions until nothing hangs.

use game::{Score, Window};
use search::{Bound, Dependence, Evaluator, Hit};
use xiangqi::{Kind, Ply, Position};

use super::Searcher;
use super::moves::bound_of;
use super::picker::{Hints, Picked, Picker};

/// What the steps of a quiescence node know of it.
struct Quiet {
    at: usize,
    key: u64,
    in_check: bool,
    /// Whether quiet checks are tried as well.
    checks: bool,
    table_ply: Option<Ply>,
    /// The evaluation as computed; infinite in check, where there is none.
    raw: Score,
    /// The most a capture of nothing could reach.
    futility: Score,
}

/// What can be said of a quiescence node before its moves.
enum Standing {
    /// It is too good already.
    Done(Score),
    /// Better than this has to be found.
    Open(Score),
}

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// The score of a node when only captures (in check: all evasions) are tried.
    pub(super) fn quiesce<const PV: bool>(&mut self, window: Window, at: usize) -> Score {
        self.quiet_down::<PV>(window, at, self.techniques.quiescence_checks)
    }

    /// The same; `checks` says whether quiet checks are tried as well.
    fn quiet_down<const PV: bool>(&mut self, mut window: Window, at: usize, checks: bool) -> Score {
        // 1. The end of the game, by the law or by the length of the line.
        if let Some(score) = self.enter::<PV>(at) {
            return score;
        }
        // 2. The transposition table.
        let key = self.table_key();
        let hit = self.table.probe(key);
        if let Some(hit) = hit
            && !PV
            && (self.techniques.tt_deeper || hit.depth == 0)
            && let Some(score) = self.table_answer(&hit, window, at)
        {
            return score;
        }
        // 3. Standing still: nobody has to capture.
        let mut node = Quiet {
            at,
            key,
            in_check: self.frames[at].in_check,
            checks,
            table_ply: hit.and_then(|hit| Ply::from_code(hit.ply)),
            raw: Score::INFINITE,
            futility: -Score::INFINITE,
        };
        let best = match self.stand::<PV>(&mut node, hit.as_ref(), window) {
            Standing::Done(score) => return score,
            Standing::Open(best) => best,
        };
        if !node.in_check {
            window.alpha = window.alpha.max(best);
        }
        // 4.–5. The captures.
        self.captures::<PV>(window, &node, best)
    }

    #[inline(always)]
    fn stand<const PV: bool>(
        &mut self,
        node: &mut Quiet,
        hit: Option<&Hit>,
        window: Window,
    ) -> Standing {
        let at = node.at;
        if node.in_check {
            return Standing::Open(Score::loss_in(at as i32));
        }
        node.raw = match hit {
            Some(hit) if hit.eval != Score::INFINITE => hit.eval,
            _ => self.raw_eval(window),
        };
        let best = self.refined(self.corrected(node.raw), hit);
        if window.fails_high(best) {
            if hit.is_none() {
                self.store_quiet::<PV>(node, best, None, Bound::Lower);
            }
            return Standing::Done(best);
        }
        node.futility = best + self.params().delta;
        Standing::Open(best)
    }

    #[inline(always)]
    fn captures<const PV: bool>(
        &mut self,
        mut window: Window,
        node: &Quiet,
        mut best: Score,
    ) -> Score {
        let at = node.at;
        let floor = window.alpha;
        let mut picker = self.quiet_picker(node);
        let mut best_ply = None;
        let mut tried = 0;
        let mut dependence = Dependence::NONE;
        while let Some(picked) = self.pick(&mut picker) {
            let ply = picked.ply;
            tried += 1;
            // 4. Leave out what cannot help.
            if !best.is_loss() {
                if self.leaves_out_capture(node, picked, tried) {
                    continue;
                }
                if let Some(hope) = self.hope_below(node, ply, window) {
                    best = best.max(hope);
                    continue;
                }
            }
            // 5. Try the move.
            let quiet = self.position.piece_at(ply.to()).is_none();
            self.table.prefetch(self.key_after(ply, quiet));
            let gives_check = self.position.gives_check(ply);
            let undo = self.make(ply, at, gives_check);
            let score = -self.quiet_down::<PV>(-window, at + 1, false);
            self.unmake(ply, undo);
            if self.stopped {
                return Score::DRAW;
            }
            dependence = dependence.with(self.frames[at + 1].dependence);
            if score > best {
                best = score;
                if score > window.alpha {
                    best_ply = Some(ply);
                    window.alpha = score;
                    if PV {
                        self.extend_line(at, ply);
                    }
                    if window.fails_high(score) {
                        dependence = self.frames[at + 1].dependence;
                        break;
                    }
                }
            }
        }
        self.frames[at].dependence = dependence;
        if !dependence.binds(at) {
            self.store_quiet::<PV>(node, best, best_ply, bound_of(best, window, floor));
        }
        best
    }

    #[inline(always)]
    fn quiet_picker(&self, node: &Quiet) -> Picker {
        if node.in_check {
            let place = self.place(node.at);
            Picker::new(Hints { table: node.table_ply, killers: [None; 2], counter: None, place })
        } else {
            Picker::captures(&self.position, node.table_ply, node.checks)
        }
    }

    /// Whether a move loses material, or is one evasion of many.
    #[inline(always)]
    fn leaves_out_capture(&self, node: &Quiet, picked: Picked, tried: i32) -> bool {
        let Picked { ply, loses, .. } = picked;
        let careful = self.techniques.quiescence_exchange;
        if loses && careful && !(node.checks && self.is_bold_check(ply)) {
            return true;
        }
        if self.position.piece_at(ply.to()).is_some() {
            return false;
        }
        if node.in_check {
            return tried > self.params().quiescence_evasions && careful;
        }
        let bearable = -self.params().quiescence_check_loss;
        !self.position.exchange_wins(ply, bearable, &self.weights().exchange)
    }

    /// What a capture may reach, if that is not enough.
    #[inline(always)]
    fn hope_below(&self, node: &Quiet, ply: Ply, window: Window) -> Option<Score> {
        if node.in_check || !self.techniques.delta {
            return None;
        }
        let kind = self.position.piece_at(ply.to())?.kind();
        let hope = node.futility + self.weights().exchange[kind.index()];
        (window.fails_low(hope) && kind != Kind::King).then_some(hope)
    }

    #[inline(always)]
    fn store_quiet<const PV: bool>(
        &self,
        node: &Quiet,
        best: Score,
        ply: Option<Ply>,
        bound: Bound,
    ) {
        let score = best.to_node(node.at as i32);
        let ply = ply.map_or(0, Ply::code);
        self.table.store(node.key, Hit { ply, score, eval: node.raw, depth: 0, bound, pv: PV });
    }

    /// Whether a losing capture gives check and does not lose too much.
    fn is_bold_check(&self, ply: Ply) -> bool {
        let bearable = self.params().quiescence_check_loss;
        bearable > 0
            && self.position.gives_check(ply)
            && self.position.exchange_wins(ply, -bearable, &self.weights().exchange)
    }
}
