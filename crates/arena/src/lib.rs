//! Where engines meet: a referee with its own rules for both games, engines as
//! child processes, clocks, tournaments in game pairs, records that survive a
//! crash, and the numbers that come out.
//!
//! | module | what it does |
//! |---|---|
//! | [`player`] | what the referee asks of a player |
//! | [`engine`] | players that are child processes, by protocol |
//! | [`builtin`], [`inside`] | players that need no process: dice, and our own engines |
//! | [`table`] | the referee's boards |
//! | [`referee`] | one game |
//! | [`clock`], [`adjudicate`] | time controls; optional early ends |
//! | [`schedule`], [`openings`] | who meets whom, from where |
//! | [`record`] | games as PGN and contest text |
//! | [`run`] | many games: directory, workers, resume, summary |
//! | [`stats`] | Elo with error bars, sequential tests, rating lists |
//! | [`win_rate`] | what scores are worth, fitted to finished games |
#![forbid(unsafe_code)]

pub mod adjudicate;
pub mod builtin;
pub mod clock;
pub mod engine;
pub mod inside;
pub mod openings;
pub mod player;
pub mod record;
pub mod referee;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod table;
pub mod win_rate;
