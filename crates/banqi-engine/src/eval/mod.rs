//! The evaluation of the profile `chuhe`: material by the food chain, threats,
//! mobility, face-down risk, and the hunt in endings.

mod explain;
mod hidden;
mod hunt;
mod lanes;
mod material;
mod params;
mod threats;

use banqi::{Bitboard, Kind, Position, Side};
use hidden::SleeperCache;
use hunt::Nearness;
pub(crate) use lanes::Lanes;

pub use explain::{EvalRow, Explanation, explain, static_values};
pub(crate) use material::{MaterialCache, Values};
pub use params::EvalParams;

use crate::walker::Walker;

/// The terms, in the order of [`explain`]'s rows.
pub(crate) const TERMS: [&str; 6] =
    ["material", "threats", "mobility", "face down", "hunt", "tempo"];

/// Evaluates positions; keeps the material values it has met.
#[derive(Clone)]
pub(crate) struct Evaluator {
    pub params: EvalParams,
    material: MaterialCache,
    sleepers: SleeperCache,
    nearness: Nearness,
    /// Sums of terms by position: searches come to the same leaves often.
    seen: Box<[u64]>,
}

/// Positions whose evaluation is kept.
const SEEN: usize = 1 << 14;
/// The low bits of a kept word are the sum, the others those of the key.
const SUM_BITS: u32 = 20;
const SUM_MASK: u64 = (1 << SUM_BITS) - 1;

impl Evaluator {
    pub fn new(params: EvalParams) -> Evaluator {
        Evaluator {
            nearness: Nearness::new(&params),
            params,
            material: MaterialCache::new(),
            sleepers: SleeperCache::new(),
            seen: vec![0; SEEN].into_boxed_slice(),
        }
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
        let lanes = Lanes::of(position);
        let hunt = hunt::hunt(position, &lanes, mover, values, &self.nearness);
        [
            if mover == Side::Red { values.balance } else { -values.balance },
            threats::threats(position, &lanes.attacks(position), mover, values, params),
            params.mobility * (steps(position, mover) - steps(position, !mover)),
            self.sleepers.hidden(position, walker.alive, mover, values, params),
            (hunt[mover] - hunt[!mover]) * params.hunt / 100,
            params.tempo,
        ]
    }

    /// The evaluation for the side to move, shrunk as the draw limit nears.
    #[inline]
    pub fn evaluate(&mut self, walker: &Walker) -> i32 {
        let key = walker.key();
        let slot = key as usize % SEEN;
        let known = self.seen[slot];
        let sum = if (known ^ key) & !SUM_MASK == 0 {
            // Brings the sign of the low bits back.
            ((known << (64 - SUM_BITS)) as i64 >> (64 - SUM_BITS)) as i32
        } else {
            self.evaluate_anew(walker, slot)
        };
        shrink(sum, walker.clock, walker.limit)
    }

    fn evaluate_anew(&mut self, walker: &Walker, slot: usize) -> i32 {
        let sum: i32 = self.terms(walker).iter().sum();
        debug_assert!(sum.unsigned_abs() < 1 << (SUM_BITS - 1));
        self.seen[slot] = walker.key() & !SUM_MASK | sum as u64 & SUM_MASK;
        sum
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
