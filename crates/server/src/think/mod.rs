//! Thinking: every search of the server runs through here.
//!
//! | module | what it does |
//! |---|---|
//! | [`gate`] | who may run now: fair turns on a few processors |
//! | [`pool`] | searches as threads, stopped from outside, caught when they fail |
//! | [`memory`] | tables within one budget |
//! | [`shelf`] | engines that wait to be used again |
//! | [`player`] | an engine with what its owner allows it |
//! | [`news`] | analyses and reviews as messages |

pub mod gate;
pub mod memory;
pub mod news;
pub mod player;
pub mod pool;
pub mod shelf;
