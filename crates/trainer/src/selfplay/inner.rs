//! Positions from inside the trees of self-play's searches.
//!
//! A search of some thousand nodes says something about hundreds of positions. Each is
//! labelled with its evaluation as the search corrects it, which costs next to nothing
//! beside a search of its own, and shows a network the lopsided positions it is asked
//! about and games never come to.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::Rng;
use search::{Finding, Witness};

use super::plan::Inner;
use crate::data::{GameResult, Label};
use crate::variety::{BoxedEngine, GameOf, Variety};

/// Keeps a sample of what searches find.
pub struct Sampler<P> {
    plan: Inner,
    sample: Mutex<Sample<P>>,
}

struct Sample<P> {
    rng: Rng,
    found: Vec<(P, Finding)>,
}

impl<P: Clone + Send + Sync> Sampler<P> {
    /// A sampler that is told by an engine.
    pub fn of(plan: Inner) -> Arc<Sampler<P>> {
        let sample = Mutex::new(Sample { rng: Rng::new(0), found: Vec::new() });
        Arc::new(Sampler { plan, sample })
    }

    fn sample(&self) -> MutexGuard<'_, Sample<P>> {
        self.sample.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins, with chance of its own.
    pub fn begin(&self, seed: u64) {
        *self.sample() = Sample { rng: Rng::new(seed), found: Vec::new() };
    }

    /// What was kept of the last search.
    fn take(&self) -> Vec<(P, Finding)> {
        std::mem::take(&mut self.sample().found)
    }
}

impl<P: Clone + Send + Sync> Witness<P> for Sampler<P> {
    fn least_depth(&self) -> i32 {
        self.plan.least_depth
    }

    fn found(&self, position: &P, finding: &Finding) {
        let mut sample = self.sample();
        if sample.rng.below(self.plan.every.max(1) as usize) == 0 {
            sample.found.push((position.clone(), *finding));
        }
    }
}

/// Records of what the last search of a game found; their results are not known.
pub fn records<V: Variety>(
    sampler: &Sampler<V::Position>,
    engine: &BoxedEngine<V>,
    game: &GameOf<V>,
) -> Vec<V::Record> {
    let record = |(position, finding): (V::Position, Finding)| {
        let label = Label {
            score: V::label_score(engine, &position, finding.value()),
            result: GameResult::Unknown,
            ply: game.plies().len().min(255) as u8,
            in_check: false,
            noisy: finding.captures,
            exact: false,
        };
        V::inner_record(game, &position, finding.clock, label)
    };
    sampler.take().into_iter().map(record).collect()
}
