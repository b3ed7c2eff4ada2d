//! Learned evaluations: the inputs of both games, inference in whole numbers, and
//! the file a network comes in.
//!
//! A network is (inputs → width) twice, once from each side's own view, then one of
//! eight outputs chosen by how full the board is. Between them stands the squared
//! clipped rectifier. Weights are whole numbers, so a network gives the same value on
//! every machine.
//!
//! * [`Network`] holds the weights: [`XiangqiNetwork`] and [`BanqiNetwork`] are the
//!   two there are. Bytes in ([`Network::from_bytes`]), bytes out.
//! * [`State`] follows one thread's board. Making a ply only notes it; the work is
//!   done when a value is asked for.
//! * [`XiangqiInputs`] and [`BanqiInputs`] say which inputs a position has; whoever
//!   trains a network asks them too, so both sides always agree.
//!
//! ```
//! use game::Position as _;
//! use network::{Shape, State, Width, XiangqiInputs, XiangqiNetwork};
//!
//! let shape = Shape { width: Width::W64, inputs: XiangqiInputs::default() };
//! let network = XiangqiNetwork::random(shape, 1);
//! let position = xiangqi::Position::start();
//! let mut state = State::new(&network);
//! state.start(&position, ());
//! assert_eq!(state.evaluate(&position), network.evaluate(&position, ()));
//! ```
//!
//! Nothing here does I/O, reads a clock or starts a thread.
#![forbid(unsafe_code)]

mod banqi;
pub mod checksum;
mod error;
mod file;
mod inputs;
mod kernel;
mod network;
mod shape;
mod squash;
mod state;
mod xiangqi;

pub use crate::banqi::{BanqiInputs, BanqiNote, Clock};
pub use crate::xiangqi::{KingBuckets, Middle, XiangqiInputs};
pub use error::NetworkError;
pub use file::{Header, VERSION, is_network};
pub use inputs::{Inputs, RowChanges, Rows};
pub use kernel::{MOST_WEIGHT, QA, QB};
pub use network::{Network, Parameters};
pub use shape::{OUTPUTS, Role, Shape, Width};
pub use squash::squash;
pub use state::State;

/// A network that judges xiangqi: hundredths of a pawn.
pub type XiangqiNetwork = Network<XiangqiInputs>;
/// A network that judges dark chess: linear in the chance to win.
pub type BanqiNetwork = Network<BanqiInputs>;
