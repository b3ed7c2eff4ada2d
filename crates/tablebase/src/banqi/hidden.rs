//! Endings with pieces face down, as a feasibility study: what to expect of perfect play.
//!
//! Nobody knows more than the other, so a position has one exact value: the expected
//! result, a win 1, a draw 0, a loss −1. A flip asks the classes with one piece less face
//! down, a capture those with one piece less; what is left are quiet plies among
//! positions of one class, and play that goes on for ever is a draw. So each class is a
//! game without chance whose exits have known values, and it is solved backwards from
//! the largest gain to the smallest: whoever can reach an exit worth so much, has it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;
use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Piece, Position, Square};
use game::Side;

use super::class::{Class, MOST};
use super::endings::fit;
use crate::header::BLOCK;

/// A whole win. All fractions that up to four flips give are whole parts of it.
const WIN: i8 = 24;
/// No exit: worse than any loss.
const NO_EXIT: i8 = -WIN - 1;
/// The most pieces, face up and down.
pub const MOST_HIDDEN_ENDING: usize = 4;
/// The most pieces face down.
pub const MOST_FACE_DOWN: u32 = 2;

/// The expected result for the side to move, exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expectation(i8);

impl Expectation {
    /// Between −1, a loss, and 1, a win.
    pub fn result(self) -> f64 {
        f64::from(self.0) / f64::from(WIN)
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let common = |mut a: i8, mut b: i8| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let part = common(self.0.abs(), WIN).max(1);
        match WIN / part {
            1 => write!(f, "{}", self.0 / part),
            below => write!(f, "{}/{below}", self.0 / part),
        }
    }
}

/// A class with some of its pieces face down: a bit for each, in the class's order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HiddenClass {
    class: Class,
    down: u8,
}

/// The values of a class, for red and black to move.
type Values = [Vec<i8>; 2];

/// Squares of the pieces face up, in the class's order, and those of the others.
#[derive(Clone)]
struct Placed {
    up: ArrayVec<u8, MOST>,
    down: ArrayVec<u8, MOST>,
}

impl Placed {
    fn occupied(&self) -> Bitboard {
        Bitboard(self.up.iter().chain(&self.down).fold(0, |bits, &square| bits | 1 << square))
    }

    /// The number of these squares. With a piece face up the board is turned so that it
    /// stands in the first quarter; which of the other squares is which does not matter.
    fn index(&self) -> usize {
        let turn = self.up.first().map_or(0, |&first| {
            (if first & 4 != 0 { 7 } else { 0 }) | (if first & 16 != 0 { 24 } else { 0 })
        });
        let mut down: ArrayVec<u8, MOST> = self.down.iter().map(|&square| square ^ turn).collect();
        down.sort_unstable();
        let all = self.up.iter().map(|&square| square ^ turn).chain(down);
        let mut index = 0;
        for (at, square) in all.enumerate() {
            let lead = at == 0 && !self.up.is_empty();
            let number = if lead { square & 3 | (square & 8) >> 1 } else { square };
            index = index << 5 | usize::from(number);
        }
        index
    }
}

impl HiddenClass {
    fn kinds(&self) -> ArrayVec<Kind, MOST> {
        self.class.red.iter().chain(&self.class.black).copied().collect()
    }

    /// The slots of pieces face up.
    fn up(&self) -> ArrayVec<usize, MOST> {
        (0..self.class.pieces()).filter(|slot| self.down >> slot & 1 == 0).collect()
    }

    fn side_of(&self, slot: usize) -> Side {
        if slot < self.class.red.len() { Side::Red } else { Side::Black }
    }

    fn size(&self) -> usize {
        let lead = if self.up().is_empty() { 32 } else { 8 };
        lead << (5 * (self.class.pieces() - 1))
    }

    /// The squares of a number; `None` if two are the same, or not in order.
    fn placed(&self, mut index: usize) -> Option<Placed> {
        let (pieces, up) = (self.class.pieces(), self.up().len());
        let mut squares: ArrayVec<u8, MOST> = (0..pieces).map(|_| 0).collect();
        for slot in (0..pieces).rev() {
            let lead = slot == 0 && up > 0;
            let part = index & 31;
            squares[slot] = (if lead { part & 3 | (part & 4) << 1 } else { part }) as u8;
            index >>= 5;
        }
        let down = ArrayVec::from_iter(squares[up..].iter().copied());
        let up = ArrayVec::from_iter(squares[..up].iter().copied());
        let placed = Placed { up, down };
        let sorted = placed.down.is_sorted();
        (sorted && placed.occupied().count() as usize == pieces).then_some(placed)
    }
}

