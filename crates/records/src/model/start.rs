//! What a game starts from.

use std::fmt;

use game::GameKind;

/// What a game starts from: what its text says, checked to be a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// Xiangqi.
    Xiangqi(xiangqi::Setup),
    /// Dark chess.
    Banqi(banqi::Setup),
}

/// Why a text is no start position.
pub type StartError = String;

impl Start {
    /// The usual start of a game.
    pub fn usual(kind: GameKind) -> Start {
        use game::Position as _;
        match kind {
            GameKind::Xiangqi => Start::Xiangqi(xiangqi::Setup::from(&xiangqi::Position::start())),
            GameKind::Banqi => Start::Banqi(banqi::Position::start().setup()),
        }
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(kind: GameKind, text: &str) -> Result<Start, StartError> {
        let start = match kind {
            GameKind::Xiangqi => {
                let setup = text.parse().map_err(|error: xiangqi::FenError| error.to_string())?;
                Start::Xiangqi(setup)
            }
            GameKind::Banqi => {
                let setup: Result<_, banqi::SetupTextError> = text.parse();
                Start::Banqi(setup.map_err(|error| error.to_string())?)
            }
        };
        crate::Board::open(&start).map(|_| start)
    }

    /// Which game it is of.
    pub const fn kind(&self) -> GameKind {
        match self {
            Start::Xiangqi(_) => GameKind::Xiangqi,
            Start::Banqi(_) => GameKind::Banqi,
        }
    }

    /// Whether it is the usual start, counters aside.
    pub fn is_usual(&self) -> bool {
        match (self, Start::usual(self.kind())) {
            (Start::Xiangqi(own), Start::Xiangqi(usual)) => {
                own.board == usual.board && own.turn == usual.turn
            }
            (Start::Banqi(own), Start::Banqi(usual)) => own.board == usual.board,
            _ => false,
        }
    }

    /// Whether the second player makes the first ply (black in xiangqi).
    pub fn second_begins(&self) -> bool {
        matches!(self, Start::Xiangqi(setup) if setup.turn == game::Side::Black)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Xiangqi(setup) => setup.fmt(f),
            Start::Banqi(setup) => setup.fmt(f),
        }
    }
}
