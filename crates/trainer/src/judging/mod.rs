//! What a network is worth on labelled positions, alone or beside another.
//!
//! | file | what |
//! |---|---|
//! | `positions` | positions drawn from files |
//! | `losses` | how far scores are from labels, and how they go together |
//! | `columns` | how a network uses its columns |
//! | `test` | a network beside the hand-written evaluation |
//! | `compare` | two networks side by side |

mod columns;
mod compare;
mod losses;
mod positions;
mod test;

pub use columns::Columns;
pub use compare::{Comparison, Difference, compare};
pub use losses::{Losses, correlation};
pub use positions::{Drawn, draw};
pub use test::{Asymmetry, NetworkTest, Speed, test};
