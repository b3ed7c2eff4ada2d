//! The server of Chuhe's web page: games against people and engines, analysis,
//! reviews, studies; one process, one port, one file.
//!
//! | module | what it does |
//! |---|---|
//! | [`board`] | positions and pasted texts as JSON |
//! | [`games`] | games being played |
//! | [`think`] | every search, fairly shared |
//! | [`puzzles`] | the puzzle that is open, ratings, failures that come back |
//! | [`collection`] | games from elsewhere: uploads, imports, lists |
//! | [`runs`] | matches and tuning that outlive tabs and the server |
//! | [`live`] | the socket of a tab |
//! | [`engines`] | the file of foreign engines |
//! | [`api`] | the answers to requests |
//! | [`http`] | what every request passes |
//! | [`places`] | who holds a connection |
//!
//! The interface is described in `docs/server-api.md`.
//!
//! ```no_run
//! use server::{Config, Server};
//!
//! let server = Server::start(Config::default()).unwrap();
//! println!("{}", server.url());
//! server.wait();
//! ```
#![forbid(unsafe_code)]

pub mod api;
pub mod app;
pub mod board;
pub mod collection;
mod config;
pub mod engines;
pub mod error;
#[cfg(test)]
mod faults;
pub mod games;
pub mod http;
mod listen;
pub mod live;
pub mod places;
pub mod puzzles;
pub mod runs;
mod serve;
pub mod think;
mod time;
#[doc(hidden)]
pub mod upkeep;
mod wire;

pub use config::{Config, FIRST_PORT, Port, cores};
pub use engines::Engines;
pub use serve::{Server, StartError};
