//! Engine protocols as plain values: what a line says is parsed into an enum,
//! and the enum prints the line back.
//!
//! | module | who speaks it |
//! |---|---|
//! | [`uci`] | Fairy-Stockfish, Pikafish, `chuhe uci`; also the Cyclone dialect and the dark-chess dialect |
//! | [`ucci`] | the xiangqi protocol of ElephantEye and the Chinese GUIs |
//! | [`xboard`] | Sjaak II, HoiXiangqi, MaxQi |
//! | [`mgtp`] | the dark-chess tournament platform, `chuhe mgtp` |
//! | [`coordinates`] | move and FEN text between the dialects |
//! | [`line`](mod@line) | bounded lines out of raw bytes |
//!
//! Every module has a *command* (from the one who asks) and a *reply* (from the
//! engine), each with `parse`, `FromStr` and `Display`, so the same types serve
//! the match runner, which prints commands and parses replies, and our own
//! engines, which do the opposite.
//!
//! What is deliberately absent: files, pipes, clocks, threads, and any board.
//! Moves are text here; only the games know what they mean.
//!
//! # Promises
//! - No input makes a parser panic, and a parser allocates no more than a small
//!   multiple of the line, which is at most [`MAX_LINE`] bytes.
//! - A printed value is one line without a line break, whatever its strings hold.
//! - A value whose strings are *clean* prints to a line that parses back to it.
//!   Clean means: trimmed, without control characters, words without spaces, and
//!   without the protocol's own keywords where those end a list.
//! - Words a parser does not know are skipped and put into [`Notes`], because
//!   real engines and GUIs extend every protocol. What would change the meaning
//!   of a command (an unreadable time limit, say) is an error instead.
#![forbid(unsafe_code)]

pub mod coordinates;
mod error;
mod id;
mod info;
pub mod line;
pub mod mgtp;
mod option;
mod position;
pub mod ucci;
pub mod uci;
mod words;
pub mod xboard;

pub use error::{Notes, ParseError};
pub use id::{Id, IdField};
pub use info::{Bound, Info, Score, ScoreValue, WinDrawLoss};
pub use line::{LineError, MAX_LINE};
pub use option::{OptionKind, OptionSpec};
pub use position::{PositionText, Start};

/// Whether the text of a `bestmove` says that there is no move.
///
/// ```
/// assert!(protocol::is_no_move("(none)"));
/// assert!(!protocol::is_no_move("h2e2"));
/// ```
pub fn is_no_move(text: &str) -> bool {
    ["(none)", "none", "0000", "null", "NULL"].contains(&text)
}
