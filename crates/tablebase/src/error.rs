//! Why a table cannot be used.

use game::GameKind;

/// Why a table cannot be read, written or used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The bytes begin like no table.
    #[error("not a table: expected a file that begins with CHUHETAB")]
    Magic,
    /// A file of another version.
    #[error("table of version {found}: expected version {expected}; build it again")]
    Version {
        /// What the file says.
        found: u16,
        /// What is read here.
        expected: u16,
    },
    /// A table of the other game.
    #[error("table for {found}: expected one for {expected}")]
    Game {
        /// The game of the file.
        found: GameKind,
        /// The game asked for.
        expected: GameKind,
    },
    /// A table of another class than its name says.
    #[error("table of {found}: expected {expected}")]
    Class {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A table made for other rules.
    #[error("table for other rules ({found}): expected {expected}; build it again")]
    Rules {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// The file ends too early.
    #[error("table cut short: {found} bytes, expected {expected}")]
    Truncated {
        /// Bytes there are.
        found: u64,
        /// Bytes the header promises.
        expected: u64,
    },
    /// The header is damaged.
    #[error("table damaged: {0}")]
    Header(&'static str),
    /// A block is damaged.
    #[error("table damaged: block {block} has checksum {computed:08x}, expected {stored:08x}")]
    Block {
        /// Which block.
        block: usize,
        /// What the file says.
        stored: u32,
        /// What its bytes give.
        computed: u32,
    },
    /// A block that does not unpack.
    #[error("table damaged: block {0} cannot be unpacked")]
    Unpack(usize),
    /// A class that is needed is not there.
    #[error("no table of {0}: build it first")]
    Missing(String),
    /// The system refused.
    #[error("{what}: {error}")]
    Io {
        /// What was being done.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
}

impl TableError {
    /// An error of the system with what was being done.
    pub fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> TableError {
        let what = what.into();
        move |error| TableError::Io { what, error }
    }
}
