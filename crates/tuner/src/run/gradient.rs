//! A run of gradient tuning.

use std::collections::BTreeMap;
use std::time::Instant;

use jobs::Stop;

use super::directory::Directory;
use super::session::Event;
use super::settings::{Method, RunSettings};
use super::state::{MethodState, Point, State};
use crate::TuneError;
use crate::space::Space;
use crate::texel::{Fit, FitSettings, Tracer, Traces, best_scale, loss, trace_all};

/// Makes a tracer of a space's parameters at a genome.
pub type MakeTracer<'a, T> = &'a dyn Fn(&Space, &[i32]) -> Result<T, TuneError>;

/// Positions with what they promise the side to move, and what was held back of them.
struct Data<P> {
    training: Vec<(P, f32)>,
    held_out: Vec<(P, f32)>,
}

/// Fits the parameters of a run to positions. The last part of them is held back:
/// neighbours are of one game, and must not be on both sides. The state is kept every time
/// the positions are traced anew; a kill loses what came after that.
///
/// # Errors
/// If a parameter cannot be traced, or the folder cannot be written.
pub fn descend<T: Tracer>(
    directory: &Directory,
    settings: &RunSettings,
    mut positions: Vec<(T::Position, f32)>,
    threads: usize,
    tracer: MakeTracer<'_, T>,
    stop: &Stop,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<State, TuneError> {
    let Method::Texel { fit: numbers, hold_out, .. } = &settings.method else {
        return Err(TuneError::Settings("the run is not one of gradient tuning".to_owned()));
    };
    if positions.len() < 100 {
        return Err(TuneError::Settings(format!(
            "{} positions: expected at least 100 to tune with",
            positions.len()
        )));
    }
    let space = settings.space()?;
    let held = (positions.len() as f64 * hold_out.clamp(0.0, 0.9)) as usize;
    let held_out = positions.split_off(positions.len() - held);
    let data = Data { training: positions, held_out };
    let mut state = match directory.state()? {
        Some(state) => state,
        None => State {
            next_index: 0,
            complete: false,
            best: space.origin(),
            champions: Vec::new(),
            history: Vec::new(),
            method: MethodState::Texel(Fit::new(&space)),
        },
    };
    while !state.complete && !stop.is_set() {
        let round = Round { space: &space, numbers, data: &data, threads, stop };
        let mut next = state.clone();
        if !round.run(&mut next, tracer, tell)? {
            break;
        }
        state = next;
        directory.keep(settings, &space, &state)?;
    }
    Ok(state)
}

/// From one tracing to the next.
struct Round<'a, P> {
    space: &'a Space,
    numbers: &'a FitSettings,
    data: &'a Data<P>,
    threads: usize,
    stop: &'a Stop,
}

impl<P: Sync> Round<'_, P> {
    /// `false` if the run is to end.
    fn run<T: Tracer<Position = P>>(
        &self,
        state: &mut State,
        tracer: MakeTracer<'_, T>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<bool, TuneError> {
        let MethodState::Texel(fit) = &mut state.method else {
            return Err(TuneError::Settings(
                "state and settings are of different methods".to_owned(),
            ));
        };
        let began = Instant::now();
        let traced = fit.genome(self.space);
        let made = tracer(self.space, &traced)?;
        let training = trace_all(&made, &self.data.training, self.threads);
        let held_out = trace_all(&made, &self.data.held_out, self.threads);
        let tracing = began.elapsed().as_secs_f64();
        let change = fit.change(self.space, &traced);
        let known = state.history.first().and_then(|point| point.more.get("scale")).copied();
        let scale = match known {
            Some(scale) => scale,
            None if self.numbers.scale > 0.0 => self.numbers.scale,
            None => best_scale(&training, &change, self.threads),
        };
        let epochs = self.numbers.epochs;
        let until = (fit.epoch + self.numbers.retrace.max(1)).min(epochs);
        let mut first = state.history.is_empty();
        while fit.epoch < until {
            if self.stop.is_set() {
                return Ok(false);
            }
            let began = Instant::now();
            let epoch = fit.epoch;
            let held = self.held(&held_out, fit, &traced, scale);
            let training_loss =
                fit.pass(self.space, &training, &traced, self.numbers, scale, self.threads);
            let mut more = BTreeMap::new();
            if first {
                more.insert("scale".to_owned(), scale);
                more.insert("positions".to_owned(), training.len() as f64);
                more.insert("megabytes".to_owned(), training.bytes() as f64 / 1e6);
                more.insert("tracing_seconds".to_owned(), tracing);
                first = false;
            }
            let seconds = began.elapsed().as_secs_f64();
            let point =
                Point { generation: epoch, training: training_loss, held_out: held, more, seconds };
            tell(Event::Point { point: &point, of: epochs });
            state.history.push(point);
        }
        state.complete = fit.epoch >= epochs;
        if state.complete {
            let change = fit.change(self.space, &traced);
            state.history.push(Point {
                generation: fit.epoch,
                training: loss(&training, &change, scale, self.threads),
                held_out: self.held(&held_out, fit, &traced, scale),
                more: BTreeMap::new(),
                seconds: 0.0,
            });
        }
        state.best = fit.genome(self.space);
        Ok(true)
    }

    fn held(&self, traces: &Traces, fit: &Fit, traced: &[i32], scale: f64) -> Option<f64> {
        let change = fit.change(self.space, traced);
        (!traces.is_empty()).then(|| loss(traces, &change, scale, self.threads))
    }
}
