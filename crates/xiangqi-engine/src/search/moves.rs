//! One node of the search, steps 11 to 14: its moves.

use game::{PlyList, Score, Window};
use search::{Bound, Dependence, Evaluator, Finding, Guide, Hit, Witness};
use xiangqi::{Ply, Position};

use super::Searcher;
use super::histories::Step;
use super::node::Node;
use super::picker::{Hints, Picked, Picker};

/// One ply of depth, as reductions count it.
const PLY: i32 = 1024;

/// A move about to be searched, and what is known of it.
struct Candidate {
    ply: Ply,
    step: Step,
    /// How many moves of the node have been picked, this one included.
    count: i32,
    quiet: bool,
    gives_check: bool,
    /// Whether it is a capture that loses material.
    loses: bool,
    /// Whether it is a killer or the counter move.
    refutes: bool,
    history: i32,
    /// How much less deeply a late move is searched, in 1/1024 ply.
    reduction: i32,
}

/// How far the moves of a node have got.
pub(super) struct Progress {
    pub window: Window,
    /// Alpha before the first move.
    floor: Score,
    pub best: Score,
    pub best_ply: Option<Ply>,
    count: i32,
    /// What the scores of the moves depend on.
    dependence: Dependence,
    pub quiets: PlyList<(Ply, Step)>,
    pub captures: PlyList<(Ply, Step)>,
}

impl Progress {
    #[inline(always)]
    fn new(window: Window, at: usize) -> Progress {
        Progress {
            window,
            floor: window.alpha,
            best: Score::loss_in(at as i32),
            best_ply: None,
            count: 0,
            dependence: Dependence::NONE,
            quiets: PlyList::new(),
            captures: PlyList::new(),
        }
    }

    /// What the best score found means.
    #[inline]
    fn bound(&self) -> Bound {
        bound_of(self.best, self.window, self.floor)
    }
}

