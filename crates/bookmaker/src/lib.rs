//! Makes opening books.
//!
//! | module | what |
//! |---|---|
//! | [`games`] | what was played in a position, by chosen games of the archive |
//! | [`classic`] | the classic book: positions and moves with their results |
//! | [`improved`] | the book of Kao 2009, §2.3.3: one side's own moves, trusted or searched |
//! | [`searching`] | one search, as a job; what stands for the engine |
//! | [`run`] | a build in its folder, to be gone on with |
//! | [`walk`] | through a book from the start, and whether it is sound |
//! | [`tree`] | books as PGN trees, and back |
//! | [`obk`] | books as `.obk` files, and back |
//! | [`error`] | what can go wrong |
#![forbid(unsafe_code)]

pub mod classic;
pub mod error;
pub mod games;
pub mod improved;
pub mod obk;
pub mod run;
pub mod searching;
pub mod tree;
pub mod walk;

pub use error::MakeError;
pub use games::{Games, Seen};
pub use improved::Plan;
pub use run::{Build, Built, Event};
pub use searching::{Limit, SearchWork};
