//! The evaluation of the profile `chuhe`: material by the food chain, threats,
//! mobility, face-down risk, and the hunt in endings.

mod explain;
mod hidden;
mod hunt;
mod material;
mod params;
mod threats;

use banqi::{Bitboard, Kind, Position, Side};

pub use explain::{EvalRow, Explanation, explain, static_values};
pub(crate) use material::{MaterialCache, Values};
pub use params::EvalParams;
pub(crate) use threats::attacked_by;

use crate::walker::Walker;

/// The terms, in the order of [`explain`]'s rows.
pub(crate) const TERMS: [&str; 6] =
    ["material", "threats", "mobility", "face down", "hunt", "tempo"];

/// Evaluates positions; keeps the material values it has met.
#[derive(Clone)]
pub(crate) struct Evaluator {
    pub params: EvalParams,
    material: MaterialCache,
    /// Sums of terms by position key: searches come to the same leaves often.
    seen: Box<[(u64, i32)]>,
}

/// Positions whose evaluation is kept.
const SEEN: usize = 1 << 15;

impl Evaluator {
    pub fn new(params: EvalParams) -> Evaluator {
        let seen = vec![(0, 0); SEEN].into_boxed_slice();
        Evaluator { params, material: MaterialCache::new(), seen }
    }

    /// The values of the pieces for the living ones.
    #[inline]
    pub fn values(&mut self, walker: &Walker) -> &Values {
        self.material.values(walker.alive, &self.params)
    }

    /// Each term for the side to move.
    #[inline]
    pub fn terms(&mut self, walker: &Walker) -> [i32; TERMS.len()] {
        let params = &self.params;
        let values = self.material.values(walker.alive, params);
        let position = &walker.position;
        let mover = walker.turn();
        let threats = threats::threats(position, mover, values, params);
        let hunt = hunt::hunt(position, mover, values, params);
        [
            if mover == Side::Red { values.balance } else { -values.balance },
            threats,
            params.mobility * (steps(position, mover) - steps(position, !mover)),
            hidden::hidden(position, mover, values, params),
            hunt,
            params.tempo,
        ]
    }

    /// The evaluation for the side to move, shrunk as the draw limit nears.
    #[inline]
    pub fn evaluate(&mut self, walker: &Walker) -> i32 {
        let key = walker.key();
        let slot = key as usize % SEEN;
        let (known, sum) = self.seen[slot];
        if known == key {
            return shrink(sum, walker.clock, walker.limit);
        }
        let sum: i32 = self.terms(walker).iter().sum();
        self.seen[slot] = (key, sum);
        shrink(sum, walker.clock, walker.limit)
    }
}

/// How many single steps a side's pieces have.
#[inline]
fn steps(position: &Position, side: Side) -> i32 {
    let (own, empty) = (position.of_side(side), position.empty());
    let count = (own.left() & empty).count()
        + (own.right() & empty).count()
        + (own.up() & empty).count()
        + (own.down() & empty).count();
    count as i32
}

/// An evaluation nearer to a draw the nearer the draw limit is.
#[inline]
pub(crate) fn shrink(eval: i32, clock: u32, limit: u32) -> i32 {
    let left = limit.saturating_sub(clock);
    let full = (limit / 2).max(1);
    if left >= full { eval } else { (i64::from(eval) * i64::from(left) / i64::from(full)) as i32 }
}

/// What distinguishes positions whose scores the clock touches: none far from
/// the limit, then coarse steps, then every ply.
#[inline]
pub(crate) fn clock_bucket(clock: u32, limit: u32) -> u32 {
    let left = limit.saturating_sub(clock);
    if left >= (limit / 2).max(24) {
        0
    } else if left >= 24 {
        1000 + left / 4
    } else {
        left + 1
    }
}

/// The members of a set that are of one side's kind, for loops over kinds.
#[inline]
pub(crate) fn kinds_of(position: &Position, side: Side) -> [Bitboard; Kind::COUNT] {
    Kind::ALL.map(|kind| position.of_kind(side, kind))
}
