//! What a game must say about itself to be judged by a network.

use std::fmt::Debug;

use arrayvec::ArrayVec;
use game::GameKind;

/// The inputs that are on, by their row in the weights. No view of either game has
/// more than 61.
pub type Rows = ArrayVec<u16, 64>;

/// The rows that were switched on and off.
#[derive(Clone, Default, Debug)]
pub struct RowChanges {
    /// Switched on.
    pub on: Rows,
    /// Switched off.
    pub off: Rows,
}

/// The inputs of a game's networks, seen by each side, and how plies change them.
///
/// Views are numbered by [`game::Side::index`].
pub trait Inputs: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// Which game.
    const GAME: GameKind;
    /// What a network's logit is multiplied by, unless it says otherwise.
    const SCALE: i32;
    /// The board.
    type Position;
    /// What stands on a square.
    type Piece: Copy;
    /// What is not on the board but counts: the plies without progress in dark chess.
    type Clock: Copy;
    /// What a thread notes of a ply, to work it out later.
    type Note: Copy + Send;
    /// The board an accumulator in the cache stands for.
    type Memory: Clone + Send;

    /// How many inputs there are.
    fn count(self) -> usize;

    /// How many frames a view may be seen in: the same rows mean the same only
    /// within one frame.
    fn frames(self) -> usize;

    /// If frames have rows of their own: after how many rows the same inputs come
    /// again. Training lets them learn together first.
    fn period(self) -> Option<usize>;

    /// The two bytes that stand for these inputs in a file.
    fn encode(self) -> [u8; 2];

    /// The inputs two bytes stand for.
    fn decode(bytes: [u8; 2]) -> Option<Self>;

    /// The note of a board without a ply.
    fn root(self, position: &Self::Position, clock: Self::Clock) -> Self::Note;

    /// The note after a ply; `position` is after it.
    fn made(
        self,
        before: &Self::Note,
        position: &Self::Position,
        taken: [Option<(Self::Piece, u8)>; 2],
        put: Option<(Self::Piece, u8)>,
    ) -> Self::Note;

    /// The note after a passed turn; `None` if no input changes.
    fn passed(self, before: &Self::Note) -> Option<Self::Note>;

    /// The frame a view is seen in.
    fn frame(note: &Self::Note, view: usize) -> usize;

    /// Whether the last ply changed a view's frame.
    fn frame_changed(note: &Self::Note, view: usize) -> bool;

    /// What the last ply changed in a view whose frame it did not change.
    fn changes(self, note: &Self::Note, view: usize) -> RowChanges;

    /// The memory of an empty board.
    fn nothing() -> Self::Memory;

    /// What differs between the memory and the board, both in the note's frame;
    /// the memory becomes the board.
    fn catch_up(
        self,
        memory: &mut Self::Memory,
        position: &Self::Position,
        note: &Self::Note,
        view: usize,
    ) -> RowChanges;

    /// Which output judges a position.
    fn output(position: &Self::Position) -> usize;

    /// The view of the side to move.
    fn mover(position: &Self::Position) -> usize;

    /// The value of a sum in units of QA · QA · QB.
    fn value(sum: i64, scale: i32) -> i32;
}
