//! The traits of a board: [`Position`] and the [`Observer`] of its changes.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::Side;

/// The legal plies of a position. No position of either game has more than 128.
pub type PlyList<T> = ArrayVec<T, 128>;

/// What chance may answer to a ply, each with its whole-number weight.
pub type RevealList<T> = ArrayVec<(T, u32), 14>;

/// A board and the side to move: a plain value without history.
///
/// A ply and what chance reveals are made in one step, so no half-done flip
/// exists. In a game without chance `Reveal = ()`, which costs nothing.
///
/// The text form (`Display`, `FromStr`) is complete: parsing what was printed
/// gives an equal position.
pub trait Position:
    Clone + Eq + Debug + Display + FromStr<Err: std::error::Error> + Send + Sync + 'static
{
    /// What a player chooses.
    type Ply: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;
    /// What chance answers.
    type Reveal: Copy + Eq + Debug + Send + Sync + 'static;
    /// What stands on a square, as observers see it.
    type Piece: Copy + Eq + Hash + Debug;
    /// What [`Position::unmake`] needs to go back.
    type Undo: Copy;
    /// How many board symmetries [`Position::mirror`] knows.
    const MIRRORS: usize;

    /// The position a game normally starts from.
    fn start() -> Self;

    /// Whose turn it is; `None` while colours are not fixed yet.
    fn side_to_move(&self) -> Option<Side>;

    /// The Zobrist key: board, side to move and everything else two equal
    /// positions share.
    fn key(&self) -> u64;

    /// The same key computed from nothing, for checks.
    fn recomputed_key(&self) -> u64;

    /// Every legal ply, in a fixed order.
    fn legal_plies(&self) -> PlyList<Self::Ply>;

    /// Whether a ply, however it was obtained, may be played here.
    fn is_legal(&self, ply: Self::Ply) -> bool;

    /// What chance may answer to a legal ply. Weights of a flip sum to the number
    /// of face-down pieces; a ply without chance has one answer of weight 1.
    fn reveals(&self, ply: Self::Ply) -> RevealList<Self::Reveal>;

    /// Plays a legal ply with a possible reveal.
    fn make<O: Observer<Self::Piece>>(
        &mut self,
        ply: Self::Ply,
        reveal: Self::Reveal,
        observer: &mut O,
    ) -> Self::Undo;

    /// Takes back the last ply made.
    fn unmake<O: Observer<Self::Piece>>(
        &mut self,
        ply: Self::Ply,
        undo: Self::Undo,
        observer: &mut O,
    );

    /// Shows every occupied square, in any order.
    fn for_each_piece(&self, show: impl FnMut(Self::Piece, usize));

    /// The position under symmetry number `which` (below [`Position::MIRRORS`]).
    fn mirror(&self, which: usize) -> Self;

    /// The image of a ply under the same symmetry. Each symmetry is its own inverse.
    fn mirror_ply(ply: Self::Ply, which: usize) -> Self::Ply;

    /// Reads one ply in the game's coordinate notation.
    ///
    /// # Errors
    /// Says what is wrong with the text, or that the ply is not legal here.
    fn parse_ply(&self, text: &str) -> Result<Self::Ply, String>;

    /// A ply with what it revealed, as records write it. Games with chance
    /// override it.
    fn played_text(ply: Self::Ply, reveal: Self::Reveal) -> String {
        let _ = reveal;
        ply.to_string()
    }

    /// How many leaves one more ply has: `(kinds, weighted)`, see
    /// [`crate::perft`]. Games override it with counting that builds no list.
    fn count_plies(&self) -> (u64, u64) {
        self.legal_plies().iter().fold((0, 0), |(kinds, weighted), &ply| {
            let reveals = self.reveals(ply);
            let weight: u64 = reveals.iter().map(|&(_, weight)| u64::from(weight)).sum();
            (kinds + reveals.len() as u64, weighted + weight)
        })
    }
}

/// Sees every change of the board while plies are made and unmade: evaluation
/// terms, network accumulators and pattern matchers follow, the rules never know.
pub trait Observer<Piece> {
    /// `piece` now stands on `square`.
    fn put(&mut self, piece: Piece, square: usize);
    /// `piece` no longer stands on `square`.
    fn take(&mut self, piece: Piece, square: usize);
}

/// Sees nothing, costs nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NullObserver;

impl<Piece> Observer<Piece> for NullObserver {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: usize) {}
    #[inline(always)]
    fn take(&mut self, _: Piece, _: usize) {}
}
