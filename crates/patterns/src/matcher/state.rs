//! What a matcher remembers of the positions it was asked about.

use xiangqi::{Piece, Position};

use super::Verify;
use super::page::{BITS, LANE, Lane, NONE, Page, ROWS, and, or, without};
use super::ray::{Met, Rays};
use crate::board;

/// Rows that are remembered of a piece, at most.
const SLOTS: usize = 64;
/// Memory of one page for remembered rows, in lanes.
const MEMORY: usize = ROWS * SLOTS * 8;

/// Every piece may have moved.
pub(super) const ALL: u16 = (1 << 14) - 1;

/// What is remembered for one pair of kings.
#[derive(Clone, Debug)]
pub(super) struct PageState {
    boards: [u128; 14],
    /// What each king meets along its rays.
    met: Vec<Met>,
    met_row: Vec<Lane>,
    phase: usize,
    /// `[lane][piece, or king with its rays]`: the rows of now.
    rows: Vec<[Lane; ROWS]>,
    /// `[piece][slot]`: the boards whose rows are remembered, and the rows.
    known: Vec<u128>,
    known_rows: Vec<Lane>,
    slots: usize,
    /// The bits whose answer is known, the answers, and what they depend on.
    fresh: Vec<Lane>,
    answers: Vec<Lane>,
    footprints: Vec<u128>,
    /// The bits that were on the board.
    pub found: Vec<Lane>,
    /// What they were worth, early and late, to red.
    pub sums: [i32; 2],
}

impl PageState {
    pub fn new(page: &Page, position: &Position) -> PageState {
        let slots = (MEMORY / (ROWS * page.lanes)).clamp(1, SLOTS);
        let slots = 1 << slots.ilog2();
        let mut state = PageState {
            boards: [0; 14],
            met: page.rays.iter().map(Rays::start).collect(),
            met_row: vec![NONE; page.lanes],
            phase: board::phase(position).trailing_zeros() as usize,
            rows: vec![[[u64::MAX; LANE]; ROWS]; page.lanes],
            // No piece stands on all points.
            known: vec![u128::MAX; 14 * slots],
            known_rows: vec![NONE; 14 * slots * page.lanes],
            slots,
            fresh: vec![NONE; page.checked],
            answers: vec![NONE; page.checked],
            footprints: vec![0; page.checked * BITS],
            found: vec![NONE; page.lanes],
            sums: [0; 2],
        };
        for index in 0..14 {
            let board = pieces(position, index);
            state.boards[index] = board;
            state.take_row(page, index, board, position);
        }
        for king in 0..page.rays.len() {
            page.rays[king].look(&mut state.met[king], position, u128::MAX);
            state.take_met(page, king);
        }
        state
    }

    /// Brings everything up to date. Only the pieces of `moved` are looked at; `changed` is
    /// told every bit that came or went.
    #[inline]
    pub fn find(
        &mut self,
        page: &Page,
        position: &Position,
        moved: u16,
        verify: Option<Verify>,
        mut changed: impl FnMut(&[Lane], usize, bool),
    ) {
        let points = self.refresh(page, position, moved);
        let time = 3 * position.turn().index() + self.phase;
        for lane in 0..page.lanes {
            let mut left = page.times[time * page.lanes + lane];
            for row in &self.rows[lane] {
                left = and(left, *row);
            }
            if lane < page.checked {
                self.ask(page, position, lane, left, points, verify);
                left = and(left, or(self.answers[lane], without(left, page.open[lane])));
            }
            if left == self.found[lane] {
                continue;
            }
            for word in 0..LANE {
                let mut bits = left[word] ^ self.found[lane][word];
                while bits != 0 {
                    let at = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    // One after the other, so that a wing knows whether the other counts.
                    self.found[lane][word] ^= 1 << at;
                    let bit = (lane * LANE + word) * 64 + at;
                    changed(&self.found, bit, left[word] >> at & 1 != 0);
                }
            }
        }
    }

    /// Asks for the answers of the candidates of a lane that are not known.
    #[inline]
    fn ask(
        &mut self,
        page: &Page,
        position: &Position,
        lane: usize,
        left: Lane,
        points: u128,
        verify: Option<Verify>,
    ) {
        let open = and(left, page.open[lane]);
        // Of bits that are no candidates nobody watches what their answers depend on.
        let fresh = without(and(self.fresh[lane], open), page.fleeting[lane]);
        self.fresh[lane] = open;
        for word in 0..LANE {
            let mut bits = open[word];
            while bits != 0 {
                let at = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let bit = (lane * LANE + word) * 64 + at;
                if fresh[word] >> at & 1 != 0 && self.footprints[bit] & points == 0 {
                    continue;
                }
                let holds = page.holds(bit, position, verify);
                self.footprints[bit] = page.footprint(bit, position);
                let answers = &mut self.answers[lane][word];
                *answers = *answers & !(1 << at) | u64::from(holds) << at;
            }
        }
    }

    /// Brings the rows of pieces that moved up to date, and forgets the answers that depend
    /// on them; the points that changed.
    #[inline]
    fn refresh(&mut self, page: &Page, position: &Position, moved: u16) -> u128 {
        let (mut points, mut moved) = (0, moved);
        while moved != 0 {
            let index = moved.trailing_zeros() as usize;
            moved &= moved - 1;
            let board = pieces(position, index);
            let before = self.boards[index];
            if board == before {
                continue;
            }
            self.boards[index] = board;
            points |= before ^ board;
            if before.count_ones() != board.count_ones() {
                self.phase = board::phase(position).trailing_zeros() as usize;
            }
            self.take_row(page, index, board, position);
            for (fresh, by) in self.fresh.iter_mut().zip(&page.by_kind[index * page.checked..]) {
                *fresh = without(*fresh, *by);
            }
        }
        for (king, rays) in page.rays.iter().enumerate() {
            if rays.look(&mut self.met[king], position, points) {
                self.take_met(page, king);
            }
        }
        points
    }

    /// Makes the row of a king's rays that of what it meets.
    fn take_met(&mut self, page: &Page, king: usize) {
        let row = &mut self.met_row;
        row.copy_from_slice(&page.beside_rays[king * page.lanes..][..page.lanes]);
        page.rays[king].paint(&self.met[king], row);
        for (rows, lane) in self.rows.iter_mut().zip(row) {
            rows[14 + king] = *lane;
        }
    }

    /// Makes the row of a piece that of its board, which may be remembered.
    #[inline]
    fn take_row(&mut self, page: &Page, index: usize, board: u128, position: &Position) {
        let slot = index * self.slots + (hash(board) & (self.slots - 1));
        let row = &mut self.known_rows[slot * page.lanes..][..page.lanes];
        if self.known[slot] != board {
            self.known[slot] = board;
            page.work_out(row, index, board, position);
        }
        for (rows, lane) in self.rows.iter_mut().zip(row) {
            rows[index] = *lane;
        }
    }

    /// The bits left by the masks, for statistics.
    pub fn candidates(&self) -> u32 {
        let open = self.fresh.as_flattened().iter();
        open.map(|word| word.count_ones()).sum()
    }
}

#[inline]
fn pieces(position: &Position, index: usize) -> u128 {
    let piece = Piece::from_index(index);
    position.pieces(piece.side(), piece.kind()).0
}

/// A place for a board.
#[inline]
fn hash(board: u128) -> usize {
    let low = (board as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((board >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((low ^ high) >> 52) as usize
}
