//! What can go wrong while a book is made.

use std::path::PathBuf;

use book::BookError;
use jobs::JobsError;
use library::LibraryError;

/// Why a book was not made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The archive of games.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The searches.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// A file of the build cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// No game is chosen.
    #[error("no game is chosen: a book of nothing would say nothing")]
    NoGames,
    /// The start of a game, or a game in the archive, cannot be played.
    #[error("{0}")]
    Position(String),
    /// There is no such engine, or it cannot be set so.
    #[error("the engine: {0}")]
    Engine(String),
    /// A search did not end with a move.
    #[error("a search failed: {0}")]
    Search(String),
    /// A build of something else was begun there.
    #[error("{path}: a build was begun here with other settings ({what} differs): go on with \
        those, or delete the folder", path = path.display())]
    OtherBuild {
        /// The folder.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// A file of a build is not what was written.
    #[error("{path}: damaged ({error}): delete the folder and build again", path = path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: String,
    },
    /// A file of another program.
    #[error("{path}: {what}", path = path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}
