//! The search: iterative deepening, principal variation search, quiescence.
//!
//! | file | steps |
//! |---|---|
//! | `root` | iterative deepening, aspiration, several lines |
//! | `time` | when a finished iteration is enough |
//! | `report` | what is told while it runs |
//! | `node` | one node, steps 1–10: everything before its moves |
//! | `prune` | steps 6–9: cutting a node before its moves |
//! | `moves` | steps 11–14: the moves |
//! | `quiesce` | captures and evasions until the position is quiet |
//! | `picker` | the order of moves |
//! | `learn`, `histories` | what is learned about moves and evaluations |
//! | `path` | repetition law and natural limit inside the tree |
//! | `threads` | Lazy SMP |

mod histories;
#[cfg(test)]
mod laws;
mod learn;
mod moves;
mod node;
mod params;
mod path;
mod picker;
mod prune;
mod quiesce;
mod report;
mod root;
mod techniques;
mod threads;
mod time;

use game::{NullObserver, Score, Window};
use search::{Change, Control, Dependence, Evaluator, TranspositionTable};
use xiangqi::{Ply, Position, Undo};

pub use histories::Histories;
pub use params::SearchParams;
pub use path::GameHistory;
pub use techniques::Techniques;
pub use threads::{Job, reductions, run};

use histories::{Place, Step};
use path::{Law, LimitClock, Path};
use picker::{Picked, Picker, Weights};

/// What both games share, of this game.
type Line = search::Line<Ply>;
type LineReport<'a> = search::LineReport<'a, Ply>;
type Report<'a> = search::Report<'a, Ply>;

/// The deepest ply of a search.
pub const MAX_PLY: usize = 128;

/// How many units of a correction history are one point.
const CORRECTION_UNITS: i32 = 16;

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
    /// What the score depends on: a repetition is true on its line only.
    dependence: Dependence,
    /// Cut-offs of children, to reduce more where many come.
    cutoffs: i32,
    /// Whether a guide had it searched deeper.
    extended: bool,
    /// How much its child is reduced just now, in 1/1024 ply.
    reduction: i32,
    /// Double extensions on the line to it.
    doubles: i32,
}

impl Frame {
    const EMPTY: Frame = Frame {
        eval: None,
        raw: None,
        step: Step::NONE,
        killers: [None; 2],
        excluded: None,
        in_check: false,
        dependence: Dependence::NONE,
        cutoffs: 0,
        extended: false,
        reduction: 0,
        doubles: 0,
    };
}

/// One thread of a search.
pub struct Searcher<'a, E: Evaluator<Position>> {
    evaluator: &'a E,
    job: &'a Job<'a>,
    /// The number of the thread; 0 decides and reports.
    thread: usize,
    // What the hot paths want at hand, though the job knows it, too.
    table: &'a TranspositionTable,
    control: &'a Control<'a>,
    params: &'a SearchParams,
    techniques: Techniques,
    reductions: &'a [[i32; 64]; 64],
    weights: Weights,
    histories: &'a mut Histories,
    position: Position,
    path: Path,
    /// The evaluation's own state, which follows the board.
    state: E::State,
    frames: Vec<Frame>,
    /// Principal variations by ply.
    lines: Vec<Vec<Ply>>,
    nodes: u64,
    unreported: u64,
    /// After so many nodes the limits are looked at.
    interval: u64,
    selective_depth: i32,
    /// No null move above this ply while one is verified.
    null_from: usize,
    root_depth: i32,
    stopped: bool,
    root: root::RootState,
    /// Where this thread tells what it finds; helpers are silent.
    reporter: Option<report::Reporter<'a>>,
}

