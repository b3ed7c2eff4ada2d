//! Both games behind one face: a start, plies, rules, and how to show them.
//!
//! | module | what it does |
//! |---|---|
//! | [`mod@line`] | a game or a line of analysis |
//! | [`start`] | reading start positions and rules; faults as codes |
//! | [`view`] | positions and plies as JSON |
//! | [`words`] | plies in every notation |
//! | [`warnings`] | checks, chases, repetitions and limits before they end a game |
//! | [`paste`] | positions and games from any text or file |
//! | `record` | lines as game records, and back |

pub mod line;
pub mod paste;
mod record;
pub mod start;
pub mod view;
pub mod warnings;
pub mod words;

pub use line::{Kind, Line, Seat};
pub use view::{BoardView, PlyView, ResultView, ScoreView};
