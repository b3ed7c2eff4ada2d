//! Puzzles of both games: found in games, proved, judged while they are solved.
//!
//! | module | what |
//! |---|---|
//! | [`prove`] | mates, forced wins of material, exact endings |
//! | [`puzzle`] | a puzzle, and its line of text |
//! | [`find`] | puzzles in games |
//! | [`judge`] | plies of who solves one, and the defence |
//! | [`proof`] | the whole proof as a tree |
//! | [`themes`] | shapes in the position where it ends |
//! | [`rating`] | Glicko-2 |
//! | [`schedule`] | when a failure comes back |
//! | [`shipped`] | the sets that come with Chuhe |
//! | [`check`] | proofs again, on boards that share no code with ours |
//!
//! Nothing here reads a clock or a file, and nothing is random.
#![forbid(unsafe_code)]

pub mod check;
pub mod find;
pub mod judge;
pub mod proof;
pub mod prove;
pub mod puzzle;
pub mod rating;
pub mod schedule;
pub mod shipped;
pub mod themes;

pub use game::GameKind;
pub use puzzle::{Goal, Puzzle};
pub use records::{Board, Played};
