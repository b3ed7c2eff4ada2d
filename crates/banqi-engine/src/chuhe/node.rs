//! The search of one node: principal variation search with chance nodes.

use arrayvec::ArrayVec;
use banqi::{Ply, Position, Reveal};
use game::{Score, Window};
use search::{Bound, Dependence, Finding, Hit, Witness};

use super::chance::answers;
use super::flip_score::best_flips;
use super::ordering::{Picker, is_bad_capture};
use super::worker::{MAX_HEIGHT, Worker, code_ply, ply_code};
use crate::judge::Judge;

/// What a node is told by its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// On a principal variation: searched with an open window.
    pub pv: bool,
    /// The last step was a pass.
    pub after_pass: bool,
}

impl Node {
    pub const PV: Node = Node { pv: true, after_pass: false };
    pub const SIDE: Node = Node { pv: false, after_pass: false };
    const PASSED: Node = Node { pv: false, after_pass: true };

    /// What the outcomes of a flip at this node are.
    pub fn outcome(self) -> Node {
        Node { pv: self.pv, after_pass: false }
    }
}

/// A node inside its own loops.
#[derive(Clone, Copy)]
struct Here {
    depth: i32,
    node: Node,
    eval: Score,
}

/// The best so far.
struct Best {
    score: Score,
    ply: Option<Ply>,
    /// What the scores of all plies so far depend on.
    dependence: Dependence,
}

