//! The commands that would do the same.

use std::fmt::{Display, Write as _};
use std::path::Path;

use arena::run::assembly::MatchSettings;
use game::GameKind;
use network::Role;

use crate::selfplay::Plan;
use crate::training::{Amount, TrainingPlan};

/// A command line that a shell takes.
struct Line(String);

impl Line {
    fn new(command: &str, game: GameKind) -> Line {
        Line(format!("chuhe {command} --game {game}"))
    }

    fn add(mut self, option: &str, value: impl Display) -> Line {
        let _ = write!(self.0, " --{option} {}", quoted(&value.to_string()));
        self
    }

    fn path(self, option: &str, path: &Path) -> Line {
        self.add(option, path.display())
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Goes on with a run.
pub fn evolve(game: GameKind, folder: &Path) -> String {
    Line::new("evolve", game).path("out", folder).0
}

pub(super) fn selfplay(game: GameKind, plan: &Plan, positions: u64) -> String {
    let mut line = Line::new("selfplay", game)
        .path("out", &plan.folder)
        .add("positions", positions)
        .add("nodes", plan.nodes)
        .add("threads", plan.threads)
        .add("random-plies", plan.random_plies)
        .add("hash", plan.hash)
        .add("seed", plan.seed)
        .add("profile", &plan.profile);
    if let Some(inner) = plan.inner {
        line = line.add("inner-every", inner.every).add("inner-depth", inner.least_depth);
    }
    match &plan.network {
        Some(path) => line.path("network", path).0,
        None => line.0,
    }
}

pub(super) fn train(game: GameKind, plan: &TrainingPlan) -> String {
    let mut line = Line::new("train", game);
    for data in &plan.data {
        let weight = if data.weight < 1.0 { format!("={}", data.weight) } else { String::new() };
        line = line.add("data", format!("{}{weight}", data.path.display()));
    }
    line = line.path("out", &plan.out).path("checkpoint", &plan.checkpoint);
    line = line.add("width", plan.width.columns()).add("king-buckets", plan.kings.count());
    line = match plan.amount {
        Amount::Epochs(epochs) => line.add("epochs", epochs),
        Amount::Batches(batches) => line.add("batches", batches),
    };
    if plan.role == Role::Correction {
        line.0.push_str(" --correction");
    }
    if !plan.filter.quiet_only {
        line.0.push_str(" --noisy");
    }
    if let Some(score) = plan.filter.largest_score {
        line = line.add("largest-score", score);
    }
    line.add("batch", plan.batch)
        .add("rate", plan.rates[0])
        .add("last-rate", plan.rates[1])
        .add("result-share", plan.result_share)
        .add("seed", plan.seed)
        .add("threads", plan.threads)
        .0
}

pub(super) fn match_(settings: &MatchSettings, folder: &Path) -> String {
    let mut line = Line::new("match", settings.game);
    for engine in &settings.engines {
        line = line.add("engine", engine);
    }
    line = line
        .add("tc", settings.tc)
        .add("games", settings.games)
        .add("concurrency", settings.concurrency)
        .add("seed", settings.seed);
    if let Some(sprt) = &settings.sprt {
        line = line.add("sprt", sprt);
    }
    if let Some(law) = settings.adjudication.resign {
        line = line.add("resign", law);
    }
    if let Some(plies) = settings.adjudication.max_plies {
        line = line.add("max-plies", plies);
    }
    line.path("out", folder).0
}
