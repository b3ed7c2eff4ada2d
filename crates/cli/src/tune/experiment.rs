//! `chuhe tune experiment`: the experiments of Kao 2009.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use tuner::experiments::{self, MatchSettings, SessionMaker};
use tuner::run::Method;

use super::methods::{GaNumbers, Judging, Target};
use super::{Work, is_suite, terminal};
use crate::interrupt::stop_on_interrupt;
use crate::output::{print, print_json};

#[derive(clap::Args)]
pub struct Args {
    /// Its name or figure
    name: String,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    judging: Judging,
    #[command(flatten)]
    numbers: GaNumbers,
    /// Games against the original (match and generations)
    #[arg(long, value_name = "N", default_value_t = 440)]
    games: u32,
    /// The folder of the experiment; the same command goes on with it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    #[command(flatten)]
    work: Work,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let Some(experiment) = experiments::find(&args.name) else {
        let names: Vec<String> =
            experiments::ALL.iter().map(|one| format!("{} ({})", one.name, one.figure)).collect();
        bail!("no experiment is named '{}': expected one of {}", args.name, names.join(", "));
    };
    if args.target.engine.is_some() {
        bail!("--engine: the experiments are about evaluations of Chuhe");
    }
    let judge = args.judging.settings(args.target.game.into(), args.target.seed)?;
    if !is_suite(&judge) {
        bail!("--fitness: the experiments judge by test sets");
    }
    let mut base = args.target.settings(Method::Ga(args.numbers.settings()), judge)?;
    base.generations = args.numbers.generations;
    let stop = stop_on_interrupt()?;
    let executor =
        args.work.broker.executor(&format!("experiment-{}", args.name), args.work.threads)?;
    let mut tell = terminal::listener(args.work.json, &base);
    let mut session = SessionMaker { executor: &executor, stop: &stop, tell: &mut *tell };
    let games = MatchSettings { nodes: args.judging.match_nodes, games: args.games };
    let found = experiments::run(&experiment, &base, &args.out, &mut session, &games)
        .context("the same command goes on with what is done")?;
    let Some(found) = found else {
        eprintln!("stopped: the same command goes on where this ended");
        return Ok(ExitCode::from(130));
    };
    executor.finish();
    match args.work.json {
        true => print_json(&found)?,
        false => print(&format!(
            "{}\nplot: {}\n",
            found.markdown(&experiment),
            args.out.join("plot.svg").display()
        ))?,
    }
    Ok(ExitCode::SUCCESS)
}
