//! The rules of xiangqi (象棋): positions on bitboards over 90 points, legal and
//! staged move generation, make and unmake with an observer, Zobrist keys,
//! static exchange evaluation, FEN, three notations, and the repetition law.
//!
//! ```
//! use game::{Game, Position as _};
//! use xiangqi::{Position, XiangqiRules};
//!
//! let mut game: Game<Position, XiangqiRules> = Game::new(XiangqiRules::default());
//! let ply = game.position().parse_ply("h2e2").unwrap();
//! game.play(ply, ()).unwrap();
//! assert!(game.verdict().is_none());
//! ```
#![forbid(unsafe_code)]

pub mod attacks;
mod bitboard;
mod game_trait;
pub mod notation;
mod piece;
mod ply;
mod position;
pub mod rules;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use game::Side;
pub use piece::{Kind, Piece};
pub use ply::{Ply, PlyError};
pub use position::{
    ExchangeValues, FenError, Position, START_FEN, Setup, SetupError, SetupFault, Stage, Undo,
    attacks_from,
};
pub use rules::XiangqiRules;
pub use square::{Square, SquareError};
