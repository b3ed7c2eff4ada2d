//! A finished rating list.

use std::fmt;

use serde::Serialize;

use super::super::counts::Wdl;
use super::super::linear::Matrix;
use super::super::normal::cumulative;
use super::super::strength::Estimate;
use super::fit::Fitted;

/// One line of a rating list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The player.
    pub name: String,
    /// Elo above the mean of the list.
    pub elo: Estimate,
    /// Games played.
    pub games: u64,
    /// Points won.
    pub points: f64,
    /// Points per game; 0.5 without games.
    pub score: f64,
    /// Share of drawn games.
    pub draw_ratio: f64,
}

/// Players by falling rating. `Display` prints a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingList {
    ratings: Vec<Rating>,
    /// In the order of `ratings`.
    #[serde(skip)]
    covariance: Matrix,
}

pub(super) fn build(names: &[String], totals: &[Wdl], fitted: &Fitted) -> RatingList {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| {
        fitted.elo[b].total_cmp(&fitted.elo[a]).then_with(|| names[a].cmp(&names[b]))
    });
    let rating = |&player: &usize| Rating {
        name: names[player].clone(),
        elo: Estimate::with_error(fitted.elo[player], deviation(&fitted.covariance, player)),
        games: totals[player].games(),
        points: totals[player].points(),
        score: totals[player].score(),
        draw_ratio: totals[player].draw_ratio(),
    };
    RatingList {
        ratings: order.iter().map(rating).collect(),
        covariance: Matrix::from_fn(order.len(), |row, column| {
            fitted.covariance.get(order[row], order[column])
        }),
    }
}

fn deviation(covariance: &Matrix, player: usize) -> f64 {
    covariance.get(player, player).max(0.0).sqrt()
}

impl RatingList {
    /// The lines, strongest first.
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// How much stronger the player at line `a` is than the one at line `b`,
    /// both counted from 0. The margin is usually smaller than the two margins
    /// of the list suggest, as ratings vary together.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        let value = self.ratings[a].elo.value - self.ratings[b].elo.value;
        Estimate::with_error(value, self.difference_error(a, b))
    }

    /// Probability that the player at line `a` is stronger than the one at line `b`.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let value = self.ratings[a].elo.value - self.ratings[b].elo.value;
        if value == 0.0 { 0.5 } else { cumulative(value / self.difference_error(a, b)) }
    }

    fn difference_error(&self, a: usize, b: usize) -> f64 {
        let cell = |row, column| self.covariance.get(row, column);
        (cell(a, a) + cell(b, b) - 2.0 * cell(a, b)).max(0.0).sqrt()
    }
}

impl fmt::Display for RatingList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widest = self.ratings.iter().map(|rating| width(&rating.name)).max();
        let widest = widest.unwrap_or(0).max("Name".len());
        let pad = |name: &str| " ".repeat(widest - width(name));
        writeln!(f, "Rank Name{}      Elo    +/-  Games   Score   Draws", pad("Name"))?;
        for (line, rating) in self.ratings.iter().enumerate() {
            let Rating { name, elo, games, score, draw_ratio, .. } = rating;
            write!(f, "{:4} {name}{} ", line + 1, pad(name))?;
            write!(f, "{:8.1} {:6.1} {games:6} ", elo.value, elo.margin)?;
            writeln!(f, "{:6.1}% {:6.1}%", 100.0 * score, 100.0 * draw_ratio)?;
        }
        Ok(())
    }
}

/// Columns a name takes on a terminal: Chinese characters take two.
fn width(name: &str) -> usize {
    name.chars().map(|c| if c >= '\u{1100}' { 2 } else { 1 }).sum()
}
