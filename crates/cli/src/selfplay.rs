//! `chuhe selfplay`: games of our engine against itself, for their positions.

use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueHint;
use jobs::Executor;
use play::{GameKind, Stopwatch};
use trainer::selfplay::{
    self, Banqi, Inner, Plan, Progress, SelfplayError, Target, Variety, Xiangqi,
};

use crate::args::GameName;
use crate::broker::Broker;
use crate::output::{grouped, print};

/// Play games against itself and keep every position with its score and result
///
/// The positions go into DIR/positions.chd; calling it again with the same folder
/// goes on. Ctrl-C ends it in good order; a kill loses at most one block. With --nats workers
/// on other machines play the games; the positions are those of one thread.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    chuhe selfplay --game banqi --out positions --positions 200 --nodes 200")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The folder that gets the positions
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// How many positions the folder is to have
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    positions: u64,
    /// Nodes of a search, which ends with the iteration that passes them
    #[arg(long, value_name = "N", default_value_t = 1_500)]
    nodes: u64,
    /// Games at the same time, one thread each
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Plies at random at the beginning of a game
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: usize,
    /// Keep about one in N of the positions inside the searches, too, in DIR/inner.chd:
    /// many more labels for the same work; their results are not known
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    inner_every: Option<u32>,
    /// Of the positions inside the searches only those searched so deep
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(i32).range(1..))]
    inner_depth: i32,
    /// Megabytes of each engine's table
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: usize,
    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program that plays
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// The network it evaluates with, instead of the program's own evaluation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    network: Option<PathBuf>,
    #[command(flatten)]
    broker: Broker,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut plan = Plan::new(args.out.clone(), Target::Positions(args.positions));
    plan.nodes = args.nodes;
    plan.threads = args.threads;
    plan.random_plies = args.random_plies;
    plan.inner = args.inner_every.map(|every| Inner { every, least_depth: args.inner_depth });
    plan.hash = args.hash;
    plan.seed = args.seed;
    plan.profile.clone_from(&args.profile);
    plan.network.clone_from(&args.network);
    let host: &'static Stopwatch = Box::leak(Box::new(Stopwatch::start()));
    ctrlc::set_handler(move || host.signals().stop()).context("cannot listen for Ctrl-C")?;
    let shown = Mutex::new(Instant::now());
    let progress = |now: Progress| show(&shown, now, args.positions);
    let workers = args.broker.workers(&jobs::run_name("selfplay", &args.out))?;
    let end = match args.game.into() {
        GameKind::Xiangqi => play::<Xiangqi>(&plan, workers.as_ref(), host, &progress),
        GameKind::Banqi => play::<Banqi>(&plan, workers.as_ref(), host, &progress),
    };
    let end = end.with_context(|| format!("--out {}", args.out.display()))?;
    print(&format!(
        "{} positions in {}, {} of them new, from {} games\n",
        grouped(end.positions),
        args.out.display(),
        grouped(end.added),
        grouped(end.games)
    ))?;
    if plan.inner.is_some() {
        print(&format!("{} more from inside the searches\n", grouped(end.inner)))?;
    }
    let complete = end.positions >= args.positions;
    if !complete {
        eprintln!("stopped: the same command goes on where this ended");
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

/// By workers, or on threads of this process.
fn play<V: Variety>(
    plan: &Plan,
    workers: Option<&Executor>,
    host: &Stopwatch,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, SelfplayError> {
    match workers {
        Some(executor) => selfplay::play_by::<V>(plan, executor, host, progress),
        None => selfplay::play::<V>(plan, host, progress),
    }
}

/// Once a second, where somebody looks.
fn show(shown: &Mutex<Instant>, now: Progress, wanted: u64) {
    let mut last = shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if std::io::stderr().is_terminal() && last.elapsed() >= Duration::from_secs(1) {
        *last = Instant::now();
        eprint!("\r{} of {} positions ", grouped(now.positions), grouped(wanted));
        let _ = std::io::stderr().flush();
    }
}
