//! Endgame tables of both games: exact values of every position of a material class.
#![forbid(unsafe_code)]

pub mod banqi;
pub mod build;
mod cache;
mod checksum;
mod error;
pub mod file;
pub mod header;
pub mod level;
mod metric;
mod probe;
pub mod shelf;
pub mod solve;
mod source;
pub mod verify;
pub mod xiangqi;

pub use build::{BuildError, Builder, Event};
pub use error::TableError;
pub use level::{Level, Value};
pub use metric::Metric;
pub use probe::{Probe, Rated};
pub use shelf::Shelf;
pub use source::Source;
