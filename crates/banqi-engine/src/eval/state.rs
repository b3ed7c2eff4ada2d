//! What follows the board while a search walks: the living pieces, and what was
//! computed from them before.

use banqi::{Position, Tile};
use game::{Position as _, Score};
use search::{Change, Evaluator};

use super::Evaluation;
use super::hidden::FaceDownCache;
use super::material::MaterialCache;
use crate::walker::{Alive, victim};

/// The incremental part of the evaluation of one thread. Of a ply only the piece it
/// takes is noted; everything else is computed where a node is evaluated, and kept.
pub(crate) struct State {
    /// The living pieces now.
    alive: Alive,
    /// Those at every ply of the line before.
    before: Box<[Alive; LINE]>,
    /// How many plies that are.
    plies: usize,
    pub(super) material: MaterialCache,
    pub(super) face_down: FaceDownCache,
    /// Sums of terms by position: searches come to the same leaves often.
    seen: Box<[u64]>,
}

/// More than the plies of any line: a power of two, so that no place lies outside.
const LINE: usize = 256;
/// Positions whose evaluation is kept.
const SEEN: usize = 1 << 14;
/// The low bits of a kept word are the sum, the others those of the key.
const SUM_BITS: u32 = 20;
const SUM_MASK: u64 = (1 << SUM_BITS) - 1;

impl State {
    /// The living pieces now.
    #[inline]
    pub(super) fn alive(&self) -> Alive {
        self.alive
    }

    /// Remembers what the next ply may change.
    #[inline]
    fn step(&mut self) {
        debug_assert!(self.plies < LINE);
        self.before[self.plies % LINE] = self.alive;
        self.plies += 1;
    }

    /// Goes to another position and keeps what was computed.
    pub(super) fn stand_at(&mut self, position: &Position) {
        (self.alive, self.plies) = (Alive::of(position), 0);
    }
}

impl Evaluation {
    #[inline(never)]
    fn evaluate_anew(&self, state: &mut State, position: &Position, slot: usize) -> i32 {
        debug_assert_eq!(state.alive(), Alive::of(position), "{position}");
        let sum: i32 = self.terms(state, position).iter().sum();
        debug_assert!(sum.unsigned_abs() < 1 << (SUM_BITS - 1));
        state.seen[slot] = position.key() & !SUM_MASK | sum as u64 & SUM_MASK;
        sum
    }
}

impl Evaluator<Position> for Evaluation {
    type State = State;

    fn start(&self, position: &Position) -> State {
        State {
            alive: Alive::of(position),
            before: Box::new([Alive::default(); LINE]),
            plies: 0,
            material: MaterialCache::new(),
            face_down: FaceDownCache::new(),
            seen: vec![0; SEEN].into_boxed_slice(),
        }
    }

    #[inline]
    fn made(&self, state: &mut State, _: &Position, change: &Change<Tile>) {
        state.step();
        if let Some(victim) = victim(change) {
            state.alive = state.alive.without(victim);
        }
    }

    #[inline]
    fn passed(&self, state: &mut State, _: Option<Score>) {
        state.step();
    }

    #[inline]
    fn unmade(&self, state: &mut State) {
        state.plies = state.plies.wrapping_sub(1);
        state.alive = state.before[state.plies % LINE];
    }

    #[inline]
    fn evaluate(&self, state: &mut State, position: &Position) -> Score {
        let key = position.key();
        let slot = key as usize % SEEN;
        let known = state.seen[slot];
        let sum = if (known ^ key) & !SUM_MASK == 0 {
            // Brings the sign of the low bits back.
            ((known << (64 - SUM_BITS)) as i64 >> (64 - SUM_BITS)) as i32
        } else {
            self.evaluate_anew(state, position, slot)
        };
        Score::new(sum)
    }
}
