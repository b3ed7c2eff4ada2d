//! A rating list from pairwise results.
//!
//! The model is that of Bradley and Terry ("Rank Analysis of Incomplete Block
//! Designs", Biometrika 39, 1952) on the Elo scale: a player who is `d` Elo
//! stronger expects 1 / (1 + 10^(−d/400)) points a game. A draw counts as half
//! a win and half a loss. Ratings maximise the likelihood and have mean 0.

mod fit;
mod groups;
mod list;
mod table;

use thiserror::Error;

pub use list::{Rating, RatingList};
pub use table::ResultTable;

/// How the error bars of a rating list are computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ErrorModel {
    /// From the spread of the results themselves (the "sandwich" estimate of
    /// Huber and White): draws and the correlation inside game pairs narrow the
    /// bars as they should, and two players get the error bar of their match.
    /// Where two players have only equal results, nothing is known of their
    /// spread and that of [`ErrorModel::Information`] is used.
    #[default]
    Robust,
    /// From the observed information alone, as if every game were won or lost
    /// and independent of the others: the textbook answer, too wide with draws.
    Information,
}

/// How to rate.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatingOptions {
    /// Every player gets this many imagined draws against an average opponent.
    /// 0 is plain maximum likelihood. A small number such as 1 keeps ratings
    /// finite when someone won or lost every game.
    pub prior_draws: f64,
    /// How error bars are computed.
    pub errors: ErrorModel,
}

/// Why there is no rating list.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RatingError {
    /// A game of a player against themselves.
    #[error("\"{name}\" is listed as both players of a game; a rating needs two different names")]
    SelfPlay {
        /// The player.
        name: String,
    },
    /// A prior that is not a count.
    #[error("the prior is {value} draws, but must be 0 or a positive number")]
    BadPrior {
        /// The offending value.
        value: f64,
    },
    /// Players between whom no finite difference is likeliest, because points
    /// never went both ways.
    #[error(
        "no finite ratings: points never went both ways between the groups {}; \
         more games, or a prior of a few draws, would join them",
        .groups.iter().map(|group| format!("[{}]", group.join(", "))).collect::<Vec<_>>().join(" ")
    )]
    Separated {
        /// The groups that can be rated among themselves.
        groups: Vec<Vec<String>>,
    },
    /// Numbers too extreme to solve.
    #[error(
        "the ratings did not converge: differences are too extreme; a prior of a few draws helps"
    )]
    NoConvergence,
}
