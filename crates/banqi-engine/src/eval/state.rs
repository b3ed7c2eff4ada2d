//! What follows the board while a search walks: the living pieces, and what was
//! computed from them before.

use banqi::{Position, Tile};
use game::{Position as _, Score};
use search::{Change, Evaluator};

use super::Evaluation;
use super::hidden::FaceDownCache;
use super::material::MaterialCache;
use crate::kept::Kept;
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
    /// Sums of terms by position.
    kept: Kept,
}

/// More than the plies of any line: a power of two, so that no place lies outside.
const LINE: usize = 256;

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
    /// The whole evaluation, worked out anew.
    #[inline(never)]
    pub fn evaluate_anew(&self, state: &mut State, position: &Position) -> i32 {
        debug_assert_eq!(state.alive(), Alive::of(position), "{position}");
        self.terms(state, position).iter().sum()
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
            kept: Kept::new(),
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
        if let Some(known) = state.kept.find(key) {
            return Score::new(known);
        }
        let sum = self.evaluate_anew(state, position);
        state.kept.keep(key, sum);
        Score::new(sum)
    }
}
