//! Opening books as they are asked.
//!
//! A book says for positions what was played there, with what results, and what a
//! search found where records say nothing. Positions are named by the keys of
//! [`records::fold`]: one that is reached by another order of moves, in a mirror or with
//! colours swapped is the same.
//!
//! | module | what |
//! |---|---|
//! | [`entry`] | one move of a position, 23 bytes in a file |
//! | [`counts`] | results, and how far they can be trusted |
//! | [`header`] | what a book says of itself |
//! | [`mod@file`] | the file: sorted, with a checksum, replaced as a whole |
//! | [`table`] | moves being gathered: adding, merging |
//! | [`mod@choose`] | which of the moves is played |
//! | [`books`] | books as an engine asks them |
//! | [`error`] | why a book cannot be used |
//!
//! Who makes books stands further up: crate `bookmaker`.
#![forbid(unsafe_code)]

pub mod books;
pub mod choose;
pub mod counts;
pub mod entry;
pub mod error;
pub mod file;
pub mod header;
pub mod table;

pub use books::{Books, Policy};
pub use choose::Variety;
pub use counts::{Counts, Trust};
pub use entry::Entry;
pub use error::BookError;
pub use file::BookFile;
pub use header::{Header, Owner};
pub use table::Table;
