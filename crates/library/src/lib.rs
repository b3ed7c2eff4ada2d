//! What Chuhe remembers: games with their plies, studies, settings, and an archive of
//! games from elsewhere. One SQLite file for what is played here, one [`Library`] per
//! process, safe against a second process and against being killed at any moment; the
//! [`Archive`] is a second file.
//!
//! | module | what it does |
//! |---|---|
//! | [`id`] | names of games and studies, too long to guess |
//! | [`games`] | games and their plies |
//! | `names` | names of games, finding games |
//! | [`studies`] | variation trees, of games and on their own |
//! | [`pattern_sets`] | patterns that owners wrote |
//! | [`settings`] | what an owner has chosen |
//! | [`runs`] | matches and tuning that were started |
//! | [`puzzles`] | ratings, puzzles that were tried, an owner's own ones |
//! | [`owners`] | what belonged to several owners and belongs to one now |
//! | `journal` | how the files are written |
//! | [`hold`] | one server a library |
//! | [`schema`] | the tables and how older files become new ones |
//! | [`archive`] | games that were played elsewhere: import, positions, search |
//!
//! Of the games played on the page the library knows texts and numbers, not rules:
//! what a ply means is the business of those who read it. The archive, a file of its
//! own, plays through every game it takes.
//!
//! A write is in the operating system's hands when the call returns, so a killed
//! process loses at most the ply it was writing. After a loss of power the file
//! is whole, and may lack the last moments.
//!
//! ```
//! use library::{Change, Library, NewGame, PlyRow};
//!
//! let library = Library::in_memory().unwrap();
//! let game = NewGame {
//!     owner: "local".into(),
//!     game: "xiangqi".into(),
//!     first: r#"{"kind":"human"}"#.into(),
//!     second: r#"{"kind":"human"}"#.into(),
//!     rules: "asian".into(),
//!     start: "4k4/9/9/9/9/9/9/9/9/4K4 w".into(),
//!     ..NewGame::default()
//! };
//! let id = library.create_game(&game, 1_000).unwrap();
//! let ply = PlyRow { ply: "e0e1".into(), ..PlyRow::default() };
//! let change = Change::after(0, 1_001);
//! library.append_ply(&id, change, 0, &ply, "4k4/9/9/9/9/9/9/9/4K4/9 b", None).unwrap();
//! assert_eq!(library.game(&id).unwrap().unwrap().plies.len(), 1);
//! ```
#![forbid(unsafe_code)]

pub mod archive;
mod error;
mod examine;
pub mod games;
pub mod hold;
pub mod id;
mod journal;
mod names;
pub mod owners;
pub mod pattern_sets;
pub mod puzzles;
mod reserve;
pub mod runs;
pub mod schema;
pub mod settings;
mod store;
pub mod studies;

pub use archive::Archive;
pub use error::LibraryError;
pub use games::{Change, Ending, GameFilter, GameRow, GameSummary, NewGame, PlyRow};
pub use hold::Hold;
pub use id::Id;
pub use names::GameResult;
pub use pattern_sets::PatternSetRow;
pub use puzzles::{PuzzleState, RatingRow};
pub use runs::RunRow;
pub use store::Library;
pub use studies::{Study, StudySummary};
