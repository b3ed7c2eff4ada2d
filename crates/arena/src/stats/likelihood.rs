//! The generalised log-likelihood ratio of two hypotheses about the strength.
//!
//! A hypothesis fixes one number (the expected score, or the expected score in
//! standard deviations) but not the whole distribution of results. The
//! generalised likelihood ratio therefore compares the best distribution that
//! obeys H1 with the best one that obeys H0. Papers, by Michel Van den Bergh:
//!
//! - \[M\] "The Generalized Maximum Likelihood Ratio for the Expectation Value of
//!   a Distribution", <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>
//! - \[N\] "Comments on Normalized Elo",
//!   <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>
//!
//! Below, aᵢ are the possible scores, p̂ᵢ their observed and pᵢ their assumed
//! probabilities, μ and σ the expectation and standard deviation under p.

use super::distribution::{mean, mean_and_variance, probabilities, score_grid};
use super::strength::{NORMALIZED_ELO_SCALE, score_from_elo};

/// Results that did not happen count this much, so that no hypothesis is
/// impossible: the same small prior as in Fishtest and fastchess.
const PRIOR: f64 = 1e-3;

/// The score of an even match.
const EVEN: f64 = 0.5;

/// LLR of `elo1` against `elo0`, both logistic Elo; 0 if nothing was observed.
pub(super) fn llr_logistic<const N: usize>(counts: [u64; N], elo0: f64, elo1: f64) -> f64 {
    llr(counts, |observed| {
        [elo0, elo1].map(|elo| most_likely_with_mean(observed, score_from_elo(elo)))
    })
}

/// LLR of `elo1` against `elo0`, both normalised Elo; 0 if nothing was observed.
///
/// The t-value of a unit of g games is √g times that of one game, as its
/// variance is that of a game divided by g.
pub(super) fn llr_normalized<const N: usize>(
    counts: [u64; N],
    games_per_unit: f64,
    elo0: f64,
    elo1: f64,
) -> f64 {
    let scale = games_per_unit.sqrt() / NORMALIZED_ELO_SCALE;
    llr(counts, |observed| [elo0, elo1].map(|elo| most_likely_with_t_value(observed, elo * scale)))
}

/// n·Σ p̂ᵢ·ln(p1ᵢ / p0ᵢ), with the likeliest p0 and p1: the logarithm of the
/// ratio of the two multinomial likelihoods.
fn llr<const N: usize>(counts: [u64; N], hypotheses: impl Fn(&[f64; N]) -> [[f64; N]; 2]) -> f64 {
    if counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let weights = counts.map(|count| if count == 0 { PRIOR } else { count as f64 });
    let total: f64 = weights.iter().sum();
    let observed = probabilities(&weights);
    let [p0, p1] = hypotheses(&observed);
    let logs = std::array::from_fn(|i| (p1[i] / p0[i]).ln());
    total * mean(&logs, &observed)
}

/// The likeliest distribution whose expectation is `score`: \[M\] proposition
/// 1.1, \[N\] equations 1.2 and 1.3.
fn most_likely_with_mean<const N: usize>(observed: &[f64; N], score: f64) -> [f64; N] {
    tilt(observed, &score_grid().map(|value: f64| value - score))
        .unwrap_or_else(|| unreachable!("scores 0 and 1 lie on both sides of {score}"))
}

/// The likeliest distribution with Σ pᵢ·φᵢ = 0: pᵢ = p̂ᵢ / (1 + θ·φᵢ), \[N\]
/// equation 1.2. `None` if all φᵢ have the same sign, when there is no such
/// distribution.
fn tilt<const N: usize>(observed: &[f64; N], phi: &[f64; N]) -> Option<[f64; N]> {
    let theta = solve_secular(observed, phi)?;
    Some(std::array::from_fn(|i| observed[i] / (1.0 + theta * phi[i])))
}

/// Solves the secular equation Σ p̂ᵢ·φᵢ / (1 + θ·φᵢ) = 0, \[N\] equations 1.3
/// and 4.9.
///
/// All pᵢ must be positive, so θ lies between the poles −1/max φ and −1/min φ.
/// There the left side falls strictly from +∞ to −∞: Newton's method, replaced
/// by bisection whenever it leaves the bracket, always ends at the only root.
fn solve_secular<const N: usize>(observed: &[f64; N], phi: &[f64; N]) -> Option<f64> {
    let smallest = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if smallest >= 0.0 || largest <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (value, slope) = secular(observed, phi, theta);
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta - value / slope;
        let next = if low < newton && newton < high { newton } else { low + (high - low) / 2.0 };
        if (next - theta).abs() <= 1e-15 * theta.abs() || value == 0.0 {
            break;
        }
        theta = next;
    }
    Some(theta)
}

