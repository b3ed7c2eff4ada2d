//! What a search asks of an evaluation, hand-written or learned, in either game.

use game::{Position, Score, Window};

/// What one ply changed on the board: at most two pieces went and one came. In a flip
/// the face-down piece goes and what it shows comes; a passed turn changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change<Piece> {
    /// The pieces that went, with their squares: the mover or the piece flipped, then
    /// the victim.
    pub taken: [Option<(Piece, u8)>; 2],
    /// The piece that came: the mover, or what a flip revealed.
    pub put: Option<(Piece, u8)>,
}

impl<Piece> Change<Piece> {
    /// Nothing.
    pub const NONE: Change<Piece> = Change { taken: [None, None], put: None };
}

/// Moves worth a look: one of some pieces from one of some squares to one of others, a bit
/// each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveHint {
    /// The pieces, by their numbers.
    pub pieces: u32,
    /// From where.
    pub from: u128,
    /// To where.
    pub to: u128,
    /// How much earlier they are tried, in the units of move histories.
    pub bonus: i32,
    /// Whether they are searched as deeply as moves that refuted something.
    pub candidate: bool,
}

/// What an evaluation knows about the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guide {
    /// Moves worth a look.
    pub moves: Vec<MoveHint>,
    /// By how many plies the position should be searched deeper.
    pub extension: i32,
}

impl Guide {
    fn of(&self, piece: usize, from: usize, to: usize) -> impl Iterator<Item = &MoveHint> {
        self.moves.iter().filter(move |hint| {
            hint.pieces >> piece & 1 != 0 && hint.from >> from & 1 != 0 && hint.to >> to & 1 != 0
        })
    }

    /// How much earlier a move is tried.
    pub fn bonus(&self, piece: usize, from: usize, to: usize) -> i32 {
        self.of(piece, from, to).map(|hint| hint.bonus).sum()
    }

    /// Whether a move is one to look at closely.
    pub fn is_candidate(&self, piece: usize, from: usize, to: usize) -> bool {
        self.of(piece, from, to).any(|hint| hint.candidate)
    }
}

/// An evaluation whose incremental part lives in a state of its own, one for each
/// thread.
///
/// The search tells every ply it makes and unmakes; an evaluation may note it and
/// do the work only when it is asked, so that nodes which are never evaluated pay
/// nothing. Evaluations compose: a pair is the sum of its parts.
pub trait Evaluator<P: Position>: Send + Sync {
    /// What follows the board.
    type State: Send;
    /// Whether it has something to say about moves.
    const GUIDES: bool = false;

    /// The state at the root of a search.
    fn start(&self, position: &P) -> Self::State;

    /// A ply was made; `position` is after it.
    fn made(&self, state: &mut Self::State, position: &P, change: &Change<P::Piece>);

    /// The turn was passed; `before` is the evaluation of the side that passed, if
    /// the search knows it.
    fn passed(&self, state: &mut Self::State, before: Option<Score>);

    /// The last ply or pass was taken back.
    fn unmade(&self, state: &mut Self::State);

    /// How good the position is for the side to move.
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score;

    /// The same for a search that only cares about scores near a window: what is far
    /// outside may be told roughly, on its side of the window.
    #[inline]
    fn evaluate_near(&self, state: &mut Self::State, position: &P, window: Window) -> Score {
        let _ = window;
        self.evaluate(state, position)
    }

    /// What it knows about the moves of a position; asked only if it
    /// [guides](Evaluator::GUIDES).
    fn guide(&self, state: &mut Self::State, position: &P) -> Guide {
        let _ = (state, position);
        Guide::default()
    }
}

impl<P: Position, A: Evaluator<P>, B: Evaluator<P>> Evaluator<P> for (A, B) {
    type State = (A::State, B::State);

    fn start(&self, position: &P) -> Self::State {
        (self.0.start(position), self.1.start(position))
    }

    #[inline]
    fn made(&self, state: &mut Self::State, position: &P, change: &Change<P::Piece>) {
        self.0.made(&mut state.0, position, change);
        self.1.made(&mut state.1, position, change);
    }

    #[inline]
    fn passed(&self, state: &mut Self::State, _: Option<Score>) {
        // What is known is the sum, which tells neither part its own share.
        self.0.passed(&mut state.0, None);
        self.1.passed(&mut state.1, None);
    }

    #[inline]
    fn unmade(&self, state: &mut Self::State) {
        self.0.unmade(&mut state.0);
        self.1.unmade(&mut state.1);
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score {
        let first = self.0.evaluate(&mut state.0, position).get();
        Score::new(first + self.1.evaluate(&mut state.1, position).get())
    }
}
