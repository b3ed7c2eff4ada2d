//! What sets are judged by.

use serde::{Deserialize, Serialize};

use super::session::Session;
use super::settings::RunSettings;
use crate::TuneError;
use crate::fitness::{Fitness, Tally};
use crate::games::{Pair, PairWork};
use crate::space::Space;
use crate::suite::{Suite, SuiteWork};

/// What sets are judged by, as `run.json` has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgeSettings {
    /// Test sets: one to be tuned for, one held back.
    Suite {
        /// Nodes for a position.
        nodes: u64,
        /// What is tuned for.
        training: Suite,
        /// What is held back.
        held_out: Suite,
    },
    /// Pairs of games against the values of the beginning.
    Games {
        /// Nodes of a ply.
        nodes: u64,
        /// Pairs of a candidate that is not given up early.
        pairs: u32,
        /// No game is longer.
        most_plies: u32,
    },
    /// Labelled positions; they stay in their files.
    Positions,
}

/// The judge of a run.
pub enum Judge {
    /// Test sets.
    Suite {
        /// What is tuned for.
        training: Box<SuiteWork>,
        /// What is held back.
        held_out: Option<Box<SuiteWork>>,
    },
    /// Games against the beginning.
    Games {
        /// What is tuned for.
        training: Box<PairWork>,
        /// The same from other openings.
        held_out: Box<PairWork>,
        /// Pairs of a candidate.
        pairs: u32,
    },
}

/// Candidates play so many shares of their pairs, and after each but the last the worse
/// half is given up.
const ROUNDS: [u32; 3] = [4, 4, 2];
/// What tells openings that are held back from others.
const OTHER_OPENINGS: u64 = 0x5eed_0000_0000_0001;

impl Judge {
    /// The judge that settings describe.
    ///
    /// # Errors
    /// If there is none that judges candidates.
    pub fn new(settings: &RunSettings) -> Result<Judge, TuneError> {
        let engine = settings.engine.clone();
        match &settings.judge {
            JudgeSettings::Suite { nodes, training, held_out } => {
                let work = |suite: &Suite| SuiteWork {
                    engine: engine.clone(),
                    nodes: *nodes,
                    suite: suite.clone(),
                };
                let held = (!held_out.cases.is_empty()).then(|| Box::new(work(held_out)));
                Ok(Judge::Suite { training: Box::new(work(training)), held_out: held })
            }
            JudgeSettings::Games { nodes, pairs, most_plies } => {
                let work = |seed| {
                    let (engine, nodes, most_plies) = (engine.clone(), *nodes, *most_plies);
                    Box::new(PairWork { engine, nodes, most_plies, seed })
                };
                let (training, held_out) =
                    (work(settings.seed), work(settings.seed ^ OTHER_OPENINGS));
                Ok(Judge::Games { training, held_out, pairs: (*pairs).max(1) })
            }
            JudgeSettings::Positions => {
                Err(TuneError::Settings("positions judge no candidates one by one".to_owned()))
            }
        }
    }

    /// What candidates are worth; `Ok(None)` if the run is to end.
    pub(super) fn judge(
        &self,
        session: &mut Session<'_>,
        next: &mut u64,
        space: &Space,
        genomes: &[Vec<i32>],
    ) -> Result<Option<Vec<Fitness>>, TuneError> {
        match self {
            Judge::Suite { training, .. } => {
                let tallies = tallies(session, next, space, training, genomes)?;
                let worth = |tally: Option<Tally>| tally.map_or(Fitness::WORST, |t| t.fitness());
                Ok(tallies.map(|list| list.into_iter().map(worth).collect()))
            }
            Judge::Games { training, pairs, .. } => {
                halving(session, next, space, training, *pairs, genomes)
            }
        }
    }

