//! What a matcher remembers of the positions it was asked about.

use xiangqi::{Piece, Position};

use super::Verify;
use super::answer::answer;
use super::page::{LANE, Lane, NONE, Page, ROWS, and, or, without};
use super::ray::{Met, Rays};
use super::row::{Row, is_pawn};
use crate::board;

/// How many boards of a side's pawns have their rows remembered, as a power of two.
const SLOTS: u32 = 6;
/// With more lanes than this only the last one is.
const WIDE: usize = 32;

/// Every piece may have moved.
pub(super) const ALL: u16 = (1 << 14) - 1;

/// What is remembered for one pair of kings.
#[derive(Clone, Debug)]
pub(super) struct PageState {
    boards: [u128; 14],
    phase: usize,
    /// Everything that has lanes stands together, so that a question touches little memory:
    /// `[lane][piece, or king with its rays]`, the rows of now; the bits found; those whose
    /// answer is known, the answers; by slot a board of pawns and its row.
    memory: Vec<Lane>,
    found: usize,
    fresh: usize,
    answers: usize,
    /// By side: the first slot of its pawns.
    slots: [usize; 2],
    /// How many there are, as a power of two.
    power: u32,
    /// By bit with a check: the points its answer depends on.
    footprints: Vec<u128>,
    /// What each king meets along its rays.
    met: Vec<Met>,
    met_row: Vec<Lane>,
    /// What was found is worth, early and late, to red.
    pub sums: [i32; 2],
}

impl PageState {
    pub fn new(page: &Page, rows: &[Row], position: &Position) -> PageState {
        let (lanes, power) = (page.lanes, if page.lanes > WIDE { 0 } else { SLOTS });
        let found = ROWS * lanes;
        let fresh = found + lanes;
        let answers = fresh + page.checked;
        let first = answers + page.checked;
        let slots = [first, first + ((1 + lanes) << power)];
        let mut memory = vec![NONE; slots[1] + ((1 + lanes) << power)];
        memory[..found].fill([u64::MAX; LANE]);
        let mut state = PageState {
            boards: [0; 14],
            phase: board::phase(position).trailing_zeros() as usize,
            memory,
            found,
            fresh,
            answers,
            slots,
            power,
            footprints: vec![0; page.checks],
            met: page.rays.iter().map(Rays::start).collect(),
            met_row: vec![NONE; lanes],
            sums: [0; 2],
        };
        for index in 0..14 {
            let board = pieces(position, index);
            state.boards[index] = board;
            state.take_row::<0>(page, rows, index, board, position);
        }
        for king in 0..page.rays.len() {
            page.rays[king].look(&mut state.met[king], position, u128::MAX);
            state.take_met(page, king);
        }
        state
    }

    /// Brings everything up to date. Only the pieces of `moved` are looked at.
    #[inline]
    pub fn find(
        &mut self,
        page: &Page,
        rows: &[Row],
        position: &Position,
        moved: u16,
        verify: Option<Verify>,
    ) {
        // What the shipped patterns need is one register: for that the compiler knows it.
        match (page.lanes, page.checked) {
            (1, 1) => self.find_in::<1>(page, rows, position, moved, verify),
            _ => self.find_in::<0>(page, rows, position, moved, verify),
        }
    }

    /// The same for so many lanes, all with checks; for any number if that is 0.
    fn find_in<const LANES: usize>(
        &mut self,
        page: &Page,
        rows: &[Row],
        position: &Position,
        moved: u16,
        verify: Option<Verify>,
    ) {
        let [lanes, checked] = if LANES > 0 { [LANES; 2] } else { [page.lanes, page.checked] };
        let points = self.refresh::<LANES>(page, rows, position, moved);
        let time = 3 * position.turn().index() + self.phase;
        for lane in 0..lanes {
            let mut left = page.times[time * lanes + lane];
            let now: &[Lane; ROWS] =
                self.memory[lane * ROWS..][..ROWS].try_into().expect("there are so many rows");
            for row in now {
                left = and(left, *row);
            }
            if lane < checked {
                let open = and(left, page.open[lane]);
                left = match open {
                    NONE => left,
                    _ => self.ask(page, rows, position, lane, left, points, verify),
                };
                self.memory[self.fresh + lane] = open;
            }
            if left != self.memory[self.found + lane] {
                self.weigh(page, lane, left);
            }
        }
    }

    /// Takes over what is found in a lane, and what that is worth.
    #[inline(never)]
    fn weigh(&mut self, page: &Page, lane: usize, left: Lane) {
        for word in 0..LANE {
            let mut bits = left[word] ^ self.memory[self.found + lane][word];
            while bits != 0 {
                let at = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                // One after the other: both wings of a shape count as one, so a wing must
                // know whether the other counts already.
                let found = &mut self.memory[self.found..][..page.lanes];
                found[lane][word] ^= 1 << at;
                let worth = &page.worth[(lane * LANE + word) * 64 + at];
                if !worth.has_twin(found) {
                    let sign = if left[word] >> at & 1 != 0 { 1 } else { -1 };
                    self.sums[0] += sign * worth.early;
                    self.sums[1] += sign * worth.late;
                }
            }
        }
    }

