//! Games being played.
//!
//! | module | what it does |
//! |---|---|
//! | [`seats`] | who plays: people and engines |
//! | [`clock`] | base and increment, or so much for each ply |
//! | [`live`] | a game in memory, and what may be done to it |
//! | [`table`] | a game that is shared, saved, watched, and played by engines |
//! | [`tables`] | all games in memory, loaded when asked for |
//! | [`view`] | a game as clients see it |
//! | [`export`] | a game as text |

pub mod clock;
pub mod export;
pub mod live;
pub mod seats;
pub mod table;
pub mod tables;
pub mod view;
