//! Files, folders and compressed files into the archive.
//!
//! One thread reads and cuts files into pieces, several read the games of pieces, and
//! the caller's writes them, in the order in which they stand: the same files give the
//! same archive whatever the number of threads. What was written is committed in
//! batches together with how far its file was read, so that an import that was killed
//! goes on where it was.

mod files;
mod load;
mod open;
mod pipeline;
mod prepare;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use records::{Format, GameKind, Problem};

pub(super) use prepare::Prepared;

use super::Archive;
use crate::LibraryError;

/// What to import and how.
#[derive(Clone, Debug)]
pub struct Import {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// The game of files that do not say it.
    pub kind: GameKind,
    /// The format, if it is not to be found out.
    pub format: Option<&'static Format>,
    /// Take games that are there already.
    pub keep_duplicates: bool,
    /// How many threads read games.
    pub threads: usize,
    /// After so many games they are made lasting.
    pub batch: usize,
    /// What the first path is called, if it is a file that was laid down under another
    /// name.
    pub name: Option<String>,
    /// Ends the import when it becomes true: what was read so far stays.
    pub stop: Arc<AtomicBool>,
    /// No file unpacks to more bytes than this, whatever its size.
    pub unpacked: u64,
    /// The file may grow by so many pages, so that tests can fill the disk.
    #[doc(hidden)]
    pub room: Option<i64>,
}

impl Import {
    /// As most want it.
    pub fn of(paths: Vec<PathBuf>) -> Import {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Import {
            paths,
            kind: GameKind::Xiangqi,
            format: None,
            keep_duplicates: false,
            threads,
            batch: 4096,
            name: None,
            stop: Arc::default(),
            unpacked: u64::MAX,
            room: None,
        }
    }
}

/// What an import did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Files that were read, those in compressed files counted singly.
    pub files: u64,
    /// Files that were in the archive already.
    pub known_files: u64,
    /// Games that were read.
    pub read: u64,
    /// Games that were added.
    pub added: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games without a ply, which are not kept.
    pub empty: u64,
    /// Problems of games and files.
    pub problems: u64,
}

/// What happens during an import.
#[derive(Debug)]
pub enum Event<'a> {
    /// A file was in the archive already.
    Known {
        /// Its name.
        file: &'a str,
    },
    /// Part of a file was in the archive already: the import goes on behind it.
    Resumed {
        /// Its name.
        file: &'a str,
    },
    /// Something is wrong with a game.
    Problem {
        /// The file.
        file: &'a str,
        /// What and where.
        problem: &'a Problem,
    },
    /// Something is wrong with a whole file.
    File {
        /// The file.
        file: &'a str,
        /// What.
        message: &'a str,
    },
    /// What was done so far is lasting.
    Committed(&'a Totals),
}

impl Archive {
    /// Imports, and tells what happens. A file that cannot be read is told and left
    /// out.
    ///
    /// # Errors
    /// If another process writes the archive or it cannot be written; everything that
    /// was committed before stays, and the same import goes on from there.
    pub fn import(
        &self,
        import: &Import,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Totals, LibraryError> {
        pipeline::run(self, import, tell)
    }
}

/// Shows what a file unpacks to.
#[doc(hidden)]
pub fn open_for_fuzzing(path: &std::path::Path, show: &mut dyn FnMut(&mut dyn std::io::Read)) {
    let file = open::Named { path, name: &path.to_string_lossy(), most: u64::MAX };
    let _ = open::open(&file, "", &mut |_, _, reader| {
        if let Ok(mut reader) = reader {
            show(&mut *reader);
        }
        true
    });
}

/// Makes a game ready to be kept and plays what would be kept.
///
/// # Panics
/// If that is not what the game has.
#[doc(hidden)]
pub fn keep_for_fuzzing(game: &records::Game) {
    let Ok(prepared) = Prepared::of(game) else { return };
    let mut positions = 0;
    let (start, moves) = (prepared.start.as_deref(), &prepared.line.moves);
    let played = super::line::replay(game.kind(), start, moves, |_, _| {
        positions += 1;
        true
    });
    assert_eq!(played, Ok(()));
    assert_eq!(positions, prepared.line.plies + 1);
    assert!(prepared.line.entries.len() <= positions as usize);
}
