//! PGN of xiangqi and dark chess, in every dialect met.
//!
//! Chinese, WXF, ICCS or UCI plies, whatever the header `Format` says; comments in
//! braces or behind a semicolon; variations in brackets; several games in one text;
//! and after the result whatever a program adds to its files.

mod reader;
mod writer;

pub(crate) use reader::read_list;
pub use reader::{detects, read};
pub use writer::{Options, write};
