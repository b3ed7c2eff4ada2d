//! The run itself.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use super::plan::{Amount, MOST_HELD_OUT, TrainingPlan};
use super::report::{HeldOut, TrainingReport, network_scores};
use super::sources;
use crate::data::{Damage, DataError, Dataset, Record, Shuffled};
use crate::files::write_whole;
use crate::train::{Options, Progress, TrainError, Trainer, loss_of_scores};
use crate::variety::Variety;

/// Trains by a plan until the end, or until `watch` has enough. The checkpoint keeps
/// what is done, so that the same plan goes on; it is removed when the network is
/// written.
///
/// # Errors
/// If the data, the checkpoint or the options cannot be used, a file cannot be
/// written, or the loss is not a number any more. What was saved stays.
pub fn train<V: Variety>(
    plan: &TrainingPlan,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<TrainingReport, TrainError> {
    let begin = Instant::now();
    check_places(plan)?;
    let Run { mut trainer, mut data, held_out, records, mut damage } = Run::<V>::open(plan)?;
    let before = trainer.positions();
    let mut saved = Instant::now();
    let mut failed = None;
    trainer.run(&mut data, &mut |trainer, progress| {
        if saved.elapsed() >= plan.save_every && !trainer.is_finished() {
            saved = Instant::now();
            failed = save(plan, trainer).err();
        }
        if failed.is_some() { ControlFlow::Break(()) } else { watch(progress) }
    })?;
    failed.map_or(Ok(()), Err)?;
    damage.extend_from_slice(data.damage());
    let this_call = (trainer.positions() - before, begin.elapsed().as_secs_f64());
    let mut report = TrainingReport {
        finished: trainer.is_finished(),
        batches: [trainer.positions() / plan.batch as u64, trainer.options().batches()],
        positions: trainer.positions(),
        this_call,
        records,
        curve: trainer.curve().clone(),
        held_out: losses::<V>(&trainer, &held_out),
        quantisation: None,
        bytes: None,
        damage,
    };
    if !report.finished {
        save(plan, &trainer)?;
    } else if let Err(error) = finish(plan, &trainer, &held_out, &mut report) {
        // A full disk should not cost the run: with more room the same plan only writes.
        let _ = save(plan, &trainer);
        return Err(error);
    }
    Ok(report)
}

/// Says before hours of work whether their result has a place.
fn check_places(plan: &TrainingPlan) -> Result<(), TrainError> {
    for path in [&plan.out, &plan.checkpoint] {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            let error = std::io::Error::new(std::io::ErrorKind::NotFound, "its folder is missing");
            return Err(TrainError::File { path: path.clone(), error });
        }
    }
    Ok(())
}

/// What a run is put together from.
struct Run<V: Variety> {
    trainer: Trainer<V::Record>,
    data: Shuffled<V::Record>,
    held_out: Vec<V::Record>,
    records: u64,
    damage: Vec<Damage>,
}

impl<V: Variety> Run<V> {
    fn open(plan: &TrainingPlan) -> Result<Run<V>, TrainError> {
        let saved = match plan.checkpoint.exists() {
            true => Some(Trainer::<V::Record>::load(&plan.checkpoint)?),
            false => None,
        };
        let mut sources = sources::present(&plan.data)?;
        if let Some(saved) = &saved {
            let known = sources::from_note(saved.note(), &sources);
            sources = known.map_err(|what| other_run(plan, what))?;
        }
        let mut data = Dataset::open(&sources)?;
        let records = data.records();
        let mut damage: Vec<Damage> = data.damage().cloned().collect();
        let (held_out, passing) = hold_out(&mut data, plan, &mut damage)?;
        let options = plan.options::<V>(data.weighted_records() * passing, held_out.len())?;
        let mut trainer = match saved {
            Some(saved) => resumed(plan, saved, options)?,
            None => Trainer::new(options)?,
        };
        trainer.set_note(sources::to_note(&sources));
        let hand_written = (!held_out.is_empty())
            .then(|| loss_of_scores(&held_out, &options, &V::hand_written(&held_out)));
        trainer.hold_out(held_out.clone(), hand_written);
        let data = data.shuffled(plan.room, plan.filter.clone(), plan.seed);
        Ok(Run { trainer, data, held_out, records, damage })
    }
}

/// Takes positions out of the data: those of them that pass the filter, and what part
/// of all they are.
fn hold_out<R: Record>(
    data: &mut Dataset<R>,
    plan: &TrainingPlan,
    damage: &mut Vec<Damage>,
) -> Result<(Vec<R>, f64), TrainError> {
    if !(0.0..1.0).contains(&plan.hold_out) {
        let text = format!("hold-out {}: expected 0 or more and less than 1", plan.hold_out);
        return Err(TrainError::Options(text));
    }
    let (mut held_out, found) = data.hold_out(plan.hold_out, MOST_HELD_OUT, plan.seed);
    damage.extend(found);
    let all = held_out.len();
    held_out.retain(|record| plan.filter.passes(&record.label()));
    let passing = if all == 0 { 1.0 } else { held_out.len() as f64 / all as f64 };
    held_out.retain(|record| record.position().is_ok());
    Ok((held_out, passing))
}

