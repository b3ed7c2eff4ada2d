//! Exact values of small face-up endings, each class solved when it is first asked for.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;
use banqi::{Kind, Piece, Position, Square};
use game::Side;

use super::class::{Class, Fit, MOST};
use super::space::{BanqiSpace, index};
use crate::level::{Level, Value};
use crate::metric::Metric;
use crate::solve::{Levels, solve};

/// What perfect play leads to, for the side to move, with the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// Won in so many plies.
    Win(u16),
    /// Nobody can force a win.
    Draw,
    /// Lost in so many plies.
    Loss(u16),
}

/// The most pieces solved for here: five take minutes, and belong into files.
const MOST_AT_ONCE: usize = 4;

/// Solved endings without any limit of plies: what cannot be forced is a draw.
#[derive(Default)]
pub struct Endings {
    solved: HashMap<Class, Arc<Levels>>,
    fits: HashMap<Vec<Piece>, Option<Arc<Fit>>>,
}

/// The pieces of a position without face-down pieces: red first, strong kinds first.
pub(crate) fn placed(position: &Position) -> ArrayVec<(Piece, Square), 32> {
    let mut placed: ArrayVec<(Piece, Square), 32> =
        position.iter().filter_map(|(square, tile)| Some((tile.piece()?, square))).collect();
    placed.sort_unstable_by_key(|&(piece, square)| (piece.side(), piece, square));
    placed
}

/// How some pieces stand for those of a class; red ones come first.
pub(crate) fn fit(pieces: &[Piece]) -> Option<Fit> {
    let of = |side| -> Vec<Kind> {
        pieces.iter().filter(|piece| piece.side() == side).map(|piece| piece.kind()).collect()
    };
    Class::fit(&of(Side::Red), &of(Side::Black))
}

/// The index of squares given in the order of the own pieces.
pub(crate) fn index_of(fit: &Fit, squares: &[Square]) -> usize {
    let squares: ArrayVec<u8, MOST> =
        fit.order.iter().map(|&at| squares[usize::from(at)].index() as u8).collect();
    index(&squares)
}

impl Endings {
    /// Nothing solved yet.
    pub fn new() -> Endings {
        Endings::default()
    }

    /// The exact value of a position without face-down pieces and with at most four
    /// pieces; `None` for others.
    ///
    /// ```
    /// use tablebase::banqi::{Endings, Exact};
    /// let mut endings = Endings::new();
    /// // The king stands at an odd distance: it catches the rook.
    /// let value = endings.value(&"8/8/8/K4r2 r".parse().unwrap());
    /// assert!(matches!(value, Some(Exact::Win(_))));
    /// assert_eq!(endings.value(&"8/8/8/K5r1 r".parse().unwrap()), Some(Exact::Draw));
    /// ```
    pub fn value(&mut self, position: &Position) -> Option<Exact> {
        let turn = position.turn()?;
        let count = position.occupied().count() as usize;
        if !position.face_down().is_empty() || count > MOST_AT_ONCE {
            return None;
        }
        let placed = placed(position);
        let pieces: Vec<Piece> = placed.iter().map(|&(piece, _)| piece).collect();
        let squares: Vec<Square> = placed.iter().map(|&(_, square)| square).collect();
        if !pieces.iter().any(|piece| piece.side() == turn) {
            return Some(Exact::Loss(0));
        }
        let level = self.level(&pieces, &squares, turn)?;
        Some(match Value::of(level, u16::MAX)? {
            Value::Win(plies) => Exact::Win(plies),
            Value::Loss(plies) => Exact::Loss(plies),
            _ => Exact::Draw,
        })
    }

    /// Every value of a set of pieces: for red and for black to move, how often red
    /// wins, draws and loses over all ways to place the pieces.
    pub fn census(&mut self, pieces: &[Piece]) -> [[u64; 3]; 2] {
        let mut pieces = pieces.to_vec();
        pieces.sort_unstable_by_key(|&piece| (piece.side(), piece));
        let mut counts = [[0; 3]; 2];
        let fit = if pieces.len() > MOST_AT_ONCE { None } else { fit(&pieces) };
        let Some(fit) = fit else { return counts };
        let Some(levels) = self.solve(&fit.class) else { return counts };
        count(&fit, &levels, pieces.len(), &mut Vec::new(), &mut counts);
        counts
    }

    fn level(&mut self, pieces: &[Piece], squares: &[Square], turn: Side) -> Option<Level> {
        if !self.fits.contains_key(pieces) {
            self.fits.insert(pieces.to_vec(), fit(pieces).map(Arc::new));
        }
        let fit = self.fits[pieces].clone()?;
        let levels = self.solve(&fit.class)?;
        let side = if fit.turned { !turn } else { turn };
        Some(levels[side.index()][index_of(&fit, squares)])
    }

    fn solve(&mut self, class: &Class) -> Option<Arc<Levels>> {
        if let Some(levels) = self.solved.get(class) {
            return Some(levels.clone());
        }
        for after in class.after_captures() {
            self.solve(&after)?;
        }
        let space = BanqiSpace::new(class, Metric::End, |class| self.solved.get(class).cloned());
        let never = AtomicBool::new(false);
        let levels = Arc::new(solve(&space.ok()?, 1, &never, &mut |_| {}).ok()?);
        self.solved.insert(class.clone(), levels.clone());
        Some(levels)
    }
}

/// Counts every way to place some pieces that begins with some squares.
fn count(
    fit: &Fit,
    levels: &Levels,
    pieces: usize,
    squares: &mut Vec<Square>,
    counts: &mut [[u64; 3]; 2],
) {
    if squares.len() == pieces {
        let at = index_of(fit, squares);
        for turn in Side::BOTH {
            let side = if fit.turned { !turn } else { turn };
            let value = Value::of(levels[side.index()][at], u16::MAX).map_or(0, Value::sign);
            let for_red = if turn == Side::Red { value } else { -value };
            counts[turn.index()][(1 - for_red) as usize] += 1;
        }
        return;
    }
    for square in Square::all() {
        if !squares.contains(&square) {
            squares.push(square);
            count(fit, levels, pieces, squares, counts);
            squares.pop();
        }
    }
}
