//! Patterns of xiangqi: named shapes in a small language, compiled into matchers.
//!
//! | module | what |
//! |---|---|
//! | [`syntax`], [`mod@format`] | texts as trees, and back |
//! | [`resolve`], [`vocabulary`] | trees to patterns: names, areas, conditions, actions |
//! | [`drawing`] | patterns as people draw them, and back |
//! | [`pattern`], [`ground`] | patterns; the same for both colours and both wings |
//! | [`interpret`] | the reference matcher |
//! | [`compile`], [`matcher`] | programs by the document's methods; the bit-parallel matcher |
//! | [`remark`] | the shapes of a board in words |
//!
//! Nothing here reads a file or a clock, or prints.
#![forbid(unsafe_code)]

pub mod board;
pub mod check;
pub mod code;
pub mod compile;
pub mod diagnostic;
pub mod drawing;
pub mod format;
#[rustfmt::skip]
mod generated;
pub mod ground;
pub mod interpret;
pub mod matcher;
pub mod pattern;
pub mod random;
pub mod remark;
pub mod resolve;
pub mod set;
pub mod shipped;
pub mod syntax;
pub mod vocabulary;

pub use diagnostic::{Diagnostic, Severity, Span};
pub use ground::Ground;
pub use matcher::{MatchState, Matcher};
pub use pattern::Pattern;
pub use set::{Match, PatternSet};
