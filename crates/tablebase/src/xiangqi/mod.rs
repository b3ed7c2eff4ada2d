//! Tables of xiangqi endings.

mod build;
mod geometry;
mod group;
mod law;
mod layout;
mod material;
mod sets;
mod space;
mod tables;
mod verify;

pub use build::{build, memory, order};
pub use layout::{Layout, LayoutError};
pub use material::{Army, Material, MaterialError};
pub use sets::{MOST_OF_SETS, SETS, set};
pub use space::{Solved, XiangqiSpace};
pub use tables::{LIMIT, XiangqiTables};
pub use verify::verify;
