//! The results a rating list is made from.

use std::collections::BTreeMap;

use super::super::counts::{GameResult, Pentanomial, Wdl};
use super::groups::strong_groups;
use super::{ErrorModel, RatingError, RatingList, RatingOptions, fit, list};

/// Who played whom with what result.
///
/// ```
/// use arena::stats::{RatingOptions, ResultTable, Wdl};
/// let mut table = ResultTable::default();
/// table.add_games("new", "old", Wdl { wins: 30, draws: 50, losses: 20 })?;
/// table.add_games("new", "rival", Wdl { wins: 10, draws: 50, losses: 40 })?;
/// let list = table.rate(&RatingOptions::default())?;
/// let names: Vec<_> = list.ratings().iter().map(|rating| rating.name.as_str()).collect();
/// assert_eq!(names, ["rival", "new", "old"]);
/// # Ok::<(), arena::stats::RatingError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResultTable {
    names: Vec<String>,
    indices: BTreeMap<String, usize>,
    /// Keyed by the indices of two players, the smaller first.
    meetings: BTreeMap<(usize, usize), Meeting>,
}

/// All results between two players, from the view of the first.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Meeting {
    /// Games that belong to no pair.
    pub(super) singles: Wdl,
    pub(super) pairs: Pentanomial,
}

impl Meeting {
    pub(super) fn wdl(&self) -> Wdl {
        self.singles + self.pairs.wdl()
    }

    fn reversed(&self) -> Meeting {
        Meeting { singles: self.singles.reversed(), pairs: self.pairs.reversed() }
    }
}

impl ResultTable {
    /// Adds one game; `result` is that of `first`.
    pub fn add_game(
        &mut self,
        first: &str,
        second: &str,
        result: GameResult,
    ) -> Result<(), RatingError> {
        let mut games = Wdl::default();
        games.add_game(result);
        self.add_games(first, second, games)
    }

    /// Adds games that belong to no pair, counted for `first`.
    pub fn add_games(&mut self, first: &str, second: &str, games: Wdl) -> Result<(), RatingError> {
        self.add(first, second, Meeting { singles: games, ..Meeting::default() })
    }

    /// Adds game pairs, counted for `first`.
    pub fn add_pairs(
        &mut self,
        first: &str,
        second: &str,
        pairs: Pentanomial,
    ) -> Result<(), RatingError> {
        self.add(first, second, Meeting { pairs, ..Meeting::default() })
    }

    /// The players in the order they were first named.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The rating list; empty for an empty table.
    pub fn rate(&self, options: &RatingOptions) -> Result<RatingList, RatingError> {
        let prior = options.prior_draws;
        if !(prior >= 0.0 && prior.is_finite()) {
            return Err(RatingError::BadPrior { value: prior });
        }
        if prior == 0.0 {
            self.check_connected()?;
        }
        let robust = options.errors == ErrorModel::Robust;
        let fitted = fit::fit(self.names.len(), &self.meetings, prior, robust)?;
        Ok(list::build(&self.names, &self.totals(), &fitted))
    }

    fn add(&mut self, first: &str, second: &str, meeting: Meeting) -> Result<(), RatingError> {
        if first == second {
            return Err(RatingError::SelfPlay { name: first.to_owned() });
        }
        let (a, b) = (self.index_of(first), self.index_of(second));
        let (key, meeting) = if a < b { ((a, b), meeting) } else { ((b, a), meeting.reversed()) };
        let entry = self.meetings.entry(key).or_default();
        entry.singles += meeting.singles;
        entry.pairs += meeting.pairs;
        Ok(())
    }

    fn index_of(&mut self, name: &str) -> usize {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        let index = self.names.len();
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), index);
        index
    }

    /// Finite ratings exist just when everyone can be reached from everyone by
    /// steps "took points from". L. R. Ford, "Solution of a Ranking Problem from
    /// Binary Comparisons", American Mathematical Monthly 64(8), 1957.
    fn check_connected(&self) -> Result<(), RatingError> {
        let mut took_points_from = vec![Vec::new(); self.names.len()];
        for (&(first, second), meeting) in &self.meetings {
            let games = meeting.wdl();
            if games.wins + games.draws > 0 {
                took_points_from[first].push(second);
            }
            if games.losses + games.draws > 0 {
                took_points_from[second].push(first);
            }
        }
        let groups = strong_groups(&took_points_from);
        if groups.len() <= 1 {
            return Ok(());
        }
        let name = |&player: &usize| self.names[player].clone();
        let groups = groups.iter().map(|group| group.iter().map(name).collect()).collect();
        Err(RatingError::Separated { groups })
    }

    /// All games of each player.
    fn totals(&self) -> Vec<Wdl> {
        let mut totals = vec![Wdl::default(); self.names.len()];
        for (&(first, second), meeting) in &self.meetings {
            totals[first] += meeting.wdl();
            totals[second] += meeting.wdl().reversed();
        }
        totals
    }
}
