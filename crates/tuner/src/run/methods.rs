//! One generation after the other.

use std::collections::BTreeMap;
use std::time::Instant;

use super::directory::Directory;
use super::judge::Judge;
use super::session::{Event, Session};
use super::settings::{Method, RunSettings};
use super::state::{MethodState, Point, State};
use crate::TuneError;
use crate::cma::Cma;
use crate::ga::{Birth, GaSettings, Individual, Population};
use crate::games::Pair;
use crate::space::Space;
use crate::spsa::{Spsa, SpsaSettings};

/// A run with everything its methods need.
struct Work<'a, 'b> {
    settings: &'a RunSettings,
    space: &'a Space,
    judge: &'a Judge,
    session: &'a mut Session<'b>,
}

/// What a step came to: nothing if the run is to end.
type Step = Result<Option<Point>, TuneError>;

/// Goes on with a run until everything planned is done, or somebody wants it to end.
/// The state it came to is in the folder, and returned.
///
/// # Errors
/// If jobs or files fail; the folder then holds the last complete generation.
pub fn evolve(
    directory: &Directory,
    settings: &RunSettings,
    session: &mut Session<'_>,
) -> Result<State, TuneError> {
    let space = settings.space()?;
    let judge = Judge::new(settings)?;
    let mut state = match directory.state()? {
        Some(state) => state,
        None => begin(settings, &space)?,
    };
    while !state.complete && !session.stop.is_set() {
        let began = Instant::now();
        let mut next = state.clone();
        let mut work = Work { settings, space: &space, judge: &judge, session: &mut *session };
        let Some(mut point) = work.step(&mut next)? else { break };
        point.seconds = began.elapsed().as_secs_f64();
        next.complete = point.generation >= settings.generations;
        next.champions.push(next.best.clone());
        next.history.push(point);
        state = next;
        directory.keep(settings, &space, &state)?;
        if let Some(point) = state.history.last() {
            (session.tell)(Event::Point { point, of: settings.generations });
        }
    }
    Ok(state)
}

fn begin(settings: &RunSettings, space: &Space) -> Result<State, TuneError> {
    let origin = space.origin();
    let method = match &settings.method {
        Method::Ga(_) => MethodState::Ga(Population::new(vec![origin.clone()])),
        Method::Spsa(_) => MethodState::Spsa(Spsa::new(space)),
        Method::Cma(cma) => MethodState::Cma(Cma::new(space, cma).map_err(TuneError::Settings)?),
        Method::Texel { .. } => MethodState::Texel(crate::texel::Fit::new(space)),
    };
    Ok(State {
        next_index: 0,
        complete: false,
        best: origin,
        champions: Vec::new(),
        history: Vec::new(),
        method,
    })
}

impl Work<'_, '_> {
    fn step(&mut self, state: &mut State) -> Step {
        let State { next_index, best, history, method, .. } = state;
        match (&self.settings.method, method) {
            (Method::Ga(ga), MethodState::Ga(population)) if history.is_empty() => {
                self.first_of_ga(next_index, best, population, ga)
            }
            (Method::Ga(ga), MethodState::Ga(population)) => {
                self.generation_of_ga(next_index, best, population, ga)
            }
            (Method::Spsa(spsa), MethodState::Spsa(now)) => {
                self.iteration_of_spsa(next_index, best, now, spsa)
            }
            (Method::Cma(_), MethodState::Cma(cma)) => {
                self.generation_of_cma(next_index, best, cma)
            }
            _ => Err(TuneError::Settings("state and settings are of different methods".to_owned())),
        }
    }

    /// Generation 0: what the beginning is worth.
    fn first_of_ga(
        &mut self,
        next: &mut u64,
        best: &mut Vec<i32>,
        population: &mut Population,
        _: &GaSettings,
    ) -> Step {
        let mut founders = population.parents.clone();
        if !self.judge_all(next, &mut founders)? {
            return Ok(None);
        }
        founders.sort_by_key(|one| one.fitness);
        population.parents = founders;
        self.point_of_ga(next, best, population)
    }

    fn generation_of_ga(
        &mut self,
        next: &mut u64,
        best: &mut Vec<i32>,
        population: &mut Population,
        settings: &GaSettings,
    ) -> Step {
        let mut all = population.candidates(self.space, settings, self.settings.seed);
        if !self.judge_all(next, &mut all)? {
            return Ok(None);
        }
        population.filter(all, settings);
        self.point_of_ga(next, best, population)
    }

    /// Judges those that are not judged yet; `false` if the run is to end.
    fn judge_all(&mut self, next: &mut u64, all: &mut [Individual]) -> Result<bool, TuneError> {
        let open = |one: &&mut Individual| one.fitness.is_none();
        let genomes: Vec<Vec<i32>> =
            all.iter_mut().filter(open).map(|one| one.genome.clone()).collect();
        let judged = self.judge.judge(self.session, next, self.space, &genomes)?;
        let Some(judged) = judged else { return Ok(false) };
        for (one, fitness) in all.iter_mut().filter(open).zip(judged) {
            one.fitness = Some(fitness);
        }
        Ok(true)
    }

