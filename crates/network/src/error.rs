//! Why some bytes are not a network.

use game::GameKind;

/// Why some bytes are not a network, or some weights do not make one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The bytes begin like no network.
    #[error("not a network: expected a file that begins with CHUHENET")]
    Magic,
    /// A file of another version.
    #[error("network of version {found}: expected version {expected}")]
    Version {
        /// What the file says.
        found: u16,
        /// What is read here.
        expected: u16,
    },
    /// A network of the other game.
    #[error("network for {found}: expected one for {expected}")]
    Game {
        /// The game of the file.
        found: GameKind,
        /// The game asked for.
        expected: GameKind,
    },
    /// A number that stands for no game.
    #[error("network for game number {0}: expected 0 (xiangqi) or 1 (banqi)")]
    UnknownGame(u8),
    /// A number that stands for no role.
    #[error("network in role number {0}: expected 0 (whole evaluation) or 1 (correction)")]
    UnknownRole(u8),
    /// A width that is not offered.
    #[error("network of width {0}: expected 64, 128, 256, 512 or 1024")]
    Width(u16),
    /// Inputs that are not known.
    #[error("network with inputs {0:?}, which are not known")]
    Inputs([u8; 2]),
    /// The file ends too early.
    #[error("network cut short: {found} bytes, expected {expected}")]
    Truncated {
        /// Bytes there are.
        found: usize,
        /// Bytes the header promises.
        expected: usize,
    },
    /// Bytes after the end.
    #[error("network with bytes after its end: {found} bytes, expected {expected}")]
    Trailing {
        /// Bytes there are.
        found: usize,
        /// Bytes the header promises.
        expected: usize,
    },
    /// The bytes are damaged.
    #[error("network damaged: checksum {computed:08x}, expected {stored:08x}")]
    Checksum {
        /// What the file says.
        stored: u32,
        /// What its bytes give.
        computed: u32,
    },
    /// A comment that is not text.
    #[error("network with a comment that is not UTF-8")]
    Comment,
    /// A count of parameters that does not fit the shape.
    #[error("{count} {group}, expected {expected}")]
    Count {
        /// Which parameters.
        group: &'static str,
        /// How many were given.
        count: usize,
        /// How many the shape has.
        expected: usize,
    },
    /// A weight so large that sums could overflow.
    #[error("{group} number {index} is {value}: expected at most {most} either way")]
    TooLarge {
        /// Which parameters.
        group: &'static str,
        /// Its index among them.
        index: usize,
        /// Its value.
        value: i64,
        /// The largest allowed.
        most: i64,
    },
    /// A scale that gives no value.
    #[error("scale {0}: expected 1 to 20000")]
    Scale(i32),
}
