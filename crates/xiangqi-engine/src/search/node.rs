//! One node of the search, in numbered steps.

use game::{PlyList, Score, Window};
use search::{Bound, Hit};
use xiangqi::Ply;

use super::picker::{EXCHANGE, Hints, Picked, Picker};
use super::quiesce::useful;
use super::tables::Step;
use super::{MAX_PLY, Searcher};
use crate::evaluator::Evaluator;

/// The depth of table entries that hold an evaluation and nothing else.
const EVAL_ONLY: i32 = -6;

/// What the loop over moves knows of the node.
struct NodeFacts {
    depth: i32,
    in_check: bool,
    improving: bool,
    cut_node: bool,
    table_pv: bool,
    table_capture: bool,
    eval: Score,
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The score of a node searched `depth` plies deep, for the side to move.
    pub(super) fn node<const PV: bool>(
        &mut self,
        mut window: Window,
        mut depth: i32,
        at: usize,
        cut_node: bool,
    ) -> Score {
        // 1. The horizon: go on with captures only.
        if depth <= 0 {
            return self.quiesce::<PV>(window, at);
        }
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

        // 2. The law: repetition and natural limit. These scores are true on this
        //    path only and never enter the table.
        if at > 0 {
            let law = self.path.law(&self.position);
            if let Some(score) = self.law_score(law, at) {
                // Mate on the board comes before the limit.
                return if in_check && !self.position.has_legal_ply() {
                    self.frames[at].tainted = false;
                    Score::loss_in(at as i32)
                } else {
                    score
                };
            }
            if at >= MAX_PLY {
                return if in_check { Score::DRAW } else { self.raw_eval(at) };
            }
            // 3. Mate distance: no mate found from here is shorter than one known.
            if self.features.mate_distance {
                window.alpha = window.alpha.max(Score::loss_in(at as i32));
                window.beta = window.beta.min(Score::win_in(at as i32 + 1));
                if window.alpha >= window.beta {
                    return window.alpha;
                }
            }
        }

        // 4. The transposition table.
        let excluded = self.frames[at].excluded;
        let key = self.table_key();
        let hit = if excluded.is_some() { None } else { self.table.probe(key) };
        let table_ply = hit.and_then(|hit| Ply::from_code(hit.ply));
        if let Some(hit) = hit
            && !PV
            && hit.depth >= depth
            && (self.features.tt_deeper || hit.depth == depth)
            && self.features.tt_cutoffs
            && useful(&hit, hit.score.from_node(at as i32), window)
        {
            return hit.score.from_node(at as i32);
        }
        let table_pv = PV || hit.is_some_and(|hit| hit.pv);
        let table_capture = table_ply.is_some_and(|ply| self.position.piece_at(ply.to()).is_some());

        // 5. The static evaluation, and whether things improve for the mover.
        let (raw, eval) = self.static_eval(at, in_check, excluded, hit.as_ref(), key);
        let improving = !in_check && self.improving(at);
        self.frames[at + 1].killers = [None; 2];
        self.frames[at + 1].cutoffs = 0;
        self.frames[at + 1].excluded = None;

        if !PV && !in_check && excluded.is_none() {
            // 6.–9. Cut the node before its moves are tried.
            let cut = self
                .razor(window, depth, eval, at)
                .or_else(|| self.reverse_futility(window, depth, eval, improving))
                .or_else(|| if cut_node { self.null_move(window, depth, eval, at) } else { None })
                .or_else(|| self.probcut(window, depth, eval, table_ply, at));
            if let Some(score) = cut {
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // 10. Internal reduction: a deep node without a table move is searched less.
        if self.features.internal_reduction && depth >= 4 && table_ply.is_none() && (PV || cut_node)
        {
            depth -= 1;
        }

        let facts =
            NodeFacts { depth, in_check, improving, cut_node, table_pv, table_capture, eval };
        self.moves::<PV>(window, &facts, at, key, raw, hit, table_ply)
    }

    /// The evaluation as computed and as corrected. In check there is none; a node
    /// searched again without a move keeps the one it has.
    #[inline]
    fn static_eval(
        &mut self,
        at: usize,
        in_check: bool,
        excluded: Option<Ply>,
        hit: Option<&Hit>,
        key: u64,
    ) -> (Score, Score) {
        if in_check {
            self.frames[at].eval = None;
            self.frames[at].raw = None;
            return (Score::INFINITE, Score::DRAW);
        }
        if excluded.is_some()
            && let Some(eval) = self.frames[at].eval
        {
            return (eval, eval);
        }
        let raw = match hit {
            Some(hit) if hit.eval != Score::INFINITE => hit.eval,
            _ => self.new_eval(at, key, hit.is_none()),
        };
        let mut eval = self.corrected(raw);
        self.frames[at].eval = Some(eval);
        self.frames[at].raw = Some(raw);
        // A table score is a better estimate where its bound allows.
        if let Some(hit) = hit
            && self.features.tt_deeper
            && !hit.score.is_decided()
            && (if hit.score > eval { hit.bound.is_lower() } else { hit.bound.is_upper() })
        {
            eval = hit.score;
        }
        (raw, eval)
    }

    /// Evaluates, and lets the table know at once: most nodes are cut off before
    /// they have more to say.
    #[inline]
    fn new_eval(&self, at: usize, key: u64, unknown: bool) -> Score {
        let eval = self.raw_eval(at);
        if unknown {
            let (score, depth, bound) = (Score::DRAW, EVAL_ONLY, Bound::None);
            self.table.store(key, Hit { ply: 0, score, eval, depth, bound, pv: false });
        }
        eval
    }

    #[inline]
    fn improving(&self, at: usize) -> bool {
        let now = self.frames[at].eval;
        let before =
            |back: usize| at.checked_sub(back).and_then(|earlier| self.frames[earlier].eval);
        match (now, before(2).or_else(|| before(4))) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// Steps 11 to 14: the moves.
    #[allow(clippy::too_many_arguments)]
    fn moves<const PV: bool>(
        &mut self,
        mut window: Window,
        facts: &NodeFacts,
        at: usize,
        key: u64,
        raw: Score,
        hit: Option<Hit>,
        table_ply: Option<Ply>,
    ) -> Score {
        let depth = facts.depth;
        let excluded = self.frames[at].excluded;
        let alpha_before = window.alpha;
        let before = self.steps_before(at);
        let counter =
            Ply::from_code(self.tables.counter(before[0])).filter(|_| self.features.counter_moves);
        let killers = if self.features.killers { self.frames[at].killers } else { [None; 2] };
        let mut picker = Picker::new(Hints { table: table_ply, killers, counter, before });
        let mut best = Score::loss_in(at as i32);
        let mut best_ply = None;
        let mut count = 0;
        let mut quiets: PlyList<(Ply, Step)> = PlyList::new();
        let mut captures: PlyList<(Ply, Step)> = PlyList::new();
        let is_root = at == 0;

        while let Some(picked) = picker.next(&self.position, self.tables, &self.features) {
            let Picked { ply, loses, history } = picked;
            if Some(ply) == excluded || is_root && !self.is_root_candidate(ply) {
                continue;
            }
            // Early, so that the entry has arrived when the move is made.
            self.table.prefetch(self.position.key_after(ply));
            count += 1;
            let piece = self.position.piece_at(ply.from()).expect("a legal ply moves a piece");
            let step = Step::new(piece, ply.to());
            let victim = self.position.piece_at(ply.to());
            let quiet = victim.is_none();
            let gives_check = self.position.gives_check(ply);
            let history = match history {
                Some(history) => history,
                None if quiet => self.quiet_history(ply, step, &before),
                None => 0,
            };
            let mut reduction = self.reduction(facts, count, PV);

            // 11. Leave out moves that hardly matter near the leaves.
            if !is_root && !best.is_loss() {
                let reduced = (depth - reduction / 1024).max(0);
                if quiet {
                    let late =
                        self.params.late_base + depth * depth / if facts.improving { 1 } else { 2 };
                    if self.features.late_pruning && !facts.in_check && count > late.max(3) {
                        picker.skip_quiets();
                        if !gives_check {
                            continue;
                        }
                    }
                    if !gives_check && self.is_futile(facts, reduced, window) {
                        picker.skip_quiets();
                        continue;
                    }
                    if !gives_check && self.prune_quiet(facts, ply, reduced, history) {
                        continue;
                    }
                } else if self.features.exchange_pruning
                    && loses
                    && !gives_check
                    && depth <= 7
                    && !self.position.exchange_wins(
                        ply,
                        -self.params.exchange_capture * depth,
                        &EXCHANGE,
                    )
                {
                    continue;
                }
            }

            // 12. Extensions: a move much better than all others, and checks.
            let mut extension = 0;
            if Some(ply) == table_ply
                && !is_root
                && excluded.is_none()
                && self.features.singular
                && depth >= 6
                && at < 2 * self.root_depth.max(4) as usize
                && let Some(hit) = hit
                && !hit.score.is_decided()
                && hit.bound.is_lower()
                && hit.depth >= depth - 3
            {
                match self.singular::<PV>(ply, &hit, depth, window, at, facts.cut_node) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return score,
                }
                if self.stopped {
                    return Score::DRAW;
                }
            }
            if self.features.check_extension
                && extension == 0
                && gives_check
                && (depth <= 8 || self.features.deep_checks)
                && at < 2 * self.root_depth.max(4) as usize
                && self.position.exchange_wins(ply, -self.params.check_loss, &EXCHANGE)
            {
                extension = 1;
            }

            // 13. Search the move: the first with the full window, the others with a
            //     null window and less deeply, again where they surprise.
            let nodes_before = self.nodes;
            let new_depth = depth - 1 + extension;
            let undo = self.make(ply, at, gives_check);
            let mut score = Score::DRAW;
            let mut full = PV && count == 1;
            if self.features.late_reductions
                && depth >= 2
                && count > 1 + usize::from(is_root) as i32
                && (quiet || loses || count > 4)
            {
                if quiet {
                    reduction -= history * 1024 / self.params.reduction_history;
                }
                reduction -= i32::from(gives_check) * 1024;
                reduction -= i32::from(killers.contains(&Some(ply)) || counter == Some(ply)) * 1024;
                reduction += i32::from(self.frames[at + 1].cutoffs > 3) * 512;
                let reduced =
                    (new_depth - reduction / 1024).clamp(1, new_depth.max(1) + i32::from(PV));
                score = -self.node::<false>(-Window::null(window.alpha), reduced, at + 1, true);
                if score > window.alpha && reduced < new_depth {
                    score = -self.node::<false>(
                        -Window::null(window.alpha),
                        new_depth,
                        at + 1,
                        !facts.cut_node,
                    );
                }
                full |= PV && score > window.alpha;
            } else if !PV || count > 1 {
                if self.features.pvs || !PV {
                    score = -self.node::<false>(
                        -Window::null(window.alpha),
                        new_depth,
                        at + 1,
                        !facts.cut_node,
                    );
                    full |= PV && score > window.alpha;
                } else {
                    full = true;
                }
            }
            if full {
                score = -self.node::<true>(-window, new_depth, at + 1, false);
            }
            self.unmake(ply, undo);
            if self.stopped {
                return Score::DRAW;
            }
            if is_root {
                self.note_root_move(ply, score, window, count, self.nodes - nodes_before);
            }

            // 14. Better than what was known?
            if score > best {
                best = score;
                self.frames[at].tainted = self.frames[at + 1].tainted;
                if score > window.alpha {
                    best_ply = Some(ply);
                    if PV {
                        self.extend_line(at, ply);
                    }
                    if window.fails_high(score) {
                        self.frames[at].cutoffs += 1;
                        break;
                    }
                    window.alpha = score;
                }
            }
            if Some(ply) != best_ply {
                if quiet { quiets.push((ply, step)) } else { captures.push((ply, step)) }
            }
        }

        // No move: mated, or without a move, which loses as well.
        if count == 0 {
            return if excluded.is_some() { window.alpha } else { Score::loss_in(at as i32) };
        }
        if let Some(ply) = best_ply {
            self.learn(ply, &quiets, &captures, &before, depth, window.fails_high(best), at);
        }
        if excluded.is_none() && !self.frames[at].tainted && !(at == 0 && self.restricts_root()) {
            let bound = if window.fails_high(best) {
                Bound::Lower
            } else if best > alpha_before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let ply = best_ply.map_or(0, Ply::code);
            let score = best.to_node(at as i32);
            self.table.store(key, Hit { ply, score, eval: raw, depth, bound, pv: facts.table_pv });
            self.learn_correction(facts, best, bound, best_ply, raw);
        }
        best
    }

    /// Whether a quiet move is too far below alpha to be tried. Those after it
    /// are reduced even more.
    #[inline]
    fn is_futile(&self, facts: &NodeFacts, reduced: i32, window: Window) -> bool {
        let hope = facts.eval + self.params.futility_base + self.params.futility_depth * reduced;
        self.features.futility && !facts.in_check && reduced <= 8 && window.fails_low(hope)
    }

    /// Whether a quiet move has a bad history or loses material.
    #[inline]
    fn prune_quiet(&self, facts: &NodeFacts, ply: Ply, reduced: i32, history: i32) -> bool {
        let depth = facts.depth;
        if facts.in_check {
            return false;
        }
        if self.features.history_pruning
            && depth <= 6
            && history < -self.params.history_prune * depth
        {
            return true;
        }
        let bearable = -self.params.exchange_quiet * reduced * reduced.max(1);
        self.features.exchange_pruning
            && depth <= 8
            && !self.position.exchange_wins(ply, bearable, &EXCHANGE)
    }

    #[inline]
    fn quiet_history(&self, ply: Ply, step: Step, before: &[Step]) -> i32 {
        let mut history = 0;
        if self.features.history {
            history += self.tables.quiet(self.position.turn(), ply);
        }
        if self.features.continuation {
            history += before
                .iter()
                .enumerate()
                .map(|(back, &b)| self.tables.continuation(back, b, step))
                .sum::<i32>();
        }
        history
    }

    /// How much less deeply a late move is searched, in 1/1024 ply.
    #[inline]
    fn reduction(&self, facts: &NodeFacts, count: i32, pv: bool) -> i32 {
        let row = &self.reductions[facts.depth.clamp(0, 63) as usize];
        let mut reduction = row[count.clamp(0, 63) as usize];
        reduction += i32::from(!facts.improving) * 512;
        reduction += i32::from(facts.cut_node) * 1400;
        reduction += i32::from(facts.table_capture) * 512;
        reduction -= i32::from(facts.table_pv) * 900;
        reduction - i32::from(pv) * 400
    }

    /// Whether the table's move is much better than all others at reduced depth.
    fn singular<const PV: bool>(
        &mut self,
        ply: Ply,
        hit: &Hit,
        depth: i32,
        window: Window,
        at: usize,
        cut_node: bool,
    ) -> Singular {
        let margin = self.params.singular_margin * depth;
        let table_score = hit.score.from_node(at as i32);
        let beta = table_score - margin;
        self.frames[at].excluded = Some(ply);
        let score = self.node::<false>(Window::null(beta - 1), (depth - 1) / 2, at, cut_node);
        self.frames[at].excluded = None;
        if score < beta {
            let double = !PV && score < beta - self.params.double_margin;
            return Singular::Extend(if double { 2 } else { 1 });
        }
        // Several moves are above beta: one of them will be at full depth.
        if score >= window.beta && !score.is_decided() {
            return Singular::Cut(score);
        }
        Singular::Extend(if table_score >= window.beta || cut_node { -1 } else { 0 })
    }

    /// Histories learn from the move that raised alpha or cut off.
    #[allow(clippy::too_many_arguments)]
    fn learn(
        &mut self,
        best: Ply,
        quiets: &[(Ply, Step)],
        captures: &[(Ply, Step)],
        before: &[Step],
        depth: i32,
        cut: bool,
        at: usize,
    ) {
        if !cut {
            return;
        }
        let bonus = (self.params.bonus_depth * depth).min(self.params.bonus_most);
        let side = self.position.turn();
        let piece = self.position.piece_at(best.from()).expect("the best move is legal");
        let step = Step::new(piece, best.to());
        match self.position.piece_at(best.to()) {
            None => {
                self.tables.learn_quiet(side, best, step, before, bonus);
                for &(ply, step) in quiets {
                    self.tables.learn_quiet(side, ply, step, before, -bonus);
                }
                let killers = &mut self.frames[at].killers;
                if killers[0] != Some(best) {
                    *killers = [Some(best), killers[0]];
                }
                if at > 0 {
                    self.tables.learn_counter(before[0], best);
                }
            }
            Some(victim) => self.tables.learn_capture(step, victim.kind(), bonus),
        }
        for &(ply, step) in captures {
            if let Some(victim) = self.position.piece_at(ply.to()) {
                self.tables.learn_capture(step, victim.kind(), -bonus);
            }
        }
    }

    fn learn_correction(
        &mut self,
        facts: &NodeFacts,
        best: Score,
        bound: Bound,
        ply: Option<Ply>,
        raw: Score,
    ) {
        let noisy = ply.is_some_and(|ply| self.position.piece_at(ply.to()).is_some());
        let says = match bound {
            Bound::Lower => best > facts.eval,
            Bound::Upper => best < facts.eval,
            _ => true,
        };
        if self.features.correction
            && !facts.in_check
            && !noisy
            && says
            && !best.is_decided()
            && best.get().abs() < 15_000
        {
            let error = best.get() - self.corrected(raw).get();
            self.tables.learn_correction(&self.position, error, facts.depth);
        }
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

enum Singular {
    Extend(i32),
    Cut(Score),
}
