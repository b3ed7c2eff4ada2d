//! How much stronger one engine is: Elo, normalised Elo, likelihood of superiority.

use std::fmt;

use serde::Serialize;

use super::counts::Moments;
use super::normal::{Z_95, cumulative};

/// Normalised Elo per unit of (score − ½) / σ, σ the standard deviation of a
/// game: 800 / ln 10. The factor makes normalised and logistic Elo agree for
/// small differences when no game is drawn (then σ = ½). Michel Van den Bergh,
/// "Normalized Elo" and "Comments on Normalized Elo".
pub const NORMALIZED_ELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// Expected score of a player who is `elo` stronger: 1 / (1 + 10^(−elo/400)).
///
/// ```
/// assert_eq!(arena::stats::strength::score_from_elo(0.0), 0.5);
/// ```
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Logistic Elo difference that explains `score`. Scores are clamped to
/// `0.0..=1.0`; the ends give minus and plus infinity.
///
/// ```
/// use arena::stats::strength::elo_from_score;
/// assert!((elo_from_score(0.75) - 190.85).abs() < 0.005);
/// assert_eq!(elo_from_score(1.0), f64::INFINITY);
/// ```
pub fn elo_from_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// A number with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Half the width of the interval: the number after "±".
    pub margin: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// An estimate with its interval. An infinite value has an infinite margin.
    pub fn new(value: f64, low: f64, high: f64) -> Estimate {
        let bounded = low.is_finite() && high.is_finite();
        let margin = if bounded { (high - low) / 2.0 } else { f64::INFINITY };
        Estimate { value, margin, low, high }
    }

    /// An estimate with a standard error.
    pub fn with_error(value: f64, standard_error: f64) -> Estimate {
        let margin = Z_95 * standard_error;
        Estimate::new(value, value - margin, value + margin)
    }

    /// An estimate of which nothing is known but the best guess.
    pub fn unbounded(value: f64) -> Estimate {
        Estimate::new(value, f64::NEG_INFINITY, f64::INFINITY)
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} +/- {:.2}", self.value, self.margin)
    }
}

/// What a sample of results says about the difference in strength.
///
/// The intervals are those of the normal approximation of the score, mapped to
/// Elo. When it breaks down the answer is still defined:
///
/// | sample | `elo` | `normalized_elo` | `superiority` |
/// |---|---|---|---|
/// | no games | 0 ± ∞ | 0 ± ∞ | ½ |
/// | only wins (losses) | ∞ (−∞) ± ∞ | ∞ (−∞) ± ∞ | 1 (0) |
/// | only draws, or only 1-point pairs | 0 ± ∞ | 0 ± finite | ½ |
/// | only 1½-point (½-point) pairs | finite ± ∞ | ∞ (−∞) ± ∞ | 1 (0) |
/// | score interval reaches 0 or 1 | finite, one end infinite | as usual | as usual |
///
/// Equal results show no spread, so they give no error bar for Elo: that is not
/// certainty but ignorance, hence ± ∞ and not ± 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// Logistic Elo difference.
    pub elo: Estimate,
    /// Normalised Elo difference: (score − ½) / σ of a game, on the Elo scale.
    pub normalized_elo: Estimate,
    /// Probability that the engine is the stronger one ("LOS").
    pub superiority: f64,
}

impl From<Moments> for Strength {
    fn from(sample: Moments) -> Strength {
        Strength {
            elo: elo(&sample),
            normalized_elo: normalized_elo(&sample),
            superiority: superiority(&sample),
        }
    }
}

fn elo(sample: &Moments) -> Estimate {
    let value = elo_from_score(sample.score);
    if sample.variance == 0.0 {
        return Estimate::unbounded(value);
    }
    let margin = Z_95 * sample.standard_error();
    let low = elo_from_score(sample.score - margin);
    let high = elo_from_score(sample.score + margin);
    Estimate::new(value, low, high)
}

