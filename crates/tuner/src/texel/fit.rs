//! The fit: full passes over all traces, Adam, the same result on any number of threads.

use serde::{Deserialize, Serialize};

use super::traces::Traces;
use crate::space::Space;

/// The numbers of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitSettings {
    /// Passes over all positions.
    pub epochs: u32,
    /// How far a parameter may move in one of them, in its steps.
    pub rate: f64,
    /// Points of the evaluation that are a logit of one; 0: found by the data.
    pub scale: f64,
    /// What pulls values back to where they began, per squared step.
    pub pull: f64,
    /// After so many passes the positions are traced anew.
    pub retrace: u32,
    /// The share of results in targets; the rest is the search's score.
    pub result_share: f64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            epochs: 150,
            rate: 0.25,
            scale: 0.0,
            pull: 1e-7,
            retrace: 50,
            result_share: 0.5,
        }
    }
}

/// Where a fit stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fit {
    /// Passes done.
    pub epoch: u32,
    /// The values in steps, not rounded.
    pub values: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
}

/// Positions are summed in so many parts, in a fixed order.
const PARTS: usize = 64;

/// The gradient of a part: loss, by gene.
struct Sum {
    loss: f64,
    genes: Vec<f64>,
}

impl Fit {
    /// Begins with the present values.
    pub fn new(space: &Space) -> Fit {
        let scaled = |(gene, value): (usize, i32)| f64::from(value) / step(space, gene);
        let values: Vec<f64> = space.origin().into_iter().enumerate().map(scaled).collect();
        let zeros = vec![0.0; values.len()];
        Fit { epoch: 0, values, first: zeros.clone(), second: zeros }
    }

    /// The present values, rounded.
    pub fn genome(&self, space: &Space) -> Vec<i32> {
        let value = |(gene, x): (usize, &f64)| space.clamp(gene, x * step(space, gene));
        self.values.iter().enumerate().map(value).collect()
    }

    /// The change from the values at which positions were traced.
    pub fn change(&self, space: &Space, traced: &[i32]) -> Vec<f32> {
        let change =
            |(gene, x): (usize, &f64)| (x * step(space, gene) - f64::from(traced[gene])) as f32;
        self.values.iter().enumerate().map(change).collect()
    }

    /// One pass; the loss before it.
    pub fn pass(
        &mut self,
        space: &Space,
        traces: &Traces,
        traced: &[i32],
        settings: &FitSettings,
        scale: f64,
        threads: usize,
    ) -> f64 {
        let change = self.change(space, traced);
        let sum = gradient(traces, &change, scale, threads);
        let origin = space.origin();
        self.epoch += 1;
        let (b1, b2) = (0.9_f64, 0.999_f64);
        let rate = settings.rate * (1.0 - f64::from(self.epoch) / f64::from(settings.epochs + 1));
        let (c1, c2) = (1.0 - b1.powi(self.epoch as i32), 1.0 - b2.powi(self.epoch as i32));
        for (gene, value) in self.values.iter_mut().enumerate() {
            let (size, spec) = (step(space, gene), space.spec(gene));
            let away = *value - f64::from(origin[gene]) / size;
            let slope = sum.genes[gene] * size + 2.0 * settings.pull * away;
            self.first[gene] = b1 * self.first[gene] + (1.0 - b1) * slope;
            self.second[gene] = b2 * self.second[gene] + (1.0 - b2) * slope * slope;
            let root = (self.second[gene] / c2).sqrt();
            // A parameter that is nowhere on a board stays.
            if root > 0.0 {
                *value -= rate * (self.first[gene] / c1) / (root + 1e-12);
            }
            *value = value.clamp(f64::from(spec.min) / size, f64::from(spec.max) / size);
        }
        sum.loss
    }
}

fn step(space: &Space, gene: usize) -> f64 {
    f64::from(space.spec(gene).step.max(1))
}

/// Cross entropy of a promise and what is foretold.
#[inline]
fn entropy(logit: f64, target: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

/// Does every part of the positions on some threads, and gives them in order.
fn by_parts<T: Send>(
    positions: usize,
    threads: usize,
    part: impl Fn(std::ops::Range<usize>) -> T + Sync,
) -> Vec<T> {
    let size = positions.div_ceil(PARTS).max(1);
    let range =
        |number: usize| (number * size).min(positions)..((number + 1) * size).min(positions);
    let threads = threads.clamp(1, PARTS);
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let labour = |thread: usize| {
            let (part, range) = (&part, &range);
            move || -> Vec<(usize, T)> {
                (thread..PARTS).step_by(threads).map(|n| (n, part(range(n)))).collect()
            }
        };
        let spawned: Vec<_> = (0..threads).map(|thread| scope.spawn(labour(thread))).collect();
        spawned.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, value)| value).collect()
}