/// The left side of the secular equation and its derivative.
fn secular<const N: usize>(observed: &[f64; N], phi: &[f64; N], theta: f64) -> (f64, f64) {
    let mut value = 0.0;
    let mut slope = 0.0;
    for (probability, phi) in observed.iter().zip(phi) {
        let term = phi / (1.0 + theta * phi);
        value += probability * term;
        slope -= probability * term * term;
    }
    (value, slope)
}

/// The likeliest distribution with (μ − ½) / σ = `t`, \[N\] section 4.1.
///
/// The fixed-point iteration of the paper settles in a handful of rounds for
/// the hypotheses people test. For differences of hundreds of Elo it can leave
/// the range where the secular equation has a root, and a scan takes over.
fn most_likely_with_t_value<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
    iterate_t_value(observed, t).unwrap_or_else(|| scan_t_value(observed, t))
}

/// φ of \[N\] section 4.1: the constraint μ − ½ − t·σ = 0 made linear in p around
/// a distribution with expectation `mu` and standard deviation `sigma`,
/// φᵢ = aᵢ − ½ − ½·t·σ·(1 + ((aᵢ − μ) / σ)²).
fn linear_constraint<const N: usize>(mu: f64, sigma: f64, t: f64) -> [f64; N] {
    score_grid().map(|value: f64| {
        let deviation = (value - mu) / sigma;
        value - EVEN - 0.5 * t * sigma * (1.0 + deviation * deviation)
    })
}

/// Repeats \[N\] equation 4.9 from the uniform distribution until p stands still.
fn iterate_t_value<const N: usize>(observed: &[f64; N], t: f64) -> Option<[f64; N]> {
    let mut current = [1.0 / N as f64; N];
    for _ in 0..60 {
        let (mu, variance) = mean_and_variance(&score_grid(), &current);
        let next = tilt(observed, &linear_constraint(mu, variance.sqrt(), t))?;
        let moved = current.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        current = next;
        if moved < 1e-11 {
            return Some(current);
        }
    }
    None
}

/// Finds the same distribution by brute force. The constraint gives μ = ½ + t·σ,
/// so σ is the only unknown: every σ for which the tilted distribution really
/// has that μ is a stationary point, and the likeliest of them is the answer.
fn scan_t_value<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
    const CELLS: usize = 256;
    // No distribution on 0..1 has a variance above μ·(1 − μ) = ¼ − t²·σ².
    let largest = 0.5 / (1.0 + t * t).sqrt();
    // Cells narrow towards both ends, where roots of lopsided samples crowd.
    let sigma = |cell: usize| {
        let angle = std::f64::consts::FRAC_PI_2 * cell as f64 / CELLS as f64;
        largest * angle.sin().powi(2)
    };
    let points: Vec<(f64, Option<Trial<N>>)> =
        (1..=CELLS).map(|cell| (sigma(cell), Trial::new(observed, t, sigma(cell)))).collect();
    let roots = points.windows(2).filter_map(|pair| match (&pair[0], &pair[1]) {
        ((low, Some(a)), (high, Some(b))) if a.gap * b.gap <= 0.0 => {
            Some(Trial::bisect(observed, t, (*low, *high), a.gap))
        }
        _ => None,
    });
    let likeliest = roots.max_by(|a, b| a.likelihood(observed).total_cmp(&b.likelihood(observed)));
    let nearest = || points.iter().filter_map(|(_, trial)| trial.clone()).min_by(Trial::by_gap);
    likeliest.or_else(nearest).map_or(*observed, |trial| trial.tilted)
}

/// One guess of σ in the scan.
#[derive(Clone)]
struct Trial<const N: usize> {
    tilted: [f64; N],
    /// Expectation of the tilted distribution minus the expectation it should have.
    gap: f64,
}

impl<const N: usize> Trial<N> {
    fn new(observed: &[f64; N], t: f64, sigma: f64) -> Option<Trial<N>> {
        let mu = EVEN + t * sigma;
        let tilted = tilt(observed, &linear_constraint(mu, sigma, t))?;
        let gap = mean(&score_grid(), &tilted) - mu;
        Some(Trial { tilted, gap })
    }

    /// The root of the gap between two σ, the gap at the lower being `gap_low`.
    fn bisect(observed: &[f64; N], t: f64, bracket: (f64, f64), gap_low: f64) -> Trial<N> {
        let (mut low, mut high) = bracket;
        for _ in 0..60 {
            let middle = low + (high - low) / 2.0;
            match Trial::new(observed, t, middle) {
                Some(trial) if trial.gap * gap_low > 0.0 => low = middle,
                _ => high = middle,
            }
        }
        Trial::new(observed, t, low).unwrap_or(Trial { tilted: *observed, gap: gap_low })
    }

