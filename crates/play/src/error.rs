//! What can be wrong with a game that is told in words.

use game::PlayError;

/// Why a start, a rule set or a ply was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// A text that is not a position.
    #[error("{0}")]
    Unreadable(String),
    /// A xiangqi position that cannot be; with every fault.
    #[error(transparent)]
    XiangqiSetup(xiangqi::SetupError),
    /// A dark chess position that cannot be; with every fault.
    #[error(transparent)]
    BanqiSetup(banqi::SetupError),
    /// Rules that do not exist, or that ask for too much.
    #[error("{0}")]
    Rules(String),
    /// A text that is not a ply, or a flip without what it turned up.
    #[error("{0}")]
    Ply(String),
    /// A ply of the other game.
    #[error("the ply is not one of this game")]
    OtherGame,
    /// A ply that may not be played here, or that cannot have turned up what is said.
    #[error("{0}")]
    NotLegal(String),
    /// The game has ended.
    #[error("{0}")]
    Over(String),
    /// The game has as many plies as a game may have.
    #[error("more than {0} plies")]
    TooLong(usize),
}

impl From<PlayError> for GameError {
    fn from(error: PlayError) -> GameError {
        match error {
            PlayError::Over(_) => GameError::Over(error.to_string()),
            PlayError::Illegal(_) | PlayError::Reveal { .. } => {
                GameError::NotLegal(error.to_string())
            }
        }
    }
}
