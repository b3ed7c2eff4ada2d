//! The masks of the patterns that two kings on their points allow.

use xiangqi::{Bitboard, Position, Side, Square};

use super::check::{self, Check, checks};
use super::depend::{depends, footprint};
use super::ray::{Rays, Term, terms};
use super::row::{Local, Row, accepts, accepts_number};
use super::{COUNTS, FREE, Verify};
use crate::pattern::{Condition, Variable};

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

/// What is known of a bit besides its masks.
#[derive(Clone, Debug)]
pub(super) struct Bit {
    /// The number of the ground pattern.
    pub ground: u32,
    /// The bit of the same shape's other wing; `u32::MAX` if there is none.
    pub twin: u32,
    per: Option<(Variable, u32)>,
    asked: Vec<Condition>,
    checks: Vec<Check>,
}

/// Masks for one pair of kings. Bits with checks come first, so that what concerns
/// checks alone is short.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Lanes of a mask.
    pub lanes: usize,
    /// The lanes that have bits with checks.
    pub checked: usize,
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
    /// By piece: bits with conditions about it alone.
    locals: Vec<Vec<(usize, Local)>>,
    /// The rays of both kings, if it is known where they stand.
    pub rays: Vec<Rays>,
    /// `[king][lane]`: the bits its rays do not decide.
    pub beside_rays: Vec<Lane>,
    pub bits: Vec<Bit>,
}

/// Who decides a bit at last.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Decided {
    ByCheck,
    /// Those of a king: one of these holds.
    ByRays(usize, Vec<Term>),
    ByMasks,
}

impl Page {
    /// The masks of some rows, in the order of their ground patterns; for kings on these
    /// points, or for all.
    pub fn new(rows: &[&Row], kings: Option<[Square; 2]>) -> Page {
        let decided: Vec<Decided> = rows.iter().map(|row| decided(row, kings.is_some())).collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        // Patterns that need the same pieces stand together.
        order.sort_by_key(|&at| {
            let needed = rows[at].needs.places.map(|places| places.is_none());
            (decided[at] != Decided::ByCheck, rows[at].needs.absent, needed)
        });
        let lanes = rows.len().div_ceil(BITS).max(1);
        let checks = decided.iter().filter(|by| **by == Decided::ByCheck).count();
        let checked = checks.div_ceil(BITS);
        let mut page = Page {
            lanes,
            checked,
            masks: vec![[u64::MAX; LANE]; 14 * 91 * lanes],
            counts: vec![[u64::MAX; LANE]; 14 * COUNTS * lanes],
            times: vec![NONE; 6 * lanes],
            by_kind: vec![NONE; 14 * checked],
            fleeting: vec![NONE; checked],
            open: vec![NONE; checked],
            locals: vec![Vec::new(); 14],
            rays: Vec::new(),
            beside_rays: vec![[u64::MAX; LANE]; 2 * lanes],
            bits: Vec::with_capacity(rows.len()),
        };
        let mut met = [Vec::new(), Vec::new()];
        for (bit, &at) in order.iter().enumerate() {
            page.add(bit, rows[at]);
            match &decided[at] {
                Decided::ByMasks => {}
                Decided::ByCheck => page.set_check(bit, rows[at]),
                Decided::ByRays(king, terms) => {
                    clear(&mut page.beside_rays[king * lanes..], bit);
                    if rows[at].level() == 1 {
                        let bits = (bit as u32, rows[at].levels);
                        met[*king].extend(terms.iter().map(|term| (term.clone(), bits)));
                    }
                }
            }
        }
        page.join_twins(rows, &order);
        let squares = kings.into_iter().flatten();
        page.rays = squares.zip(&met).map(|(king, terms)| Rays::new(king, terms)).collect();
        page
    }

    fn add(&mut self, bit: usize, row: &Row) {
        for piece in 0..14 {
            self.set_places(bit, row, piece);
        }
        for time in 0..6 {
            if row.masks.turns >> (time / 3) & 1 != 0 && row.masks.phases >> (time % 3) & 1 != 0 {
                set(&mut self.times[time * self.lanes..], bit);
            }
        }
        for (piece, local) in &row.locals {
            self.locals[*piece].push((bit, local.clone()));
        }
        self.bits.push(Bit {
            ground: row.number as u32,
            twin: u32::MAX,
            per: row.per,
            asked: row.asked.clone(),
            checks: checks(&row.asked),
        });
    }

