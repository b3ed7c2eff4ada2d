//! UCI, the Universal Chess Interface, as xiangqi and dark-chess programs speak it.
//!
//! # Dialects
//! - **Plain UCI** does not say how ranks are counted: Pikafish writes 0–9,
//!   Fairy-Stockfish 1–10. The one who talks to an engine must know which;
//!   see [`coordinates`](crate::coordinates).
//! - **UCI-Cyclone** is UCI with ranks 0–9 whose `position` word may be left out
//!   (`fen …`, `startpos …`). [`Command::parse`] reads both forms;
//!   [`Command::print`] with [`Dialect::Cyclone`] writes the short one. Some
//!   engines want `ucicyclone` as their first word ([`Command::UciCyclone`]).
//! - **Dark chess** uses the same commands; a flip in `moves` names its outcome
//!   (`a1=R`), a flip in `bestmove` does not (`a1a1`).
//!
//! Fairy-Stockfish plays xiangqi only after
//! `setoption name UCI_Variant value xiangqi`.

mod command;
mod go;
mod reply;

pub use command::{Command, Dialect};
pub use go::GoLimits;
pub use reply::Reply;