    /// The figures of a generation's survivors.
    fn point_of_ga(
        &mut self,
        next: &mut u64,
        best: &mut Vec<i32>,
        population: &Population,
    ) -> Step {
        let champion = &population.parents[0];
        let genomes = [champion.genome.clone()];
        let held = self.judge.hold_out(self.session, next, self.space, &genomes)?;
        let Some(held) = held else { return Ok(None) };
        best.clone_from(&champion.genome);
        let fitness = champion.fitness.unwrap_or_default();
        let new = |birth| {
            let born = |one: &&Individual| one.birth == birth && one.since == population.generation;
            population.parents.iter().filter(born).count() as f64
        };
        let mut more = BTreeMap::from([
            ("survivors_by_crossover".to_owned(), new(Birth::Crossover)),
            ("survivors_by_mutation".to_owned(), new(Birth::Mutation)),
        ]);
        let training = match self.judge {
            Judge::Suite { training, .. } => {
                let all = training.suite.cases.len() as i64;
                more.insert("guessed".to_owned(), fitness.second as f64);
                more.insert("solved".to_owned(), (all - fitness.first - fitness.second) as f64);
                more.insert("nodes".to_owned(), fitness.third as f64);
                fitness.first as f64
            }
            Judge::Games { .. } => 1.0 + fitness.second as f64 / 10_000.0,
        };
        let generation = population.generation;
        Ok(Some(Point { generation, training, held_out: held[0], more, seconds: 0.0 }))
    }

    fn iteration_of_spsa(
        &mut self,
        next: &mut u64,
        best: &mut Vec<i32>,
        now: &mut Spsa,
        settings: &SpsaSettings,
    ) -> Step {
        let Judge::Games { training, .. } = self.judge else {
            return Err(TuneError::Settings("SPSA is judged by games".to_owned()));
        };
        let asked = now.ask(self.space, settings, self.settings.seed);
        let first = u64::from(now.iteration) * u64::from(settings.pairs);
        let (one, other) = (self.space.whole(&asked.plus), self.space.whole(&asked.minus));
        let pair = |number| Pair {
            one: one.clone(),
            other: other.clone(),
            opening: first + u64::from(number),
        };
        let jobs: Vec<Pair> = (0..settings.pairs).map(pair).collect();
        let Some(results) = self.session.batch(next, &**training, &jobs)? else { return Ok(None) };
        let score: f64 = results.iter().flatten().map(|r| f64::from(r.points()) - 2.0).sum();
        now.tell(self.space, settings, &asked, score);
        *best = now.genome(self.space);
        let share = 0.5 - score / (4.0 * f64::from(settings.pairs));
        let held_out = match self.validates(now.iteration) {
            false => None,
            true => {
                let genomes = [best.clone()];
                match self.judge.hold_out(self.session, next, self.space, &genomes)? {
                    None => return Ok(None),
                    Some(held) => held[0],
                }
            }
        };
        let more = BTreeMap::from([("moved_steps".to_owned(), self.moved(best))]);
        let generation = now.iteration;
        Ok(Some(Point { generation, training: share, held_out, more, seconds: 0.0 }))
    }

    /// Ten times in a run of SPSA the values play those of the beginning.
    fn validates(&self, iteration: u32) -> bool {
        let every = (self.settings.generations / 10).max(1);
        iteration.is_multiple_of(every) || iteration == self.settings.generations
    }

    /// How far values are from the beginning on the average, in steps.
    fn moved(&self, genome: &[i32]) -> f64 {
        let origin = self.space.origin();
        let steps = genome.iter().zip(origin).enumerate().map(|(gene, (now, then))| {
            f64::from((now - then).abs()) / f64::from(self.space.spec(gene).step.max(1))
        });
        steps.sum::<f64>() / genome.len() as f64
    }

    fn generation_of_cma(&mut self, next: &mut u64, best: &mut Vec<i32>, cma: &mut Cma) -> Step {
        let asked = cma.ask(self.space, self.settings.seed);
        let judged = self.judge.judge(self.session, next, self.space, &asked.genomes)?;
        let Some(judged) = judged else { return Ok(None) };
        cma.tell(&asked, &judged);
        let middle = cma.genome(self.space);
        let genomes = [middle.clone()];
        let held = self.judge.hold_out(self.session, next, self.space, &genomes)?;
        let Some(held) = held else { return Ok(None) };
        *best = middle;
        let top = judged.iter().min().copied().unwrap_or_default();
        let training = match self.judge {
            Judge::Suite { .. } => top.first as f64,
            Judge::Games { .. } => 1.0 + top.second as f64 / 10_000.0,
        };
        let more = BTreeMap::from([("moved_steps".to_owned(), self.moved(best))]);
        let generation = cma.generation;
        Ok(Some(Point { generation, training, held_out: held[0], more, seconds: 0.0 }))
    }
}