/// Where a capture leads to: the class, whether colours change places, and for each of
/// its pieces face up which of our pieces it is.
struct After {
    class: HiddenClass,
    turned: bool,
    order: ArrayVec<usize, MOST>,
}

/// Solved endings with face-down pieces; classes are solved when first asked for.
#[derive(Default)]
pub struct HiddenEndings {
    solved: HashMap<HiddenClass, Arc<Values>>,
}

/// What one class of endings takes, for the study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HiddenCount {
    /// Positions, both sides to move.
    pub positions: u64,
    /// Those whose value is neither a win nor a draw nor a loss.
    pub uncertain: u64,
    /// Bytes of the values.
    pub bytes: u64,
}

impl HiddenEndings {
    /// Nothing solved yet.
    pub fn new() -> HiddenEndings {
        HiddenEndings::default()
    }

    /// The expected result of a position with at most four pieces, two of them face down;
    /// `None` for others, and before colours are known.
    ///
    /// ```
    /// use tablebase::banqi::HiddenEndings;
    /// let mut endings = HiddenEndings::new();
    /// // The piece face down is black's rook: to turn it up far from the king costs nothing.
    /// let value = endings.value(&"8/8/8/K6X b r1 0 1".parse().unwrap()).unwrap();
    /// assert_eq!(value.to_string(), "-1");
    /// ```
    pub fn value(&mut self, position: &Position) -> Option<Expectation> {
        let turn = position.turn()?;
        let (class, turned, placed) = class_of(position)?;
        if position.alive_of_side(turn) == 0 {
            return Some(Expectation(-WIN));
        }
        let side = if turned { !turn } else { turn };
        let values = self.solve(&class);
        Some(Expectation(values[side.index()][placed.index()]))
    }

    /// Solves some material with every choice of at most so many pieces face down, and
    /// counts.
    pub fn count(&mut self, class: &Class, face_down: u32) -> HiddenCount {
        let mut count = HiddenCount::default();
        let masks = 0..1u8 << class.pieces();
        for down in masks.filter(|down| down.count_ones() == face_down) {
            let class = HiddenClass { class: class.clone(), down };
            let values = self.solve(&class);
            for index in (0..class.size()).filter(|&index| class.placed(index).is_some()) {
                for side in &*values {
                    count.positions += 1;
                    count.uncertain += u64::from(!matches!(side[index].abs(), 0 | WIN));
                }
            }
            count.bytes += 2 * class.size() as u64;
        }
        count
    }

    /// Bytes of the same values, packed as tables are.
    pub fn packed(&mut self, class: &Class, face_down: u32) -> u64 {
        let masks = (0..1u8 << class.pieces()).filter(|down| down.count_ones() == face_down);
        let all = masks.map(|down| self.solve(&HiddenClass { class: class.clone(), down }));
        let blocks = all.flat_map(|values| {
            let sides = values.iter().flat_map(|side| side.chunks(BLOCK));
            let bytes = |block: &[i8]| block.iter().map(|&value| value as u8).collect::<Vec<_>>();
            sides.map(bytes).collect::<Vec<_>>()
        });
        blocks
            .filter_map(|block| zstd::bulk::compress(&block, 9).ok())
            .map(|b| b.len() as u64)
            .sum()
    }

    fn solve(&mut self, class: &HiddenClass) -> Arc<Values> {
        if let Some(values) = self.solved.get(class) {
            return values.clone();
        }
        let values = Arc::new(Solver::new(class, self).run());
        self.solved.insert(class.clone(), values.clone());
        values
    }
}

