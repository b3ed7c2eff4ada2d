//! Moves told by columns, the common ground of WXF and Chinese: which piece,
//! which way, and how far or to which file, all as the mover sees the board.

use std::cmp::Reverse;
use std::fmt;

use arrayvec::ArrayVec;
use game::Side;

use super::{NotationError, Symbols};
use crate::{Bitboard, Kind, Piece, Ply, Position, Square};

/// Which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Advance,
    Retreat,
    Traverse,
}

/// Which one of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Front,
    Middle,
    Rear,
    /// Counted from 1.
    Nth(usize),
}

/// Which piece of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// The one on a file, 1–9.
    File(usize),
    /// One of those that share a file.
    Place(Place),
    /// One of those on a file, 1–9.
    PlaceOnFile(Place, usize),
}

/// A move as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub kind: Kind,
    pub which: Which,
    pub action: Action,
    /// Steps or a file, 1–9.
    pub number: usize,
}

/// Where a piece stands among those of its kind that share files.
pub(super) struct Tandem {
    /// Its number among all of them, from 1: by file from the mover's right to
    /// left, on one file from front to back.
    pub number: usize,
    /// How many they are.
    pub total: usize,
    /// Its number on its own file from the front, from 1.
    pub on_file: usize,
}

/// The tandem of the piece on a point; `None` if it is alone on its file. Kings
/// are always alone, and of two advisors or elephants on a file one can only
/// advance and the other only retreat, so they are told by their file.
pub(super) fn tandem(position: &Position, square: Square) -> Option<Tandem> {
    let piece = position.piece_at(square)?;
    if matches!(piece.kind(), Kind::King | Kind::Advisor | Kind::Elephant) {
        return None;
    }
    let pieces = position.pieces(piece.side(), piece.kind());
    let file = pieces & Bitboard::file(square.file());
    if !file.has_several() {
        return None;
    }
    let number = |set| in_order(set, piece.side()).iter().position(|&other| other == square);
    let all = sharing_files(pieces);
    Some(Tandem {
        number: number(all)? + 1,
        total: all.count() as usize,
        on_file: number(file)? + 1,
    })
}

/// Which way a ply goes, and its number: the file it goes to, or the steps.
pub(super) fn movement(piece: Piece, ply: Ply) -> (Action, usize) {
    let side = piece.side();
    let (from, to) = (ply.from().rank_for(side), ply.to().rank_for(side));
    let file = ply.to().file_for(side);
    let number = if counts_steps(piece.kind()) { from.abs_diff(to) } else { file };
    match to.cmp(&from) {
        std::cmp::Ordering::Greater => (Action::Advance, number),
        std::cmp::Ordering::Less => (Action::Retreat, number),
        std::cmp::Ordering::Equal => (Action::Traverse, file),
    }
}

/// Whether the number after forward and backward counts steps: true of the
/// kinds that move along files, the others name the file they go to.
fn counts_steps(kind: Kind) -> bool {
    matches!(kind, Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn)
}

/// The pieces that stand on a file with another of the set.
fn sharing_files(pieces: Bitboard) -> Bitboard {
    let shared = (0..9).map(|file| pieces & Bitboard::file(file)).filter(|set| set.has_several());
    shared.fold(Bitboard::EMPTY, |all, set| all | set)
}

/// By file from the side's right to left, then front to back.
fn in_order(pieces: Bitboard, side: Side) -> ArrayVec<Square, 5> {
    let mut squares: ArrayVec<Square, 5> = pieces.into_iter().take(5).collect();
    squares.sort_unstable_by_key(|square| (square.file_for(side), Reverse(square.rank_for(side))));
    squares
}

/// The point on a file (1–9) and rank (0–9) as a side counts them.
fn point(side: Side, file: usize, rank: usize) -> Option<Square> {
    match side {
        Side::Red => Square::new(9usize.checked_sub(file)?, rank),
        Side::Black => Square::new(file.checked_sub(1)?, 9usize.checked_sub(rank)?),
    }
}

/// The index of a place in a row of pieces ordered from the front.
fn index(place: Place, count: usize) -> Option<usize> {
    match place {
        Place::Front => Some(0),
        Place::Middle => (count == 3).then_some(1),
        Place::Rear => (count > 1).then(|| count - 1),
        Place::Nth(number) => number.checked_sub(1),
    }
}

