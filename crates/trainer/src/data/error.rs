//! What can be wrong with data.

use std::fmt;
use std::path::{Path, PathBuf};

use game::GameKind;

/// Why data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file of another version.
    #[error("{}: data of version {found}, expected version {}", path.display(), super::VERSION)]
    Version {
        /// Which file.
        path: PathBuf,
        /// What it says.
        found: u16,
    },
    /// Positions of the other game.
    #[error("{}: positions of {found}, expected {expected}", path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// The game of the file.
        found: GameKind,
        /// The game asked for.
        expected: GameKind,
    },
    /// Something else writes to the file.
    #[error("{}: another process writes to it", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// Nothing to read.
    #[error("no positions: {0}")]
    Empty(String),
}

impl DataError {
    pub(crate) fn file(path: &Path, error: std::io::Error) -> DataError {
        DataError::File { path: path.to_owned(), error }
    }
}

/// Bytes of a file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Which file.
    pub path: PathBuf,
    /// Where the damage begins.
    pub offset: u64,
    /// What it is.
    pub kind: DamageKind,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: at byte {}: {}", self.path.display(), self.offset, self.kind)
    }
}

/// What damaged a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DamageKind {
    /// The last block was not finished: its writer was stopped.
    #[error("the last block is not finished, {bytes} bytes are lost")]
    Torn {
        /// How much there is of it.
        bytes: u64,
    },
    /// Bytes that are no block.
    #[error("{bytes} bytes are no block")]
    Garbage {
        /// How many.
        bytes: u64,
    },
    /// A block whose bytes changed.
    #[error("a block of {positions} positions has checksum {computed:08x}, expected {stored:08x}")]
    Checksum {
        /// How many positions it has.
        positions: u32,
        /// What the file says.
        stored: u32,
        /// What its bytes give.
        computed: u32,
    },
    /// A record that stands for no position.
    #[error("record {index} of the block: {fault}")]
    Record {
        /// Which record.
        index: usize,
        /// What is wrong with it.
        fault: RecordFault,
    },
    /// Reading failed.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

/// Why a record stands for no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// More than 32 pieces.
    #[error("{0} pieces, at most 32 are possible")]
    TooMany(u32),
    /// A number that stands for no piece.
    #[error("piece number {0}, expected 0 to 13")]
    Piece(u8),
    /// Not one king a side.
    #[error("{0} kings, expected one of each side")]
    Kings(u32),
    /// More face-up and face-down pieces of a kind than a set has, or a pool that
    /// does not fit the board.
    #[error("the face-down pieces do not fit the board")]
    Pool,
    /// Bits that mean nothing are set.
    #[error("bits that mean nothing are set")]
    Bits,
    /// No legal position.
    #[error("no legal position")]
    Illegal,
}
