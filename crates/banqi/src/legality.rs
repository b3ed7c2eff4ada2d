//! Why a ply may not be played.

use crate::attacks::{cannon_targets, neighbours};
use crate::{Bitboard, Kind, Piece, Ply, Position, Side, Square, Tile};

/// Why a ply is not legal in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalPly {
    /// Nothing to move or flip.
    #[error("{ply}: {} is empty", ply.from())]
    Empty {
        /// The ply.
        ply: Ply,
    },
    /// A flip of a piece that is face up.
    #[error("{ply}: the {piece} on {} is face up already", ply.from())]
    FaceUp {
        /// The ply.
        ply: Ply,
        /// What stands there.
        piece: Piece,
    },
    /// A move of a piece that is face down.
    #[error("{ply}: the piece on {0} is face down, it can only be flipped ({0}{0})", ply.from())]
    FaceDown {
        /// The ply.
        ply: Ply,
    },
    /// A move before any flip.
    #[error("{ply}: colours are not fixed yet, the first ply must be a flip")]
    NoColours {
        /// The ply.
        ply: Ply,
    },
    /// A move of the other side's piece.
    #[error("{ply}: the {piece} on {} cannot move, it is {turn}'s turn", ply.from())]
    NotYours {
        /// The ply.
        ply: Ply,
        /// What stands there.
        piece: Piece,
        /// Whose turn it is.
        turn: Side,
    },
    /// A piece of one's own stands on the target.
    #[error("{ply}: {} is held by {}'s own {}", ply.to(), piece.side(), piece.kind())]
    OwnPiece {
        /// The ply.
        ply: Ply,
        /// What stands there.
        piece: Piece,
    },
    /// A face-down piece on the target.
    #[error("{ply}: the piece on {} is face down and cannot be taken", ply.to())]
    FaceDownTarget {
        /// The ply.
        ply: Ply,
    },
    /// More than one step.
    #[error("{ply}: {} and {} are not neighbours, a {kind} moves one step", ply.from(), ply.to())]
    TooFar {
        /// The ply.
        ply: Ply,
        /// What moves.
        kind: Kind,
    },
    /// The victim's rank is too high, or is protected by an exception.
    #[error("{ply}: a {attacker} cannot take a {victim}")]
    Rank {
        /// The ply.
        ply: Ply,
        /// What moves.
        attacker: Kind,
        /// What stands on the target.
        victim: Kind,
    },
    /// A cannon capture without its one screen.
    #[error("{ply}: a cannon takes along a row or column over exactly one piece")]
    Screen {
        /// The ply.
        ply: Ply,
    },
}

impl Position {
    /// Checks a ply and says why it may not be played.
    ///
    /// # Errors
    /// The first rule that the ply breaks.
    ///
    /// ```
    /// use banqi::Position;
    /// let position: Position = "8/8/8/Kp6 r".parse().unwrap();
    /// let error = position.check("a1b1".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "a1b1: a king cannot take a pawn");
    /// ```
    pub fn check(&self, ply: Ply) -> Result<(), IllegalPly> {
        match (self.tile_at(ply.from()), ply.is_flip()) {
            (None, _) => Err(IllegalPly::Empty { ply }),
            (Some(Tile::FACE_DOWN), true) => Ok(()),
            (Some(Tile::FACE_DOWN), false) => Err(IllegalPly::FaceDown { ply }),
            (Some(tile), flip) => match tile.piece() {
                Some(piece) if flip => Err(IllegalPly::FaceUp { ply, piece }),
                Some(piece) => self.check_mover(ply, piece),
                None => Err(IllegalPly::FaceDown { ply }),
            },
        }
    }

    fn check_mover(&self, ply: Ply, piece: Piece) -> Result<(), IllegalPly> {
        match self.turn() {
            None => Err(IllegalPly::NoColours { ply }),
            Some(turn) if turn != piece.side() => Err(IllegalPly::NotYours { ply, piece, turn }),
            Some(_) => self.check_target(ply, piece),
        }
    }

    fn check_target(&self, ply: Ply, mover: Piece) -> Result<(), IllegalPly> {
        let near = neighbours(ply.from()).contains(ply.to());
        match self.tile_at(ply.to()).map(Tile::piece) {
            None if near => Ok(()),
            None => Err(IllegalPly::TooFar { ply, kind: mover.kind() }),
            Some(None) => Err(IllegalPly::FaceDownTarget { ply }),
            Some(Some(piece)) if piece.side() == mover.side() => {
                Err(IllegalPly::OwnPiece { ply, piece })
            }
            Some(Some(victim)) => self.check_capture(ply, mover.kind(), victim.kind(), near),
        }
    }

    fn check_capture(
        &self,
        ply: Ply,
        attacker: Kind,
        victim: Kind,
        near: bool,
    ) -> Result<(), IllegalPly> {
        match attacker {
            Kind::Cannon if self.jumps_from(ply.from()).contains(ply.to()) => Ok(()),
            Kind::Cannon => Err(IllegalPly::Screen { ply }),
            _ if !near => Err(IllegalPly::TooFar { ply, kind: attacker }),
            _ if attacker.captures_adjacent(victim) => Ok(()),
            _ => Err(IllegalPly::Rank { ply, attacker, victim }),
        }
    }

    fn jumps_from(&self, square: Square) -> Bitboard {
        cannon_targets(square, self.occupied())
    }
}
