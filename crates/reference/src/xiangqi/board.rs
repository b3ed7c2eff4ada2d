//! The board: where the pieces stand, whose turn it is, and which moves are legal.

use super::square::{Move, Square};
use crate::{Colour, Kind, Piece};

/// Placement and side to move. No counters, no history: those belong to [`super::Game`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    points: [[Option<Piece>; 9]; 10],
    side_to_move: Colour,
}

impl Board {
    /// A board without pieces.
    pub(super) fn empty(side_to_move: Colour) -> Board {
        Board { points: [[None; 9]; 10], side_to_move }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Colour {
        self.side_to_move
    }

    /// What stands on a point.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.points[square.rank as usize][square.file as usize]
    }

    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.points[square.rank as usize][square.file as usize] = piece;
    }

    /// All pieces of one colour with their points.
    #[must_use]
    pub fn pieces(&self, colour: Colour) -> Vec<(Square, Kind)> {
        Square::all()
            .filter_map(|square| self.at(square).map(|piece| (square, piece)))
            .filter(|(_, piece)| piece.colour == colour)
            .map(|(square, piece)| (square, piece.kind))
            .collect()
    }

    /// How many pieces of that colour and kind there are.
    #[must_use]
    pub fn count(&self, colour: Colour, kind: Kind) -> usize {
        self.pieces(colour).into_iter().filter(|(_, other)| *other == kind).count()
    }

    /// Where that colour's king stands; every board that was read from a FEN has both kings.
    #[must_use]
    pub fn king(&self, colour: Colour) -> Option<Square> {
        let king = Some(Piece::new(colour, Kind::King));
        Square::all().find(|&square| self.at(square) == king)
    }

    /// How many pieces stand strictly between two points of one line.
    pub(super) fn count_between(&self, a: Square, b: Square) -> usize {
        a.between(b).into_iter().filter(|&square| self.at(square).is_some()).count()
    }

    /// Whether the piece on `from` moves or captures to `to` by the way it walks, kings' safety
    /// not considered. Whose turn it is does not matter.
    #[must_use]
    pub fn can_reach(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.at(from) else { return false };
        let target = self.at(to);
        if from == to || target.is_some_and(|target| target.colour == piece.colour) {
            return false;
        }
        let file_change = to.file - from.file;
        let rank_change = to.rank - from.rank;
        let distances = (file_change.abs(), rank_change.abs());
        let on_one_line = file_change == 0 || rank_change == 0;
        match piece.kind {
            Kind::King => matches!(distances, (0, 1) | (1, 0)) && to.is_in_palace(piece.colour),
            Kind::Advisor => distances == (1, 1) && to.is_in_palace(piece.colour),
            Kind::Elephant => {
                distances == (2, 2)
                    && to.is_home_half(piece.colour)
                    && self.at(from.halfway(to)).is_none()
            }
            Kind::Horse => {
                matches!(distances, (1, 2) | (2, 1)) && self.at(from.halfway(to)).is_none()
            }
            Kind::Rook => on_one_line && self.count_between(from, to) == 0,
            Kind::Cannon => {
                let screens = if target.is_some() { 1 } else { 0 };
                on_one_line && self.count_between(from, to) == screens
            }
            Kind::Pawn => {
                let forward = match piece.colour {
                    Colour::Red => 1,
                    Colour::Black => -1,
                };
                let steps_forward = file_change == 0 && rank_change == forward;
                let steps_sideways = distances == (1, 0) && !from.is_home_half(piece.colour);
                steps_forward || steps_sideways
            }
        }
    }

    /// Whether the two kings look at each other along an open file.
    #[must_use]
    pub fn kings_face(&self) -> bool {
        match (self.king(Colour::Red), self.king(Colour::Black)) {
            (Some(red), Some(black)) => {
                red.file == black.file && self.count_between(red, black) == 0
            }
            _ => false,
        }
    }

    /// Whether that side's king could be captured now, be it by the enemy king along a file.
    #[must_use]
    pub fn is_in_check(&self, side: Colour) -> bool {
        let Some(king) = self.king(side) else { return false };
        self.kings_face()
            || self.pieces(side.other()).into_iter().any(|(from, _)| self.can_reach(from, king))
    }

    /// The board after moving whatever stands on `from`, legal or not.
    #[must_use]
    pub fn after(&self, chosen: Move) -> Board {
        let mut next = self.clone();
        next.set(chosen.to, self.at(chosen.from));
        next.set(chosen.from, None);
        next.side_to_move = self.side_to_move.other();
        next
    }

    /// Whether the piece on `from` could go to `to` without leaving its own king in check, as if
    /// it were its side's turn.
    #[must_use]
    pub fn is_legal_for_owner(&self, chosen: Move) -> bool {
        let Some(piece) = self.at(chosen.from) else { return false };
        self.can_reach(chosen.from, chosen.to) && !self.after(chosen).is_in_check(piece.colour)
    }

    /// Whether the side to move may play this.
    #[must_use]
    pub fn is_legal(&self, chosen: Move) -> bool {
        self.at(chosen.from).is_some_and(|piece| piece.colour == self.side_to_move)
            && self.is_legal_for_owner(chosen)
    }

    /// All legal moves of the side to move.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.moves_of(self.side_to_move)
    }

    fn moves_of(&self, side: Colour) -> Vec<Move> {
        self.pieces(side)
            .into_iter()
            .flat_map(|(from, _)| Square::all().map(move |to| Move { from, to }))
            .filter(|&candidate| self.is_legal_for_owner(candidate))
            .collect()
    }

    /// The captures `side` could legally make if it were its turn.
    #[must_use]
    pub fn captures(&self, side: Colour) -> Vec<Move> {
        let mut moves = self.moves_of(side);
        moves.retain(|candidate| self.at(candidate.to).is_some());
        moves
    }

    /// Whether the side to move has no legal move: it has lost, in check or not.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// Names the move and the position when the move is not legal; the board stays as it was.
    pub fn play(&mut self, chosen: Move) -> Result<(), String> {
        if !self.is_legal(chosen) {
            return Err(format!("move `{chosen}` is not legal in `{}`", self.to_fen()));
        }
        *self = self.after(chosen);
        Ok(())
    }

    /// How many leaves the tree of legal moves has at `depth`.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self
                .legal_moves()
                .into_iter()
                .map(|chosen| self.after(chosen).perft(depth - 1))
                .sum(),
        }
    }
}
