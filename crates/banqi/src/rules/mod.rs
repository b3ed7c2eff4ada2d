//! The law of the game as named options: what ends a game besides the board.
//!
//! The board's own ends are the same everywhere: a side without a piece loses,
//! and so does a side without a legal ply on its turn. Everything else is an
//! option of [`BanqiRules`]; each end is looked for in this order: elimination,
//! no legal ply, long chase, no progress, repetition.

mod history;
mod options;
mod verdict;

pub use history::{Chases, History, Record};
pub use options::{BanqiRules, RulesError};

/// When a repetition is a draw, whether or not a piece is chased.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Never.
    Off,
    /// When the same board with the same side to move stands for the n-th time.
    Position(u32),
    /// When the last n · L plies are n equal copies of the same L plies, for
    /// some even L, and none of them is a capture or a flip.
    Cycle(u32),
}
