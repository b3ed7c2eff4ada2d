//! The likeliest ratings and their covariance, by Newton's method.
//!
//! Inside, ratings are natural log-odds β: the expected score of i against j is
//! p = 1 / (1 + e^(βⱼ − βᵢ)). The logarithm of the likelihood is concave in β
//! (Bradley & Terry 1952; David R. Hunter, "MM Algorithms for Generalized
//! Bradley–Terry Models", Annals of Statistics 32(1), 2004, section 2).

use std::collections::BTreeMap;

use super::super::distribution::score_grid;
use super::super::linear::Matrix;
use super::RatingError;
use super::table::Meeting;

/// Elo per unit of log-odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Ratings with mean 0 and how they vary together, in Elo.
pub(super) struct Fitted {
    pub(super) elo: Vec<f64>,
    pub(super) covariance: Matrix,
}

/// Fits `players` ratings to the results between them.
pub(super) fn fit(
    players: usize,
    meetings: &BTreeMap<(usize, usize), Meeting>,
    prior_draws: f64,
    robust: bool,
) -> Result<Fitted, RatingError> {
    let contests = meetings.iter().map(|(&key, meeting)| Contest::new(key, meeting)).collect();
    let model = Model { players, contests, prior_draws };
    let beta = model.maximise()?;
    let inverse = model.curvature(&beta).inverse().ok_or(RatingError::NoConvergence)?;
    // Ratings are measured from their mean, which varies too: take it out.
    let share = 1.0 / players as f64;
    let centre = Matrix::from_fn(players, |row, column| f64::from(row == column) - share);
    let spread = if robust {
        inverse.times(&model.spread(&beta)).times(&inverse)
    } else {
        inverse.times(&model.information(&beta)).times(&inverse)
    };
    let centred = centre.times(&spread).times(&centre);
    let scale = ELO_PER_UNIT * ELO_PER_UNIT;
    let covariance = Matrix::from_fn(players, |row, column| scale * centred.get(row, column));
    let mean = beta.iter().sum::<f64>() * share;
    Ok(Fitted { elo: beta.iter().map(|beta| ELO_PER_UNIT * (beta - mean)).collect(), covariance })
}

/// Two players and what happened between them.
struct Contest {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    meeting: Meeting,
}

impl Contest {
    fn new((first, second): (usize, usize), meeting: &Meeting) -> Contest {
        let wdl = meeting.wdl();
        let (games, points) = (wdl.games() as f64, wdl.points());
        Contest { first, second, games, points, meeting: *meeting }
    }

    fn expected(&self, beta: &[f64]) -> f64 {
        logistic(beta[self.first] - beta[self.second])
    }

    /// Squared deviations of the points from what was expected, summed over
    /// games and over pairs: the variance of the points won.
    fn spread(&self, beta: &[f64]) -> f64 {
        let expected = self.expected(beta);
        squares(self.meeting.singles.counts(), 1.0, expected)
            + squares(self.meeting.pairs.counts(), 2.0, expected)
    }
}

/// The variance of the points of `counts`, units of `games` games each. Equal
/// results tell nothing about their spread and get that of coin flips.
fn squares<const N: usize>(counts: [u64; N], games: f64, expected: f64) -> f64 {
    let units: u64 = counts.iter().sum();
    if counts.contains(&units) {
        return units as f64 * games * expected * (1.0 - expected);
    }
    let deviations = score_grid::<N>().map(|score| games * (score - expected));
    counts.iter().zip(deviations).map(|(&count, by)| count as f64 * by * by).sum()
}

struct Model {
    players: usize,
    contests: Vec<Contest>,
    prior_draws: f64,
}

impl Model {
    /// Newton's method with halved steps; concavity makes it find the maximum.
    fn maximise(&self) -> Result<Vec<f64>, RatingError> {
        let mut beta = vec![0.0; self.players];
        for _ in 0..100 {
            let inverse = self.curvature(&beta).inverse().ok_or(RatingError::NoConvergence)?;
            let step = inverse.times_vector(&self.gradient(&beta));
            let largest = step.iter().fold(0.0, |largest: f64, by| largest.max(by.abs()));
            if largest < 1e-10 {
                return Ok(beta);
            }
            beta = self.climb(&beta, &step);
        }
        Err(RatingError::NoConvergence)
    }

    fn climb(&self, beta: &[f64], step: &[f64]) -> Vec<f64> {
        let start = self.log_likelihood(beta);
        let mut factor = 1.0;
        loop {
            let next: Vec<f64> = beta.iter().zip(step).map(|(b, by)| b + factor * by).collect();
            // Near the top rounding hides the gain, so tiny steps pass unchecked.
            if factor < 1e-3 || self.log_likelihood(&next) >= start - 1e-9 * start.abs() {
                return next;
            }
            factor /= 2.0;
        }
    }

    fn log_likelihood(&self, beta: &[f64]) -> f64 {
        let played = self.contests.iter().map(|contest| {
            let difference = beta[contest.first] - beta[contest.second];
            let lost = contest.games - contest.points;
            contest.points * log_logistic(difference) + lost * log_logistic(-difference)
        });
        let half = 0.5 * self.prior_draws;
        let imagined = beta.iter().map(|&b| half * (log_logistic(b) + log_logistic(-b)));
        played.sum::<f64>() + imagined.sum::<f64>()
    }

    fn gradient(&self, beta: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            beta.iter().map(|&b| self.prior_draws * (0.5 - logistic(b))).collect();
        for contest in &self.contests {
            let surplus = contest.points - contest.games * contest.expected(beta);
            gradient[contest.first] += surplus;
            gradient[contest.second] -= surplus;
        }
        gradient
    }

    /// The observed information: minus the second derivatives.
    fn information(&self, beta: &[f64]) -> Matrix {
        self.laplacian(beta, |contest| {
            let expected = contest.expected(beta);
            contest.games * expected * (1.0 - expected)
        })
    }

    /// The variance of the gradient, from the spread of the results.
    fn spread(&self, beta: &[f64]) -> Matrix {
        self.laplacian(beta, |contest| contest.spread(beta))
    }

    fn laplacian(&self, beta: &[f64], weight: impl Fn(&Contest) -> f64) -> Matrix {
        let imagined = |b: f64| self.prior_draws * logistic(b) * (1.0 - logistic(b));
        let mut matrix =
            Matrix::from_fn(
                self.players,
                |row, column| {
                    if row == column { imagined(beta[row]) } else { 0.0 }
                },
            );
        for contest in &self.contests {
            let (first, second, weight) = (contest.first, contest.second, weight(contest));
            matrix.add(first, first, weight);
            matrix.add(second, second, weight);
            matrix.add(first, second, -weight);
            matrix.add(second, first, -weight);
        }
        matrix
    }

    /// The information made invertible. Without a prior adding a constant to all
    /// ratings changes nothing; holding their sum fixed removes that freedom.
    fn curvature(&self, beta: &[f64]) -> Matrix {
        let mut matrix = self.information(beta);
        if self.prior_draws == 0.0 {
            let trace: f64 = (0..self.players).map(|player| matrix.get(player, player)).sum();
            let hold = (1.0 + trace) / (self.players * self.players).max(1) as f64;
            for row in 0..self.players {
                (0..self.players).for_each(|column| matrix.add(row, column, hold));
            }
        }
        matrix
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// ln(1 / (1 + e^−x)) without overflow.
fn log_logistic(x: f64) -> f64 {
    x.min(0.0) - (-x.abs()).exp().ln_1p()
}
