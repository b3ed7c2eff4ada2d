//! SPSA: all parameters at once, by games between two opposite changes.
//!
//! Spall 1998 with the schedule usual in this field: in iteration k every parameter
//! moves by ±c_k at the same time, the two sets play, and all go towards the side that
//! scored more.

use game::{Rng, splitmix64};
use serde::{Deserialize, Serialize};

use crate::space::Space;

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The stability constant, as a share of all iterations.
const A_SHARE: f64 = 0.1;

/// The numbers of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// Iterations planned; the schedule depends on it.
    pub iterations: u32,
    /// Pairs of games of an iteration.
    pub pairs: u32,
    /// The change of a parameter in the last iteration, in steps.
    pub c_end: f64,
    /// How fast values follow in the last iteration.
    pub r_end: f64,
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings { iterations: 1_000, pairs: 4, c_end: 1.0, r_end: 0.002 }
    }
}

impl SpsaSettings {
    /// What makes no sense.
    ///
    /// # Errors
    /// Says what would.
    pub fn check(&self) -> Result<(), String> {
        if self.iterations == 0 || self.pairs == 0 {
            return Err("0 iterations or pairs: nothing to play".to_owned());
        }
        if !(self.c_end > 0.0 && self.r_end > 0.0) {
            return Err("c-end and r-end: expected numbers above 0".to_owned());
        }
        Ok(())
    }
}

/// Where a run stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// Iterations done.
    pub iteration: u32,
    /// The values, not yet rounded.
    pub values: Vec<f64>,
}

/// Two opposite changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Opposites {
    /// One of them.
    pub plus: Vec<i32>,
    /// The other.
    pub minus: Vec<i32>,
    signs: Vec<f64>,
}

impl Spsa {
    /// Begins with the present values.
    pub fn new(space: &Space) -> Spsa {
        Spsa { iteration: 0, values: space.origin().into_iter().map(f64::from).collect() }
    }

    /// What plays next; it follows from the seed, the iteration and the values.
    pub fn ask(&self, space: &Space, settings: &SpsaSettings, seed: u64) -> Opposites {
        let mut rng = Rng::new(splitmix64(seed ^ splitmix64(u64::from(self.iteration) + 7)));
        let (c, _) = self.gains(settings);
        let mut opposites = Opposites { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (gene, &value) in self.values.iter().enumerate() {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let size = c * f64::from(space.spec(gene).step);
            // The same dice for both: rounding alone makes no difference between them.
            let dice = rng.unit();
            let rounded = |value: f64| space.clamp(gene, (value + dice).floor());
            opposites.plus.push(rounded(value + sign * size));
            opposites.minus.push(rounded(value - sign * size));
            opposites.signs.push(sign);
        }
        opposites
    }

    /// Goes towards the better one. `score` is what the plus side won more than it lost,
    /// in pairs.
    pub fn tell(&mut self, space: &Space, settings: &SpsaSettings, asked: &Opposites, score: f64) {
        let (c, r) = self.gains(settings);
        for (gene, (value, sign)) in self.values.iter_mut().zip(&asked.signs).enumerate() {
            let spec = space.spec(gene);
            *value += r * c * f64::from(spec.step) * sign * score;
            *value = value.clamp(f64::from(spec.min), f64::from(spec.max));
        }
        self.iteration += 1;
    }

    /// c_k in steps, and r_k.
    fn gains(&self, settings: &SpsaSettings) -> (f64, f64) {
        let (k, n) = (f64::from(self.iteration) + 1.0, f64::from(settings.iterations));
        let stability = A_SHARE * n;
        let c = settings.c_end * (n / k).powf(GAMMA);
        let a_end = settings.r_end * settings.c_end * settings.c_end;
        let a = a_end * ((stability + n) / (stability + k)).powf(ALPHA);
        (c, a / (c * c))
    }

    /// The present values, rounded.
    pub fn genome(&self, space: &Space) -> Vec<i32> {
        self.values.iter().enumerate().map(|(gene, &value)| space.clamp(gene, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::tests::sample;

    #[test]
    fn noisy_games_lead_to_a_known_optimum() {
        let space = sample();
        let aim: Vec<f64> = space
            .origin()
            .iter()
            .enumerate()
            .map(|(gene, &value)| f64::from(value) + if gene % 2 == 0 { 40.0 } else { -40.0 })
            .collect();
        let distance = |genome: &[i32]| -> f64 {
            genome.iter().zip(&aim).map(|(&value, aim)| (f64::from(value) - aim).powi(2)).sum()
        };
        let settings = SpsaSettings { iterations: 6_000, pairs: 4, c_end: 2.0, r_end: 0.05 };
        let run = || {
            let mut spsa = Spsa::new(&space);
            let mut rng = Rng::new(2);
            while spsa.iteration < settings.iterations {
                let asked = spsa.ask(&space, &settings, 5);
                let better = distance(&asked.minus) - distance(&asked.plus);
                // A pair is won more often by the better side, but chance has its share.
                let chance = 1.0 / (1.0 + (-better / 2_000.0).exp());
                let wins = (0..8).filter(|_| rng.unit() < chance).count() as f64;
                spsa.tell(&space, &settings, &asked, wins - 4.0);
            }
            spsa
        };
        let spsa = run();
        let (before, after) = (distance(&space.origin()), distance(&spsa.genome(&space)));
        assert!(after * 10.0 < before, "from {before} to {after}");
        assert_eq!(spsa, run(), "repeatable");
    }

    #[test]
    fn opposites_lie_on_both_sides() {
        let space = sample();
        let spsa = Spsa::new(&space);
        let asked = spsa.ask(&space, &SpsaSettings::default(), 1);
        for (gene, &value) in space.origin().iter().enumerate() {
            let sides = [asked.plus[gene] - value, asked.minus[gene] - value];
            assert!(sides[0] * sides[1] < 0, "{sides:?}");
        }
    }
}
