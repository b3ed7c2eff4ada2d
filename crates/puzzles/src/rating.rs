//! Glicko-2 (Glickman 2013, "Example of the Glicko-2 system"): a rating, how sure it is,
//! and how much it swings. Each try of a puzzle is a rating period of one game.

use std::f64::consts::PI;

/// Points of the shown scale for one of the inner scale.
const SCALE: f64 = 173.7178;
/// How much volatility may change from game to game.
const TAU: f64 = 0.5;
/// When the search for a volatility ends.
const NEAR: f64 = 0.000_001;
/// Nobody is less sure than a newcomer, and nobody surer than this.
const DEVIATIONS: (f64, f64) = (45.0, 350.0);

/// A rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating, 1500 for a newcomer.
    pub rating: f64,
    /// The rating deviation: 95 percent of all lie within two of them.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

/// One game against somebody: the opponent, and 1 for a win, ½ for a draw, 0 for a loss.
pub type Game = (Rating, f64);

/// Section 3, step 3: how little a game against an unsure opponent says.
fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

impl Rating {
    /// A rating that is thought, not measured.
    pub fn guessed(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, ..Rating::default() }
    }

    fn mu(self) -> f64 {
        (self.rating - 1500.0) / SCALE
    }

    fn phi(self) -> f64 {
        self.deviation / SCALE
    }

    /// The points to be expected against somebody.
    pub fn expected(self, other: Rating) -> f64 {
        1.0 / (1.0 + (-g(other.phi()) * (self.mu() - other.mu())).exp())
    }

    /// The rating after the games of a period (steps 2 to 8 of the paper).
    #[must_use]
    pub fn after(self, games: &[Game]) -> Rating {
        if games.is_empty() {
            let phi = self.phi().hypot(self.volatility);
            return Rating { deviation: phi * SCALE, ..self }.within();
        }
        // Steps 3 and 4: the variance of the rating by these games alone, and what they
        // say about the rating.
        let (mut inverse, mut sum) = (0.0, 0.0);
        for &(other, score) in games {
            let (weight, expected) = (g(other.phi()), self.expected(other));
            inverse += weight * weight * expected * (1.0 - expected);
            sum += weight * (score - expected);
        }
        let variance = 1.0 / inverse;
        let volatility = self.new_volatility(variance * sum, variance);
        // Steps 6 and 7.
        let before = self.phi().hypot(volatility);
        let phi = 1.0 / (1.0 / (before * before) + 1.0 / variance).sqrt();
        let mu = self.mu() + phi * phi * sum;
        Rating { rating: mu * SCALE + 1500.0, deviation: phi * SCALE, volatility }.within()
    }

    fn within(mut self) -> Rating {
        self.deviation = self.deviation.clamp(DEVIATIONS.0, DEVIATIONS.1);
        self
    }

    /// Step 5: the volatility, by the Illinois algorithm.
    fn new_volatility(self, delta: f64, variance: f64) -> f64 {
        let (phi, a) = (self.phi(), (self.volatility * self.volatility).ln());
        let f = |x: f64| {
            let (ex, square) = (x.exp(), phi * phi + variance);
            ex * (delta * delta - square - ex) / (2.0 * (square + ex).powi(2))
                - (x - a) / (TAU * TAU)
        };
        let mut low = a;
        let mut high = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            let mut k = 1.0;
            while f(a - k * TAU) < 0.0 {
                k += 1.0;
            }
            a - k * TAU
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        // Each step at least halves nothing less than the last but one: few are needed.
        for _ in 0..200 {
            if (high - low).abs() <= NEAR {
                break;
            }
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let at_middle = f(middle);
            if at_middle * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (middle, at_middle);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    /// The worked example of Glickman's paper.
    #[test]
    fn the_example_of_the_paper() {
        let games = [
            (player(1400.0, 30.0), 1.0),
            (player(1550.0, 100.0), 0.0),
            (player(1700.0, 300.0), 0.0),
        ];
        let after = player(1500.0, 200.0).after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn what_was_expected_changes_little_and_a_surprise_much() {
        let (strong, weak) = (player(1900.0, 60.0), player(1100.0, 60.0));
        let change = |score| strong.after(&[(weak, score)]).rating - strong.rating;
        assert!(change(1.0) > 0.0 && change(1.0) < 1.0, "{}", change(1.0));
        assert!(change(0.0) < -15.0, "{}", change(0.0));
        assert!((strong.expected(weak) + weak.expected(strong) - 1.0).abs() < 0.02);
    }

    #[test]
    fn who_plays_not_gets_less_sure_and_nothing_runs_away() {
        let idle = player(1500.0, 100.0).after(&[]);
        assert!(idle.deviation > 100.0 && idle.rating == 1500.0);
        let mut rating = Rating::default();
        for _ in 0..3_000 {
            rating = rating.after(&[(player(3_000.0, 50.0), 0.0)]);
        }
        assert!(rating.rating.is_finite() && rating.deviation >= 45.0, "{rating:?}");
    }
}
