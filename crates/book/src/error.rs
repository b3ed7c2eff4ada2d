//! Why a book cannot be used.

use std::path::PathBuf;

use game::GameKind;

/// Why a book cannot be read, written or used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The bytes begin like no book.
    #[error("{path}: not a book: expected a file that begins with CHUHEBOK", path = path.display())]
    Magic {
        /// Which file.
        path: PathBuf,
    },
    /// A file of another version.
    #[error("{path}: book of version {found}: expected version {expected}; build it again",
        path = path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// What the file says.
        found: u16,
        /// What is read here.
        expected: u16,
    },
    /// The file has another length than it says: it was cut short or half written.
    #[error("{path}: {found} bytes, expected {expected}: cut short or half written; build it again",
        path = path.display())]
    Length {
        /// Which file.
        path: PathBuf,
        /// Bytes there are.
        found: u64,
        /// Bytes the beginning promises.
        expected: u64,
    },
    /// The bytes are not those that were written.
    #[error("{path}: damaged: checksum {found:016x}, expected {expected:016x}; build it again",
        path = path.display())]
    Checksum {
        /// Which file.
        path: PathBuf,
        /// Of the bytes there are.
        found: u64,
        /// What the beginning says.
        expected: u64,
    },
    /// What the book says of itself cannot be read.
    #[error("{path}: damaged: {what}", path = path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A book of the other game.
    #[error("{path}: a book for {found}: expected one for {expected}", path = path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// The game of the file.
        found: GameKind,
        /// The game asked for.
        expected: GameKind,
    },
    /// A book made for other rules.
    #[error("{path}: a book for the rules '{found}': expected '{expected}'; build one with \
        --rules {expected}", path = path.display())]
    Rules {
        /// Which file.
        path: PathBuf,
        /// What the file says.
        found: String,
        /// What is played.
        expected: String,
    },
    /// Books that cannot be one.
    #[error("{path}: {what}: books of one game and one set of rules can be merged",
        path = path.display())]
    Unlike {
        /// The one that differs.
        path: PathBuf,
        /// In what.
        what: String,
    },
}
