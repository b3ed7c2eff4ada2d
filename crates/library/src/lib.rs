//! What Chuhe remembers: games with their plies, studies, settings. One SQLite
//! file, one [`Library`] per process, safe against a second process and against
//! being killed at any moment.
//!
//! | module | what it does |
//! |---|---|
//! | [`id`] | names of games and studies, too long to guess |
//! | [`games`] | games and their plies |
//! | `names` | names of games, finding games |
//! | [`studies`] | variation trees, of games and on their own |
//! | [`settings`] | what an owner has chosen |
//! | [`owners`] | what belonged to several owners and belongs to one now |
//! | [`hold`] | one server a library |
//! | [`schema`] | the tables and how older files become new ones |
//!
//! The library knows texts and numbers, not rules: what a ply means is the
//! business of those who read it.
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

mod error;
mod examine;
pub mod games;
pub mod hold;
pub mod id;
mod names;
pub mod owners;
mod reserve;
pub mod schema;
pub mod settings;
mod store;
pub mod studies;

pub use error::LibraryError;
pub use games::{Change, Ending, GameFilter, GameRow, GameSummary, NewGame, PlyRow};
pub use hold::Hold;
pub use id::Id;
pub use store::Library;
pub use studies::{Study, StudySummary};
