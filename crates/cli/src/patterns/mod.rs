//! `chuhe patterns`: everything about pattern files.

mod compiled;
mod figures;
pub mod games;
mod mining;
mod shape;
mod texts;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use patterns::diagnostic::render_all;
use patterns::{PatternSet, shipped};

/// So many messages about a file are shown.
const MESSAGES: usize = 30;

/// Check, print, compile and measure patterns: named shapes of xiangqi
///
/// Without FILE the shipped patterns are meant. docs/patterns.md is the manual.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chuhe patterns list --tag mate\n  chuhe patterns show hollow-cannon\n  \
    chuhe patterns compile --method if --emit ir --only hollow-cannon,stacked-cannons\n  \
    chuhe patterns cost --count 10"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(texts::Check),
    Fmt(texts::Fmt),
    List(texts::List),
    Show(texts::Show),
    Compile(compiled::Compile),
    Cost(compiled::Cost),
    Bench(compiled::Bench),
    Figures(figures::Figures),
    Stats(games::Stats),
    Frequency(games::Frequency),
    Search(games::Search),
    Mine(mining::Mine),
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Check(args) => texts::check(args),
        Command::Fmt(args) => texts::fmt(args),
        Command::List(args) => texts::list(args),
        Command::Show(args) => texts::show(args),
        Command::Compile(args) => compiled::compile(args),
        Command::Cost(args) => compiled::cost(args),
        Command::Bench(args) => compiled::bench(args),
        Command::Figures(args) => figures::run(args),
        Command::Stats(args) => games::stats(args),
        Command::Frequency(args) => games::frequency(args),
        Command::Search(args) => games::search(args),
        Command::Mine(args) => mining::run(args),
    }
}

/// The patterns of a file, or the shipped ones; an error in the file is one of ours.
fn load(file: Option<&str>) -> Result<PatternSet> {
    let Some(file) = file else { return Ok(shipped::shipped().clone()) };
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let (set, found) = PatternSet::read(&text);
    let errors: Vec<_> = found.into_iter().filter(|one| one.is_error()).collect();
    if !errors.is_empty() {
        bail!("{}", render_all(&errors, file, &text, MESSAGES).trim_end());
    }
    Ok(set)
}

/// The patterns of a file, or shipped ones by their names.
pub fn named_or_file(text: &str) -> Result<PatternSet> {
    match std::path::Path::new(text).is_file() {
        true => load(Some(text)),
        false => only(load(None)?, Some(text)),
    }
}

/// Some patterns of a set by their names, separated by commas.
fn only(set: PatternSet, names: Option<&str>) -> Result<PatternSet> {
    let Some(names) = names else { return Ok(set) };
    let wanted: Vec<&str> = names.split(',').map(str::trim).collect();
    for name in &wanted {
        if set.find(name).is_none() {
            bail!("no pattern is named '{name}': `chuhe patterns list` names them");
        }
    }
    Ok(set.only(|pattern| wanted.contains(&&*pattern.key)))
}
