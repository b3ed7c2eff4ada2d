//! The answers to requests: thin, the work is done elsewhere.
//!
//! | module | what it answers |
//! |---|---|
//! | [`about`] | what there is: profiles, rules, limits |
//! | [`settings`] | what an owner has chosen |
//! | [`games`] | games, and what is done to them |
//! | `search` | which games of the list are sought |
//! | [`studies`] | variation trees |
//! | [`chapters`] | the chapters of a study |
//! | [`export`] | trees as files of any format |
//! | [`tree`] | the form of a variation tree |
//! | [`position`] | lines of analysis |
//! | [`records`] | games from texts and files, trees as PGN |
//! | [`knowledge`] | books and endgame tables |
//! | [`puzzles`] | puzzles |
//! | [`progress`] | the rating against levels |
//! | [`trainer`] | endings against the tables |
//! | [`library`] | the archive of games |
//! | [`shapes`] | the named shapes of a position |
//! | [`runs`] | matches between engines |
//! | [`patterns`] | named shapes: texts, drawings, sets |
//! | [`evaluate`] | the terms of an evaluation, and what flips may bring |

pub mod about;
pub mod chapters;
pub mod evaluate;
pub mod export;
pub mod games;
pub mod knowledge;
pub mod library;
pub mod patterns;
pub mod position;
pub mod progress;
pub mod puzzles;
pub mod records;
pub mod runs;
mod search;
pub mod settings;
pub mod shapes;
pub mod studies;
pub mod trainer;
pub mod tree;
