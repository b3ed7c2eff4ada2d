//! How the standing of a match came about: after every pair, in the order of the plan.

use std::collections::BTreeMap;

use super::config::RunConfig;
use super::directory::GameLine;
use crate::player::Seat;
use crate::schedule::Format;
use crate::stats::{Estimate, GameResult, Pentanomial, Sprt, SprtState};

/// The standing after so many pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Pairs played.
    pub pairs: u32,
    /// Elo of the first engine.
    pub elo: Estimate,
    /// Log-likelihood ratio of the sequential test, if there is one.
    pub llr: Option<f64>,
}

/// The standing of a match of two engines pair by pair. Games may come in any order;
/// points are made in the order of the plan until the test decides, as it counts them.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Nothing is drawn of tournaments: they have no single difference.
    is_match: bool,
    sprt: Option<Sprt>,
    /// Results of games of pairs that are not drawn yet, from the first engine's view.
    waiting: BTreeMap<u32, GameResult>,
    pairs: Pentanomial,
    points: Vec<CurvePoint>,
    /// The test has its answer: games that ended after it do not count.
    decided: bool,
}

impl Curve {
    /// The curve of a run of which no game is known yet.
    pub fn new(config: &RunConfig) -> Curve {
        Curve {
            is_match: config.format == Format::Match,
            sprt: config.sprt.as_ref().and_then(|sprt| sprt.test().ok()),
            waiting: BTreeMap::new(),
            pairs: Pentanomial::default(),
            points: Vec::new(),
            decided: false,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, line: &GameLine) {
        if !self.is_match {
            return;
        }
        // Even games have the first engine in the first seat.
        let seat = if line.game.is_multiple_of(2) { Seat::First } else { Seat::Second };
        self.waiting.insert(line.game, line.result(seat));
        while !self.decided
            && let Some((first, second)) = self.next_pair()
        {
            self.pairs.add_pair(first, second);
            let llr = self.sprt.map(|sprt| sprt.llr(&self.pairs));
            let state = self.sprt.zip(llr).map(|(sprt, llr)| sprt.decide(llr));
            self.decided = state.is_some_and(|state| state != SprtState::Continue);
            self.points.push(CurvePoint {
                pairs: self.points.len() as u32 + 1,
                elo: self.pairs.strength().elo,
                llr,
            });
        }
    }

    fn next_pair(&mut self) -> Option<(GameResult, GameResult)> {
        let game = 2 * self.points.len() as u32;
        let pair = (*self.waiting.get(&game)?, *self.waiting.get(&(game + 1))?);
        self.waiting.remove(&game);
        self.waiting.remove(&(game + 1));
        Some(pair)
    }

    /// A point for every pair.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// At most so many points, evenly chosen, the last among them.
    pub fn thinned(&self, most: usize) -> Vec<CurvePoint> {
        let all = self.points.len();
        if all <= most {
            return self.points.clone();
        }
        (1..=most).map(|number| self.points[number * all / most - 1]).collect()
    }
}
