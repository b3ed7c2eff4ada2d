//! Reports about networks in words and as JSON.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use game::GameKind;
use network::{Header, Inputs as _, Role, XiangqiInputs};
use serde_json::{Value, json};
use trainer::judging::{Comparison, Losses, NetworkTest};

use crate::output::grouped;

/// What a file says about its network.
pub struct Facts<'a> {
    pub path: &'a Path,
    pub header: Header,
    pub inputs: usize,
    pub bytes: usize,
    pub checksum: u32,
    pub comment: &'a str,
}

impl Facts<'_> {
    fn role(&self) -> &'static str {
        match self.header.role {
            Role::Whole => "whole evaluation",
            Role::Correction => "correction",
        }
    }

    /// The king buckets of xiangqi.
    fn kings(&self) -> Option<usize> {
        let inputs = XiangqiInputs::decode(self.header.inputs);
        let inputs = inputs.filter(|_| self.header.game == GameKind::Xiangqi);
        inputs.map(|inputs| inputs.kings.count())
    }

    pub fn text(&self) -> String {
        let Header { version, game, width, scale, .. } = self.header;
        let kings = self
            .kings()
            .filter(|&kings| kings > 1)
            .map(|kings| format!(", {kings} king buckets"))
            .unwrap_or_default();
        let mut text = format!(
            "{}: network for {game}, {}\n  \
             {} inputs{kings}, {} columns for each side, 8 outputs, scale {scale}\n  \
             {} bytes, version {version}, checksum {:08x}\n",
            self.path.display(),
            self.role(),
            self.inputs,
            width.columns(),
            grouped(self.bytes as u64),
            self.checksum,
        );
        for line in self.comment.lines() {
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    pub fn json(&self) -> Value {
        json!({
            "path": self.path,
            "game": self.header.game.name(),
            "role": self.role(),
            "inputs": self.inputs,
            "king_buckets": self.kings(),
            "width": self.header.width.columns(),
            "scale": self.header.scale,
            "version": self.header.version,
            "bytes": self.bytes,
            "checksum": format!("{:08x}", self.checksum),
            "comment": self.comment,
        })
    }
}

fn losses_text<const N: usize>(rows: [(&str, Losses); N]) -> String {
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(14);
    let mut text =
        format!("{:widest$} {:>9} {:>12} {:>11}\n", "", "loss", "correlation", "mean error");
    for (name, losses) in rows {
        let Losses { loss, correlation, mean_error } = losses;
        let _ = writeln!(
            text,
            "{name:widest$} {loss:>9.6} {correlation:>12.4} {:>9.2} %",
            100.0 * mean_error
        );
    }
    text
}

fn losses_json(losses: &Losses) -> Value {
    json!({
        "loss": losses.loss,
        "correlation": losses.correlation,
        "mean_error": losses.mean_error,
    })
}

pub fn test_text(found: &NetworkTest) -> String {
    let mut text = format!("on {} positions:\n", grouped(found.positions as u64));
    text.push_str(&losses_text([
        ("network", found.network),
        ("hand-written", found.hand_written),
        ("labels' scores", found.labels),
    ]));
    for image in &found.asymmetries {
        let part = 100.0 * image.different as f64 / found.positions.max(1) as f64;
        let _ = writeln!(
            text,
            "exchanging {}: {part:.1} % have another value, {:.2} on average, {} at most",
            image.name, image.mean, image.most
        );
    }
    let columns = &found.columns;
    let _ = writeln!(
        text,
        "columns: {} of {} dead, {:.1} % off, {:.1} % full; weights at their limit: \
         {} of inputs, {} of outputs",
        columns.dead,
        columns.all,
        100.0 * columns.off,
        100.0 * columns.full,
        columns.limited_inputs,
        columns.limited_outputs
    );
    let _ = writeln!(
        text,
        "an evaluation from nothing: {:.0} ns, hand-written {:.0} ns",
        found.speed.network, found.speed.hand_written
    );
    text
}

pub fn test_json(found: &NetworkTest) -> Value {
    let images = found.asymmetries.iter().map(|image| {
        json!({
            "exchanging": image.name,
            "different": image.different,
            "mean": image.mean,
            "most": image.most,
        })
    });
    json!({
        "positions": found.positions,
        "network": losses_json(&found.network),
        "hand_written": losses_json(&found.hand_written),
        "labels": losses_json(&found.labels),
        "images": images.collect::<Vec<_>>(),
        "columns": {
            "all": found.columns.all,
            "dead": found.columns.dead,
            "off": found.columns.off,
            "full": found.columns.full,
            "input_weights_at_limit": found.columns.limited_inputs,
            "output_weights_at_limit": found.columns.limited_outputs,
        },
        "nanoseconds": {
            "network": found.speed.network,
            "hand_written": found.speed.hand_written,
        },
    })
}

pub fn comparison_text(names: [&PathBuf; 2], found: &Comparison) -> String {
    let mut text = format!("on {} positions:\n", grouped(found.positions as u64));
    let names = names.map(|name| name.display().to_string());
    text.push_str(&losses_text([
        (&names[0], found.networks[0]),
        (&names[1], found.networks[1]),
        ("hand-written", found.hand_written),
    ]));
    let _ = writeln!(
        text,
        "the two: correlation {:.4}, {:.1} apart on average",
        found.correlation, found.mean_difference
    );
    if !found.largest.is_empty() {
        text.push_str("furthest apart (first, second, hand-written, label):\n");
    }
    for at in &found.largest {
        let _ = writeln!(
            text,
            "{:>7.0} {:>7.0} {:>7.0} {:>7}  {}",
            at.scores[0], at.scores[1], at.hand_written, at.label, at.position
        );
    }
    text
}

pub fn comparison_json(found: &Comparison) -> Value {
    let largest = found.largest.iter().map(|at| {
        json!({
            "position": at.position,
            "first": at.scores[0],
            "second": at.scores[1],
            "hand_written": at.hand_written,
            "label": at.label,
        })
    });
    json!({
        "positions": found.positions,
        "first": losses_json(&found.networks[0]),
        "second": losses_json(&found.networks[1]),
        "hand_written": losses_json(&found.hand_written),
        "correlation": found.correlation,
        "mean_difference": found.mean_difference,
        "largest": largest.collect::<Vec<_>>(),
    })
}
