//! Games being played.
//!
//! | module | what it does |
//! |---|---|
//! | [`seats`] | who plays: people and engines |
//! | [`clock`] | base and increment, or so much for each ply |
//! | [`live`] | a game in memory, and what may be done to it |
//! | [`table`] | a game that is shared: what people may do to it, who watches |
//! | `turns` | how it goes on: plies saved, engines that think, flags that fall |
//! | [`tables`] | all games in memory, loaded when asked for |
//! | [`view`] | a game as clients see it |
//! | [`export`] | a game as text |

pub mod clock;
pub mod export;
pub mod live;
pub mod seats;
pub mod table;
pub mod tables;
mod turns;
pub mod view;
