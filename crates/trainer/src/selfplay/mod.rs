//! Self-play: games of our engine against itself, every position labelled by the
//! search that chose its ply.
//!
//! | file | what |
//! |---|---|
//! | [`plan`] | what is to be played |
//! | `inner` | positions from inside the searches |
//! | `one_game` | one game: random beginning, searches, an early end |
//! | `run` | many games on several threads into one folder that can be gone on with |
//! | `elsewhere` | the same by workers on other machines: a game is a job |

mod elsewhere;
mod inner;
mod one_game;
pub mod plan;
mod run;
mod state;

pub use crate::variety::{Banqi, Variety, Xiangqi};
pub use elsewhere::{GamesWork, play_by};
pub use plan::{Inner, Plan, Target};
pub use run::{Progress, SelfplayError, play};
