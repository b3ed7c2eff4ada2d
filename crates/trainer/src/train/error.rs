//! Why training stops.

use std::path::PathBuf;

use game::GameKind;
use network::NetworkError;

use crate::data::DataError;

/// Why training stops.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// No data, or none that can be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The loss is no number any more.
    #[error(
        "batch {batch}: the loss is not a number any more (after {positions} positions, learning \
         rate {rate}); the last checkpoint stays as it was: try a smaller rate"
    )]
    Diverged {
        /// The batch, counted from 1.
        batch: u64,
        /// Positions trained on.
        positions: u64,
        /// The learning rate there.
        rate: f32,
    },
    /// An option that makes no sense.
    #[error("{0}")]
    Options(String),
    /// The weights do not make a network.
    #[error("cannot export: {0}")]
    Export(#[from] NetworkError),
    /// Reading or writing a checkpoint failed.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A checkpoint that cannot be used.
    #[error("checkpoint: {0}")]
    Checkpoint(&'static str),
    /// A checkpoint of another run.
    #[error("{}: the run that made it differs: {what}; go on with its own options, or delete it to begin anew", path.display())]
    OtherRun {
        /// Which file.
        path: PathBuf,
        /// What is different.
        what: String,
    },
    /// A checkpoint of the other game.
    #[error("checkpoint for {found}: expected one for {expected}")]
    Game {
        /// The game of the checkpoint.
        found: GameKind,
        /// The game asked for.
        expected: GameKind,
    },
}