fn other_run(plan: &TrainingPlan, what: String) -> TrainError {
    TrainError::OtherRun { path: plan.checkpoint.clone(), what }
}

/// A saved run, if it is the one that is asked for.
fn resumed<R: Record>(
    plan: &TrainingPlan,
    mut saved: Trainer<R>,
    wanted: Options<R::Inputs>,
) -> Result<Trainer<R>, TrainError> {
    let found = *saved.options();
    // Rounds were turned into positions when the run began.
    let counted = matches!(plan.amount, Amount::Epochs(_));
    let wanted = Options {
        threads: found.threads,
        report_every: found.report_every,
        positions: if counted { found.positions } else { wanted.positions },
        ..wanted
    };
    if let Some(what) = difference(&found, &wanted) {
        return Err(other_run(plan, what));
    }
    saved.set_threads(plan.threads);
    Ok(saved)
}

fn difference<I: network::Inputs>(found: &Options<I>, wanted: &Options<I>) -> Option<String> {
    let columns = |options: &Options<I>| options.shape.width.columns() as f64;
    let differ = |name: &str, found: f64, wanted: f64| {
        (found != wanted).then(|| format!("{name} {found} there, {wanted} here"))
    };
    let inputs = (found.shape.inputs.encode() != wanted.shape.inputs.encode())
        .then(|| "other king buckets".to_owned());
    inputs
        .or((found.role != wanted.role).then(|| "another role".to_owned()))
        .or(differ("width", columns(found), columns(wanted)))
        .or(differ("batches", found.batches() as f64, wanted.batches() as f64))
        .or(differ("batch", found.batch as f64, wanted.batch as f64))
        .or(differ("learning rate", found.rate.into(), wanted.rate.into()))
        .or(differ("last learning rate", found.final_rate.into(), wanted.final_rate.into()))
        .or(differ("share of the result", found.result_share.into(), wanted.result_share.into()))
        .or(differ("seed", found.seed as f64, wanted.seed as f64))
        .or((found != wanted).then(|| "other options".to_owned()))
}

fn save<R: Record>(plan: &TrainingPlan, trainer: &Trainer<R>) -> Result<(), TrainError> {
    trainer.save(&plan.checkpoint)?;
    write(&plan.curve(), trainer.curve().to_svg().as_bytes())
}

fn write(path: &std::path::Path, bytes: &[u8]) -> Result<(), TrainError> {
    write_whole(path, bytes).map_err(|error| TrainError::File { path: path.to_owned(), error })
}

fn losses<V: Variety>(trainer: &Trainer<V::Record>, records: &[V::Record]) -> Option<HeldOut> {
    let labels: Vec<f32> = records.iter().map(|record| record.label().score.into()).collect();
    Some(HeldOut {
        positions: records.len(),
        network: trainer.loss(records),
        quantised: None,
        hand_written: trainer.curve().baseline?,
        labels: loss_of_scores(records, trainer.options(), &labels),
    })
}

/// Writes the network and its curve, and removes the checkpoint.
fn finish<R: Record>(
    plan: &TrainingPlan,
    trainer: &Trainer<R>,
    held_out: &[R],
    report: &mut TrainingReport,
) -> Result<(), TrainError> {
    let network = trainer.export()?;
    report.quantisation = Some(trainer.quantisation_error(&network, held_out));
    if let Some(losses) = &mut report.held_out {
        let scores = network_scores(&network, held_out);
        losses.quantised = Some(loss_of_scores(held_out, trainer.options(), &scores));
    }
    let bytes = network.with_comment(&comment(plan, trainer, report)).to_bytes();
    report.bytes = Some(bytes.len());
    write(&plan.curve(), trainer.curve().to_svg().as_bytes())?;
    write(&plan.out, &bytes)?;
    match std::fs::remove_file(&plan.checkpoint) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TrainError::Data(DataError::file(&plan.checkpoint, error)))
        }
        _ => Ok(()),
    }
}

/// Where the network comes from, a line each.
fn comment<R: Record>(
    plan: &TrainingPlan,
    trainer: &Trainer<R>,
    report: &TrainingReport,
) -> String {
    let options = trainer.options();
    let mut text = format!(
        "trained by chuhe {} on {} positions, {} batches of {}, from {} labels\n\
         learning rate {} to {}, share of the result {}, seed {}\n",
        env!("CARGO_PKG_VERSION"),
        report.positions,
        options.batches(),
        options.batch,
        report.records,
        options.rate,
        options.final_rate,
        options.result_share,
        options.seed,
    );
    if let Some(HeldOut { positions, network, hand_written, .. }) = report.held_out {
        let _ = writeln!(
            text,
            "loss {network:.6} on {positions} positions held out, hand-written {hand_written:.6}"
        );
    }
    if !plan.comment.is_empty() {
        let _ = writeln!(text, "{}", plan.comment);
    }
    text
}
