//! Games being played.
//!
//! | module | what it does |
//! |---|---|
//! | [`seats`] | who plays: people and engines |
//! | [`clock`] | base and increment, or so much for each ply |
//! | [`state`] | a game in memory, and what may be done to it |
//! | [`shared`] | a game that is shared: what people may do to it, who watches |
//! | `turns` | how it goes on: plies saved, engines that think, flags that fall |
//! | [`all`] | all games in memory, loaded when asked for |
//! | [`view`] | a game as clients see it |
//! | [`export`] | a game as text |

pub mod all;
pub mod clock;
pub mod export;
pub mod seats;
pub mod shared;
pub mod state;
mod turns;
pub mod view;
