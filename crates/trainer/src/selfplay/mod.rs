//! Self-play: games of our engine against itself, every position labelled by the
//! search that chose its ply.
//!
//! | file | what |
//! |---|---|
//! | [`plan`] | what is to be played |
//! | `variety` | what differs between the games |
//! | `one_game` | one game: random beginning, searches, an early end |
//! | `run` | many games on several threads into one folder that can be gone on with |

mod one_game;
pub mod plan;
mod run;
mod state;
mod variety;

pub use plan::{Plan, Target};
pub use run::{Progress, SelfplayError, play};
pub use variety::{Banqi, Variety, Xiangqi};
