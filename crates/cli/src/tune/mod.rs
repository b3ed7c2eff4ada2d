//! `chuhe tune`: better parameters.

mod data;
mod experiment;
mod methods;
mod terminal;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Subcommand, ValueHint};
use jobs::{Executor, Stop};
use tuner::run::{Directory, JudgeSettings, Method, RunSettings, Session, State, evolve};

use crate::broker::Broker;
use crate::interrupt::stop_on_interrupt;
use crate::output::print;

/// Find better parameters for an engine
///
/// Every run has a folder with everything that belongs to it: settings, results as they
/// come, a table and a page of figures, the best values so far. A run that was interrupted
/// or killed goes on with `tune resume`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe tune ga --suite mates.epd --nodes 300 --candidates 6 \\\n              \
      --generations 1 --out tuning/ga\n  \
    chuhe tune report tuning/ga\n  \
    chuhe tune resume tuning/ga\n  \
    chuhe tune spsa --game banqi --params eval.hunt --iterations 1 \\\n              \
      --pairs 1 --match-nodes 20 --hold-out-pairs 1 --out tuning/spsa\n  \
    chuhe tune cma --params eval.features.pin --suite mates.epd \\\n              \
      --nodes 300 --generations 1 --out tuning/cma\n  \
    chuhe selfplay --game banqi --out tuning/data --positions 400 --nodes 50\n  \
    chuhe tune texel --game banqi --data tuning/data --epochs 2 --out tuning/texel\n  \
    chuhe tune experiment modes --suite mates.epd --nodes 200 \\\n              \
      --candidates 6 --generations 1 --out tuning/modes")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The genetic tuner of Kao 2009: candidates judged by test sets, or by games
    Ga(Box<methods::Ga>),
    /// SPSA: all parameters at once, by pairs of games
    Spsa(Box<methods::Spsa>),
    /// CMA-ES, for few parameters
    Cma(Box<methods::Cma>),
    /// Gradient tuning on labelled positions
    Texel(Box<methods::Texel>),
    /// An experiment of Kao 2009, by name or figure: modes (3-1), candidates (3-2),
    /// modes-34, modes-54, modes-104 (3-3 to 3-5), parents (3-6), rates (3-7), blocks (3-8),
    /// evolution (3-9), match (3-10), generations (3-12), versions (3-13)
    Experiment(Box<experiment::Args>),
    /// Go on with a run
    Resume(Resume),
    /// Write a run's page of figures anew, and say where it stands
    Report(Report),
}

#[derive(clap::Args)]
struct Resume {
    /// The run's folder
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    #[command(flatten)]
    work: Work,
}

#[derive(clap::Args)]
struct Report {
    /// The run's folder
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Who does the work.
#[derive(clap::Args, Clone)]
pub struct Work {
    /// Jobs at the same time on this machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    broker: Broker,
    /// Print one JSON event a line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Ga(args) => begin(&args.out, args.settings()?, &args.work),
        Command::Spsa(args) => begin(&args.out, args.settings()?, &args.work),
        Command::Cma(args) => begin(&args.out, args.settings()?, &args.work),
        Command::Texel(args) => begin(&args.out, args.settings()?, &args.work),
        Command::Experiment(args) => experiment::run(args),
        Command::Resume(args) => {
            let (directory, settings) = Directory::open(&args.folder)?;
            directory.check_engine(&settings)?;
            go_on(&directory, &settings, &args.work)
        }
        Command::Report(args) => report(args),
    }
}

fn begin(out: &Path, mut settings: RunSettings, work: &Work) -> Result<ExitCode> {
    let directory = Directory::create(out, &mut settings)?;
    go_on(&directory, &settings, work)
}

fn go_on(directory: &Directory, settings: &RunSettings, work: &Work) -> Result<ExitCode> {
    let stop = stop_on_interrupt()?;
    let ended = carry_on(directory, settings, work, &stop);
    let state = ended.with_context(|| format!("go on with `{}`", directory.resume_command()))?;
    if !work.json {
        let space = settings.space()?;
        print(&format!("{}\n", tuner::report::summary(settings, &space, &state)))?;
        print(&format!(
            "best values: {}\nreport: {}\n",
            directory.path("best.params").display(),
            directory.path("report.html").display()
        ))?;
    }
    if !state.complete {
        eprintln!("stopped: go on with `{}`", directory.resume_command());
    }
    Ok(if state.complete { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

fn carry_on(
    directory: &Directory,
    settings: &RunSettings,
    work: &Work,
    stop: &Stop,
) -> Result<State> {
    let mut tell = terminal::listener(work.json, settings);
    if matches!(settings.method, Method::Texel { .. }) {
        return data::descend(directory, settings, work.threads, stop, &mut *tell);
    }
    let mut archive = directory.archive()?;
    let executor = executor(settings, work)?;
    let mut session =
        Session { executor: &executor, archive: &mut archive, stop, tell: &mut *tell };
    let state = evolve(directory, settings, &mut session)?;
    if state.complete {
        executor.finish();
    }
    Ok(state)
}

fn executor(settings: &RunSettings, work: &Work) -> Result<Executor> {
    work.broker.executor(&settings.id, work.threads)
}

fn report(args: &Report) -> Result<ExitCode> {
    let (directory, settings) = Directory::open(&args.folder)?;
    let space = settings.space()?;
    let state = directory.state()?.context("the run has no complete generation yet")?;
    directory.keep(&settings, &space, &state)?;
    if args.json {
        crate::output::print_json(&serde_json::json!({
            "method": settings.method.name(),
            "parameters": space.len(),
            "complete": state.complete,
            "history": state.history,
            "best": space.set(&state.best)?.changes(),
        }))?;
    } else {
        print(&format!(
            "{}\n{}\n",
            tuner::report::summary(&settings, &space, &state),
            directory.path("report.html").display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether sets are judged by test sets.
fn is_suite(judge: &JudgeSettings) -> bool {
    matches!(judge, JudgeSettings::Suite { .. })
}
