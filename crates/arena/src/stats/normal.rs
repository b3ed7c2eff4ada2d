//! The normal distribution.

/// A normal variable is within this many standard deviations of its mean with
/// probability 95 %.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// Probability that a standard normal variable is below `x`, with an absolute
/// error of about 1e-15.
///
/// George Marsaglia, "Evaluating the Normal Distribution", Journal of
/// Statistical Software 11(4), 2004, section 3:
/// Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …).
pub(super) fn cumulative(x: f64) -> f64 {
    if x.abs() > 8.5 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while sum + term != sum {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_tables() {
        // Abramowitz & Stegun, Handbook of Mathematical Functions, table 26.1.
        for (x, expected) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (Z_95, 0.975),
        ] {
            assert!((cumulative(x) - expected).abs() < 1e-14, "{x}: {}", cumulative(x));
            assert!((cumulative(-x) - (1.0 - expected)).abs() < 1e-14, "{x}");
        }
        assert_eq!((cumulative(f64::INFINITY), cumulative(f64::NEG_INFINITY)), (1.0, 0.0));
        assert_eq!((cumulative(40.0), cumulative(-40.0)), (1.0, 0.0));
    }
}
