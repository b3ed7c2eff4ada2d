//! Chinese dark chess (banqi, 暗棋): the board, its plies and flips, its texts
//! and its rules.
//!
//! * [`Position`] is the board as a value; [`Ply`] is what a player chooses,
//!   [`Reveal`] what chance answers. Plies are generated all at once
//!   (`legal_plies`) or by stages ([`Position::captures_only`],
//!   [`Position::quiets`], [`Position::flips`]).
//! * [`Setup`] is what a position text says, before the rules accept it.
//! * [`rules`] holds the options that contests disagree on, as data with presets.
//! * [`notation`] reads and writes plies and whole games.
//! * [`Deal`] is what only the referee knows: where each face-down piece lies.
//!
//! ```
//! use banqi::{BanqiRules, Deal, Position};
//! use game::{Game, Rng};
//!
//! let deal = Deal::shuffled(1);
//! let mut game: Game<Position, BanqiRules> = Game::new(BanqiRules::default());
//! let mut rng = Rng::new(1);
//! while game.verdict().is_none() {
//!     let plies = game::Position::legal_plies(game.position());
//!     let ply = *rng.choose(&plies).unwrap();
//!     game.play(ply, deal.reveal(ply)).unwrap();
//! }
//! assert!(!game.verdict().unwrap().reason.is_empty());
//! ```
//!
//! Nothing here does I/O, reads a clock or starts a thread.
#![forbid(unsafe_code)]

pub mod attacks;
mod bitboard;
mod deal;
mod diagram;
mod generate;
mod legality;
pub mod notation;
mod piece;
mod ply;
mod pool;
mod position;
pub mod rules;
mod setup;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use deal::{Deal, DealError};
pub use game::Side;
pub use legality::IllegalPly;
pub use notation::Played;
pub use piece::{Kind, Piece, Tile};
pub use ply::{Ply, Reveal};
pub use pool::{Pool, PoolError};
pub use position::{Position, Undo};
pub use rules::{BanqiRules, Repetition};
pub use setup::{PositionError, Setup, SetupError, SetupReason, SetupTextError};
pub use square::{Square, SquareError};
