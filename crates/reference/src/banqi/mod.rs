//! Chinese dark chess (banqi) on a plain array of 4 × 8 squares.
//!
//! * [`Board`]: what lies where, what may still lie face down, whose turn it is
//! * [`Game`]: a start position, the plies since, and the verdict of the [`Rules`]
//! * [`platform`]: the notation of contest records
//!
//! Plies are written `a1a2` (move or capture), `a1a1` (flip asked for) and `a1=R` (flip with its
//! outcome).

mod board;
mod game;
pub mod platform;
mod square;
mod text;

pub use board::{Board, Cell, Perft};
pub use game::{Game, GameResult, Reason, Repetition, Rules};
pub use square::{Ply, Square};
