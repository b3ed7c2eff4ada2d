//! The hunt: how near each kind is to its prey through empty squares, and
//! whether the parity of the distance is the hunter's.
//!
//! On an open board a lone hunter catches a lone fugitive exactly if the
//! distance is odd when it is the hunter's turn (the exact tables of two pieces
//! say so), so the right parity is worth something of its own.

use banqi::{Position, Side};
use game::BySide;

use super::lanes::Lanes;
use super::{EvalParams, Values};

/// Worth of nearness by distance, in 1024ths of the prey's value.
const NEAR: [i32; 12] = [0, 0, 56, 48, 40, 33, 27, 22, 17, 13, 9, 6];
/// The worths below are in finer units, for the percentage of the parity.
const FINER: i32 = 16;

/// Worth of nearness by distance, for the hunter to move and the other.
#[derive(Clone, Debug)]
pub(super) struct Nearness([[i32; NEAR.len()]; 2]);

impl Nearness {
    pub fn new(params: &EvalParams) -> Nearness {
        let mut worth = [[0; NEAR.len()]; 2];
        for (distance, near) in NEAR.into_iter().enumerate() {
            for (waits, row) in worth.iter_mut().enumerate() {
                let right = distance % 2 != waits;
                let percent = if right { 100 + params.opposition } else { 100 };
                let far = 100 + params.hunt_far * (distance as i32 - 2).max(0);
                row[distance] = near * FINER * percent / 100 * far.max(0) / 100;
            }
        }
        Nearness(worth)
    }
}

// The one place that floods the board, so that everything inside is inlined there.
#[inline(never)]
pub(super) fn hunt(
    position: &Position,
    lanes: &Lanes,
    mover: Side,
    values: &Values,
    nearness: &Nearness,
) -> BySide<i32> {
    let mut sums = BySide::<i32>::default();
    lanes.flood(position.empty(), NEAR.len() - 1, |distance, all, found| {
        for square in all {
            let Some(prey) = position.piece_at(square) else { continue };
            let hunter = !prey.side();
            let kinds: u32 = found.iter().map(|board| board >> square.index() & 1).sum();
            let near = nearness.0[usize::from(hunter != mover)][distance];
            sums[hunter] += values.of(prey) * near * kinds as i32;
        }
    });
    for side in Side::BOTH {
        sums[side] = sums[side] / (1024 * FINER) * values.share(side) / 100;
    }
    sums
}