    /// Asks for the answers of the candidates of a lane that are not known; what is left.
    #[expect(clippy::too_many_arguments, reason = "all of it is what a question is about")]
    fn ask(
        &mut self,
        page: &Page,
        rows: &[Row],
        position: &Position,
        lane: usize,
        left: Lane,
        points: u128,
        verify: Option<Verify>,
    ) -> Lane {
        let open = and(left, page.open[lane]);
        // Of bits that are no candidates nobody watches what their answers depend on.
        let fresh = without(and(self.memory[self.fresh + lane], open), page.fleeting[lane]);
        for word in 0..LANE {
            let mut bits = open[word];
            while bits != 0 {
                let at = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let bit = (lane * LANE + word) * 64 + at;
                if fresh[word] >> at & 1 != 0 && self.footprints[bit] & points == 0 {
                    continue;
                }
                let (holds, on) = answer(&rows[page.rows[bit] as usize], position, verify);
                self.footprints[bit] = on;
                let answers = &mut self.memory[self.answers + lane][word];
                *answers = *answers & !(1 << at) | u64::from(holds) << at;
            }
        }
        or(without(left, open), and(open, self.memory[self.answers + lane]))
    }

    /// Brings the rows of pieces that moved up to date, and forgets the answers that depend
    /// on them; the points that changed.
    #[inline]
    fn refresh<const LANES: usize>(
        &mut self,
        page: &Page,
        rows: &[Row],
        position: &Position,
        moved: u16,
    ) -> u128 {
        let checked = if LANES > 0 { LANES } else { page.checked };
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
            self.take_row::<LANES>(page, rows, index, board, position);
            for lane in 0..checked {
                let fresh = &mut self.memory[self.fresh + lane];
                *fresh = without(*fresh, page.by_kind[index * checked + lane]);
            }
        }
        for (king, rays) in page.rays.iter().enumerate() {
            if points & rays.points != 0 && rays.look(&mut self.met[king], position, points) {
                self.take_met(page, king);
            }
        }
        points
    }

    /// Makes the row of a king's rays that of what it meets.
    #[inline(never)]
    fn take_met(&mut self, page: &Page, king: usize) {
        let row = &mut self.met_row;
        row.copy_from_slice(&page.beside_rays[king * page.lanes..][..page.lanes]);
        page.rays[king].paint(&self.met[king], row);
        for (lane, bits) in self.met_row.iter().enumerate() {
            self.memory[lane * ROWS + 14 + king] = *bits;
        }
    }

    /// Makes the row of a piece that of its board.
    #[inline]
    fn take_row<const LANES: usize>(
        &mut self,
        page: &Page,
        rows: &[Row],
        index: usize,
        board: u128,
        position: &Position,
    ) {
        if is_pawn(index) {
            return self.take_pawns(page, rows, index, board, position);
        }
        let lanes = if LANES > 0 { LANES } else { page.lanes };
        for lane in 0..lanes {
            self.memory[lane * ROWS + index] = page.join::<LANES>(index, board, lane);
        }
        if let Some(others) = page.apart(index, board) {
            for (lane, others) in others.iter().enumerate() {
                let row = &mut self.memory[lane * ROWS + index];
                *row = and(*row, *others);
            }
        }
    }

    /// The same for pawns, whose row may be remembered.
    fn take_pawns(
        &mut self,
        page: &Page,
        rows: &[Row],
        index: usize,
        board: u128,
        position: &Position,
    ) {
        let lanes = page.lanes;
        let slot = self.slots[index / 7] + hash(board, self.power) * (1 + lanes);
        // Bit 127 is no point: a board that is remembered has it.
        let key = board | 1 << 127;
        let (now, slots) = self.memory.split_at_mut(slot);
        let (head, rest) = slots.split_first_mut().expect("a slot has a board and a row");
        let row = &mut rest[..lanes];
        let known = u128::from(head[0]) | u128::from(head[1]) << 64;
        if known != key {
            *head = [key as u64, (key >> 64) as u64, 0, 0];
            page.work_out(rows, row, index, board, position);
        }
        for lane in 0..lanes {
            now[lane * ROWS + index] = row[lane];
        }
    }

    /// The bits found.
    pub fn found(&self) -> &[Lane] {
        &self.memory[self.found..self.fresh]
    }

    /// How many candidates needed a check, for statistics.
    pub fn candidates(&self) -> u32 {
        let open = self.memory[self.fresh..self.answers].as_flattened().iter();
        open.map(|word| word.count_ones()).sum()
    }
}

#[inline]
fn pieces(position: &Position, index: usize) -> u128 {
    const PIECES: [Piece; 14] = {
        let mut all = [Piece::from_index(0); 14];
        let mut index = 0;
        while index < 14 {
            all[index] = Piece::from_index(index);
            index += 1;
        }
        all
    };
    let piece = PIECES[index];
    position.pieces(piece.side(), piece.kind()).0
}

/// A number below a power of two for a board.
#[inline]
fn hash(board: u128, power: u32) -> usize {
    let low = (board as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((board >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((low ^ high) >> 58 >> (6 - power)) as usize
}