impl<'a, E: Evaluator<Position>> Searcher<'a, E> {
    fn new(
        evaluator: &'a E,
        job: &'a Job<'a>,
        histories: &'a mut Histories,
        thread: usize,
        threads: usize,
    ) -> Self {
        let position = job.history.position().clone();
        Searcher {
            evaluator,
            job,
            thread,
            table: job.table,
            control: job.control,
            params: job.params,
            techniques: job.techniques,
            reductions: job.reductions,
            weights: Weights::of(job.params),
            histories,
            path: Path::new(job.history),
            state: evaluator.start(&position),
            position,
            frames: vec![Frame::EMPTY; MAX_PLY + 8],
            lines: (0..MAX_PLY + 8).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            nodes: 0,
            unreported: 0,
            interval: job.control.interval(threads),
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

    /// Reports the nodes, asks whether to stop, and tells that it goes on. Nodes on the
    /// way out after a stop are not searched and not reported.
    #[cold]
    fn look_up(&mut self) {
        let nodes = std::mem::take(&mut self.unreported);
        self.control.report(if self.stopped { 0 } else { nodes });
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

    /// The numbers of the search.
    #[inline(always)]
    fn params(&self) -> &'a SearchParams {
        self.params
    }

    /// The numbers that order moves.
    #[inline(always)]
    fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The next move of a picker.
    #[inline(always)]
    fn pick(&self, picker: &mut Picker) -> Option<Picked> {
        picker.next(&self.position, self.histories, &self.techniques, self.weights())
    }

    #[inline]
    fn make(&mut self, ply: Ply, at: usize, gives_check: bool) -> Undo {
        let piece = self.position.piece_at(ply.from()).expect("a legal ply moves a piece");
        self.frames[at].step = Step::new(piece, ply.to());
        let undo = self.position.make_ply(ply, &mut NullObserver);
        let to = ply.to().index() as u8;
        let change = Change {
            taken: [
                Some((piece, ply.from().index() as u8)),
                undo.captured().map(|victim| (victim, to)),
            ],
            put: Some((piece, to)),
        };
        self.evaluator.made(&mut self.state, &self.position, &change);
        self.path.push(&self.position, ply, undo, self.frames[at].in_check, gives_check);
        self.frames[at + 1].in_check = gives_check;
        self.frames[at + 1].doubles = self.frames[at].doubles;
        undo
    }

    #[inline]
    fn unmake(&mut self, ply: Ply, undo: Undo) {
        self.path.pop();
        self.evaluator.unmade(&mut self.state);
        self.position.unmake_ply(ply, undo, &mut NullObserver);
    }

    fn make_pass(&mut self, at: usize) {
        self.frames[at].step = Step::NONE;
        self.frames[at + 1].in_check = false;
        self.frames[at + 1].doubles = self.frames[at].doubles;
        self.evaluator.passed(&mut self.state, self.frames[at].raw);
        self.path.push_null_turn(&mut self.position);
    }

    fn unmake_pass(&mut self) {
        self.path.pop_null_turn(&mut self.position);
        self.evaluator.unmade(&mut self.state);
    }

    /// The key under which the table knows this node: the natural limit's counter
    /// goes in by steps, so that scores near the limit do not leak.
    #[inline]
    fn table_key(&self) -> u64 {
        self.path.limit_clock().key(self.position.zobrist_key(), self.params())
    }

    /// The table's key after a ply, for asking the memory early. Checks that the
    /// limit does not count are rare enough to be fetched late.
    #[inline(always)]
    fn key_after(&self, ply: Ply, quiet: bool) -> u64 {
        let clock = if quiet { self.path.limit_clock().next() } else { LimitClock::ZERO };
        clock.key(self.position.key_after(ply), self.params())
    }

    /// The evaluation, which may be rough if it is far outside a window.
    #[inline]
    fn raw_eval(&mut self, window: Window) -> Score {
        self.evaluator.evaluate_near(&mut self.state, &self.position, window)
    }

    /// The evaluation, smaller as the natural limit nears, with what the search has
    /// learned about it.
    #[inline]
    fn corrected(&self, raw: Score) -> Score {
        let score = self.path.limit_clock().faded(raw, self.params());
        if !self.techniques.correction {
            return score;
        }
        let correction =
            self.histories.correction(&self.position) * self.params().correction_weight / 256;
        Score::new(score.get() + correction / CORRECTION_UNITS)
    }

    /// The score of a node the law decides. Without a legal move the game was over
    /// before the natural limit was reached.
    #[inline]
    fn law_score(&mut self, at: usize) -> Option<Score> {
        let (law, plies) = self.path.law(&self.position);
        let score = match law {
            Law::Open => return None,
            Law::Limit if !self.position.has_legal_ply() => {
                return Some(Score::loss_in(at as i32));
            }
            Law::Draw | Law::Limit => Score::DRAW,
            Law::Loses(side) if side == self.position.turn() => Score::rule_loss_in(at as i32),
            Law::Loses(_) => Score::rule_win_in(at as i32),
        };
        self.frames[at].dependence = Dependence::since(at as i32 - plies as i32);
        Some(score)
    }

    /// Where histories have the moves of the node `at` plies below the root.
    #[inline]
    fn place(&self, at: usize) -> Place {
        let step = |back| if at >= back { self.frames[at - back].step } else { Step::NONE };
        Place {
            before: histories::LOOK_BACK.map(step),
            low: (at < histories::LOW && self.techniques.low_history).then_some(at),
        }
    }
}
