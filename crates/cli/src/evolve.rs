//! `chuhe evolve`: networks that get better by playing themselves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Subcommand, ValueHint};
use trainer::evolve::{
    self, Changes, Control, End, RunPlan, Status, rebuild_report, resume_command, toggle_pause,
};

use crate::args::GameName;
use crate::broker::Broker;
use crate::output::{print, print_json};
use crate::user_data::data_folder;

/// Make networks better: self-play, training, a test against the best, and again
///
/// One folder holds the whole run: state.json, log.txt, report.md with two pictures,
/// best.chn, and generations/N with positions, network and match. Calling it again with
/// the same folder goes on; settings given then hold from the next generation on.
/// Ctrl-C ends it in good order, a kill loses little. It pauses while DIR/pause exists,
/// and SIGUSR1 makes or removes that file.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
        chuhe evolve --game banqi --out run --generations 1 --positions 200 --nodes 50 \\\n          \
        --width 64 --epochs 1 --batch 1024 --match-nodes 50 --match-games 2\n  \
        chuhe evolve status --out run\n  \
        chuhe evolve report --out run"
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Look>,
    #[command(flatten)]
    place: Place,
    /// End in good order after so many hours
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<Duration>,
    /// End when the run has so many generations
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Positions that are there already, a folder or a file: generation 0
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The network to begin with, instead of the hand-written evaluation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    start: Option<PathBuf>,
    /// How much others go before: 0 to 19
    #[arg(long, value_name = "N", default_value_t = 19,
          value_parser = clap::value_parser!(i32).range(0..=19))]
    nice: i32,
    #[command(flatten)]
    broker: Broker,
    #[command(flatten)]
    settings: Box<Settings>,
}

