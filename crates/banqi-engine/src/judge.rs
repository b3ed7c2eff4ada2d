//! What the search must know of an evaluation besides its values: what they are
//! counted in.

use banqi::Position;
use game::Score;
use network::{BanqiNetwork, Role};
use search::Evaluator;

use crate::chuhe::SearchParams;
use crate::engine::BanqiGame;
use crate::eval::Evaluation;
use crate::expectation::{LARGEST_EVAL, WON};
use crate::learned::{Corrected, Hybrid, Learned};

/// An evaluation that says what it counts in.
pub(crate) trait Judge: Evaluator<Position> {
    /// What a won game counts in an average of outcomes.
    const WON: i32;
    /// The largest evaluation: less than a won game.
    const LARGEST: i32;
    /// Whether it counts in expected points. The margins of the search and the worths of
    /// pieces are in units of the hand-written evaluation.
    const IN_POINTS: bool;
    /// Whether it knows how near the draw limit is.
    const KNOWS_CLOCK: bool;

    /// What a score counts in an average.
    #[inline]
    fn outcome_value(score: Score) -> i32 {
        score.get().clamp(-Self::WON, Self::WON)
    }

    /// A value within what an evaluation may be.
    #[inline]
    fn bounded(value: i32) -> Score {
        Score::new(value.clamp(-Self::LARGEST, Self::LARGEST))
    }
}

impl Judge for Evaluation {
    const WON: i32 = WON;
    const LARGEST: i32 = LARGEST_EVAL;
    const IN_POINTS: bool = false;
    const KNOWS_CLOCK: bool = false;
}

/// What is to be done with an evaluation, whichever it is.
pub(crate) trait Work {
    /// What comes of it.
    type Done;

    /// Does it; the numbers of the search are in the evaluation's units.
    fn run<E: Judge>(self, evaluator: &E, params: &SearchParams) -> Self::Done;
}

/// What evaluates: the hand-written evaluation, or a network in its role.
#[derive(Clone, Copy)]
pub(crate) struct Judges<'a> {
    pub network: Option<&'a BanqiNetwork>,
    pub evaluation: &'a Evaluation,
    pub params: &'a SearchParams,
}

impl Judges<'_> {
    /// Does some work on a game. Everything below knows its evaluation when it is
    /// compiled.
    pub fn run<W: Work>(self, game: &BanqiGame, work: W) -> W::Done {
        let Judges { network, evaluation, params } = self;
        let Some(network) = network else { return work.run(evaluation, params) };
        let learned = Learned::new(network, game);
        if network.role() == Role::Correction {
            return work.run(&Corrected::new(learned, evaluation), params);
        }
        let scaled = params.in_points();
        match scaled.network_terms {
            0 => work.run(&learned, &scaled),
            share => {
                let percent = share * scaled.network_margin / 100;
                work.run(&Hybrid::new(learned, evaluation, percent), &scaled)
            }
        }
    }
}
