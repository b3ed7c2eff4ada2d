//! Tables of dark chess endings without face-down pieces, and a study with some.

mod build;
mod class;
mod endings;
mod hidden;
mod space;
mod tables;
mod verify;

pub use build::{NO_LIMIT, SETS, build, order, set};
pub use class::{Class, ClassError, MOST};
pub use endings::{Endings, Exact};
pub use hidden::{Expectation, HiddenCount, HiddenEndings, MOST_FACE_DOWN, MOST_HIDDEN_ENDING};
pub use space::BanqiSpace;
pub use tables::BanqiTables;
pub use verify::{position_text, verify};
