//! CMA-ES for few parameters (Hansen 2016, "The CMA evolution strategy: a tutorial").
//! Written here because it is short and must be repeatable to the last digit, whoever
//! judges the candidates.

use game::{Rng, splitmix64};
use serde::{Deserialize, Serialize};

use crate::fitness::Fitness;
use crate::space::Space;

/// The most parameters: a generation takes time with their third power.
pub const MOST_PARAMETERS: usize = 200;

/// The numbers of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CmaSettings {
    /// Candidates of a generation; 0: as many as usual for the number of parameters.
    pub candidates: usize,
    /// How far candidates spread at the beginning, in steps.
    pub sigma: f64,
}

impl Default for CmaSettings {
    fn default() -> CmaSettings {
        CmaSettings { candidates: 0, sigma: 3.0 }
    }
}

/// The state of a run between two generations; values are in steps of the parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cma {
    /// Complete generations.
    pub generation: u32,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    path_c: Vec<f64>,
    path_s: Vec<f64>,
    candidates: usize,
}

/// Candidates before they are rounded.
pub struct Asked {
    /// The candidates as the engine takes them.
    pub genomes: Vec<Vec<i32>>,
    /// y of x = mean + sigma · y.
    steps: Vec<Vec<f64>>,
}

/// The constants of a dimension and a number of candidates.
struct Constants {
    weights: Vec<f64>,
    mu_eff: f64,
    c_c: f64,
    c_s: f64,
    c_1: f64,
    c_mu: f64,
    damping: f64,
    expected: f64,
}

impl Constants {
    fn new(n: usize, candidates: usize) -> Constants {
        let (dimension, half) = (n as f64, (candidates / 2).max(1));
        let raw: Vec<f64> =
            (0..half).map(|i| (half as f64 + 0.5).ln() - (i as f64 + 1.0).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_c = (4.0 + mu_eff / dimension) / (dimension + 4.0 + 2.0 * mu_eff / dimension);
        let c_s = (mu_eff + 2.0) / (dimension + mu_eff + 5.0);
        let c_1 = 2.0 / ((dimension + 1.3).powi(2) + mu_eff);
        let c_mu = (2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((dimension + 2.0).powi(2) + mu_eff))
            .clamp(0.0, 1.0 - c_1);
        let grown = ((mu_eff - 1.0) / (dimension + 1.0)).sqrt() - 1.0;
        let damping = 1.0 + 2.0 * grown.max(0.0) + c_s;
        let expected = dimension.sqrt()
            * (1.0 - 1.0 / (4.0 * dimension) + 1.0 / (21.0 * dimension * dimension));
        Constants { weights, mu_eff, c_c, c_s, c_1, c_mu, damping, expected }
    }
}

impl Cma {
    /// Begins with the present values.
    ///
    /// # Errors
    /// If there are too many parameters.
    pub fn new(space: &Space, settings: &CmaSettings) -> Result<Cma, String> {
        let n = space.len();
        if n > MOST_PARAMETERS {
            return Err(format!(
                "{n} parameters: CMA-ES is for few, at most {MOST_PARAMETERS}; choose with --params"
            ));
        }
        if settings.sigma.is_nan() || settings.sigma <= 0.0 {
            return Err(format!("sigma {}: expected a number above 0", settings.sigma));
        }
        let usual = 4 + (3.0 * (n as f64).ln()).floor() as usize;
        let scaled = |(gene, value): (usize, i32)| f64::from(value) / step(space, gene);
        Ok(Cma {
            generation: 0,
            mean: space.origin().into_iter().enumerate().map(scaled).collect(),
            sigma: settings.sigma,
            covariance: (0..n).map(|i| unit(n, i)).collect(),
            path_c: vec![0.0; n],
            path_s: vec![0.0; n],
            candidates: if settings.candidates == 0 { usual } else { settings.candidates.max(4) },
        })
    }

    /// The candidates of the next generation.
    pub fn ask(&self, space: &Space, seed: u64) -> Asked {
        let mut rng = Rng::new(splitmix64(seed ^ splitmix64(u64::from(self.generation) + 13)));
        let (vectors, roots) = self.axes();
        let n = self.mean.len();
        let mut asked = Asked { genomes: Vec::new(), steps: Vec::new() };
        for _ in 0..self.candidates {
            let z: Vec<f64> = (0..n).map(|i| roots[i] * normal(&mut rng)).collect();
            let y: Vec<f64> = (0..n).map(|i| (0..n).map(|k| vectors[i][k] * z[k]).sum()).collect();
            let value = |gene: usize| (self.mean[gene] + self.sigma * y[gene]) * step(space, gene);
            asked.genomes.push((0..n).map(|gene| space.clamp(gene, value(gene))).collect());
            asked.steps.push(y);
        }
        asked
    }

    /// Learns from what the candidates are worth.
    pub fn tell(&mut self, asked: &Asked, worth: &[Fitness]) {
        let n = self.mean.len();
        let constants = Constants::new(n, self.candidates);
        let mut order: Vec<usize> = (0..worth.len()).collect();
        order.sort_by_key(|&candidate| (worth[candidate], candidate));
        let best: Vec<&Vec<f64>> =
            order.iter().take(constants.weights.len()).map(|&i| &asked.steps[i]).collect();
        let weighted = |i: usize| -> f64 {
            best.iter().zip(&constants.weights).map(|(y, weight)| weight * y[i]).sum()
        };
        let step: Vec<f64> = (0..n).map(weighted).collect();
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * step;
        }
        let length = self.follow(&constants, &step);
        self.widen(&constants, &best);
        let grown = constants.c_s / constants.damping * (length / constants.expected - 1.0);
        self.sigma *= grown.clamp(-1.0, 1.0).exp();
        self.generation += 1;
    }

