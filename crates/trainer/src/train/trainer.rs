//! A training run: batches, reports, the loss on positions held out.

use std::ops::ControlFlow;

use network::{Inputs, Role};

use super::adam::Step;
use super::batch::{Preparation, Samples};
use super::model::Model;
use super::passes::loss;
use super::worker::{self, Leg};
use super::{Curve, CurvePoint, Options, TrainError};
use crate::data::{Place, Record, Shuffled};

/// A network in training.
pub struct Trainer<R: Record> {
    pub(super) options: Options<R::Inputs>,
    pub(super) model: Model<R::Inputs>,
    /// Batches trained on.
    pub(super) batches: u64,
    /// How far the data was read.
    pub(super) place: Place,
    pub(super) curve: Curve,
    /// What the caller wants to find again in a checkpoint.
    pub(super) note: String,
    held_out: Vec<R>,
}

/// What a report tells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Batches trained on, and how many there are.
    pub batches: [u64; 2],
    /// Positions trained on.
    pub positions: u64,
    /// The learning rate now.
    pub rate: f32,
    /// The mean loss since the last report.
    pub loss: f64,
    /// The mean loss on the positions held out.
    pub held_out: Option<f64>,
}

impl<R: Record> Trainer<R> {
    /// A new run.
    ///
    /// # Errors
    /// If an option makes no sense.
    pub fn new(options: Options<R::Inputs>) -> Result<Trainer<R>, TrainError> {
        options.check()?;
        let model = Model::new(options.shape, options.seed);
        Ok(Trainer::from_parts(options, model))
    }

    pub(super) fn from_parts(options: Options<R::Inputs>, model: Model<R::Inputs>) -> Trainer<R> {
        let (place, curve, held_out) = (Place::default(), Curve::default(), Vec::new());
        Trainer { options, model, batches: 0, place, curve, note: String::new(), held_out }
    }

    /// What was chosen.
    pub fn options(&self) -> &Options<R::Inputs> {
        &self.options
    }

    /// Chooses how many threads work from now on; the result does not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.options.threads = threads.max(1);
    }

    /// A text of the caller's that checkpoints keep.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Changes the text that checkpoints keep.
    pub fn set_note(&mut self, note: String) {
        self.note = note;
    }

    /// The network so far.
    pub fn model(&self) -> &Model<R::Inputs> {
        &self.model
    }

    /// The losses so far.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// Positions trained on.
    pub fn positions(&self) -> u64 {
        self.batches * self.options.batch as u64
    }

    /// Whether everything is done.
    pub fn is_finished(&self) -> bool {
        self.batches >= self.options.batches()
    }

    /// Gives positions that every report judges, and the loss of another evaluation
    /// on them (see [`baseline_loss`]) to be shown beside.
    pub fn hold_out(&mut self, records: Vec<R>, baseline: Option<f64>) {
        self.held_out = records;
        self.curve.baseline = baseline;
    }

    /// Trains until all is done or `watch`, which is told of every report, has enough.
    /// It may write a checkpoint. Data is read from where the run stood.
    ///
    /// # Errors
    /// If there is no data, or the loss is no number any more.
    pub fn run(
        &mut self,
        data: &mut Shuffled<R>,
        watch: &mut dyn FnMut(&Trainer<R>, &Progress) -> ControlFlow<()>,
    ) -> Result<(), TrainError> {
        if data.place() != self.place {
            data.go_to(self.place)?;
        }
        while !self.is_finished() {
            let progress = self.leg(data)?;
            if watch(self, &progress).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Trains until the next report.
    fn leg(&mut self, data: &mut Shuffled<R>) -> Result<Progress, TrainError> {
        let options = &self.options;
        let until = (self.batches + options.report_every).min(options.batches());
        let step =
            |number| Step::new(number + 1, options.rate_at(number), options.decay, options.batch);
        let steps: Vec<Step> = (self.batches..until).map(step).collect();
        let leg = Leg {
            preparation: Preparation::new::<R>(options),
            positions: self.positions(),
            batch: options.batch,
            threads: options.threads,
        };
        let outcome = worker::run(&mut self.model, data, leg, &steps)?;
        self.batches += outcome.batches as u64;
        self.place = data.place();
        if outcome.diverged || !self.model.is_finite() {
            let rate = self.options.rate_at(self.batches);
            let (batch, positions) = (self.batches + 1, self.positions());
            return Err(TrainError::Diverged { batch, positions, rate });
        }
        Ok(self.report(outcome.loss / (steps.len() * self.options.batch) as f64))
    }

    fn report(&mut self, loss: f64) -> Progress {
        let held_out = (!self.held_out.is_empty()).then(|| self.loss(&self.held_out));
        let progress = Progress {
            batches: [self.batches, self.options.batches()],
            positions: self.positions(),
            rate: self.options.rate_at(self.batches),
            loss,
            held_out,
        };
        self.curve.points.push(CurvePoint {
            positions: progress.positions,
            rate: progress.rate,
            training: loss,
            held_out,
        });
        progress
    }

    /// The mean loss on some positions, as they stand.
    pub fn loss(&self, records: &[R]) -> f64 {
        let preparation = Preparation::new::<R>(&self.options).as_they_stand();
        let error = |logit: f32, target| f64::from(loss(logit, target).0);
        let each = |record: &R| error(self.logit(record), preparation.target(record));
        records.iter().map(each).sum::<f64>() / records.len().max(1) as f64
    }

    /// The score a position gets: the network's, or the one it corrects.
    pub fn score(&self, record: &R) -> f32 {
        R::score(self.logit(record), self.options.scale as f32)
    }

    /// The value the exported network should have.
    pub(super) fn network_value(&self, record: &R) -> f32 {
        match self.options.role {
            Role::Whole => self.score(record),
            Role::Correction => (self.logit(record) - record.base()) * R::LOGIT as f32,
        }
    }

    fn logit(&self, record: &R) -> f32 {
        let mut samples = Samples::default();
        Preparation::new::<R>(&self.options).as_they_stand().add(record, 0, &mut samples);
        self.model.logit(&samples, &samples.list[0])
    }
}

/// The mean loss another evaluation has on some positions, by the same measure.
/// `evaluate` gives a score for the side to move; the labels' own scores give the least
/// loss there can be.
pub fn baseline_loss<R: Record>(
    records: &[R],
    options: &Options<R::Inputs>,
    evaluate: impl Fn(&R) -> f32,
) -> f64 {
    let scores: Vec<f32> = records.iter().map(evaluate).collect();
    loss_of_scores(records, options, &scores)
}

/// The mean loss of scores that another evaluation gave some positions.
pub fn loss_of_scores<R: Record>(
    records: &[R],
    options: &Options<R::Inputs>,
    scores: &[f32],
) -> f64 {
    let preparation = Preparation::new::<R>(options);
    let each = |(record, &score): (&R, &f32)| {
        let points = R::points(score, options.scale as f32);
        f64::from(points - preparation.target(record)).powi(2)
    };
    debug_assert!(options.scale > 0, "{:?}", R::Inputs::GAME);
    records.iter().zip(scores).map(each).sum::<f64>() / records.len().max(1) as f64
}
