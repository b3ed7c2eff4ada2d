//! Slow, obviously right boards of xiangqi and Chinese dark chess.
//!
//! This crate is the second opinion of tests, fuzzers and verifiers. It shares no code with the
//! crates it checks: plain arrays instead of bitboards, a predicate "may this piece go there?"
//! instead of generators, copies of the board instead of undo. Nothing here is fast, and nothing
//! should ever be made fast at the price of a second look.
//!
//! ```
//! let board = reference::xiangqi::Board::start();
//! assert_eq!(board.legal_moves().len(), 44);
//!
//! let board = reference::banqi::Board::start();
//! assert_eq!(board.legal_plies().len(), 32);
//! ```
#![forbid(unsafe_code)]

mod piece;

pub mod banqi;
pub mod xiangqi;

pub use piece::{Colour, Kind, Piece};