fn normalized_elo(sample: &Moments) -> Estimate {
    if sample.units == 0 {
        return Estimate::unbounded(0.0);
    }
    let advantage = sample.score - 0.5;
    if sample.variance == 0.0 && advantage != 0.0 {
        return Estimate::unbounded(f64::INFINITY.copysign(advantage));
    }
    let value = if advantage == 0.0 {
        0.0
    } else {
        NORMALIZED_ELO_SCALE * advantage / sample.variance_per_game().sqrt()
    };
    // Measured in standard deviations of a game, the standard error of the mean
    // of n games is 1/√n, whatever the deviation is.
    Estimate::with_error(value, NORMALIZED_ELO_SCALE / (sample.games() as f64).sqrt())
}

fn superiority(sample: &Moments) -> f64 {
    let advantage = sample.score - 0.5;
    if advantage == 0.0 { 0.5 } else { cumulative(advantage / sample.standard_error()) }
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Wdl};
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -123.4, -1.0, 0.0, 0.5, 77.0, 600.0] {
            assert!((elo_from_score(score_from_elo(elo)) - elo).abs() < 1e-9, "{elo}");
        }
        assert_eq!(elo_from_score(-0.2), f64::NEG_INFINITY);
        assert_eq!(elo_from_score(1.7), f64::INFINITY);
    }

    #[test]
    fn odd_samples_follow_the_documented_table() {
        let inf = f64::INFINITY;
        let none = Pentanomial::default();
        // (sample, Elo, Elo margin, nElo, nElo margin known, superiority)
        let table = [
            (none.moments(), 0.0, inf, 0.0, false, 0.5),
            (Wdl::default().moments(), 0.0, inf, 0.0, false, 0.5),
            (Wdl { wins: 7, ..Wdl::default() }.moments(), inf, inf, inf, false, 1.0),
            (Wdl { losses: 1, ..Wdl::default() }.moments(), -inf, inf, -inf, false, 0.0),
            (Wdl { draws: 9, ..Wdl::default() }.moments(), 0.0, inf, 0.0, true, 0.5),
            (Pentanomial { ww: 7, ..none }.moments(), inf, inf, inf, false, 1.0),
            (Pentanomial { ll: 7, ..none }.moments(), -inf, inf, -inf, false, 0.0),
            (Pentanomial { dd: 7, wl: 2, ..none }.moments(), 0.0, inf, 0.0, true, 0.5),
            (Pentanomial { wd: 3, ..none }.moments(), 190.848_501_887_9, inf, inf, false, 1.0),
        ];
        for (sample, elo, margin, normalized, bounded, superiority) in table {
            let strength = Strength::from(sample);
            let distance = (strength.elo.value - elo).abs();
            assert!(strength.elo.value == elo || distance < 1e-9, "{sample:?} {strength:?}");
            assert_eq!(strength.elo.margin, margin, "{sample:?}");
            assert_eq!(strength.normalized_elo.value, normalized, "{sample:?}");
            assert_eq!(strength.normalized_elo.margin.is_finite(), bounded, "{sample:?}");
            assert_eq!(strength.superiority, superiority, "{sample:?}");
        }
    }

    #[test]
    fn an_interval_that_reaches_the_end_of_the_scale_is_infinite_there_only() {
        let strength = Wdl { wins: 9, draws: 0, losses: 1 }.strength();
        assert!((strength.elo.value - 381.697).abs() < 0.001);
        assert!(strength.elo.low.is_finite());
        assert_eq!((strength.elo.high, strength.elo.margin), (f64::INFINITY, f64::INFINITY));
        assert_eq!(strength.elo.to_string(), "381.70 +/- inf");
    }

    #[test]
    fn small_samples_never_give_nan() {
        for code in 0..4usize.pow(6) {
            let digit = |place: u32| (code / 4usize.pow(place) % 4) as u64;
            let pairs = Pentanomial {
                ll: digit(0),
                ld: digit(1),
                wl: digit(2),
                dd: digit(3),
                wd: digit(4),
                ww: digit(5),
            };
            for strength in [pairs.strength(), pairs.wdl().strength()] {
                let Strength { elo, normalized_elo, superiority } = strength;
                for estimate in [elo, normalized_elo] {
                    let Estimate { value, margin, low, high } = estimate;
                    assert!(
                        low <= value && value <= high && margin > 0.0,
                        "{pairs:?} {strength:?}"
                    );
                }
                assert!((0.0..=1.0).contains(&superiority), "{pairs:?} {strength:?}");
            }
        }
    }
}