    /// Σ p̂ᵢ·ln pᵢ, the logarithm of the likelihood per observation.
    fn likelihood(&self, observed: &[f64; N]) -> f64 {
        mean(&self.tilted.map(f64::ln), observed)
    }

    fn by_gap(&self, other: &Trial<N>) -> std::cmp::Ordering {
        self.gap.abs().total_cmp(&other.gap.abs())
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    fn random_counts<const N: usize>(rng: &mut Rng) -> [u64; N] {
        let scale = [2.0, 20.0, 2_000.0][rng.below(3)];
        let power = [1, 4, 12][rng.below(3)];
        let counts = std::array::from_fn(|_| (rng.unit().powi(power) * scale) as u64);
        if counts.iter().sum::<u64>() == 0 { [1; N] } else { counts }
    }

    fn observed<const N: usize>(counts: [u64; N]) -> [f64; N] {
        probabilities(&counts.map(|count| if count == 0 { PRIOR } else { count as f64 }))
    }

    fn check_t_value<const N: usize>(counts: [u64; N], elo: f64) {
        let t = elo * ((N as f64 - 1.0) / 2.0).sqrt() / NORMALIZED_ELO_SCALE;
        let p = most_likely_with_t_value(&observed(counts), t);
        let (mu, variance) = mean_and_variance(&score_grid(), &p);
        assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-8, "{counts:?} {elo}: {p:?}");
        assert!(p.iter().all(|&p| p > 0.0), "{counts:?} {elo}: {p:?}");
        assert!((mu - EVEN - t * variance.sqrt()).abs() < 1e-8, "{counts:?} {elo}: {p:?}");
    }

    #[test]
    fn the_likeliest_distribution_obeys_its_hypothesis() {
        let mut rng = Rng::new(11);
        for _ in 0..300 {
            for elo in [-1500.0, -400.0, -60.0, -5.0, 0.0, 2.0, 30.0, 200.0, 1000.0] {
                check_t_value::<3>(random_counts(&mut rng), elo);
                check_t_value::<5>(random_counts(&mut rng), elo);
                let score = score_from_elo(elo);
                let p = most_likely_with_mean::<5>(&observed(random_counts(&mut rng)), score);
                assert!((mean(&score_grid(), &p) - score).abs() < 1e-8, "{elo}: {p:?}");
            }
        }
    }

    #[test]
    fn scan_and_iteration_agree() {
        for counts in [[365, 16618, 36229, 16974, 390], [3, 10, 20, 12, 5], [0, 0, 7, 1, 0]] {
            let observed = observed(counts);
            for t in [-0.4, -0.01, 0.003, 0.02, 0.3] {
                let iterated = iterate_t_value(&observed, t).expect("near zero it converges");
                let scanned = scan_t_value(&observed, t);
                for (a, b) in iterated.iter().zip(&scanned) {
                    assert!((a - b).abs() < 1e-8, "{counts:?} {t}: {iterated:?} {scanned:?}");
                }
            }
        }
    }

    #[test]
    fn no_small_change_is_likelier() {
        // The answer is a maximum under the constraint: move along any direction
        // that keeps the sum and the mean, and the likelihood falls.
        let observed = observed([30, 100, 210, 120, 41]);
        let best = most_likely_with_mean(&observed, score_from_elo(3.0));
        let likelihood = |p: &[f64; 5]| mean(&p.map(f64::ln), &observed);
        for direction in
            [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [1.0, -1.0, 0.0, -1.0, 1.0]]
        {
            for step in [-1e-4, 1e-4] {
                let moved = std::array::from_fn(|i| best[i] + step * direction[i]);
                assert!(likelihood(&moved) < likelihood(&best), "{direction:?} {step}");
            }
        }
    }

    #[test]
    fn swapping_hypotheses_or_players_changes_the_sign() {
        let counts = [12, 40, 90, 61, 20];
        let reversed = [20, 61, 90, 40, 12];
        let llr = llr_normalized(counts, 2.0, -3.0, 8.0);
        assert!((llr + llr_normalized(counts, 2.0, 8.0, -3.0)).abs() < 1e-8);
        assert!((llr + llr_normalized(reversed, 2.0, -8.0, 3.0)).abs() < 1e-8);
        let llr = llr_logistic(counts, -3.0, 8.0);
        assert!((llr + llr_logistic(counts, 8.0, -3.0)).abs() < 1e-8);
        assert!((llr + llr_logistic(reversed, -8.0, 3.0)).abs() < 1e-8);
    }

    #[test]
    fn nothing_observed_says_nothing() {
        assert_eq!(llr_logistic([0; 5], 0.0, 5.0), 0.0);
        assert_eq!(llr_normalized([0; 3], 1.0, 0.0, 5.0), 0.0);
    }
}