    /// The two evolution paths; the length of that of the step size.
    fn follow(&mut self, constants: &Constants, step: &[f64]) -> f64 {
        let n = step.len();
        let (vectors, roots) = self.axes();
        let along = |k: usize| (0..n).map(|i| vectors[i][k] * step[i]).sum::<f64>();
        let white: Vec<f64> = (0..n).map(|k| along(k) / roots[k]).collect();
        let keep = 1.0 - constants.c_s;
        let gain = (constants.c_s * (2.0 - constants.c_s) * constants.mu_eff).sqrt();
        for (row, path) in vectors.iter().zip(&mut self.path_s) {
            let whitened: f64 = row.iter().zip(&white).map(|(axis, part)| axis * part).sum();
            *path = keep * *path + gain * whitened;
        }
        let length = self.path_s.iter().map(|x| x * x).sum::<f64>().sqrt();
        let gain = (constants.c_c * (2.0 - constants.c_c) * constants.mu_eff).sqrt();
        for (path, step) in self.path_c.iter_mut().zip(step) {
            *path = (1.0 - constants.c_c) * *path + gain * step;
        }
        length
    }

    fn widen(&mut self, constants: &Constants, best: &[&Vec<f64>]) {
        let n = self.mean.len();
        let keep = 1.0 - constants.c_1 - constants.c_mu;
        for i in 0..n {
            for j in 0..n {
                let ranks: f64 = best
                    .iter()
                    .zip(&constants.weights)
                    .map(|(y, weight)| weight * y[i] * y[j])
                    .sum();
                self.covariance[i][j] = keep * self.covariance[i][j]
                    + constants.c_1 * self.path_c[i] * self.path_c[j]
                    + constants.c_mu * ranks;
            }
        }
    }

    /// The axes of the covariance and the roots of their lengths.
    fn axes(&self) -> (Vec<Vec<f64>>, Vec<f64>) {
        let (values, vectors) = eigen(&self.covariance);
        (vectors, values.into_iter().map(|value| value.max(1e-20).sqrt()).collect())
    }

    /// The middle of the candidates.
    pub fn genome(&self, space: &Space) -> Vec<i32> {
        let value = |(gene, &mean): (usize, &f64)| space.clamp(gene, mean * step(space, gene));
        self.mean.iter().enumerate().map(value).collect()
    }
}

fn step(space: &Space, gene: usize) -> f64 {
    f64::from(space.spec(gene).step.max(1))
}

fn unit(n: usize, i: usize) -> Vec<f64> {
    (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()
}

/// A number of the standard normal distribution.
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// Eigenvalues and eigenvectors (as columns) of a symmetric matrix, by Jacobi rotations.
fn eigen(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut v: Vec<Vec<f64>> = (0..n).map(|i| unit(n, i)).collect();
    for _ in 0..60 {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j] * a[i][j]).sum();
        let diagonal: f64 = (0..n).map(|i| a[i][i] * a[i][i]).sum();
        if off <= 1e-24 * diagonal.max(1e-300) {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut v, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), v)
}

fn rotate(a: &mut [Vec<f64>], v: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (upper, lower) = a.split_at_mut(q);
    for (x, y) in upper[p].iter_mut().zip(&mut lower[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
    for row in v.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{ParamSet, ParamSpec};

    fn space(n: usize) -> Space {
        let spec = |i: usize| ParamSpec {
            name: format!("eval.p{i}").into(),
            default: 2_000,
            min: -100_000,
            max: 100_000,
            step: 100,
        };
        let set = ParamSet::new((0..n).map(spec).collect::<Vec<_>>());
        Space::new(set, &["eval.".to_owned()]).unwrap()
    }

    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 2.0, 0.5], vec![-2.0, 0.5, 3.0]];
        let (values, vectors) = eigen(&matrix);
        for i in 0..3 {
            for j in 0..3 {
                let rebuilt: f64 = (0..3).map(|k| vectors[i][k] * values[k] * vectors[j][k]).sum();
                assert!((rebuilt - matrix[i][j]).abs() < 1e-9, "{i} {j} {rebuilt}");
            }
        }
    }

    fn run(n: usize, generations: u32, worth: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let space = space(n);
        let mut cma = Cma::new(&space, &CmaSettings::default()).unwrap();
        while cma.generation < generations {
            let asked = cma.ask(&space, 3);
            let judge = |genome: &Vec<i32>| {
                let x: Vec<f64> = genome.iter().map(|&value| f64::from(value) / 1_000.0).collect();
                Fitness::plain((worth(&x) * 1e6) as i64)
            };
            let judged: Vec<Fitness> = asked.genomes.iter().map(judge).collect();
            cma.tell(&asked, &judged);
        }
        cma.genome(&space).iter().map(|&value| f64::from(value) / 1_000.0).collect()
    }

    #[test]
    fn a_turned_ellipsoid_is_solved() {
        let worth = |x: &[f64]| {
            let sum: f64 = x.iter().sum();
            let parts = x.iter().enumerate().map(|(i, x)| (i + 1) as f64 * (x - 1.0).powi(2));
            parts.sum::<f64>() + 10.0 * (sum - 6.0).powi(2)
        };
        for value in run(6, 200, worth) {
            assert!((value - 1.0).abs() < 0.03, "{value}");
        }
    }

    #[test]
    fn the_valley_of_rosenbrock_is_followed() {
        let worth = |x: &[f64]| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2);
        let found = run(2, 250, worth);
        assert!(found.iter().all(|value| (value - 1.0).abs() < 0.02), "{found:?}");
    }

    #[test]
    fn too_many_parameters_are_refused() {
        assert!(Cma::new(&space(300), &CmaSettings::default()).is_err());
    }
}
