//! Where engines meet: a referee with its own rules for both games, engines as
//! child processes, clocks, tournaments in game pairs, records that survive a
//! crash, and the numbers that come out.
//!
//! | module | what it does |
//! |---|---|
//! | [`player`] | what the referee asks of a player |
//! | [`engine`] | players that are child processes, by protocol |
//! | [`foreign`] | child processes behind the face of our own engines |
//! | [`builtin`], [`inside`] | players that need no process: dice, and our own engines |
//! | [`board`], [`ending`] | the referee's boards, and how games end |
//! | [`referee`] | one game |
//! | [`clock`], [`adjudicate`] | time controls; optional early ends |
//! | [`schedule`], [`openings`] | who meets whom, from where |
//! | [`fastchess`] | the command line of another runner, in our words |
//! | [`record`] | games as PGN and contest text |
//! | [`run`] | many games: assembly, directory, workers, resume, summary |
//! | [`stats`] | Elo with error bars, sequential tests, rating lists |
//! | [`win_rate`] | what scores are worth, fitted to finished games |
#![forbid(unsafe_code)]

pub mod adjudicate;
pub mod board;
pub mod builtin;
pub mod clock;
pub mod ending;
pub mod engine;
pub mod fastchess;
pub mod foreign;
pub mod inside;
pub mod openings;
pub mod player;
pub mod record;
pub mod referee;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod win_rate;
