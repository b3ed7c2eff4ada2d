//! MGTP, the text protocol of the dark-chess tournament platform.
//!
//! A request is `<id> <command> [arguments]`, and the id *is* the number of the
//! command. The answer is `=<id> [text]`, or `?<id> [text]` for a failure: one
//! answer a request. All other lines of a program are ignored.
//!
//! `genmove` asks for a ply and does not play it: every ply, own or other, comes
//! back as `move` or `flip`, followed by `time_left` of the side that moved.
//!
//! Squares and pieces are the platform's own: files a–d, ranks 1–8, and `G` is a
//! guard here, not a king. [`Square`] and [`Piece`] are checked text and know
//! nothing of the game's board.

mod board;
mod command;
mod reply;
mod request;

pub use board::{BoardTextError, Cell, Colour, InitialBoard, Piece, PlyText, Square, Turn};
pub use command::{Command, CommandName};
pub use reply::{Reply, ReplyError, block};
pub use request::{Fault, RequestError, parse_request};
