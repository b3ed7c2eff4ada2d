//! From what a text says to what the rules accept.

use std::fmt;

use game::Side;

use super::Position;
use crate::{Bitboard, Kind, Piece, Square, attacks};

/// What a FEN says, possible or not: the pieces, the side to move, the counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each point, indexed by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// Whose turn it is.
    pub turn: Side,
    /// Plies without a capture, as the natural limit counts them.
    pub halfmoves: u32,
    /// Number of the current full move, from 1.
    pub fullmoves: u32,
}

impl Setup {
    /// An empty board with red to move.
    pub fn empty() -> Setup {
        Setup { board: [None; Square::COUNT], turn: Side::Red, halfmoves: 0, fullmoves: 1 }
    }

    fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.board[square.index()] == Some(piece))
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut setup = Setup::empty();
        setup.turn = position.turn();
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }
}

/// One reason why a setup is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// A side has no king, or several.
    #[error("{side} has {count} kings, expected 1")]
    Kings {
        /// Which side.
        side: Side,
        /// How many kings it has.
        count: usize,
    },
    /// More pieces of a kind than a set holds.
    #[error("{side} has {count} {kind}s, at most {} are possible", kind.full_count())]
    TooMany {
        /// Which side.
        side: Side,
        /// Which kind.
        kind: Kind,
        /// How many there are.
        count: usize,
    },
    /// A piece where its kind can never stand.
    #[error("a {piece} cannot stand on {square}: {}", places(piece.kind()))]
    Place {
        /// The piece.
        piece: Piece,
        /// The impossible point.
        square: Square,
    },
    /// The generals see each other.
    #[error("the kings on {red} and {black} face each other with nothing between")]
    KingsFace {
        /// Red king.
        red: Square,
        /// Black king.
        black: Square,
    },
    /// The side that just moved is in check.
    #[error("{side} is in check from {checker} although it is {}'s turn", !*side)]
    WaitingSideInCheck {
        /// The side in check.
        side: Side,
        /// Where the checking piece stands.
        checker: Square,
    },
}

const fn places(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "kings stay in their palace",
        Kind::Advisor => "advisors stay on the five points of the palace diagonals",
        Kind::Elephant => "elephants stay on their seven points",
        Kind::Pawn => "pawns start on every second file and move forward",
        Kind::Horse | Kind::Rook | Kind::Cannon => "it may stand anywhere",
    }
}

/// Every reason why a setup is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub Vec<SetupFault>);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal position: ")?;
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

impl TryFrom<&Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Position, SetupError> {
        let mut faults = material_faults(setup);
        faults.extend(place_faults(setup));
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        let mut position = Position::empty(setup.turn);
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.put(piece, square);
            }
        }
        match check_fault(&position) {
            Some(fault) => Err(SetupError(vec![fault])),
            None => Ok(position),
        }
    }
}

fn material_faults(setup: &Setup) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let count = setup.squares_of(Piece::new(side, kind)).count();
            if kind == Kind::King && count != 1 {
                faults.push(SetupFault::Kings { side, count });
            } else if count > kind.full_count() as usize {
                faults.push(SetupFault::TooMany { side, kind, count });
            }
        }
    }
    faults
}

fn place_faults(setup: &Setup) -> impl Iterator<Item = SetupFault> {
    Square::all().filter_map(|square| {
        let piece = setup.board[square.index()]?;
        (!may_stand(piece).has(square)).then_some(SetupFault::Place { piece, square })
    })
}

fn check_fault(position: &Position) -> Option<SetupFault> {
    let waiting = !position.turn();
    let checker = position.checkers(waiting).first()?;
    if checker == position.king(position.turn()) {
        let (red, black) = (position.king(Side::Red), position.king(Side::Black));
        return Some(SetupFault::KingsFace { red, black });
    }
    Some(SetupFault::WaitingSideInCheck { side: waiting, checker })
}

/// The points a piece can ever stand on.
pub(crate) fn may_stand(piece: Piece) -> Bitboard {
    let side = piece.side();
    let points = |names: &[(usize, usize)]| -> Bitboard {
        names
            .iter()
            .filter_map(|&(file, rank)| Square::new(file, rank))
            .map(|square| if side == Side::Red { square } else { square.rotated() })
            .collect()
    };
    match piece.kind() {
        Kind::King => attacks::palace(side),
        Kind::Advisor => points(&[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]),
        Kind::Elephant => points(&[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]),
        Kind::Pawn => {
            let start_files = [0, 2, 4, 6, 8].map(|file| [(file, 3), (file, 4)]);
            points(start_files.as_flattened()) | attacks::home_half(!side)
        }
        Kind::Horse | Kind::Rook | Kind::Cannon => Bitboard::ALL,
    }
}
