//! Positions, results and pasted texts as JSON; what a game is, `play` knows.
//!
//! | module | what it does |
//! |---|---|
//! | [`view`] | positions and results as JSON |
//! | [`paste`] | positions and games from any text or file |

pub mod paste;
pub mod view;

pub use view::{BoardView, ResultView, board, verdict};
