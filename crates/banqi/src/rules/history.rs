//! What the law remembers: one record per ply.

use arrayvec::ArrayVec;
use game::Position as _;

use crate::{Ply, Position, Square};

/// The enemy pieces that the last moved piece chases, each with the number of
/// consecutive own plies on which its side has now chased that piece.
/// A piece attacks in four directions at most.
pub type Chases = ArrayVec<(Square, u32), 4>;

/// What is remembered of one ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The ply.
    pub ply: Ply,
    /// The key of the position after it.
    pub key: u64,
    /// Plies since the last capture or flip, this one included.
    pub clock: u32,
    /// The pieces it chases, where they stand after it.
    pub chases: Chases,
}

/// The plies of a game as the law sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    start_key: u64,
    start_clock: u32,
    records: Vec<Record>,
}

impl History {
    /// The memory before the first ply, `clock` plies after the last progress.
    pub fn new(start: &Position, clock: u32) -> History {
        History { start_key: start.key(), start_clock: clock, records: Vec::new() }
    }

    /// Plies since the last capture or flip.
    pub fn clock(&self) -> u32 {
        self.records.last().map_or(self.start_clock, |record| record.clock)
    }

    /// One record per ply, oldest first.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The key of the position after `plies` plies.
    pub fn key_after(&self, plies: usize) -> Option<u64> {
        match plies.checked_sub(1) {
            None => Some(self.start_key),
            Some(index) => self.records.get(index).map(|record| record.key),
        }
    }

    /// The pieces chased by the last ply.
    pub fn chases(&self) -> &[(Square, u32)] {
        self.records.last().map_or(&[], |record| &record.chases)
    }

    /// The shortest even length L such that the last `times` · L plies are
    /// `times` equal copies of the same L plies.
    ///
    /// A capture or flip cannot come again, so no cycle reaches back to one,
    /// even where the same two squares are written: with this, the contest
    /// platform and we end the same games at the same ply.
    pub fn cycle_length(&self, times: usize) -> Option<usize> {
        let quiet = self.records.len().min(self.clock() as usize);
        let longest = quiet.checked_div(times)?;
        (2..=longest).step_by(2).find(|&length| self.repeats(length, times))
    }

    fn repeats(&self, length: usize, times: usize) -> bool {
        let tail = &self.records[self.records.len() - times * length..];
        let (late, early) = (&tail[length..], &tail[..tail.len() - length]);
        // Backwards, since a cycle that is none usually fails at its last ply.
        late.iter().rev().zip(early.iter().rev()).all(|(a, b)| a.ply == b.ply)
    }

    /// How many plies ago each position stood that has the current one's key,
    /// the current one (0) first. Only positions since the last progress can.
    pub fn seen(&self) -> impl Iterator<Item = usize> {
        let plies = self.records.len();
        let quiet = plies.min(self.clock() as usize);
        let key = self.key_after(plies);
        (0..=quiet).step_by(2).filter(move |ago| self.key_after(plies - ago) == key)
    }

    pub(super) fn push(&mut self, before: &Position, ply: Ply, after: &Position) {
        let progress = ply.is_flip() || before.is_capture(ply);
        let clock = if progress { 0 } else { self.clock().saturating_add(1) };
        let chases = if progress { Chases::new() } else { self.chases_after(ply, after) };
        self.records.push(Record { ply, key: after.key(), clock, chases });
    }

    pub(super) fn pop(&mut self) {
        self.records.pop();
    }

    /// Continues the chases of the same side's last ply, two plies ago.
    fn chases_after(&self, ply: Ply, after: &Position) -> Chases {
        let victims = after.captures_from(ply.to());
        victims.iter().map(|square| (square, self.chased_before(square) + 1)).collect()
    }

    /// How often in a row the piece that now stands on `square` was chased
    /// before: it may have moved there with the opponent's last ply.
    fn chased_before(&self, square: Square) -> u32 {
        let [.., own, reply] = self.records.as_slice() else { return 0 };
        let stood = if reply.ply.to() == square { reply.ply.from() } else { square };
        own.chases.iter().find(|(chased, _)| *chased == stood).map_or(0, |&(_, times)| times)
    }
}
