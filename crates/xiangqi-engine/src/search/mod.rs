//! The search: iterative deepening, principal variation search, quiescence.
//!
//! | file | steps |
//! |---|---|
//! | `root` | iterative deepening, aspiration, several lines, time |
//! | [`report`] | what is told while it runs |
//! | `node` | one node: numbered steps 1–14 |
//! | `prune` | steps 5–9: cutting a node before its moves |
//! | `quiesce` | captures and evasions until the position is quiet |
//! | `picker`, `tables` | the order of moves and what is learned about it |
//! | [`path`] | repetition law and natural limit inside the tree |
//! | `threads` | Lazy SMP |

mod features;
mod node;
mod params;
pub mod path;
mod picker;
mod prune;
mod quiesce;
pub mod report;
mod root;
mod tables;
mod threads;

use game::{NullObserver, Score};
use search::{Control, TranspositionTable};
use xiangqi::{Ply, Position, Undo};

pub use features::Features;
pub use params::SearchParams;
pub use report::{Line, LineReport, Report};
pub use tables::Tables;
pub use threads::{Job, Outcome, reductions, run};

use crate::evaluator::Evaluator;
use path::{GameHistory, Path};
use tables::Step;

/// The deepest ply of a search.
pub const MAX_PLY: usize = 128;

/// The most nodes between two looks at the limits.
const MOST_UNREPORTED: u64 = 512;

/// A rule loss in the tree: worse than any evaluation, but no mate.
const RULE_LOSS: i32 = 20_000;

/// What a node leaves for its parent and its siblings.
#[derive(Clone, Copy)]
struct Frame {
    eval: Option<Score>,
    /// The same before corrections.
    raw: Option<Score>,
    step: Step,
    killers: [Option<Ply>; 2],
    excluded: Option<Ply>,
    in_check: bool,
    /// The score comes from a repetition and is true only on this path.
    tainted: bool,
    /// Cut-offs of children, to reduce more where many come.
    cutoffs: u32,
}

impl Frame {
    const EMPTY: Frame = Frame {
        eval: None,
        raw: None,
        step: Step::NONE,
        killers: [None; 2],
        excluded: None,
        in_check: false,
        tainted: false,
        cutoffs: 0,
    };
}

/// One thread of a search.
pub struct Searcher<'a, E: Evaluator> {
    evaluator: &'a E,
    table: &'a TranspositionTable,
    control: &'a Control<'a>,
    params: &'a SearchParams,
    features: Features,
    reductions: &'a [[i32; 64]; 64],
    tables: &'a mut Tables,
    position: Position,
    path: Path,
    accumulators: Vec<E::Accumulator>,
    frames: Vec<Frame>,
    /// Principal variations by ply.
    lines: Vec<Vec<Ply>>,
    nodes: u64,
    unreported: u64,
    /// After so many nodes the limits are looked at.
    interval: u64,
    selective_depth: usize,
    /// No null move above this ply while one is verified.
    null_from: usize,
    root_depth: i32,
    stopped: bool,
    root: root::RootState,
    /// Who hears of this thread; helpers are silent.
    reporter: Option<report::Reporter<'a>>,
}

impl<'a, E: Evaluator> Searcher<'a, E> {
    fn new(
        job: &Job<'a, E>,
        control: &'a Control<'a>,
        tables: &'a mut Tables,
        history: &GameHistory,
        threads: usize,
    ) -> Self {
        let position = history.position().clone();
        let mut accumulators = vec![E::Accumulator::default(); MAX_PLY + 8];
        accumulators[0] = job.evaluator.refresh(&position);
        Searcher {
            evaluator: job.evaluator,
            table: job.table,
            control,
            params: job.params,
            features: job.features,
            reductions: job.reductions,
            tables,
            position,
            path: Path::new(history),
            accumulators,
            frames: vec![Frame::EMPTY; MAX_PLY + 8],
            lines: (0..MAX_PLY + 8).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            nodes: 0,
            unreported: 0,
            interval: control.interval(MOST_UNREPORTED, threads),
            selective_depth: 0,
            null_from: 0,
            root_depth: 0,
            stopped: false,
            root: root::RootState::default(),
            reporter: None,
        }
    }