/// The class of a position, whether colours change places, and its squares.
fn class_of(position: &Position) -> Option<(HiddenClass, bool, Placed)> {
    let face_down = position.face_down().count();
    let pieces = position.occupied().count() as usize;
    if pieces > MOST_HIDDEN_ENDING || face_down > MOST_FACE_DOWN {
        return None;
    }
    let mut all: Vec<(Piece, Option<Square>)> =
        position.iter().filter_map(|(square, tile)| Some((tile.piece()?, Some(square)))).collect();
    for (piece, count) in position.pool().iter() {
        all.extend((0..count).map(|_| (piece, None)));
    }
    all.sort_unstable_by_key(|&(piece, square)| (piece.side(), piece, square));
    let kinds: Vec<Piece> = all.iter().map(|&(piece, _)| piece).collect();
    let fit = fit(&kinds)?;
    let mut up = ArrayVec::new();
    let mut down = 0;
    for (slot, &own) in fit.order.iter().enumerate() {
        match all[usize::from(own)].1 {
            Some(square) => up.push(square.index() as u8),
            None => down |= 1 << slot,
        }
    }
    let hidden = position.face_down().into_iter().map(|square| square.index() as u8).collect();
    Some((HiddenClass { class: fit.class, down }, fit.turned, Placed { up, down: hidden }))
}

/// One class being solved.
struct Solver<'a> {
    class: &'a HiddenClass,
    kinds: ArrayVec<Kind, MOST>,
    up: ArrayVec<usize, MOST>,
    /// By the taken slot: where its capture leads to; `None` if the game is over.
    captures: Vec<Option<(After, Arc<Values>)>>,
    /// By the slot turned up.
    flips: Vec<(HiddenClass, Arc<Values>)>,
}

