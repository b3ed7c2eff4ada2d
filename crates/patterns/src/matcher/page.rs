//! The masks of the patterns that two kings on their points allow.

use xiangqi::{Bitboard, Piece, Position, Square};

use super::COUNTS;
use super::depend::can_guard;
use super::ray::Rays;
use super::row::Row;
use crate::pattern::Count;

/// Words are taken four at a time: one register.
pub(super) const LANE: usize = 4;
/// Bits of a lane.
pub(super) const BITS: usize = LANE * 64;
/// The rows of a mask that are kept: one for each piece and one for the rays of each king.
pub(super) const ROWS: usize = 16;

/// Some words of a mask.
pub(super) type Lane = [u64; LANE];

/// Nothing.
pub(super) const NONE: Lane = [0; LANE];

/// What a bit is worth to red.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub early: i32,
    pub late: i32,
    /// The bit of the same shape's other wing; `u32::MAX` if there is none.
    twin: u32,
}

impl Worth {
    /// Whether the other wing is among what is found.
    #[inline]
    pub fn has_twin(&self, found: &[Lane]) -> bool {
        self.twin != u32::MAX && has(found, self.twin as usize)
    }
}

/// Masks for one pair of kings. Bits with checks come first, so that what concerns
/// checks alone is short.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Lanes of a mask.
    pub lanes: usize,
    /// The lanes that have bits with checks.
    pub checked: usize,
    /// How many bits have checks.
    pub checks: usize,
    /// `[piece][point, or 90 for none][lane]`
    masks: Vec<Lane>,
    /// `[piece][number][lane]`
    counts: Vec<Lane>,
    /// `[side to move][phase][lane]`
    pub times: Vec<Lane>,
    /// `[piece][lane with checks]`: the bits whose checks depend on the piece.
    pub by_kind: Vec<Lane>,
    /// `[lane with checks]`: the bits whose answers are never remembered.
    pub fleeting: Vec<Lane>,
    /// `[lane with checks]`: the bits that need a check.
    pub open: Vec<Lane>,
    /// By piece: the first bit, the row and its number of a condition about it alone.
    locals: Vec<Vec<(usize, u32, usize)>>,
    /// `[piece][lane]`: the bits that need no two of the piece to guard each other; none
    /// if that is all of them.
    pairs: [Vec<Lane>; 14],
    /// The rays of both kings, if it is known where they stand.
    pub rays: Vec<Rays>,
    /// `[king][lane]`: the bits its rays do not decide.
    pub beside_rays: Vec<Lane>,
    /// By bit: the number of its row.
    pub rows: Vec<u32>,
    pub worth: Vec<Worth>,
}

impl Page {
    /// The masks of some rows, told by their numbers; for kings on these points, or for all.
    /// `worth` is by ground pattern.
    pub fn new(
        rows: &[Row],
        chosen: Vec<u32>,
        worth: &[[i32; 2]],
        kings: Option<[Square; 2]>,
    ) -> Page {
        let row = |bit: usize| &rows[chosen[bit] as usize];
        let lanes = chosen.len().div_ceil(BITS).max(1);
        let checks = (0..chosen.len()).take_while(|&bit| row(bit).is_asked());
        let checks = checks.count();
        let checked = checks.div_ceil(BITS);
        let mut page = Page {
            lanes,
            checked,
            checks,
            masks: Vec::new(),
            counts: vec![[u64::MAX; LANE]; 14 * COUNTS * lanes],
            times: vec![NONE; 6 * lanes],
            by_kind: vec![NONE; 14 * checked],
            fleeting: vec![NONE; checked],
            open: vec![NONE; checked],
            locals: vec![Vec::new(); 14],
            pairs: Default::default(),
            rays: Vec::new(),
            beside_rays: vec![[u64::MAX; LANE]; 2 * lanes],
            rows: Vec::new(),
            worth: Vec::with_capacity(chosen.len()),
        };
        page.set_places(rows, &chosen);
        let mut met = [Vec::new(), Vec::new()];
        for bit in 0..chosen.len() {
            let [early, late] = worth[row(bit).number];
            page.worth.push(Worth { early, late, twin: u32::MAX });
            page.add(bit, chosen[bit], row(bit));
            if row(bit).is_asked() {
                page.set_check(bit, row(bit));
            }
            if let Some((king, terms)) = &row(bit).rays {
                clear(&mut page.beside_rays[king * lanes..], bit);
                if row(bit).level() == 1 {
                    let bits = (bit as u32, row(bit).levels);
                    met[*king].extend(terms.iter().map(|term| (term, bits)));
                }
            }
        }
        page.join_twins(rows, &chosen);
        let squares = kings.into_iter().flatten();
        page.rays = squares.zip(&met).map(|(king, terms)| Rays::new(king, terms)).collect();
        page.rows = chosen;
        page
    }

