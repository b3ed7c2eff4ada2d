//! Crossover and mutation (section 2.2.2, figures 2-10 to 2-13).
//!
//! The document gives the shapes: crossover moves a value along the line from A to B,
//! most often close to B or between the two, seldom beyond either end; mutation
//! multiplies, most often by something like 0.9 to 1.1, seldom by 0.5 or 2; SV has
//! narrow ranges and LV wide ones. The numbers below are ours.

use game::Rng;

use super::settings::Mode;
use crate::space::Space;

/// What happens to the chosen parameters of a set.
pub(super) enum Change<'a> {
    /// They go towards another set's.
    Towards(&'a [i32]),
    /// They change by themselves.
    Alone,
}

/// A value nearer to nought than this many steps is multiplied as if it were that
/// large: nought times anything would stay nought for ever. Ours.
const SMALLEST: f64 = 5.0;

impl Change<'_> {
    /// Changes a group of parameters by the same measure: the points of a block go up
    /// or down together.
    pub fn apply(
        &self,
        space: &Space,
        mode: Mode,
        group: &[usize],
        genome: &mut [i32],
        rng: &mut Rng,
    ) {
        match self {
            Change::Towards(partner) => {
                let place = crossover_place(mode, rng);
                for &gene in group {
                    let (a, b) = (f64::from(genome[gene]), f64::from(partner[gene]));
                    genome[gene] = rounded(space, gene, a + place * (b - a), rng);
                }
            }
            Change::Alone => {
                let factor = mutation_factor(mode, rng);
                for &gene in group {
                    let value = f64::from(genome[gene]);
                    let least = SMALLEST * f64::from(space.spec(gene).step);
                    let size = value.abs().max(least).copysign(value);
                    genome[gene] = rounded(space, gene, value + (factor - 1.0) * size, rng);
                }
            }
        }
    }
}

/// Rounds up or down by chance, so that small changes of small numbers are not lost.
fn rounded(space: &Space, gene: usize, value: f64, rng: &mut Rng) -> i32 {
    let up = rng.unit() < value - value.floor();
    space.clamp(gene, value.floor() + f64::from(u8::from(up)))
}

/// Where on the line from A (0) to B (1) a crossover ends.
pub fn crossover_place(mode: Mode, rng: &mut Rng) -> f64 {
    // Close to B, between A and B, beyond: how likely, and how far.
    let (near, between, close, beyond) =
        if mode.is_small() { (0.50, 0.40, 0.1, 0.25) } else { (0.40, 0.40, 0.25, 1.0) };
    let kind = rng.unit();
    let place = rng.unit();
    if kind < near {
        1.0 + close * (2.0 * place - 1.0)
    } else if kind < near + between {
        place
    } else if rng.below(2) == 0 {
        1.0 + close + beyond * place
    } else {
        -beyond * place
    }
}

/// What a mutation multiplies by.
pub fn mutation_factor(mode: Mode, rng: &mut Rng) -> f64 {
    // Usually within the range, values near 1 more likely; one in twenty farther.
    let (usual, rare) = if mode.is_small() { (0.04, 1.1_f64) } else { (0.5, 2.0) };
    if rng.unit() < 0.95 {
        1.0 + usual * (rng.unit() + rng.unit() - 1.0)
    } else {
        rare.powf(2.0 * rng.unit() - 1.0)
    }
}