impl<'a> Solver<'a> {
    fn new(class: &'a HiddenClass, endings: &mut HiddenEndings) -> Solver<'a> {
        let mut captures = Vec::new();
        for taken in 0..class.class.pieces() {
            let (red, black) = class.class.without(taken);
            captures.push(Class::fit(&red, &black).map(|fit| {
                let own = |at: u8| usize::from(at) + usize::from(usize::from(at) >= taken);
                let mut order = ArrayVec::new();
                let mut down = 0;
                for (slot, &at) in fit.order.iter().enumerate() {
                    if class.down >> own(at) & 1 == 1 {
                        down |= 1 << slot;
                    } else {
                        order.push(own(at));
                    }
                }
                let after = HiddenClass { class: fit.class.clone(), down };
                let values = endings.solve(&after);
                (After { class: after, turned: fit.turned, order }, values)
            }));
        }
        let mut flips = Vec::new();
        for slot in (0..class.class.pieces()).filter(|slot| class.down >> slot & 1 == 1) {
            let after = HiddenClass { class: class.class.clone(), down: class.down & !(1 << slot) };
            let values = endings.solve(&after);
            flips.push((after, values));
        }
        Solver { class, kinds: class.kinds(), up: class.up(), captures, flips }
    }

    /// The value of a capture for whoever takes.
    fn capture(&self, placed: &Placed, side: Side, by: usize, taken: usize) -> i8 {
        let Some((after, values)) = &self.captures[self.up[taken]] else { return WIN };
        let square = |slot: usize| {
            let at = self.up.iter().position(|&own| own == slot).unwrap_or(0);
            if at == by { placed.up[taken] } else { placed.up[at] }
        };
        let up = after.order.iter().map(|&slot| square(slot)).collect();
        let next = if after.turned { side } else { !side };
        let placed = Placed { up, down: placed.down.clone() };
        debug_assert!(placed.index() < after.class.size());
        -values[next.index()][placed.index()]
    }

    /// The expected value of turning up what lies on a square. Sums stay exact: a value
    /// with so many pieces face down is a multiple of [`WIN`] over their orders.
    fn flip(&self, placed: &Placed, side: Side, which: usize) -> i8 {
        let mut sum = 0i32;
        for (after, values) in &self.flips {
            let slot = (self.class.down & !after.down).trailing_zeros() as usize;
            let mut next = placed.clone();
            let square = next.down.remove(which);
            let at = self.up.iter().filter(|&&own| own < slot).count();
            next.up.insert(at, square);
            sum -= i32::from(values[(!side).index()][next.index()]);
        }
        (sum / self.flips.len() as i32) as i8
    }

    /// The best ply that leaves the class, and how many quiet ones there are.
    fn look(&self, placed: &Placed, side: Side) -> (i8, u8) {
        let occupied = placed.occupied();
        let (mut best, mut quiet) = (NO_EXIT, 0);
        for by in 0..self.up.len() {
            if self.class.side_of(self.up[by]) != side {
                continue;
            }
            let square = Square::from_index(usize::from(placed.up[by]));
            let around = neighbours(square);
            let kind = self.kinds[self.up[by]];
            quiet += (around & !occupied).count() as u8;
            for taken in 0..self.up.len() {
                if self.class.side_of(self.up[taken]) == side {
                    continue;
                }
                let target = Square::from_index(usize::from(placed.up[taken]));
                let takes = match kind {
                    Kind::Cannon => cannon_targets(square, occupied).contains(target),
                    _ => {
                        around.contains(target)
                            && kind.captures_adjacent(self.kinds[self.up[taken]])
                    }
                };
                if takes {
                    best = best.max(self.capture(placed, side, by, taken));
                }
            }
        }
        for which in 0..placed.down.len() {
            best = best.max(self.flip(placed, side, which));
        }
        (best, quiet)
    }

    fn run(&self) -> Values {
        let size = self.class.size();
        let mut work = Work {
            best: [vec![NO_EXIT; size], vec![NO_EXIT; size]],
            quiet: [vec![u8::MAX; size], vec![u8::MAX; size]],
            values: [vec![0; size], vec![0; size]],
            decided: [vec![false; size], vec![false; size]],
        };
        for index in 0..size {
            let Some(placed) = self.class.placed(index) else { continue };
            for side in Side::BOTH {
                let s = side.index();
                (work.best[s][index], work.quiet[s][index]) = self.look(&placed, side);
            }
        }
        for gain in (1..=WIN).rev() {
            let mut found = work.at_once(gain);
            while let Some((side, index)) = found.pop() {
                self.go_back(&mut work, side, index, gain, &mut found);
            }
        }
        work.values
    }

    /// Tells the positions before a decided one.
    fn go_back(
        &self,
        work: &mut Work,
        side: Side,
        index: usize,
        gain: i8,
        found: &mut Vec<(Side, usize)>,
    ) {
        let Some(placed) = self.class.placed(index) else { return };
        let won = work.values[side.index()][index] > 0;
        let occupied = placed.occupied();
        for at in (0..self.up.len()).filter(|&at| self.class.side_of(self.up[at]) != side) {
            for from in neighbours(Square::from_index(usize::from(placed.up[at]))) & !occupied {
                let mut before = placed.clone();
                before.up[at] = from.index() as u8;
                work.tell(!side, before.index(), won, gain, found);
            }
        }
    }
}

/// The state of a class being solved, by side to move and index.
struct Work {
    best: [Vec<i8>; 2],
    quiet: [Vec<u8>; 2],
    values: Values,
    decided: [Vec<bool>; 2],
}

impl Work {
    /// Positions decided by their own exits: worth so much, or nothing else to hope for.
    fn at_once(&mut self, gain: i8) -> Vec<(Side, usize)> {
        let mut found = Vec::new();
        for side in Side::BOTH {
            let s = side.index();
            for index in 0..self.values[s].len() {
                let (best, quiet) = (self.best[s][index], self.quiet[s][index]);
                if self.decided[s][index] || quiet == u8::MAX {
                    continue;
                }
                if best >= gain {
                    self.decide(side, index, gain, &mut found);
                } else if quiet == 0 && best <= -gain {
                    self.decide(side, index, -gain, &mut found);
                }
            }
        }
        found
    }

    fn decide(&mut self, side: Side, index: usize, value: i8, found: &mut Vec<(Side, usize)>) {
        self.decided[side.index()][index] = true;
        self.values[side.index()][index] = value;
        found.push((side, index));
    }

    /// A quiet ply from here leads to a position that the opponent wins or loses.
    fn tell(
        &mut self,
        side: Side,
        index: usize,
        won: bool,
        gain: i8,
        found: &mut Vec<(Side, usize)>,
    ) {
        let s = side.index();
        if self.decided[s][index] {
            return;
        }
        if !won {
            return self.decide(side, index, gain, found);
        }
        self.quiet[s][index] -= 1;
        if self.quiet[s][index] == 0 && self.best[s][index] <= -gain {
            self.decide(side, index, -gain, found);
        }
    }
}
