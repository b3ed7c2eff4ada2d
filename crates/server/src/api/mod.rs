//! The answers to requests: thin, the work is done elsewhere.
//!
//! | module | what it answers |
//! |---|---|
//! | [`about`] | what there is: profiles, rules, limits |
//! | [`settings`] | what an owner has chosen |
//! | [`games`] | games, and what is done to them |
//! | `search` | which games of the list are sought |
//! | [`studies`] | variation trees |
//! | [`tree`] | the form of a variation tree |
//! | [`position`] | lines of analysis |
//! | [`records`] | games from texts and files, trees as PGN |
//! | [`knowledge`] | books and endgame tables |
//! | [`library`] | the archive of games |
//! | [`evaluate`] | the terms of an evaluation, and what flips may bring |

pub mod about;
pub mod evaluate;
pub mod games;
pub mod knowledge;
pub mod library;
pub mod position;
pub mod records;
mod search;
pub mod settings;
pub mod studies;
pub mod tree;
