//! `chuhe match` and `chuhe elo`: the arena at the command line.

pub mod elo;
mod settings;
mod terminal;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use ::arena::fastchess;

use ::arena::adjudicate::Threshold;
use ::arena::clock::TimeControl;
use ::arena::run::assembly::{self, Openings};
use ::arena::run::run_by;
use ::arena::schedule::Format;
use anyhow::{Context, Result};
use clap::ValueHint;

use crate::args::GameName;
use crate::broker::Broker;

/// Play engines against each other under the referee's own rules
///
/// Games are played in pairs: the same opening with colours swapped, or in dark
/// chess the same deal with seats swapped. Every game is saved as it ends; an
/// interrupted run goes on with --resume. With --nats workers on other machines play the
/// pairs; they start engines with cmd= only where their own --allow-engine names them.
#[derive(clap::Args)]
#[command(after_help = "An engine is a list of key=value, separated by commas:\n  \
    name=A            its name (default: the program's name)\n  \
    cmd=PROGRAM       the program; args=\"…\" for its arguments\n  \
    builtin=NAME      a player in this process instead: random, greedy, or a profile\n                    \
                      of our engines (chuhe, chuhe-hce, …)\n  \
    proto=uci         uci, uci-1-10, ucci, xboard, mgtp or banqi-uci\n  \
    option.Hash=64    an option of the engine\n  \
    tc=10+0.1         its own time control\n  \
    dir=FOLDER  env.NAME=VALUE  restart=on\n\n\
    Time controls: stc (10+0.1), ltc (60+0.6), vstc (1+0.01), nodes (20,000 a ply),\n\
    or 10+0.1, 40/60+0.5, movetime=100 (milliseconds), nodes=5000, depth=8.\n\n\
    Examples:\n  \
    chuhe match --engine builtin=random --engine builtin=greedy --games 20\n  \
    chuhe match --engine name=fsf,cmd=fairy-stockfish,proto=uci \\\n              \
      --engine name=sjaak,cmd=sjaakii,proto=xboard --tc movetime=100 --games 100\n  \
    chuhe match --engine cmd=new --engine cmd=old --tc stc --games 40000 \\\n              \
      --sprt elo0=0,elo1=5 --concurrency 2 --out runs/new-old\n  \
    chuhe match --resume runs/new-old\n\n\
    fastchess spellings are understood too:\n  \
    chuhe match -engine cmd=new name=new -engine cmd=old name=old -each tc=10+0.1 -rounds 100")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// An engine (give two or more)
    #[arg(long = "engine", value_name = "KEY=VALUE,…", required_unless_present = "resume")]
    engines: Vec<String>,
    /// Settings for every engine that does not have its own
    #[arg(long, value_name = "KEY=VALUE,…")]
    each: Option<String>,
    /// Games for each pairing (rounded up to pairs); with --sprt the most that are played
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Time control
    #[arg(long, default_value = "stc")]
    tc: TimeControl,
    /// Milliseconds forgiven on every ply
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// The rules, as for `chuhe judge`: xiangqi computer, dark chess tcga by default
    #[arg(long)]
    rules: Option<String>,
    /// Who meets whom: match, gauntlet, round-robin or ladder
    #[arg(long, default_value = "match")]
    format: Format,
    /// Openings: a file (PGN, EPD or FEN lines), `start`, or `random` or `random:PLIES`
    /// (xiangqi's default: balanced random openings of 8 plies; dark chess deals anew)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<Openings>,
    /// Use the openings of a file in random order
    #[arg(long)]
    shuffle: bool,
    /// The seed of deals, random openings, their order, and built-in players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sequential test: elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalized|logistic]
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Games at the same time, one core each
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Do not bind each game's engines to one core
    #[arg(long)]
    no_pin: bool,
    /// Give a game up for an engine: score=400,moves=3[,after=10]
    #[arg(long, value_name = "LAW")]
    resign: Option<Threshold>,
    /// Call a game drawn: score=10,moves=8[,after=40]
    #[arg(long, value_name = "LAW")]
    draw: Option<Threshold>,
    /// Call a game of so many plies drawn
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// End a game as soon as the endgame tables in these folders leave no doubt
    #[arg(long, value_name = "DIR")]
    table_path: Option<String>,
    /// Name of the event in the records
    #[arg(long, default_value = "Chuhe match")]
    event: String,
    /// Log every line between the runner and the engines
    #[arg(long)]
    transcripts: bool,
    /// The run directory (default: match-1, match-2, … in this folder)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Go on with a run
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath,
          conflicts_with_all = ["engines", "out", "each", "sprt", "openings"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    broker: Broker,
    /// Print one JSON event a line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut directory = match &args.resume {
        Some(path) => assembly::open_again(path)?,
        None => assembly::begin(settings::settings(args)?, args.out.as_deref())?,
    };
    let stop = stop_on_interrupt()?;
    let mut listener = terminal::listener(args.json, &directory);
    let workers = args.broker.workers(&jobs::run_name("match", directory.path()))?;
    let outcome = run_by(&mut directory, listener.as_mut(), &stop, workers.as_ref())
        .with_context(|| format!("go on with `{}`", directory.resume_command()))?;
    Ok(if outcome.complete { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

/// The first Ctrl-C ends the run in good order, the second at once.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