    /// Every point of a piece has the bits that do not ask for it, and those that ask for
    /// it there.
    fn set_places(&mut self, rows: &[Row], chosen: &[u32]) {
        let lanes = self.lanes;
        let mut free = vec![[u64::MAX; LANE]; 14 * lanes];
        let needs = |bit: usize| &rows[chosen[bit] as usize].needs;
        for bit in 0..chosen.len() {
            for piece in 0..14 {
                let absent = needs(bit).absent.has(Piece::from_index(piece));
                if absent || needs(bit).places[piece].is_some() {
                    clear(&mut free[piece * lanes..], bit);
                }
            }
        }
        self.masks.reserve_exact(14 * 91 * lanes);
        for piece in 0..14 {
            for _ in 0..91 {
                self.masks.extend_from_slice(&free[piece * lanes..][..lanes]);
            }
        }
        for bit in 0..chosen.len() {
            for piece in 0..14 {
                let absent = needs(bit).absent.has(Piece::from_index(piece));
                match (absent, needs(bit).places[piece]) {
                    (true, None) => set(&mut self.masks[(piece * 91 + 90) * lanes..], bit),
                    (false, Some(points)) => {
                        for point in Bitboard(points) {
                            set(&mut self.masks[(piece * 91 + point.index()) * lanes..], bit);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn add(&mut self, bit: usize, number: u32, row: &Row) {
        const ANY: Count = Count { least: 0, most: u8::MAX };
        for (piece, count) in row.masks.counts.iter().enumerate().filter(|one| *one.1 != ANY) {
            for number in (0..COUNTS).filter(|&number| !count.fits(number as u32)) {
                clear(&mut self.counts[(piece * COUNTS + number) * self.lanes..], bit);
            }
        }
        for time in 0..6 {
            if row.masks.turns >> (time / 3) & 1 != 0 && row.masks.phases >> (time % 3) & 1 != 0 {
                set(&mut self.times[time * self.lanes..], bit);
            }
        }
        for (local, (piece, _)) in row.locals.iter().enumerate() {
            self.locals[*piece].push((bit, number, local));
        }
    }

    fn set_check(&mut self, bit: usize, row: &Row) {
        if let Some(piece) = row.pair {
            let others = &mut self.pairs[piece.index()];
            others.resize(self.lanes, [u64::MAX; LANE]);
            clear(others, bit);
        }
        for piece in row.depends.kinds.pieces() {
            set(&mut self.by_kind[piece.index() * self.checked..], bit);
        }
        if row.depends.always {
            set(&mut self.fleeting, bit);
        }
        set(&mut self.open, bit);
    }

    /// Finds the other wing of each shape: of two bits of a shape one is the other's.
    fn join_twins(&mut self, rows: &[Row], chosen: &[u32]) {
        let mut known = std::collections::HashMap::with_capacity(chosen.len());
        for (bit, &number) in chosen.iter().enumerate() {
            if let Some(other) = known.insert(rows[number as usize].shape, bit) {
                self.worth[bit].twin = other as u32;
                self.worth[other].twin = bit as u32;
            }
        }
    }

    /// A lane of the OR over the points of a piece, without the patterns that ask for
    /// another number of it.
    #[inline]
    pub fn join<const LANES: usize>(&self, piece: usize, board: u128, lane: usize) -> Lane {
        let lanes = if LANES > 0 { LANES } else { self.lanes };
        let mask = |point: usize| self.masks[(piece * 91 + point) * lanes + lane];
        let number = (board.count_ones() as usize).min(COUNTS - 1);
        let mut points = Bitboard(board).into_iter();
        let first = mask(points.next().map_or(90, Square::index));
        let all = points.fold(first, |all, point| or(all, mask(point.index())));
        and(all, self.counts[(piece * COUNTS + number) * lanes + lane])
    }

    /// The bits that need no two of a piece to guard each other, where they cannot.
    #[inline]
    pub fn apart(&self, piece: usize, board: u128) -> Option<&[Lane]> {
        let others = &self.pairs[piece];
        let kind = Piece::from_index(piece).kind();
        (!others.is_empty() && !can_guard(kind, board)).then_some(others)
    }

    /// The row of a piece, without the patterns whose conditions about it alone do not hold.
    pub fn work_out(
        &self,
        rows: &[Row],
        out: &mut [Lane],
        piece: usize,
        board: u128,
        position: &Position,
    ) {
        out.iter_mut()
            .enumerate()
            .for_each(|(lane, bits)| *bits = self.join::<0>(piece, board, lane));
        for &(bit, number, local) in &self.locals[piece] {
            if has(out, bit) {
                let row = &rows[number as usize];
                let count = row.locals[local].1.count(position);
                (count.min(row.levels)..row.levels)
                    .for_each(|level| clear(out, bit + level as usize));
            }
        }
    }
}

pub(super) fn set(lanes: &mut [Lane], bit: usize) {
    lanes[bit / BITS][bit / 64 % LANE] |= 1 << (bit % 64);
}

#[inline]
pub(super) fn has(lanes: &[Lane], bit: usize) -> bool {
    lanes[bit / BITS][bit / 64 % LANE] >> (bit % 64) & 1 != 0
}

fn clear(lanes: &mut [Lane], bit: usize) {
    lanes[bit / BITS][bit / 64 % LANE] &= !(1 << (bit % 64));
}

#[inline]
pub(super) fn or(a: Lane, b: Lane) -> Lane {
    std::array::from_fn(|word| a[word] | b[word])
}

#[inline]
pub(super) fn and(a: Lane, b: Lane) -> Lane {
    std::array::from_fn(|word| a[word] & b[word])
}

/// The first without the second.
#[inline]
pub(super) fn without(a: Lane, b: Lane) -> Lane {
    std::array::from_fn(|word| a[word] & !b[word])
}
