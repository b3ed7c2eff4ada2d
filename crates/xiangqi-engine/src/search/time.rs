//! When a finished iteration is enough.

use game::Score;
use search::{Evaluator, TimePlan};
use xiangqi::{Ply, Position};

use super::params::hundredths;
use super::root::RootMove;
use super::{SearchParams, Searcher};

impl<E: Evaluator<Position>> Searcher<'_, E> {
    /// Whether a finished iteration is enough: a mate as short as wanted, one move
    /// only, or the time, stretched while the search is unsure.
    pub(super) fn is_enough(&self, depth: i32, certainty: &mut Certainty) -> bool {
        if self.mates_as_wanted() || self.control.has_enough_nodes() {
            return true;
        }
        let Some(time) = self.job.time.filter(|_| !self.control.pondering()) else { return false };
        let fixed = time.soft == time.hard;
        if self.is_settled(depth, fixed) {
            return true;
        }
        let until = if fixed { time.hard } else { self.stretched(time, certainty) };
        self.control.elapsed() >= until
    }

    /// Whether a mate is found in as few moves as were asked for.
    fn mates_as_wanted(&self) -> bool {
        let plies = self.root.moves[0].line.score.plies_to_end();
        match (self.job.request.limits.mate, plies) {
            (Some(mate), Some(plies)) => plies > 0 && plies <= 2 * mate as i32,
            _ => false,
        }
    }

    /// Whether more depth would hardly change the choice.
    fn is_settled(&self, depth: i32, fixed: bool) -> bool {
        let params = self.params();
        // On a clock a forced move needs no thought. One that is alone because only
        // it is asked for does: its value is wanted, and so it is in a fixed time.
        let forced = self.root.moves.len() == 1 && !self.root.restricted && !fixed;
        if forced && depth >= params.forced_depth {
            return true;
        }
        // A mate found and searched deeper than its length hardly gets shorter; a
        // fixed time is there to be used, so there it is searched deeper still.
        self.root.moves[0].line.score.plies_to_end().is_some_and(|plies| {
            let length = plies.abs();
            let enough = match fixed {
                true => 2 * length + params.mate_beyond_fixed,
                false => length + params.mate_beyond,
            };
            plies == 1 || depth > enough
        })
    }

    /// The time to aim for, as sure as the search is.
    fn stretched(&self, time: TimePlan, certainty: &mut Certainty) -> std::time::Duration {
        let factor = certainty.factor(&self.root.moves[0], self.nodes, self.params());
        time.soft.mul_f64(factor).min(time.hard)
    }
}

/// How sure the search is of its move.
#[derive(Default)]
pub(super) struct Certainty {
    best: Option<Ply>,
    unchanged: i32,
    last: Option<Score>,
}

impl Certainty {
    /// How much of the planned time to use: less the longer the best move stays
    /// and the more of the tree it takes, more when the score falls.
    fn factor(&mut self, best: &RootMove, nodes: u64, params: &SearchParams) -> f64 {
        let ply = best.line.plies[0];
        let same = self.best == Some(ply);
        self.unchanged = if same { (self.unchanged + 1).min(params.time_stable_most) } else { 0 };
        self.best = Some(ply);
        let most = params.time_fall;
        let fall = self.last.map_or(0, |last| last.get() - best.line.score.get()).clamp(0, most);
        self.last = Some(best.line.score);
        let share = best.nodes as f64 / nodes.max(1) as f64;
        let stable = hundredths(params.time_unstable)
            - hundredths(params.time_stable_step) * f64::from(self.unchanged);
        let effort = hundredths(params.time_effort) - share;
        let falling = 1.0 + f64::from(fall) / f64::from(most);
        (hundredths(params.time_share) * stable * effort * falling)
            .clamp(hundredths(params.time_factor_least), hundredths(params.time_factor_most))
    }
}
