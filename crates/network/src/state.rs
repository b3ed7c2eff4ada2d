//! What follows one thread's board: notes of plies, and sums that are brought up to
//! date when a value is asked for.

use std::sync::Arc;

use crate::inputs::Inputs;
use crate::kernel::{Row, update, weighted_squares};
use crate::network::{Body, Network, Weights, each_width};
use crate::shape::Role;
use crate::squash::linear;

/// What follows a board for one thread.
///
/// Plies are only noted; [`State::evaluate`] goes back to the last board whose sums
/// are known and brings them forward. Where a view's frame changed on the way (its
/// king went to another bucket or wing) it starts from the last board seen in that
/// frame instead.
pub struct State<I: Inputs> {
    inputs: I,
    role: Role,
    scale: i32,
    /// One for each board whose inputs differ from the one before.
    boards: Vec<Board<I>>,
    /// For each ply since the start, the board after it.
    path: Vec<u32>,
    /// The present board.
    now: usize,
    sums: Sums<I>,
}

struct Board<I: Inputs> {
    note: I::Note,
    /// By view: whether the sums of this board are known.
    known: [bool; 2],
}

enum Sums<I: Inputs> {
    W64(Accumulators<I, 64>),
    W128(Accumulators<I, 128>),
    W256(Accumulators<I, 256>),
    W512(Accumulators<I, 512>),
    W1024(Accumulators<I, 1024>),
}

impl<I: Inputs> State<I> {
    /// The state of a thread, before its first board.
    pub fn new(network: &Network<I>) -> State<I> {
        let inputs = network.shape().inputs;
        let sums = match &network.body {
            Body::W64(weights) => Sums::W64(Accumulators::new(weights, inputs)),
            Body::W128(weights) => Sums::W128(Accumulators::new(weights, inputs)),
            Body::W256(weights) => Sums::W256(Accumulators::new(weights, inputs)),
            Body::W512(weights) => Sums::W512(Accumulators::new(weights, inputs)),
            Body::W1024(weights) => Sums::W1024(Accumulators::new(weights, inputs)),
        };
        let (role, scale) = (network.role(), network.scale());
        State { inputs, role, scale, boards: Vec::new(), path: Vec::new(), now: 0, sums }
    }

    /// Begins at a board. What earlier boards left in the caches is kept.
    pub fn start(&mut self, position: &I::Position, clock: I::Clock) {
        self.boards.clear();
        self.path.clear();
        self.now = 0;
        self.boards.push(Board { note: self.inputs.root(position, clock), known: [false; 2] });
        // All later boards go back to this one, and it is not there to be asked then.
        self.evaluate(position);
    }

    /// What is known of the present board without its sums.
    ///
    /// # Panics
    /// Before the first [`State::start`].
    #[inline]
    pub fn note(&self) -> &I::Note {
        &self.boards[self.now].note
    }

    /// A ply was made; `position` is after it. `taken` are the pieces that went: the
    /// mover, then its victim; `put` is what came.
    ///
    /// # Panics
    /// Before the first [`State::start`].
    #[inline]
    pub fn made(
        &mut self,
        position: &I::Position,
        taken: [Option<(I::Piece, u8)>; 2],
        put: Option<(I::Piece, u8)>,
    ) {
        let note = self.inputs.made(&self.boards[self.now].note, position, taken, put);
        self.push(note);
    }

    /// The turn was passed.
    ///
    /// # Panics
    /// Before the first [`State::start`].
    #[inline]
    pub fn passed(&mut self) {
        match self.inputs.passed(&self.boards[self.now].note) {
            Some(note) => self.push(note),
            None => self.path.push(self.now as u32),
        }
    }

    #[inline]
    fn push(&mut self, note: I::Note) {
        self.path.push(self.now as u32);
        self.now += 1;
        self.boards.truncate(self.now);
        self.boards.push(Board { note, known: [false; 2] });
    }

    /// The last ply or pass was taken back.
    #[inline]
    pub fn unmade(&mut self) {
        debug_assert!(!self.path.is_empty(), "nothing was made that could be taken back");
        self.now = self.path.pop().map_or(0, |board| board as usize);
    }