/// Which run.
#[derive(clap::Args)]
struct Place {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The run's folder (default: evolve/GAME in the user's data folder)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Look {
    /// Write report.md and its pictures anew
    Report {
        #[command(flatten)]
        place: Place,
    },
    /// Say where a run stands, also while it is running
    Status {
        #[command(flatten)]
        place: Place,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// What each generation does. Usual numbers in brackets: xiangqi, dark chess.
#[derive(clap::Args)]
#[command(next_help_heading = "Each generation")]
struct Settings {
    /// Positions that self-play adds (usually 500000, in dark chess 4000000)
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Nodes of a search of self-play, which ends with the iteration that passes them (usually 1000)
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Keep about one in N of the positions inside the searches, too; 0 keeps none
    /// (usually 8, in dark chess 0)
    #[arg(long, value_name = "N")]
    inner_every: Option<u32>,
    /// Plies at random at the beginning of a game of self-play (usually 8)
    #[arg(long, value_name = "N")]
    random_plies: Option<usize>,
    /// Columns of the network: 64, 128, 256, 512 or 1024 (usually 256, in dark chess 128)
    #[arg(long, value_name = "N")]
    width: Option<usize>,
    /// Sets of weights that the own king chooses from: 1, 2, 4 or 6, xiangqi only (usually 1)
    #[arg(long, value_name = "N")]
    king_buckets: Option<usize>,
    /// Whether networks are corrections that are added to the hand-written evaluation (usually true)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    correction: Option<bool>,
    /// How much the result counts beside the score, 0 to 1 (usually 0.3, in dark chess 0.4)
    #[arg(long, value_name = "X")]
    result_share: Option<f32>,
    /// Leave larger scores out of training; 0 leaves none out (usually 3500, in dark chess 0)
    #[arg(long, value_name = "SCORE")]
    largest_score: Option<i16>,
    /// Train on positions in check and those whose best ply captures, too (usually false, in
    /// dark chess true)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    noisy: Option<bool>,
    /// The learning rate at the beginning; it falls to a thousandth (usually 0.001)
    #[arg(long, value_name = "X")]
    rate: Option<f32>,
    /// How often training goes through the data (usually 3, in dark chess 6)
    #[arg(long, value_name = "X")]
    epochs: Option<f64>,
    /// Positions of one step of training, a multiple of 1024 (usually 16384)
    #[arg(long, value_name = "N")]
    batch: Option<usize>,
    /// Weight of data of the network before the best; the square of it of the one
    /// before that, and so on, at least 0.2 (usually 0.8)
    #[arg(long, value_name = "X")]
    age_share: Option<f64>,
    /// Nodes of a search of the match (usually 100000)
    #[arg(long, value_name = "N")]
    match_nodes: Option<u64>,
    /// The most games of a match (usually 1000)
    #[arg(long, value_name = "N")]
    match_games: Option<u32>,
    /// The test that ends a match (usually elo0=0,elo1=20)
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Threads of self-play and training, games at the same time (usually all cores)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Megabytes of each engine's table (usually 8)
    #[arg(long, value_name = "MB")]
    hash: Option<usize>,
    /// Where all chance comes from (usually 1)
    #[arg(long)]
    seed: Option<u64>,
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours: f64 = text.parse().map_err(|_| "expected a number of hours".to_owned())?;
    Duration::try_from_secs_f64(hours * 3600.0).map_err(|error| error.to_string())
}

impl Place {
    fn folder(&self) -> Result<PathBuf> {
        let usual = || Ok(data_folder("--out")?.join("evolve").join(self.game.name()));
        self.out.clone().map_or_else(usual, Ok)
    }
}

impl Settings {
    fn changes(&self) -> Changes {
        Changes {
            positions: self.positions,
            nodes: self.nodes,
            inner_every: self.inner_every,
            random_plies: self.random_plies,
            width: self.width,
            king_buckets: self.king_buckets,
            correction: self.correction,
            result_share: self.result_share,
            largest_score: self.largest_score,
            noisy: self.noisy,
            rate: self.rate,
            epochs: self.epochs,
            batch: self.batch,
            age_share: self.age_share,
            match_nodes: self.match_nodes,
            match_games: self.match_games,
            sprt: self.sprt.clone(),
            threads: self.threads,
            hash: self.hash,
            seed: self.seed,
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Some(Look::Report { place }) => {
            let folder = place.folder()?;
            rebuild_report(&folder)?;
            print(&format!("{}\n", folder.join("report.md").display()))?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Look::Status { place, json }) => {
            let status = Status::read(&place.folder()?)?;
            match json {
                true => print_json(&status)?,
                false => print(&status.in_words())?,
            }
            Ok(ExitCode::SUCCESS)
        }
        None => work(args),
    }
}

fn work(args: &Args) -> Result<ExitCode> {
    let folder = args.place.folder()?;
    let plan = RunPlan {
        changes: args.settings.changes(),
        data: args.data.clone(),
        start: args.start.clone(),
        generations: args.generations,
        time: args.hours,
        ..RunPlan::new(args.place.game.into(), folder)
    };
    be_nice(args.nice)?;
    let control = Arc::new(Control::default());
    let mut directory = evolve::open(&plan, Box::new(|line| drop(print(&format!("{line}\n")))))?;
    let folder = directory.places().root().to_owned();
    let resume = resume_command(plan.game, &folder);
    stop_on_interrupt(Arc::clone(&control))?;
    pause_on_signal(&folder)?;
    let executor = |run: &str| args.broker.coordinator(run);
    let workers: Option<&evolve::Workers<'_>> = args.broker.is_given().then_some(&executor);
    let ended = evolve::evolve_by(&mut directory, &plan, &control, workers);
    let end = ended.with_context(|| format!("go on with `{resume}`"))?;
    if end != End::Complete {
        print(&format!("go on with: {resume}\n"))?;
    }
    Ok(if end == End::Stopped { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// The first Ctrl-C ends the run in good order, the second at once.
fn stop_on_interrupt(control: Arc<Control>) -> Result<()> {
    ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(130);
        }
        control.stop();
    })
    .context("cannot listen for Ctrl-C")
}

/// Lets others go first: threads that begin later inherit it.
#[cfg(unix)]
fn be_nice(nice: i32) -> Result<()> {
    use rustix::process::{getpriority_process, setpriority_process};
    let now = getpriority_process(None).context("cannot read the priority")?;
    setpriority_process(None, nice.max(now)).context("cannot lower the priority")
}

#[cfg(not(unix))]
fn be_nice(_: i32) -> Result<()> {
    Ok(())
}

/// SIGUSR1 makes or removes the file that lets a run pause.
#[cfg(unix)]
fn pause_on_signal(folder: &Path) -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let folder = folder.to_owned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let entered = runtime.enter();
    let mut signals = signal(SignalKind::user_defined1()).context("cannot listen for SIGUSR1")?;
    drop(entered);
    std::thread::spawn(move || {
        runtime.block_on(async {
            while signals.recv().await.is_some() {
                if let Err(error) = toggle_pause(&folder) {
                    eprintln!("chuhe: {error}");
                }
            }
        });
    });
    Ok(())
}

#[cfg(not(unix))]
fn pause_on_signal(_: &Path) -> Result<()> {
    Ok(())
}
