//! `chuhe label`: positions from anywhere, scored by searches.

use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueHint;
use game::GameKind;
use play::Stopwatch;
use trainer::engines::EngineChoice;
use trainer::labelling::{LabelPlan, Positions, Progress, Wandering, label, label_by};
use trainer::variety::{Banqi, Variety, Xiangqi};

use super::{library_games, wording};
use crate::args::GameName;
use crate::broker::Broker;
use crate::output::{grouped, print, print_json};

/// Score positions by searches, for training
///
/// Positions come from a file of labelled positions or a folder of them (their scores
/// are replaced, the results stay), from a list of FENs or EPDs, from games in any format
/// that is read here, or from the library. Of a position without a game the result is not
/// known, and training goes by its score alone. Small endings of dark chess get their exact
/// values. The positions go into DIR/positions.chd; calling it again with the same folder
/// goes on. Ctrl-C ends it in good order; a kill loses at most one block.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    chuhe label games.pgn --out labelled --nodes 200")]
pub struct Args {
    /// The positions
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, required_unless_present = "library")]
    from: Option<PathBuf>,
    /// The finished games of the library that the web page keeps, instead of a path
    #[arg(long, conflicts_with = "from")]
    library: bool,
    /// The folder of the library (default: the user's data folder)
    #[arg(long, value_name = "DIR", requires = "library", value_hint = ValueHint::DirPath)]
    data_dir: Option<PathBuf>,
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The folder that gets the positions
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// Nodes of a search, which ends with the iteration that passes them; 0: no search,
    /// but the value of the network or the hand-written evaluation (200 times as fast)
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    nodes: u64,
    /// Plies at random from each position, at most; results are then not known
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=100))]
    random_plies: u16,
    /// How often each position is taken, with other random plies each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    copies: u32,
    /// Where random plies come from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Searches at the same time; the labels do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// The program that searches
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// The network it evaluates with, instead of its own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    network: Option<PathBuf>,
    /// Megabytes for each search's table
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    #[command(flatten)]
    broker: Broker,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let end = match args.game.into() {
        GameKind::Xiangqi => work::<Xiangqi>(args),
        GameKind::Banqi => work::<Banqi>(args),
    }?;
    if args.json {
        print_json(&serde_json::json!({
            "folder": args.out,
            "positions": end.positions,
            "added": end.added,
            "finished": end.finished,
        }))?;
    } else {
        let (all, added) = (grouped(end.positions), grouped(end.added));
        print(&format!("{all} positions in {}, {added} of them new\n", args.out.display()))?;
    }
    if !end.finished {
        eprintln!("stopped; go on with: {}", wording::this_command());
    }
    Ok(if end.finished { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

fn work<V: Variety>(args: &Args) -> Result<Progress> {
    let plan = LabelPlan {
        threads: args.threads.into(),
        nodes: args.nodes,
        engine: EngineChoice {
            profile: args.profile.clone(),
            network: args.network.clone(),
            hash: args.hash as usize,
            ..EngineChoice::default()
        },
        ..LabelPlan::new(args.out.clone())
    };
    let (name, positions) = positions::<V>(args)?;
    let host: &'static Stopwatch = Box::leak(Box::new(Stopwatch::start()));
    ctrlc::set_handler(move || host.signals().stop()).context("cannot listen for Ctrl-C")?;
    let mut shown = Instant::now();
    let mut progress = |now: Progress| show(&mut shown, now);
    let (copies, plies, seed) = (args.copies, args.random_plies, args.seed);
    let name = format!("{name} {copies} {plies} {seed}");
    let positions = Wandering::<V, _>::new(positions, copies, plies.into(), seed);
    let workers = args.broker.workers(&jobs::run_name("label", &args.out))?;
    let end = match &workers {
        Some(workers) => label_by::<V>(&plan, &name, positions, workers, host, &mut progress),
        None => label::<V>(&plan, &name, positions, host, &mut progress),
    };
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
    end.with_context(|| format!("--out {}", args.out.display()))
}

/// The positions, and what stands for where they come from.
fn positions<V: Variety>(args: &Args) -> Result<(String, Positions<V>)> {
    if let Some(path) = &args.from {
        return Ok((absolute(path), Positions::open(path)?));
    }
    let path = library_games::place(args.data_dir.as_deref())?;
    let games = library_games::games(&path, V::GAME)?;
    let positions = Positions::of_games(&games).map_err(anyhow::Error::msg)?;
    Ok((absolute(&path), positions))
}

/// The path as it is the same from everywhere.
fn absolute(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// Once a second, where somebody looks.
fn show(shown: &mut Instant, now: Progress) {
    if std::io::stderr().is_terminal() && shown.elapsed() >= Duration::from_secs(1) {
        *shown = Instant::now();
        eprint!("\r{} positions ", grouped(now.positions));
        let _ = std::io::stderr().flush();
    }
}