/// What a score found between `floor` and the window's beta means.
#[inline]
pub(super) fn bound_of(best: Score, window: Window, floor: Score) -> Bound {
    if window.fails_high(best) {
        Bound::Lower
    } else if best > floor {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

enum Extension {
    Plies(i32),
    /// Several moves are too good: so is the node.
    Cut(Score),
}

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// Tries the moves of a node until one is too good.
    pub(super) fn moves<const PV: bool>(&mut self, window: Window, node: &Node) -> Score {
        let at = node.at;
        let hints = self.hints(node);
        let mut picker = Picker::new(hints);
        let mut deeper = 0;
        if E::GUIDES {
            let guide = self.evaluator.guide(&mut self.state, &self.position);
            deeper = self.guided_extension(&guide, at);
            picker = picker.guided_by(guide);
        }
        let mut progress = Progress::new(window, at);
        while let Some(picked) = self.pick(&mut picker) {
            let ply = picked.ply;
            if Some(ply) == node.excluded || at == 0 && !self.is_root_candidate(ply) {
                continue;
            }
            progress.count += 1;
            let mut candidate = self.candidate::<PV>(picked, node, &hints, progress.count);
            if E::GUIDES {
                candidate.refutes |= picker.is_candidate(&self.position, ply);
            }
            if at > 0
                && !progress.best.is_loss()
                && self.leaves_out(&candidate, node, progress.window, &mut picker)
            {
                continue;
            }
            let extension = match self.extension::<PV>(&candidate, node, progress.window) {
                Extension::Plies(plies) if deeper == 0 => plies,
                Extension::Plies(plies) => plies.max(deeper),
                Extension::Cut(score) => return score,
            };
            if self.stopped {
                return Score::DRAW;
            }
            let nodes_before = self.nodes;
            let score = self.search_move::<PV>(&candidate, node, &progress, extension);
            if self.stopped {
                return Score::DRAW;
            }
            if at == 0 {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(ply, score, progress.window, progress.count, nodes);
            }
            if self.note::<PV>(&candidate, at, score, &mut progress) {
                break;
            }
        }
        // No move: mated, or without a move, which loses as well.
        if progress.count == 0 {
            self.frames[at].dependence = Dependence::NONE;
            let left_out = node.excluded.is_some();
            return if left_out { window.alpha } else { Score::loss_in(at as i32) };
        }
        self.remember(node, &hints, &progress);
        progress.best
    }

    /// How much deeper a guide wants a node searched. It is heard once in three plies, and
    /// not far below the root: a shape that stays is no news.
    fn guided_extension(&mut self, guide: &Guide, at: usize) -> i32 {
        let params = self.params();
        let reach = params.extension_reach * self.root_depth.max(params.extension_depth);
        let heard = self.frames[at.saturating_sub(2)..at].iter().any(|frame| frame.extended);
        let extends = guide.extension > 0 && at > 0 && (at as i32) < reach && !heard;
        self.frames[at].extended = extends;
        if extends { guide.extension } else { 0 }
    }

    #[inline(always)]
    fn hints(&self, node: &Node) -> Hints {
        let place = self.place(node.at);
        let counter = Ply::from_code(self.histories.counter(place.before[0]))
            .filter(|_| self.techniques.counter_moves);
        let killers =
            if self.techniques.killers { self.frames[node.at].killers } else { [None; 2] };
        Hints { table: node.table_ply, killers, counter, place }
    }

    #[inline(always)]
    fn candidate<const PV: bool>(
        &self,
        picked: Picked,
        node: &Node,
        hints: &Hints,
        count: i32,
    ) -> Candidate {
        let Picked { ply, loses, history } = picked;
        let quiet = self.position.piece_at(ply.to()).is_none();
        // Early, so that the entry has arrived when the move is made.
        self.table.prefetch(self.key_after(ply, quiet));
        let piece = self.position.piece_at(ply.from()).expect("a legal ply moves a piece");
        let step = Step::new(piece, ply.to());
        Candidate {
            ply,
            step,
            count,
            quiet,
            gives_check: self.position.gives_check(ply),
            loses,
            refutes: hints.refutes(ply),
            history: match history {
                Some(history) => history,
                None if quiet => self.quiet_history(ply, step, &hints.place),
                None => 0,
            },
            reduction: self.reduction::<PV>(node, count),
        }
    }

    /// Step 11: whether a move hardly matters near the leaves.
    #[inline(always)]
    fn leaves_out(
        &self,
        candidate: &Candidate,
        node: &Node,
        window: Window,
        picker: &mut Picker,
    ) -> bool {
        let params = self.params();
        let &Candidate { ply, gives_check, .. } = candidate;
        if !candidate.quiet {
            return self.techniques.exchange_pruning
                && candidate.loses
                && !gives_check
                && node.depth <= params.exchange_capture_depth
                && !self.position.exchange_wins(
                    ply,
                    -params.exchange_capture * node.depth,
                    &self.weights().exchange,
                );
        }
        let late = params.late_base
            + node.depth * node.depth * if node.improving { 16 } else { params.late_worse } / 16;
        if self.techniques.late_pruning
            && !node.in_check
            && candidate.count > late.max(params.late_least)
        {
            picker.skip_quiets();
            if !gives_check {
                return true;
            }
        }
        if gives_check {
            return false;
        }
        let reduced = (node.depth - candidate.reduction / PLY).max(0);
        if self.is_futile(node, reduced, window) {
            picker.skip_quiets();
            return true;
        }
        self.prunes_quiet(node, ply, reduced, candidate.history)
    }

    /// Whether a quiet move is too far below alpha to be tried. Those after it
    /// are reduced even more.
    #[inline]
    fn is_futile(&self, node: &Node, reduced: i32, window: Window) -> bool {
        let params = self.params();
        let hope = node.eval + params.futility_base + params.futility_depth * reduced;
        self.techniques.futility
            && !node.in_check
            && reduced <= params.futility_most
            && window.fails_low(hope)
    }

    /// Whether a quiet move has a bad history or loses material.
    #[inline]
    fn prunes_quiet(&self, node: &Node, ply: Ply, reduced: i32, history: i32) -> bool {
        let params = self.params();
        if node.in_check {
            return false;
        }
        if self.techniques.history_pruning
            && node.depth <= params.history_prune_depth
            && history < -params.history_prune * node.depth
        {
            return true;
        }
        let bearable = -params.exchange_quiet * reduced * reduced.max(1);
        self.techniques.exchange_pruning
            && node.depth <= params.exchange_quiet_depth
            && !self.position.exchange_wins(ply, bearable, &self.weights().exchange)
    }

    /// Step 12: how much deeper a move is searched because it is much better than
    /// all others, or gives check.
    #[inline(always)]
    fn extension<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        node: &Node,
        window: Window,
    ) -> Extension {
        let params = self.params();
        let reach = params.extension_reach * self.root_depth.max(params.extension_depth);
        let near = (node.at as i32) < reach;
        let mut extension = 0;
        if near && let Some(hit) = self.singular_question(candidate.ply, node) {
            match self.singular::<PV>(candidate.ply, &hit, node, window) {
                Extension::Plies(plies) => extension = plies,
                cut => return cut,
            }
        }
        if self.techniques.check_extension
            && extension == 0
            && candidate.gives_check
            && (PV || node.depth <= params.check_depth)
            && near
            && self.position.exchange_wins(
                candidate.ply,
                -params.check_loss,
                &self.weights().exchange,
            )
        {
            extension = 1;
        }
        Extension::Plies(extension)
    }

    /// The table's entry, if it makes the move a candidate for a singular extension.
    #[inline]
    fn singular_question(&self, ply: Ply, node: &Node) -> Option<Hit> {
        let params = self.params();
        node.hit.filter(|hit| {
            Some(ply) == node.table_ply
                && node.at > 0
                && node.excluded.is_none()
                && self.techniques.singular
                && node.depth >= params.singular_depth
                && !hit.score.is_decided()
                && hit.bound.is_lower()
                && hit.depth >= node.depth - params.singular_slack
        })
    }

    /// Whether the table's move is much better than all others at reduced depth.
    fn singular<const PV: bool>(
        &mut self,
        ply: Ply,
        hit: &Hit,
        node: &Node,
        window: Window,
    ) -> Extension {
        let at = node.at;
        let table_score = hit.score.from_node(at as i32);
        let params = self.params();
        let beta = table_score - params.singular_margin * node.depth / 16;
        self.frames[at].excluded = Some(ply);
        let half = (node.depth - 1) / 2;
        let score = self.node::<false>(Window::null(beta - 1), half, at, node.cut_node);
        self.frames[at].excluded = None;
        if score < beta {
            let double = !PV
                && score < beta - params.double_margin
                && self.frames[at].doubles < params.double_most;
            return Extension::Plies(if double { 2 } else { 1 });
        }
        // Several moves are above beta: one of them will be at full depth.
        if score >= window.beta && !score.is_decided() {
            return Extension::Cut(score);
        }
        Extension::Plies(if table_score >= window.beta {
            -params.negative_beta
        } else if node.cut_node {
            -params.negative_cut
        } else {
            0
        })
    }

    /// Step 13: the first move with the full window, the others with a null window
    /// and less deeply, again where they surprise.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        node: &Node,
        progress: &Progress,
        extension: i32,
    ) -> Score {
        let at = node.at;
        let window = progress.window;
        let null = -Window::null(window.alpha);
        let mut depth = node.depth - 1 + extension;
        let undo = self.make(candidate.ply, at, candidate.gives_check);
        self.frames[at + 1].doubles += i32::from(extension > 1);
        let mut score = Score::DRAW;
        let mut full = PV && candidate.count == 1;
        if self.reduces(candidate, node) {
            let reduced = self.reduced_depth::<PV>(candidate, at, depth);
            self.frames[at].reduction = (depth - reduced) * PLY;
            score = -self.node::<false>(null, reduced, at + 1, true);
            self.frames[at].reduction = 0;
            if score > window.alpha && reduced < depth {
                depth += self.second_thought(score, progress.best);
                if reduced < depth {
                    score = -self.node::<false>(null, depth, at + 1, !node.cut_node);
                }
            }
            full |= PV && score > window.alpha;
        } else if !full && PV && !self.techniques.pvs {
            full = true;
        } else if !full {
            score = -self.node::<false>(null, depth, at + 1, !node.cut_node);
            full |= PV && score > window.alpha;
        }
        if full {
            score = -self.node::<true>(-window, depth, at + 1, false);
        }
        self.unmake(candidate.ply, undo);
        score
    }

    /// How much deeper a move is searched again that surprised at reduced depth.
    #[inline(always)]
    fn second_thought(&self, score: Score, best: Score) -> i32 {
        let params = self.params();
        if !self.techniques.second_thought {
            0
        } else if score > best + params.deeper_margin {
            1
        } else if score < best + params.shallower_margin {
            -1
        } else {
            0
        }
    }

    /// Whether a move comes late enough to be searched less deeply.
    #[inline(always)]
    fn reduces(&self, candidate: &Candidate, node: &Node) -> bool {
        let params = self.params();
        self.techniques.late_reductions
            && node.depth >= params.reduction_depth
            && candidate.count > 1 + i32::from(node.at == 0)
            && (candidate.quiet || candidate.loses || candidate.count > params.reduction_captures)
    }

    /// The depth of a late move.
    #[inline(always)]
    fn reduced_depth<const PV: bool>(&self, candidate: &Candidate, at: usize, depth: i32) -> i32 {
        let params = self.params();
        let mut reduction = candidate.reduction;
        if candidate.quiet {
            reduction -= candidate.history * PLY / params.reduction_history;
        }
        reduction -= i32::from(candidate.gives_check) * params.reduction_check;
        reduction -= i32::from(candidate.refutes) * params.reduction_refutation;
        let cutoffs = self.frames[at + 1].cutoffs > params.many_cutoffs;
        reduction += i32::from(cutoffs) * params.reduction_cutoffs;
        (depth - reduction / PLY).clamp(1, depth.max(1) + i32::from(PV))
    }

    /// How much less deeply a late move is searched, in 1/1024 ply.
    #[inline(always)]
    fn reduction<const PV: bool>(&self, node: &Node, count: i32) -> i32 {
        let params = self.params();
        let row = &self.reductions[node.depth.clamp(0, 63) as usize];
        let mut reduction = row[count.clamp(0, 63) as usize];
        reduction += i32::from(!node.improving) * params.reduction_worse;
        reduction += i32::from(node.cut_node) * params.reduction_cut_node;
        reduction += i32::from(node.table_ply.is_none()) * params.reduction_no_move;
        reduction += i32::from(node.table_capture) * params.reduction_capture;
        reduction -= i32::from(node.table_pv) * params.reduction_table_pv;
        reduction - i32::from(PV) * params.reduction_pv
    }

    /// Step 14: keeps what a move showed; true if it is too good and the node done.
    #[inline(always)]
    fn note<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        at: usize,
        score: Score,
        progress: &mut Progress,
    ) -> bool {
        let ply = candidate.ply;
        let dependence = self.frames[at + 1].dependence;
        progress.dependence = progress.dependence.with(dependence);
        if score > progress.best {
            progress.best = score;
            if score > progress.window.alpha {
                progress.best_ply = Some(ply);
                if PV {
                    self.extend_line(at, ply);
                }
                if progress.window.fails_high(score) {
                    // A refutation stands by itself, whatever the others are worth.
                    progress.dependence = dependence;
                    self.frames[at].cutoffs += 1;
                    return true;
                }
                progress.window.alpha = score;
            }
        }
        if Some(ply) != progress.best_ply {
            let tried = if candidate.quiet { &mut progress.quiets } else { &mut progress.captures };
            tried.push((ply, candidate.step));
        }
        false
    }

    /// The moves are done: histories and table learn what came out.
    #[inline(always)]
    fn remember(&mut self, node: &Node, hints: &Hints, progress: &Progress) {
        let (best, at) = (progress.best, node.at);
        if let Some(ply) = progress.best_ply
            && progress.window.fails_high(best)
        {
            self.learn(ply, node, &hints.place, progress);
        }
        self.frames[at].dependence = progress.dependence;
        if node.excluded.is_some() || at == 0 && self.restricts_root() {
            return;
        }
        // Of a score that is true only on this line the table learns the move alone.
        let bound = match progress.dependence.binds(at) {
            true => Bound::None,
            false => progress.bound(),
        };
        let ply = progress.best_ply.map_or(0, Ply::code);
        let score = best.to_node(at as i32);
        let (depth, pv) = (node.depth, node.table_pv);
        self.table.store(node.key, Hit { ply, score, eval: node.raw, depth, bound, pv });
        if bound != Bound::None {
            self.learn_correction(node, best, bound, progress.best_ply);
            if let Some(witness) = self.job.witness {
                self.bear_witness(witness, node, bound, progress);
            }
        }
    }

    /// Tells what was found about a node below the root.
    #[cold]
    fn bear_witness(
        &self,
        witness: &dyn Witness<Position>,
        node: &Node,
        bound: Bound,
        progress: &Progress,
    ) {
        let score = progress.best;
        if node.at == 0 || node.in_check || score.is_decided() || node.depth < witness.least_depth()
        {
            return;
        }
        let captures =
            progress.best_ply.is_some_and(|ply| self.position.piece_at(ply.to()).is_some());
        let finding =
            Finding { depth: node.depth, score, bound, eval: node.raw, captures, clock: 0 };
        witness.found(&self.position, &finding);
    }

    /// Puts a move in front of the line of the next ply.
    #[inline]
    pub(super) fn extend_line(&mut self, at: usize, ply: Ply) {
        let (before, after) = self.lines.split_at_mut(at + 1);
        let line = &mut before[at];
        line.clear();
        line.push(ply);
        line.extend_from_slice(&after[0]);
    }
}
