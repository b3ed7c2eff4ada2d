//! Thinking: every search of the server runs through here.
//!
//! | module | what it does |
//! |---|---|
//! | [`gate`] | who may run now: fair turns on a few processors |
//! | [`pool`] | searches as threads, stopped from outside, caught when they fail |
//! | [`memory`] | tables within one budget |
//! | [`shelf`] | engines that wait to be used again |
//! | [`choose`] | a ply for a level, a hint, an answer to a draw offer |
//! | [`levels`] | what the ten levels of both games may see |
//! | [`progress`] | whether a dark chess player gets on or goes to and fro |
//! | [`roots`] | the value of every ply of a dark chess position |
//! | [`analysis`] | infinite analysis |
//! | [`review`] | a whole game ply by ply |

pub mod analysis;
pub mod choose;
pub mod gate;
pub mod levels;
pub mod memory;
pub mod pool;
pub mod progress;
pub mod review;
pub mod roots;
pub mod shelf;