    fn set_check(&mut self, bit: usize, row: &Row) {
        let on = depends(&row.asked);
        for piece in on.kinds.pieces() {
            set(&mut self.by_kind[piece.index() * self.checked..], bit);
        }
        if on.always {
            set(&mut self.fleeting, bit);
        }
        set(&mut self.open, bit);
    }

    fn set_places(&mut self, bit: usize, row: &Row, piece: usize) {
        let lanes = self.lanes;
        let is_free = row.needs.places[piece].is_none()
            && !row.needs.absent.has(xiangqi::Piece::from_index(piece));
        if !is_free {
            for point in (0..=90).filter(|&point| !accepts(&row.needs, piece, point)) {
                clear(&mut self.masks[(piece * 91 + point) * lanes..], bit);
            }
        }
        for number in 0..COUNTS {
            if !accepts_number(&row.masks, piece, number) {
                clear(&mut self.counts[(piece * COUNTS + number) * lanes..], bit);
            }
        }
    }

    /// Both wings of a shape are near each other in the order of ground patterns.
    fn join_twins(&mut self, rows: &[&Row], order: &[usize]) {
        let mut bit_of = vec![0; rows.len()];
        for (bit, &at) in order.iter().enumerate() {
            bit_of[at] = bit;
        }
        for at in 1..rows.len() {
            let twin = (0..at)
                .rev()
                .take_while(|&before| rows[before].shape.0 == rows[at].shape.0)
                .find(|&before| rows[before].shape == rows[at].shape);
            if let Some(before) = twin {
                let (one, other) = (bit_of[before], bit_of[at]);
                self.bits[one].twin = other as u32;
                self.bits[other].twin = one as u32;
            }
        }
    }

    /// The OR over the points of a piece, without the patterns that ask for another
    /// number of it or whose conditions about it alone do not hold.
    pub fn work_out(&self, out: &mut [Lane], piece: usize, board: u128, position: &Position) {
        let row = |point: usize| &self.masks[(piece * 91 + point) * self.lanes..][..self.lanes];
        let mut points = Bitboard(board).into_iter();
        out.copy_from_slice(row(points.next().map_or(90, Square::index)));
        for point in points {
            out.iter_mut().zip(row(point.index())).for_each(|(all, more)| *all = or(*all, *more));
        }
        let number = (board.count_ones() as usize).min(COUNTS - 1);
        let fitting = &self.counts[(piece * COUNTS + number) * self.lanes..][..self.lanes];
        out.iter_mut().zip(fitting).for_each(|(all, mask)| *all = and(*all, *mask));
        for (bit, local) in &self.locals[piece] {
            let word = &mut out[bit / BITS][bit / 64 % LANE];
            if *word >> (bit % 64) & 1 != 0 && !local.holds(piece, board, position) {
                *word &= !(1 << (bit % 64));
            }
        }
    }

    /// Whether what is asked of a candidate is so.
    #[inline]
    pub fn holds(&self, bit: usize, position: &Position, verify: Option<Verify>) -> bool {
        let Bit { ground, per, checks, .. } = &self.bits[bit];
        match (per, verify) {
            (Some((variable, least)), _) => {
                check::bindings(checks, position, &FREE, *variable).count_ones() >= *least
            }
            (None, Some(verify)) => verify(*ground as usize, position),
            (None, None) => check::all(checks, position, &FREE),
        }
    }

    /// The points that matter to what is asked of a candidate.
    pub fn footprint(&self, bit: usize, position: &Position) -> u128 {
        footprint(&self.bits[bit].asked, position)
    }
}

fn decided(row: &Row, has_kings: bool) -> Decided {
    if row.is_exact() {
        return Decided::ByMasks;
    }
    let of = |side: Side| terms(side, &row.asked).map(|terms| Decided::ByRays(side.index(), terms));
    Side::BOTH.into_iter().filter(|_| has_kings).find_map(of).unwrap_or(Decided::ByCheck)
}

pub(super) fn set(lanes: &mut [Lane], bit: usize) {
    lanes[bit / BITS][bit / 64 % LANE] |= 1 << (bit % 64);
}

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
