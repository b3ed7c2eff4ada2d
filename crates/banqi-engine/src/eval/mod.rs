//! The evaluation of the profile `chuhe`: material by the food chain, threats,
//! mobility, face-down risk, and the hunt in endings.

mod explain;
mod hidden;
mod hunt;
mod lanes;
mod material;
mod params;
mod state;
mod threats;

use banqi::{Bitboard, Kind, Position, Side};
use game::BySide;
use hunt::Nearness;
pub(crate) use lanes::Lanes;

pub(crate) use explain::explain;
pub use explain::{Static, static_values};
pub(crate) use material::{MaterialCache, Values, Worths};
pub use params::EvalParams;
pub(crate) use state::State;

use crate::walker::Alive;

/// The terms, in the order of [`explain`]'s rows.
pub(crate) const TERMS: [&str; 6] =
    ["material", "threats", "mobility", "face_down", "hunt", "tempo"];

/// The evaluation's numbers; what follows the board is in its [`State`].
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    worths: Worths,
    nearness: Nearness,
}

impl Evaluation {
    pub fn new(params: EvalParams) -> Evaluation {
        Evaluation { nearness: Nearness::new(&params), worths: Worths::new(params) }
    }

    pub fn params(&self) -> &EvalParams {
        self.worths.params()
    }

    /// What pieces are worth by their dangers.
    pub fn worths(&self) -> &Worths {
        &self.worths
    }

    /// Each term for the side to move.
    #[inline(always)]
    fn terms(&self, state: &mut State, position: &Position) -> [i32; TERMS.len()] {
        let params = self.params();
        let alive = state.alive();
        let values = state.material.values(alive, &self.worths);
        let mover = mover(position);
        let lanes = Lanes::of(position);
        let hunt = hunt::hunt(position, &lanes, mover, values, &self.nearness);
        [
            if mover == Side::Red { values.balance } else { -values.balance },
            threats::threats(position, &lanes.attacks(position), mover, values, params),
            mobility(position, params) * (steps(position, mover) - steps(position, !mover)) / 100,
            state.face_down.hidden(position, alive, mover, values, params),
            (hunt[mover] - hunt[!mover]) * nearness(position, params) / 100,
            params.tempo,
        ]
    }

    /// The terms of the fight at hand for the side to move: threats and the hunt.
    #[inline(never)]
    pub fn fight(&self, state: &mut State, position: &Position) -> i32 {
        let values = state.material.values(state.alive(), &self.worths);
        let (mover, lanes) = (mover(position), Lanes::of(position));
        let hunt = hunt::hunt(position, &lanes, mover, values, &self.nearness);
        threats::threats(position, &lanes.attacks(position), mover, values, self.params())
            + (hunt[mover] - hunt[!mover]) * nearness(position, self.params()) / 100
    }

    /// What each side has of a term, for itself; `None` for what belongs to the side
    /// to move alone. The terms are their differences, but for a growing lead and
    /// rounding.
    fn parts(&self, position: &Position) -> [Option<BySide<i32>>; TERMS.len()] {
        let params = self.params();
        let alive = Alive::of(position);
        let values = &material::compute(alive, &self.worths);
        let mover = mover(position);
        let lanes = Lanes::of(position);
        let attacks = lanes.attacks(position);
        let hunt = hunt::hunt(position, &lanes, mover, values, &self.nearness);
        let of = |part: &dyn Fn(Side) -> i32| {
            let mut parts = BySide::default();
            Side::BOTH.into_iter().for_each(|side| parts[side] = part(side));
            Some(parts)
        };
        [
            of(&|side| values.material(alive, side)),
            of(&|side| threats::part(position, &attacks, (side, mover), values, params)),
            of(&|side| mobility(position, params) * steps(position, side) / 100),
            of(&|side| hidden::part(position, side, values, params)),
            of(&|side| hunt[side] * nearness(position, params) / 100),
            None,
        ]
    }
}

/// The side to move; while colours are open, red stands for it.
#[inline]
fn mover(position: &Position) -> Side {
    position.turn().unwrap_or(Side::Red)
}

/// A number that counts more, by so many percent, the more pieces lie face down.
#[inline]
fn closed(number: i32, more: i32, position: &Position) -> i32 {
    number * (3_200 + more * position.face_down().count() as i32) / 3_200
}

/// Worth of a hundred steps of mobility.
#[inline]
fn mobility(position: &Position, params: &EvalParams) -> i32 {
    closed(params.mobility * 100, params.mobility_closed, position)
}

/// Worth of nearness, in percent of the table.
#[inline]
fn nearness(position: &Position, params: &EvalParams) -> i32 {
    closed(params.hunt, params.hunt_closed, position)
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

/// The members of a set that are of one side's kind, for loops over kinds.
#[inline]
pub(crate) fn kinds_of(position: &Position, side: Side) -> [Bitboard; Kind::COUNT] {
    Kind::ALL.map(|kind| position.of_kind(side, kind))
}
