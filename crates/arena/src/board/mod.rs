//! The referee's board: it alone decides what is legal and when a game is over.

mod banqi;
mod tables;
mod xiangqi;

use ::banqi::IllegalPly;
use ::banqi::notation::PlyTextError;
use game::{PlayError, Side};
use play::player::GameRef;

pub use self::banqi::BanqiBoard;
pub use self::tables::TableBoard;
pub use self::xiangqi::XiangqiBoard;

use crate::ending::Ending;
use crate::player::{ChosenPly, GameKind, PlyText, Seat};

/// Why a ply was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlyError {
    /// A text that is not a move of xiangqi.
    #[error(transparent)]
    XiangqiText(#[from] ::xiangqi::PlyError),
    /// A text that is not a ply of dark chess.
    #[error(transparent)]
    BanqiText(#[from] PlyTextError),
    /// A move the rules of xiangqi forbid.
    #[error("{ply} is not legal: {why}")]
    XiangqiIllegal {
        /// The move.
        ply: ::xiangqi::Ply,
        /// What forbids it.
        why: String,
    },
    /// A ply the rules of dark chess forbid.
    #[error(transparent)]
    BanqiIllegal(#[from] IllegalPly),
    /// The game does not go on with it.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A ply of the other game.
    #[error("the ply is not one of {0}")]
    OtherGame(GameKind),
}

/// A game under the referee's rules.
pub trait RefereeBoard: Send {
    /// Which game.
    fn kind(&self) -> GameKind {
        self.game().kind()
    }

    /// The game itself. What lies face down is not in it.
    fn game(&self) -> GameRef<'_>;

    /// Plays a ply.
    ///
    /// # Errors
    /// Why it is not legal.
    fn play(&mut self, ply: &ChosenPly) -> Result<(), PlyError>;

    /// The plies so far.
    fn plies(&self) -> &[PlyText];

    /// The start position's text.
    fn start(&self) -> &str;

    /// Whether that is the usual start position.
    fn is_usual_start(&self) -> bool;

    /// The current position's text.
    fn position(&self) -> String;

    /// The position after the last capture or flip, and the plies before it.
    fn anchor(&self) -> (String, usize);

    /// Whose turn it is.
    fn turn(&self) -> Option<Side>;

    /// Which seat is to move.
    fn seat_to_move(&self) -> Seat;

    /// The colour of a seat, once known.
    fn side_of(&self, seat: Seat) -> Option<Side>;

    /// The rules as text.
    fn rules(&self) -> &str;

    /// The end by the rules, if it has come.
    fn ending(&self) -> Option<Ending>;

    /// How far a seat's material is ahead, in points of the game's own scale.
    fn lead(&self, seat: Seat) -> i32;
}
