//! Both games behind one face: what a program needs to play, to analyse and to
//! talk, without a web server and without a command line.
//!
//! | module | what it is |
//! |---|---|
//! | [`seat`] | a place at the board, with one meaning everywhere |
//! | [`mod@game`] | a game of either kind: start, plies, rules |
//! | [`ply`] | a ply of either game |
//! | [`start`] | start positions and rules from text |
//! | [`error`] | what can be wrong with a game that is told |
//! | `record` | games as records, and back |
//! | [`words`] | plies in every notation |
//! | [`score`] | scores as people see them |
//! | [`warnings`] | checks, chases, repetitions and limits before they end a game |
//! | [`engine`] | an engine of either game |
//! | [`tables`] | endgame tables for the option `TablePath` |
//! | [`eval_file`] | files for the option `EvalFile`: networks, numbers of the evaluation |
//! | [`book_options`] | opening books for the option `BookFile` |
//! | [`analysis`] | the best lines of a position, deeper and deeper |
//! | [`review`] | a whole game ply by ply |
//! | [`choose`] | a ply for a level, a hint, an answer to a draw offer |
//! | [`coach`] | a look at a ply before it is played |
//! | [`player`] | one of our engines as a player in this process |
//! | [`mod@fingerprint`] | what stands for an engine on another machine |
//! | [`flips`] | what the face-down pieces of dark chess may bring |
//! | [`explain`] | the terms of an evaluation |
//! | [`trial`] | what patterns change |
//! | [`session`] | UCI, UCCI and MGTP, line by line |
//! | [`stopwatch`] | the host of a search in this process |
#![forbid(unsafe_code)]

pub mod analysis;
pub mod book_options;
pub mod choose;
pub mod coach;
pub mod engine;
pub mod error;
pub mod eval_file;
pub mod explain;
pub mod fingerprint;
pub mod flips;
pub mod game;
mod pattern_file;
pub mod player;
pub mod ply;
mod record;
pub mod review;
pub mod score;
pub mod seat;
pub mod session;
pub mod start;
pub mod stopwatch;
pub mod tables;
pub mod trial;
pub mod warnings;
pub mod words;

pub use ::game::GameKind;
pub use banqi_engine::returns;
pub use engine::AnyEngine;
pub use error::GameError;
pub use fingerprint::fingerprint;
pub use game::{AnyGame, Chance, End};
pub use ply::AnyPly;
pub use score::ScoreView;
pub use search::{ClockTime, CreateError, Flow, Host, Level, Settings, heap};
pub use seat::Seat;
pub use stopwatch::Stopwatch;
pub use words::PlyView;
