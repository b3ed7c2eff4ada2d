//! Reports about training in words and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};
use trainer::train::QuantisationError;
use trainer::training::{HeldOut, TrainingPlan, TrainingReport};

use crate::output::grouped;

/// The command line as a shell would take it again.
pub fn this_command() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    let quoted = |word: String| match !word.is_empty() && word.chars().all(plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    std::env::args().map(quoted).collect::<Vec<_>>().join(" ")
}

pub fn training_text(plan: &TrainingPlan, report: &TrainingReport) -> String {
    let (positions, seconds) = report.this_call;
    let mut text = format!(
        "{} of {} batches, {} positions trained on, {} in the data; {} a second\n",
        grouped(report.batches[0]),
        grouped(report.batches[1]),
        grouped(report.positions),
        grouped(report.records),
        grouped((positions as f64 / seconds.max(1e-9)) as u64),
    );
    if let Some(loss) = report.training_loss() {
        let _ = writeln!(text, "training loss         {loss:.6}");
    }
    match &report.held_out {
        Some(held_out) => text.push_str(&held_out_text(held_out)),
        None => text.push_str("no positions were held out\n"),
    }
    if let Some(error) = &report.quantisation {
        text.push_str(&quantisation_text(error));
    }
    if let Some(bytes) = report.bytes {
        let (out, curve) = (plan.out.display(), plan.curve());
        let _ =
            writeln!(text, "{out}: {} bytes; curve in {}", grouped(bytes as u64), curve.display());
    }
    text
}

fn held_out_text(held_out: &HeldOut) -> String {
    let mut text = format!("on {} positions held out:\n", grouped(held_out.positions as u64));
    let quantised = held_out.quantised.map(|loss| ("in whole numbers", loss));
    let rows = [("network", held_out.network)].into_iter().chain(quantised);
    let rows = rows
        .chain([("hand-written", held_out.hand_written), ("the labels' scores", held_out.labels)]);
    for (name, loss) in rows {
        let _ = writeln!(text, "  {name:<20}{loss:.6}");
    }
    text
}

fn quantisation_text(error: &QuantisationError) -> String {
    match error.positions {
        0 => String::new(),
        count => format!(
            "rounding to whole numbers moves scores by {:.2} on average, {:.2} at most ({} positions)\n",
            error.mean,
            error.most,
            grouped(count as u64)
        ),
    }
}

pub fn training_json(plan: &TrainingPlan, report: &TrainingReport) -> Value {
    let curve = report.curve.points.iter().map(|point| {
        json!({
            "positions": point.positions,
            "rate": point.rate,
            "training": point.training,
            "held_out": point.held_out,
        })
    });
    let quantisation = report.quantisation.filter(|error| error.positions > 0);
    json!({
        "finished": report.finished,
        "batches": report.batches[0],
        "of_batches": report.batches[1],
        "positions": report.positions,
        "records": report.records,
        "seconds": report.this_call.1,
        "training_loss": report.training_loss(),
        "held_out": report.held_out.as_ref().map(|held_out| json!({
            "positions": held_out.positions,
            "network": held_out.network,
            "quantised": held_out.quantised,
            "hand_written": held_out.hand_written,
            "labels": held_out.labels,
        })),
        "quantisation": quantisation.map(|error| json!({
            "positions": error.positions,
            "mean": error.mean,
            "most": error.most,
        })),
        "network": plan.out,
        "bytes": report.bytes,
        "curve_picture": plan.curve(),
        "curve": curve.collect::<Vec<_>>(),
        "damage": report.damage.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
