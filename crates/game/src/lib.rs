//! What both games of Chuhe share: the vocabulary ([`Side`], [`Outcome`],
//! [`Verdict`], [`Score`] and [`Window`], a seeded [`Rng`]), the traits a game implements ([`Position`],
//! [`Observer`], [`Rules`]), the [`Game`] that ties a start, plies and rules
//! together, [`perft`], and the [`conformance`] suite every game must pass.
//!
//! Nothing here does I/O, reads a clock or starts a thread: randomness and time
//! come in as values.
#![forbid(unsafe_code)]

pub mod conformance;
mod game;
mod kind;
pub mod perft;
mod position;
mod rng;
mod rules;
mod score;
mod side;

pub use game::{Game, PlayError, Played};
pub use kind::{GameKind, UnknownGame};
pub use position::{NullObserver, Observer, PlyList, Position, RevealList};
pub use rng::{Rng, splitmix64};
pub use rules::{Cause, Outcome, Rules, Verdict};
pub use score::{Score, Window};
pub use side::{BySide, Side};