/// The mean loss and its gradient by gene, in points.
fn gradient(traces: &Traces, change: &[f32], scale: f64, threads: usize) -> Sum {
    let deltas = traces.deltas(change);
    let genes = change.len();
    let parts = by_parts(traces.len(), threads, |range| {
        let mut features = vec![[0.0_f64; 3]; traces.features.len()];
        let mut sum = Sum { loss: 0.0, genes: vec![0.0; genes] };
        for position in range {
            let logit = f64::from(traces.value(position, change, &deltas)) / scale;
            let target = f64::from(traces.target(position));
            sum.loss += entropy(logit, target);
            let error = 1.0 / (1.0 + (-logit).exp()) - target;
            traces.add_gradient(position, error as f32, &mut features, &mut sum.genes);
        }
        for (feature, sums) in traces.features.iter().zip(features) {
            for (&gene, part) in feature.iter().zip(sums) {
                if let Some(own) = sum.genes.get_mut(usize::from(gene)) {
                    *own += part;
                }
            }
        }
        sum
    });
    let count = traces.len().max(1) as f64;
    let mut whole = Sum { loss: 0.0, genes: vec![0.0; genes] };
    for part in parts {
        whole.loss += part.loss / count;
        for (all, own) in whole.genes.iter_mut().zip(part.genes) {
            *all += own / (count * scale);
        }
    }
    whole
}

/// The mean loss of positions.
pub fn loss(traces: &Traces, change: &[f32], scale: f64, threads: usize) -> f64 {
    let deltas = traces.deltas(change);
    let parts = by_parts(traces.len(), threads, |range| {
        let one = |position| {
            let logit = f64::from(traces.value(position, change, &deltas)) / scale;
            entropy(logit, f64::from(traces.target(position)))
        };
        range.map(one).sum::<f64>()
    });
    parts.iter().sum::<f64>() / traces.len().max(1) as f64
}

/// The scale under which the present values foretell best, by golden section.
pub fn best_scale(traces: &Traces, change: &[f32], threads: usize) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let at = |log: f64| loss(traces, change, log.exp(), threads);
    let (mut low, mut high) = (20.0_f64.ln(), 20_000.0_f64.ln());
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_a, mut at_b) = (at(a), at(b));
    while high - low > 1e-3 {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - ratio * (high - low);
            at_a = at(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + ratio * (high - low);
            at_b = at(b);
        }
    }
    ((low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::super::traces::{Head, NONE};
    use super::*;
    use crate::space::tests::sample;
    use game::Rng;

    /// Positions whose promise follows from hidden values of the parameters.
    fn known(space: &Space, aim: &[i32], count: usize) -> Traces {
        let features: Vec<[u16; 3]> =
            (0..space.len() as u16).map(|gene| [gene, gene, NONE]).collect();
        let mut traces = Traces::new(features);
        let mut rng = Rng::new(8);
        let origin = space.origin();
        for _ in 0..count {
            let counts: Vec<(u16, i16)> =
                (0..6).map(|_| (rng.below(space.len()) as u16, rng.below(5) as i16 - 2)).collect();
            let at = |values: &[i32]| -> f64 {
                counts.iter().map(|&(g, c)| f64::from(c) * f64::from(values[usize::from(g)])).sum()
            };
            let value = at(&origin) as f32;
            let target = 1.0 / (1.0 + (-at(aim) / 300.0).exp()) as f32;
            traces.push(Head { value, weights: [0.5, 0.5, 0.0], target }, counts, []);
        }
        traces
    }

    #[test]
    fn the_fit_finds_hidden_values() {
        let space = sample();
        let aim: Vec<i32> =
            space.origin().iter().map(|&value| value + if value > 15 { 30 } else { -20 }).collect();
        let traces = known(&space, &aim, 8_000);
        let settings = FitSettings { epochs: 300, rate: 0.5, pull: 0.0, ..FitSettings::default() };
        let run = |threads| {
            let mut fit = Fit::new(&space);
            while fit.epoch < settings.epochs {
                fit.pass(&space, &traces, &space.origin(), &settings, 300.0, threads);
            }
            fit
        };
        let fit = run(1);
        for (found, aim) in fit.genome(&space).iter().zip(&aim) {
            assert!((found - aim).abs() <= 1, "{found} instead of {aim}");
        }
        assert_eq!(fit, run(3), "threads change nothing");
        let scale = best_scale(&traces, &fit.change(&space, &space.origin()), 2);
        assert!((scale - 300.0).abs() < 6.0, "{scale}");
    }

    #[test]
    fn a_pull_holds_values_near_their_beginning() {
        let space = sample();
        let aim: Vec<i32> = space.origin().iter().map(|&value| value + 40).collect();
        let traces = known(&space, &aim, 2_000);
        let far = |pull| {
            let settings = FitSettings { epochs: 150, pull, ..FitSettings::default() };
            let mut fit = Fit::new(&space);
            while fit.epoch < settings.epochs {
                fit.pass(&space, &traces, &space.origin(), &settings, 300.0, 1);
            }
            let genome = fit.genome(&space);
            genome.iter().zip(space.origin()).map(|(a, b)| (a - b).abs()).sum::<i32>()
        };
        assert!(far(1e-2) * 4 < far(0.0));
    }
}