impl Description {
    /// The one legal ply that is told.
    pub fn find(self, position: &Position, symbols: &Symbols<'_>) -> Result<Ply, NotationError> {
        let side = position.turn();
        let origins = self.origins(position.pieces(side, self.kind), side);
        let plies = origins.into_iter().filter_map(|from| self.ply(from, side));
        let mut candidates = plies.filter(|&ply| position.is_legal_ply(ply));
        let Some(ply) = candidates.next() else {
            let reason = self.why_not(position, origins);
            return Err(NotationError::NoSuchMove { text: symbols.quoted(), reason });
        };
        let mut others = candidates.peekable();
        if others.peek().is_none() {
            return Ok(ply);
        }
        let candidates = std::iter::once(ply).chain(others).collect();
        Err(NotationError::Ambiguous { text: symbols.quoted(), candidates })
    }

    /// The pieces that may be meant.
    fn origins(self, pieces: Bitboard, side: Side) -> Bitboard {
        let file =
            |file: usize| Bitboard::file(if side == Side::Red { 9 - file } else { file - 1 });
        match self.which {
            Which::File(number) => pieces & file(number),
            Which::PlaceOnFile(place, number) => {
                let row = in_order(pieces & file(number), side);
                let square = index(place, row.len()).and_then(|index| row.get(index));
                square.into_iter().copied().collect()
            }
            Which::Place(place) => by_place(place, pieces, side),
        }
    }

    /// The ply of a piece on a point, legal or not.
    fn ply(self, from: Square, side: Side) -> Option<Ply> {
        let (file, rank) = (from.file_for(side), from.rank_for(side));
        let across = file.abs_diff(self.number);
        let steps = match self.kind {
            Kind::Advisor => (across == 1).then_some(1),
            Kind::Elephant => (across == 2).then_some(2),
            Kind::Horse => matches!(across, 1 | 2).then(|| 3 - across),
            Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn => Some(self.number),
        };
        let file = if counts_steps(self.kind) { file } else { self.number };
        let to = match self.action {
            Action::Advance => point(side, file, rank + steps?),
            Action::Retreat => point(side, file, rank.checked_sub(steps?)?),
            Action::Traverse if counts_steps(self.kind) => point(side, self.number, rank),
            Action::Traverse => None,
        };
        to.filter(|&to| to != from).map(|to| Ply::new(from, to))
    }

    /// Why there is no legal ply, in words.
    fn why_not(self, position: &Position, origins: Bitboard) -> String {
        let side = position.turn();
        if origins.is_empty() {
            return format!("there is no {side} {}{}", self.kind, self.which);
        }
        let reasons = origins.into_iter().filter_map(|from| match self.ply(from, side) {
            Some(ply) => position.legality(ply).err().map(|reason| format!("{ply}: {reason}")),
            None => Some(format!("the {} on {from} has no such move", self.kind)),
        });
        reasons.collect::<Vec<_>>().join("; ")
    }
}

/// The pieces a place may mean among those that share files.
///
/// With four or five pawns on shared files, front, middle and rear are the
/// first three of all; but many writers mean the front or rear one of a file.
/// Both readings are taken, so a text is accepted only if they do not disagree.
fn by_place(place: Place, pieces: Bitboard, side: Side) -> Bitboard {
    let all = in_order(sharing_files(pieces), side);
    let numbered = match place {
        Place::Middle if all.len() > 2 => Some(1),
        Place::Rear if all.len() > 2 => Some(2),
        other => index(other, all.len()),
    };
    let mut found: Bitboard =
        numbered.and_then(|index| all.get(index)).into_iter().copied().collect();
    if !matches!(place, Place::Nth(_)) {
        for row in all.chunk_by(|a, b| a.file() == b.file()) {
            let square = index(place, row.len()).and_then(|index| row.get(index));
            found |= square.into_iter().copied().collect();
        }
    }
    found
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Front => f.write_str("in front"),
            Place::Middle => f.write_str("in the middle"),
            Place::Rear => f.write_str("in the rear"),
            Place::Nth(number) => write!(f, "with number {number}"),
        }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::File(file) => write!(f, " on file {file}"),
            Which::Place(place) => write!(f, " {place} among those that share a file"),
            Which::PlaceOnFile(place, file) => write!(f, " {place} on file {file}"),
        }
    }
}