    /// What the held-back part says of sets, as a number to be small: wrong answers, or
    /// the share of points lost; with more figures of test sets.
    pub(super) fn hold_out(
        &self,
        session: &mut Session<'_>,
        next: &mut u64,
        space: &Space,
        genomes: &[Vec<i32>],
    ) -> Result<Option<Vec<Option<f64>>>, TuneError> {
        match self {
            Judge::Suite { held_out: None, .. } => Ok(Some(vec![None; genomes.len()])),
            Judge::Suite { held_out: Some(work), .. } => {
                let tallies = tallies(session, next, space, work, genomes)?;
                let wrong = |tally: Option<Tally>| tally.map(|tally| tally.wrong() as f64);
                Ok(tallies.map(|list| list.into_iter().map(wrong).collect()))
            }
            Judge::Games { held_out, pairs, .. } => {
                let shares = points(session, next, space, held_out, genomes, 0..*pairs)?;
                let most = f64::from(4 * pairs);
                let lost = |points: Option<u32>| points.map(|p| 1.0 - f64::from(p) / most);
                Ok(shares.map(|list| list.into_iter().map(lost).collect()))
            }
        }
    }
}

fn tallies(
    session: &mut Session<'_>,
    next: &mut u64,
    space: &Space,
    work: &SuiteWork,
    genomes: &[Vec<i32>],
) -> Result<Option<Vec<Option<Tally>>>, TuneError> {
    let jobs: Vec<Vec<i32>> = genomes.iter().map(|genome| space.whole(genome)).collect();
    session.batch(next, work, &jobs)
}

/// Points of each candidate against the beginning, in half points; `None` if one of its
/// pairs failed.
pub(super) fn points(
    session: &mut Session<'_>,
    next: &mut u64,
    space: &Space,
    work: &PairWork,
    genomes: &[Vec<i32>],
    pairs: std::ops::Range<u32>,
) -> Result<Option<Vec<Option<u32>>>, TuneError> {
    let other = space.base().values().to_vec();
    let pair = |(genome, opening): (&Vec<i32>, u32)| Pair {
        one: space.whole(genome),
        other: other.clone(),
        opening: opening.into(),
    };
    let count = pairs.len();
    let all = genomes.iter().flat_map(|genome| pairs.clone().map(move |n| (genome, n)));
    let jobs: Vec<Pair> = all.map(pair).collect();
    let Some(results) = session.batch(next, work, &jobs)? else { return Ok(None) };
    let sum = |list: &[Option<crate::games::PairResult>]| -> Option<u32> {
        list.iter().map(|result| result.map(|result| u32::from(result.points()))).sum()
    };
    Ok(Some(results.chunks(count.max(1)).map(sum).collect()))
}

/// Games with early stopping: everybody plays a part of the pairs, the better half goes
/// on.
fn halving(
    session: &mut Session<'_>,
    next: &mut u64,
    space: &Space,
    work: &PairWork,
    pairs: u32,
    genomes: &[Vec<i32>],
) -> Result<Option<Vec<Fitness>>, TuneError> {
    let mut worth = vec![Fitness::WORST; genomes.len()];
    let mut alive: Vec<usize> = (0..genomes.len()).collect();
    let mut sums = vec![0_u32; genomes.len()];
    let mut played = 0;
    for (round, part) in ROUNDS.into_iter().enumerate() {
        let until = match round + 1 == ROUNDS.len() {
            true => pairs,
            false => (played + pairs.div_ceil(part)).min(pairs),
        };
        if until == played || alive.is_empty() {
            break;
        }
        let playing: Vec<Vec<i32>> = alive.iter().map(|&one| genomes[one].clone()).collect();
        let Some(got) = points(session, next, space, work, &playing, played..until)? else {
            return Ok(None);
        };
        played = until;
        for (&one, points) in alive.iter().zip(&got) {
            let Some(points) = points else {
                worth[one] = Fitness::WORST;
                continue;
            };
            sums[one] += points;
            worth[one] = Fitness {
                first: -(round as i64),
                second: -(i64::from(sums[one]) * 10_000 / i64::from(4 * played)),
                third: 0,
            };
        }
        alive.sort_by_key(|&one| (worth[one], one));
        alive.truncate(alive.len().div_ceil(2));
        alive.sort_unstable();
    }
    Ok(Some(worth))
}
