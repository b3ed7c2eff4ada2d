//! The xboard protocol (Chess Engine Communication Protocol, version 2), as far as
//! a referee needs it to drive xiangqi engines.
//!
//! A session: `xboard`, `protover 2`, then `feature` lines until `done=1`, each
//! answered as [`Features::apply`] says; `new`, `variant xiangqi`, `post`, a time
//! limit; then `setboard` and moves in `force` mode, and `go`.
//!
//! What real engines taught:
//! - Moves go bare (`h2e2`) unless the engine asks for `usermove`, and an engine
//!   that did not ask rejects the word; [`Features::move_command`] knows.
//! - FENs want `H`/`E` letters and no `- -`:
//!   [`xboard_fen`](crate::coordinates::xboard_fen). Ranks are 0–9.
//! - `st` takes whole seconds; one engine quits when given a fraction, so
//!   [`Command::MoveSeconds`] cannot hold one. One engine ignores `?`; only
//!   `analyze` and `exit` bound its thinking tightly.
//! - One engine answers an unknown word with `Illegal move` *and* `Error`.
//! - A game that ends is announced by a result line, which is a claim for the
//!   referee to check.
//! - Times in thinking output may be nonsense, even negative.

mod command;
mod feature;
mod reply;
mod result;
mod thinking;

pub use command::{Command, Level};
pub use feature::{Feature, FeatureValue, Features, option_from_feature};
pub use reply::{Audience, Reply};
pub use result::{GameResult, GameScore};
pub use thinking::{Thinking, ThinkingExtra};
