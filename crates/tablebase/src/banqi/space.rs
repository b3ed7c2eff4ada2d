//! The plies of a dark chess class without face-down pieces.

use std::sync::Arc;

use arrayvec::ArrayVec;
use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Square};
use game::Side;

use super::class::{Class, Kinds, MOST};
use crate::level::{LOST, Level, is_loss, is_win};
use crate::metric::Metric;
use crate::solve::{Levels, Plies, Space, Start};

/// The squares of the pieces of a class, red first.
pub(crate) type Squares = [u8; MOST];

/// The number of squares: the first piece in a quarter of the board, all others
/// mirrored with it. A mirror image of a square is the square with some bits turned.
#[inline]
pub(crate) fn index(squares: &[u8]) -> usize {
    let first = squares[0];
    let turn = (if first & 4 != 0 { 7 } else { 0 }) | (if first & 16 != 0 { 24 } else { 0 });
    let first = first ^ turn;
    let lead = usize::from(first & 3 | (first & 8) >> 1);
    squares[1..].iter().fold(lead, |index, &square| index << 5 | usize::from(square ^ turn))
}

/// The squares of a number; `None` if two are the same.
#[inline]
pub(crate) fn squares(mut index: usize, count: usize) -> Option<(Squares, Bitboard)> {
    let mut squares = [0; MOST];
    let mut seen = 0u32;
    for slot in (1..count).rev() {
        squares[slot] = (index & 31) as u8;
        seen |= 1 << squares[slot];
        index >>= 5;
    }
    squares[0] = (index & 3 | (index & 4) << 1) as u8;
    seen |= 1 << squares[0];
    (seen.count_ones() as usize == count).then_some((squares, Bitboard(seen)))
}

/// Where the capture of a piece leads to.
enum After {
    /// The last piece of a side is gone.
    Won,
    /// Another class; for each of its pieces, which of ours.
    Table { levels: Arc<Levels>, turned: bool, order: ArrayVec<u8, MOST> },
}

/// A class with the tables of what captures lead to.
pub struct BanqiSpace {
    kinds: Kinds,
    red: usize,
    /// By the captured piece.
    after: Vec<After>,
    metric: Metric,
    size: usize,
}

impl BanqiSpace {
    /// The space of a class; `solved` gives the tables captures lead to.
    ///
    /// # Errors
    /// Names a class whose table is missing.
    pub fn new(
        class: &Class,
        metric: Metric,
        solved: impl Fn(&Class) -> Option<Arc<Levels>>,
    ) -> Result<BanqiSpace, Class> {
        let mut after = Vec::new();
        for taken in 0..class.pieces() {
            let (red, black) = class.without(taken);
            let Some(fit) = Class::fit(&red, &black) else {
                after.push(After::Won);
                continue;
            };
            let levels = solved(&fit.class).ok_or_else(|| fit.class.clone())?;
            // Numbers of our own pieces, counted without the taken one.
            let own = |at: u8| at + u8::from(usize::from(at) >= taken);
            let order = fit.order.iter().map(|&at| own(at)).collect();
            after.push(After::Table { levels, turned: fit.turned, order });
        }
        let kinds = class.red.iter().chain(&class.black).copied().collect();
        Ok(BanqiSpace { kinds, red: class.red.len(), after, metric, size: class.size() })
    }

    fn slots(&self, side: Side) -> std::ops::Range<usize> {
        match side {
            Side::Red => 0..self.red,
            Side::Black => self.red..self.kinds.len(),
        }
    }

    /// The level after a capture, for the side that lost a piece.
    fn after_capture(&self, squares: &Squares, side: Side, by: usize, taken: usize) -> Level {
        match &self.after[taken] {
            After::Won => LOST,
            After::Table { levels, turned, order } => {
                let mut moved = *squares;
                moved[by] = squares[taken];
                let placed: ArrayVec<u8, MOST> =
                    order.iter().map(|&at| moved[usize::from(at)]).collect();
                let next = if *turned { side } else { !side };
                levels[next.index()][index(&placed)]
            }
        }
    }

    fn plies(&self, squares: &Squares, occupied: Bitboard, side: Side) -> Plies {
        let mut plies = Plies::default();
        for slot in self.slots(side) {
            let square = Square::from_index(usize::from(squares[slot]));
            let around = neighbours(square);
            plies.open += (around & !occupied).count() as u8;
            let cannon = self.kinds[slot] == Kind::Cannon;
            let jumps = if cannon { cannon_targets(square, occupied) } else { Bitboard::EMPTY };
            for other in self.slots(!side) {
                let target = Square::from_index(usize::from(squares[other]));
                let takes = if cannon {
                    jumps.contains(target)
                } else {
                    around.contains(target) && self.kinds[slot].captures_adjacent(self.kinds[other])
                };
                if takes {
                    self.add(&mut plies, self.after_capture(squares, side, slot, other));
                }
            }
        }
        plies
    }

    fn add(&self, plies: &mut Plies, level: Level) {
        if is_win(level) {
            plies.losing = plies.losing.max(self.metric.losing(level));
            return;
        }
        plies.open += 1;
        if is_loss(level) {
            let winning = self.metric.winning(level);
            if plies.winning == 0 || winning < plies.winning {
                plies.winning = winning;
            }
        }
    }
}

impl Space for BanqiSpace {
    fn size(&self) -> usize {
        self.size
    }

    fn start(&self, index: usize) -> [Start; 2] {
        let Some((squares, occupied)) = squares(index, self.kinds.len()) else {
            return [Start::Invalid; 2];
        };
        Side::BOTH.map(|side| Start::Position(self.plies(&squares, occupied, side)))
    }

    #[inline]
    fn predecessors(&self, index: usize, side: Side, mut show: impl FnMut(usize)) {
        let count = self.kinds.len();
        let Some((placed, occupied)) = squares(index, count) else { return };
        for slot in self.slots(!side) {
            let square = Square::from_index(usize::from(placed[slot]));
            for from in neighbours(square) & !occupied {
                let mut before = placed;
                before[slot] = from.index() as u8;
                show(self::index(&before[..count]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_and_images_share_them() {
        for number in (0..8 << 10).step_by(3) {
            let Some((places, _)) = squares(number, 3) else { continue };
            assert_eq!(index(&places[..3]), number);
            for turn in [7, 24, 31] {
                let image: Vec<u8> = places[..3].iter().map(|square| square ^ turn).collect();
                assert_eq!(index(&image), number);
            }
        }
    }
}
