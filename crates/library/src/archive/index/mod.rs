//! Which games reached a position.
//!
//! An import sorts the positions of a batch by key and writes them as one *segment*:
//! pages of some 24 kB, compact, and a directory with the first key of each. Rows of a
//! table would be three times as large, and putting them in one by one forty times as
//! slow. Eight segments of a size become one of the next, so that few are to be asked.
//!
//! What the games of a very frequent position add up to is kept with the segment.
//!
//! A game stands once at a position, with what was played there the first time.

mod frequent;
mod lookup;
mod merge;
mod page;
mod segment;

pub(super) use frequent::kept_sums;

pub use lookup::Index;
pub(super) use merge::settle;
pub use page::Entry;
pub(super) use page::{read_number, write_number};
#[doc(hidden)]
pub use page::{read_page, write_pages};
pub(super) use segment::write_segment;
