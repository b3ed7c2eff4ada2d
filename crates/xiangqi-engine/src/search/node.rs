//! One node of the search, steps 1 to 10: everything before its moves are tried.

use game::{Score, Window};
use search::{Bound, Dependence, Evaluator, Hit};
use xiangqi::{Ply, Position};

use super::{MAX_PLY, Searcher};

/// The depth of table entries that hold an evaluation and nothing else.
const EVAL_ONLY: i32 = -6;

/// What the steps of a node know of it.
pub(super) struct Node {
    /// Plies below the root.
    pub at: usize,
    pub depth: i32,
    pub key: u64,
    pub hit: Option<Hit>,
    pub table_ply: Option<Ply>,
    /// A move left out, to see what the others are worth.
    pub excluded: Option<Ply>,
    /// The evaluation as computed.
    pub raw: Score,
    /// The evaluation as corrected by what the search has learned.
    pub eval: Score,
    pub in_check: bool,
    pub improving: bool,
    pub cut_node: bool,
    pub table_pv: bool,
    pub table_capture: bool,
}

impl<E: Evaluator<Position>> Searcher<'_, E> {
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
        // 2. The end of the game, by the law or by the length of the line.
        if let Some(score) = self.enter::<PV>(at) {
            return score;
        }
        // 3. Mate distance: no mate found from here is shorter than one known.
        if at > 0 && self.techniques.mate_distance {
            window.alpha = window.alpha.max(Score::loss_in(at as i32));
            window.beta = window.beta.min(Score::win_in(at as i32 + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        // 4. The transposition table.
        let in_check = self.frames[at].in_check;
        let excluded = self.frames[at].excluded;
        let key = self.table_key();
        let hit = if excluded.is_some() { None } else { self.table.probe(key) };
        let table_ply = hit.and_then(|hit| Ply::from_code(hit.ply));
        if let Some(hit) = hit
            && !PV
            && hit.depth >= depth
            && (self.techniques.tt_deeper || hit.depth == depth)
            && let Some(score) = self.table_answer(&hit, window, at)
        {
            return score;
        }

        // 5. The static evaluation, and whether things improve for the mover.
        let near = if PV { Window::FULL } else { self.uncut(window, depth + self.most_back(at)) };
        let (raw, eval) = self.static_eval(at, in_check, excluded, hit.as_ref(), key, near);
        depth += self.hindsight(at, depth, in_check, excluded);
        let mut node = Node {
            at,
            depth,
            key,
            hit,
            table_ply,
            excluded,
            raw,
            eval,
            in_check,
            improving: !in_check && self.improving(at),
            cut_node,
            table_pv: PV || hit.is_some_and(|hit| hit.pv),
            table_capture: table_ply.is_some_and(|ply| self.position.piece_at(ply.to()).is_some()),
        };
        self.frames[at + 1].killers = [None; 2];
        self.frames[at + 1].cutoffs = 0;
        self.frames[at + 1].excluded = None;

        // 6.–9. Cut the node before its moves are tried.
        if !PV && !in_check && excluded.is_none() {
            if let Some(score) = self.cut(window, &node) {
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // 10. Internal reduction: a deep node without a table move is searched less.
        let unknown = table_ply.is_none()
            || hit.is_some_and(|hit| hit.depth + self.params().internal_reduction_slack <= depth);
        if self.techniques.internal_reduction
            && depth >= self.params().internal_reduction_depth
            && unknown
            && (PV || cut_node)
        {
            node.depth -= 1;
        }

        // 11.–14. The moves.
        self.moves::<PV>(window, &node)
    }

    /// A node begins: counts it, and ends it where the law, the length of the line
    /// or a stop does. The law's scores are true on this path only.
    #[inline(always)]
    pub(super) fn enter<const PV: bool>(&mut self, at: usize) -> Option<Score> {
        self.count_node();
        self.frames[at].dependence = Dependence::NONE;
        if PV {
            self.lines[at].clear();
            self.selective_depth = self.selective_depth.max(at as i32);
        }
        if self.stopped {
            return Some(Score::DRAW);
        }
        if at > 0
            && let Some(score) = self.law_score(at)
        {
            return Some(score);
        }
        if let Some(tables) = self.job.tables
            && at > 0
            && self.path.limit_clock().is_new()
            && let pieces = self.position.occupied().count()
            && let Some(score) = tables.score(&self.position, pieces, at as i32)
        {
            return Some(score);
        }
        (at >= MAX_PLY).then(|| {
            if self.frames[at].in_check {
                Score::DRAW
            } else {
                let raw = self.raw_eval(Window::FULL);
                self.corrected(raw)
            }
        })
    }

    /// The table's score, if it answers the question of the window.
    #[inline]
    pub(super) fn table_answer(&self, hit: &Hit, window: Window, at: usize) -> Option<Score> {
        let score = hit.score.from_node(at as i32);
        let answers = window.fails_high(score) && hit.bound.is_lower()
            || window.fails_low(score) && hit.bound.is_upper();
        (answers && self.techniques.tt_cutoffs).then_some(score)
    }

    /// A table score is a better estimate than the evaluation where its bound allows.
    #[inline]
    pub(super) fn refined(&self, eval: Score, hit: Option<&Hit>) -> Score {
        match hit {
            Some(hit)
                if self.techniques.tt_deeper
                    && !hit.score.is_decided()
                    && (if hit.score > eval {
                        hit.bound.is_lower()
                    } else {
                        hit.bound.is_upper()
                    }) =>
            {
                hit.score
            }
            _ => eval,
        }
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
        window: Window,
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
            _ => self.new_eval(key, hit.is_none(), window),
        };
        let eval = self.corrected(raw);
        self.frames[at].eval = Some(eval);
        self.frames[at].raw = Some(raw);
        (raw, self.refined(eval, hit))
    }

    /// Evaluates, and lets the table know at once: most nodes are cut off before
    /// they have more to say.
    #[inline]
    fn new_eval(&mut self, key: u64, unknown: bool, window: Window) -> Score {
        let eval = self.raw_eval(window);
        if unknown {
            let (score, depth, bound) = (Score::DRAW, EVAL_ONLY, Bound::None);
            self.table.store(key, Hit { ply: 0, score, eval, depth, bound, pv: false });
        }
        eval
    }

    /// The most that hindsight may give a node back.
    #[inline]
    fn most_back(&self, at: usize) -> i32 {
        let reduced = at > 0 && self.frames[at - 1].reduction >= self.params().hindsight_back;
        i32::from(reduced && self.techniques.hindsight)
    }

    /// A node that was reduced on its way is looked at again, now that its evaluation is
    /// known: a ply back where it came better than the other side thought, one more off
    /// where the mover has gained anyway.
    #[inline]
    fn hindsight(&self, at: usize, depth: i32, in_check: bool, excluded: Option<Ply>) -> i32 {
        if at == 0 || in_check || excluded.is_some() || !self.techniques.hindsight {
            return 0;
        }
        let params = self.params();
        let reduction = self.frames[at - 1].reduction;
        let (Some(now), Some(before)) = (self.frames[at].eval, self.frames[at - 1].eval) else {
            return 0;
        };
        let gained = now.get() + before.get();
        if reduction >= params.hindsight_back && gained <= 0 {
            1
        } else if reduction >= params.hindsight_more
            && depth >= 2
            && gained > params.hindsight_margin
        {
            -1
        } else {
            0
        }
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
}
