//! UCCI 3.0, the Universal Chinese Chess Interface: what differs from UCI.
//!
//! - `setoption` and `option` do without the words `name` and `value`; names are
//!   one word.
//! - The clocks are `time` (the side to move) and `opptime`, in milliseconds if
//!   the option `usemillisec` was switched on and in seconds otherwise. This
//!   module passes the number on as it stands on the line.
//! - `banmoves` forbids moves the engine's own rules would allow.
//! - `bestmove` may offer a draw or resign; `nobestmove` answers a position
//!   without a move, and by some engines also a `stop` while idle.
//! - A score is a bare number. There is no mate score; engines that have one
//!   print it as UCI does, and so do we.
//! - Ranks are always 0–9.
//!
//! `go time T movestogo 1` is not "think for T": an engine may use a quarter of it.

mod command;
mod go;
mod reply;

pub use command::Command;
pub use go::GoLimits;
pub use reply::{Claim, Reply};