    /// The value of the present board for its side to move: hundredths of a pawn in
    /// xiangqi, `scale · (2 · chance − 1)` in dark chess; a correction is in points of the
    /// hand-written evaluation.
    ///
    /// # Panics
    /// Before the first [`State::start`].
    #[inline]
    pub fn evaluate(&mut self, position: &I::Position) -> i32 {
        let boards = &mut self.boards[..=self.now];
        let sum = match &mut self.sums {
            Sums::W64(sums) => sums.evaluate(self.inputs, boards, position),
            Sums::W128(sums) => sums.evaluate(self.inputs, boards, position),
            Sums::W256(sums) => sums.evaluate(self.inputs, boards, position),
            Sums::W512(sums) => sums.evaluate(self.inputs, boards, position),
            Sums::W1024(sums) => sums.evaluate(self.inputs, boards, position),
        };
        match self.role {
            Role::Whole => I::value(sum, self.scale),
            Role::Correction => linear(sum, self.scale),
        }
    }

    /// Whether the state was made for a network.
    pub fn belongs_to(&self, network: &Network<I>) -> bool {
        let theirs = each_width!(&network.body, weights => Arc::as_ptr(weights).cast::<()>());
        let ours = match &self.sums {
            Sums::W64(sums) => Arc::as_ptr(&sums.weights).cast::<()>(),
            Sums::W128(sums) => Arc::as_ptr(&sums.weights).cast(),
            Sums::W256(sums) => Arc::as_ptr(&sums.weights).cast(),
            Sums::W512(sums) => Arc::as_ptr(&sums.weights).cast(),
            Sums::W1024(sums) => Arc::as_ptr(&sums.weights).cast(),
        };
        ours == theirs
    }
}

/// The sums of every board on the path, and the last seen in each frame.
struct Accumulators<I: Inputs, const H: usize> {
    weights: Arc<Weights<H>>,
    boards: Vec<[Row<H>; 2]>,
    /// By view and frame.
    cache: [Vec<Cached<I, H>>; 2],
}

struct Cached<I: Inputs, const H: usize> {
    memory: I::Memory,
    sums: Row<H>,
}

impl<I: Inputs, const H: usize> Accumulators<I, H> {
    fn new(weights: &Arc<Weights<H>>, inputs: I) -> Accumulators<I, H> {
        let empty = |_| Cached { memory: I::nothing(), sums: weights.bias };
        let cache = [0, 1].map(|_| (0..inputs.frames()).map(empty).collect());
        Accumulators { weights: weights.clone(), boards: Vec::new(), cache }
    }

    /// The sum of the output, in units of QA · QA · QB.
    #[inline]
    fn evaluate(&mut self, inputs: I, boards: &mut [Board<I>], position: &I::Position) -> i64 {
        if self.boards.len() < boards.len() {
            self.boards.resize(boards.len(), [Row::ZERO; 2]);
        }
        for view in 0..2 {
            self.settle(inputs, boards, position, view);
        }
        let (mover, output) = (I::mover(position), I::output(position));
        let sums = &self.boards[boards.len() - 1];
        let [own, other] = &self.weights.outputs[output];
        i64::from(weighted_squares(&sums[mover], own))
            + i64::from(weighted_squares(&sums[1 - mover], other))
            + i64::from(self.weights.output_bias[output]) * i64::from(crate::QA)
    }

    /// Makes the sums of one view of the last board known.
    #[inline]
    fn settle(&mut self, inputs: I, boards: &mut [Board<I>], position: &I::Position, view: usize) {
        let last = boards.len() - 1;
        let mut from = last;
        while !boards[from].known[view] {
            if from == 0 || I::frame_changed(&boards[from].note, view) {
                return self.rebuild(inputs, boards, position, view);
            }
            from -= 1;
        }
        for at in from + 1..=last {
            let changes = inputs.changes(&boards[at].note, view);
            let (before, after) = self.boards.split_at_mut(at);
            update(&before[at - 1][view], &mut after[0][view], &self.weights.rows, &changes);
            boards[at].known[view] = true;
        }
    }

    /// Works out one view of the last board from the cache.
    fn rebuild(&mut self, inputs: I, boards: &mut [Board<I>], position: &I::Position, view: usize) {
        let last = boards.len() - 1;
        let board = &mut boards[last];
        board.known[view] = true;
        let cached = &mut self.cache[view][I::frame(&board.note, view)];
        let changes = inputs.catch_up(&mut cached.memory, position, &board.note, view);
        let sums = &mut self.boards[last][view];
        update(&cached.sums, sums, &self.weights.rows, &changes);
        cached.sums = *sums;
    }
}