    /// Counts a node and looks now and then whether to stop.
    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.interval {
            self.look_up();
        }
    }

    /// Reports the nodes, hears whether to stop, and tells that it goes on.
    #[cold]
    fn look_up(&mut self) {
        self.control.report(self.unreported);
        self.unreported = 0;
        self.stopped |= self.control.stopped();
        if !self.stopped {
            self.tell_progress();
        }
    }

    /// Reports the nodes since the last look. After a stop they were not searched.
    fn report_rest(&mut self) {
        let rest = std::mem::take(&mut self.unreported);
        self.control.report(if self.stopped { 0 } else { rest });
    }

    /// Nodes of all threads.
    fn nodes_of_all(&self) -> u64 {
        self.control.nodes() + if self.stopped { 0 } else { self.unreported }
    }

    #[inline]
    fn make(&mut self, ply: Ply, at: usize, gives_check: bool) -> Undo {
        let piece = self.position.piece_at(ply.from()).expect("a legal ply moves a piece");
        self.frames[at].step = Step::new(piece, ply.to());
        let (before, after) = self.accumulators.split_at_mut(at + 1);
        after[0].clone_from(&before[at]);
        let undo = self.position.make_ply(ply, &mut self.evaluator.watch(&mut after[0]));
        self.path.push(&self.position, ply, undo, self.frames[at].in_check, gives_check);
        self.frames[at + 1].in_check = gives_check;
        undo
    }

    #[inline]
    fn unmake(&mut self, ply: Ply, undo: Undo) {
        self.path.pop();
        self.position.unmake_ply(ply, undo, &mut NullObserver);
    }

    /// The key under which the table knows this node: the natural limit's counter
    /// goes in by steps, so that scores near the limit do not leak.
    #[inline]
    fn table_key(&self) -> u64 {
        let plies = self.path.limit().plies();
        let key = self.position.zobrist_key();
        if plies < 14 { key } else { key ^ game::splitmix64(u64::from((plies - 14) / 8)) }
    }

    /// The evaluation, damped as the natural limit nears.
    #[inline]
    fn raw_eval(&self, at: usize) -> Score {
        if at > 0
            && self.frames[at - 1].step == Step::NONE
            && let Some(passed) = self.frames[at - 1].raw
        {
            return self.evaluator.after_pass(passed, &self.accumulators[at]);
        }
        self.damped(self.evaluator.evaluate(&self.position, &self.accumulators[at]))
    }

    #[inline]
    fn damped(&self, score: Score) -> Score {
        let plies = self.path.limit().plies() as i32;
        if plies < 40 { score } else { Score::new(score.get() * (240 - plies.min(120)) / 200) }
    }

    /// The evaluation with what the search has learned about it.
    #[inline]
    fn corrected(&self, raw: Score) -> Score {
        if !self.features.correction {
            return raw;
        }
        let correction =
            self.tables.correction(&self.position) * self.params.correction_weight / 256;
        Score::new(raw.get() + correction / 16)
    }

    /// The score of a node the law decides.
    fn law_score(&mut self, law: path::Law, at: usize) -> Option<Score> {
        let score = match law {
            path::Law::Open => return None,
            path::Law::Draw => Score::DRAW,
            path::Law::Loses(side) if side == self.position.turn() => {
                Score::new(at as i32 - RULE_LOSS)
            }
            path::Law::Loses(_) => Score::new(RULE_LOSS - at as i32),
        };
        self.frames[at].tainted = true;
        Some(score)
    }

    /// The steps continuation histories look back to.
    #[inline]
    fn steps_before(&self, at: usize) -> [Step; tables::CONTINUATIONS] {
        tables::LOOK_BACK
            .map(|back| if at >= back { self.frames[at - back].step } else { Step::NONE })
    }
}
