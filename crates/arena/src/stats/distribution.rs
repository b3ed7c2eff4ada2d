//! Discrete distributions over the possible scores of a game or a pair.

/// The scores of `N` equally spaced results, from 0 to 1.
pub(super) fn score_grid<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| i as f64 / (N - 1) as f64)
}

/// Weights divided by their sum, which must not be 0.
pub(super) fn probabilities<const N: usize>(weights: &[f64; N]) -> [f64; N] {
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

/// Expectation of `values` under `probabilities`.
pub(super) fn mean<const N: usize>(values: &[f64; N], probabilities: &[f64; N]) -> f64 {
    values.iter().zip(probabilities).map(|(value, probability)| value * probability).sum()
}

/// Expectation and variance of `values` under `probabilities`.
pub(super) fn mean_and_variance<const N: usize>(
    values: &[f64; N],
    probabilities: &[f64; N],
) -> (f64, f64) {
    let expected = mean(values, probabilities);
    let squares = values.map(|value| (value - expected) * (value - expected));
    (expected, mean(&squares, probabilities))
}
