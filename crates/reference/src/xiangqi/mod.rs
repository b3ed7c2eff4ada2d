//! Xiangqi on a mailbox of 10 × 9 points.
//!
//! * [`Board`]: placement and side to move; legal moves by trying each one on a copy
//! * [`Game`]: a start position, the moves since, and the verdict of the [`Rules`]
//!
//! Moves are written with ranks 0–9: `h2e2`.

mod board;
mod chase;
mod fen;
mod game;
mod material;
mod natural_limit;
mod repetition;
mod square;

pub use board::Board;
pub use chase::chased;
pub use game::{Game, GameResult, Reason, RepetitionLaw, Rules};
pub use natural_limit::NaturalCounter;
pub use square::{Move, Square};