impl<E: Judge> Worker<'_, E> {
    /// The value of the position for the side to move, `depth` plies deep.
    pub fn search(&mut self, mut depth: i32, mut window: Window, node: Node) -> Score {
        let height = self.walker.height();
        self.lines[height.min(MAX_HEIGHT)].clear();
        self.dependence = Dependence::NONE;
        // 1. Ends of the game and of the search.
        if let Some(score) = self.ended(height) {
            return score;
        }
        if depth <= 0 {
            return self.quiescence(window);
        }
        // 2. What the table knows.
        let (features, params) = (self.shared.features, self.shared.params);
        let key = self.table_key();
        let hit = self
            .shared
            .table
            .probe(key)
            .map(|hit| Hit { score: hit.score.from_node(height as i32), ..hit });
        if let Some(hit) = hit
            && !node.pv
            && features.tt_cutoffs
            && self.deep_enough(hit.depth, depth)
            && answers(&hit, window)
        {
            return hit.score;
        }
        let from_table = hit.and_then(|hit| code_ply(hit.ply));
        let eval = match hit {
            Some(hit) => hit.eval,
            None => self.evaluate(),
        };
        let face_down = !self.walker.position.face_down().is_empty();
        let flips_here = face_down && features.flips_at(depth, params.flip_gate);
        let mut best = Best { score: -Score::INFINITE, ply: None, dependence: Dependence::NONE };
        let given = window;

        // 3. So far above the window that nothing will bring it down.
        if features.reverse_futility
            && !node.pv
            && depth <= params.reverse_depth
            && eval - params.reverse_margin * depth >= window.beta
        {
            return eval;
        }
        // 4. Without a known good ply, look less deep and come again.
        if features.internal_reduction && from_table.is_none() && depth >= params.internal_depth {
            depth -= params.internal_reduction;
        }
        // 5. A pass: what a flip somewhere far would be worth. It proves a node good
        //    enough, and where flips are not searched it stands for them.
        if face_down && (features.pass || !flips_here) {
            let score = self.pass_value(depth, window, node, eval);
            best.dependence = self.dependence;
            if window.fails_high(score) {
                return score;
            }
            if flips_here {
                best.dependence = Dependence::NONE;
            } else {
                best.score = score;
                window.alpha = window.alpha.max(score);
            }
        }
        // 6. Moves and captures, then flips.
        let here = Here { depth, node, eval };
        let cut = self.try_moves(here, &mut window, from_table, &mut best);
        if !cut && flips_here {
            self.try_flips(depth, &mut window, node, &mut best);
        }
        if self.stopped {
            return best.score;
        }
        if best.score == -Score::INFINITE {
            return Score::loss_in(height as i32);
        }
        // 7. Remember. Of a score that is true only on this line the table learns the
        //    ply alone.
        self.dependence = best.dependence;
        let bound = if best.dependence.binds(height) {
            Bound::None
        } else if given.fails_high(best.score) {
            Bound::Lower
        } else if given.fails_low(best.score) {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let stored = Hit {
            ply: ply_code(best.ply),
            score: best.score.to_node(height as i32),
            eval,
            depth,
            bound,
            pv: node.pv,
        };
        self.shared.table.store(key, stored);
        if let Some(witness) = self.witness
            && bound != Bound::None
        {
            self.bear_witness(witness, &Hit { score: best.score, ..stored }, best.ply);
        }
        best.score
    }

    /// Tells what was found about a node below the root.
    #[cold]
    fn bear_witness(&self, witness: &dyn Witness<Position>, found: &Hit, best: Option<Ply>) {
        let &Hit { score, eval, depth, bound, .. } = found;
        if self.walker.height() == 0 || score.is_decided() || depth < witness.least_depth() {
            return;
        }
        let position = &self.walker.position;
        let captures = best.is_some_and(|ply| position.is_capture(ply));
        let clock = self.walker.clock;
        witness.found(position, &Finding { depth, score, bound, eval, captures, clock });
    }

    /// The value of a position in which the game, or our patience, ends.
    fn ended(&mut self, height: usize) -> Option<Score> {
        if self.walker.eliminated() {
            return Some(Score::loss_in(height as i32));
        }
        if height > 0 {
            if self.walker.out_of_progress() {
                let stuck = !self.walker.position.has_legal_ply();
                return Some(if stuck { Score::loss_in(height as i32) } else { self.draw() });
            }
            if self.shared.features.repetition
                && let Some(plies) = self.walker.repeated()
            {
                self.dependence = Dependence::since(height as i32 - plies as i32);
                return Some(self.draw());
            }
            if let Some(score) = self.ask_tables(height) {
                return Some(score);
            }
        }
        self.deepest = self.deepest.max(height);
        if height >= MAX_HEIGHT || self.stopped {
            return Some(self.evaluate());
        }
        None
    }

    /// What endgame tables say right after a capture that left few pieces.
    #[inline]
    fn ask_tables(&self, height: usize) -> Option<Score> {
        let tables = self.shared.tables?;
        let position = &self.walker.position;
        if self.walker.clock > 0 || !position.face_down().is_empty() {
            return None;
        }
        tables.score(position, position.occupied().count(), height as i32)
    }

    fn pass_value(&mut self, depth: i32, window: Window, node: Node, eval: Score) -> Score {
        if node.after_pass || !self.shared.features.pass {
            return eval;
        }
        self.enter_pass(eval);
        let less = depth - 1 - self.shared.params.pass_reduction;
        let score = -self.search(less, -window, Node::PASSED);
        self.leave();
        // A pass proves no forced end: the real ply may be another.
        E::bounded(score.get())
    }

    /// Tries moves and captures; whether one was too good.
    fn try_moves(
        &mut self,
        here: Here,
        window: &mut Window,
        from_table: Option<Ply>,
        best: &mut Best,
    ) -> bool {
        let Here { depth, node, .. } = here;
        let height = self.walker.height();
        let mut picker = Picker::all(from_table);
        let mut tried: ArrayVec<Ply, 64> = ArrayVec::new();
        let mut number = 0;
        loop {
            let hopeless = self.hopeless(here, number, *window, best);
            let Some((order, ply)) = picker.next(self, hopeless) else { break };
            let capture = self.walker.position.is_capture(ply);
            let less =
                if capture && !is_bad_capture(order) { 0 } else { self.late(depth, number, node) };
            // The memory is slow: ask now for what the next ply will need too.
            if depth > 1 {
                if number == 0 {
                    self.prefetch(ply);
                }
                if let Some((_, following)) = picker.peek() {
                    self.prefetch(following);
                }
            }
            self.enter(ply, Reveal::Nothing);
            let score = self.scout(depth - 1, less, *window, node, number == 0);
            self.leave();
            number += 1;
            if self.stopped {
                return true;
            }
            if !capture && !tried.is_full() {
                tried.push(ply);
            }
            best.dependence = best.dependence.with(self.dependence);
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score > window.alpha {
                best.ply = Some(ply);
                window.alpha = score;
                if node.pv {
                    self.extend_line(height, ply);
                }
                if window.fails_high(score) {
                    // A refutation stands by itself.
                    best.dependence = self.dependence;
                    if !capture {
                        self.learn(ply, &tried, depth);
                    }
                    return true;
                }
            }
        }
        false
    }

    /// Whether a quiet ply this late or this far below the window is left out.
    fn hopeless(&self, here: Here, number: i32, window: Window, best: &Best) -> bool {
        let params = self.shared.params;
        self.shared.features.futility
            && !here.node.pv
            && here.depth <= params.futility_depth
            && number > 0
            && !best.score.is_loss()
            && here.eval + params.futility_margin * here.depth <= window.alpha
    }

    /// By how much a late ply is searched less deep.
    fn late(&self, depth: i32, number: i32, node: Node) -> i32 {
        let params = self.shared.params;
        let early = depth < params.late_depth || number < params.late_after;
        if !self.shared.features.late_reductions || early {
            return 0;
        }
        let less = params.late_base
            + i32::from(number >= params.late_more_after)
            + i32::from(depth >= params.late_more_depth);
        (less - i32::from(node.pv)).clamp(0, depth - 2)
    }

    /// Searches the position after a ply: the first with the whole window, the
    /// others first with a question, and again when the answer surprises.
    fn scout(&mut self, depth: i32, less: i32, window: Window, node: Node, first: bool) -> Score {
        if first {
            return -self.search(depth, -window, Node { after_pass: false, ..node });
        }
        let pvs = self.shared.features.pvs;
        let question = if pvs { Window::null(window.alpha) } else { window };
        let mut score = -self.search(depth - less, -question, Node::SIDE);
        if less > 0 && score > window.alpha {
            score = -self.search(depth, -question, Node::SIDE);
        }
        if pvs && score > window.alpha && score < window.beta && !window.is_null() {
            score = -self.search(depth, -window, Node { after_pass: false, ..node });
        }
        score
    }

    /// What remains for the outcomes of a flip at a node of `depth`.
    pub fn flip_depth(&self, depth: i32) -> i32 {
        let reduced = self.shared.features.flip_reduction;
        depth - 1 - if reduced { self.shared.params.flip_reduction } else { 0 }
    }

    fn try_flips(&mut self, depth: i32, window: &mut Window, node: Node, best: &mut Best) {
        let height = self.walker.height();
        let values = self.values();
        let mut flips = best_flips(&self.walker.position, &values, self.shared.params);
        if self.shared.features.flip_choice {
            flips.truncate(self.shared.params.flip_count as usize);
        }
        let remaining = self.flip_depth(depth);
        for (_, flip) in flips {
            let score = self.flip(flip, remaining, *window, Node { after_pass: false, ..node });
            if self.stopped {
                return;
            }
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score > window.alpha {
                best.ply = Some(flip);
                window.alpha = score;
                if node.pv {
                    self.extend_line(height, flip);
                }
                if window.fails_high(score) {
                    best.dependence = Dependence::NONE;
                    return;
                }
            }
        }
    }
}
