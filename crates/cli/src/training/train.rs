//! `chuhe train`: a network from labelled positions.

use std::io::{IsTerminal, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, ValueHint};
use game::GameKind;
use network::{KingBuckets, Middle, Role, Width};
use trainer::data::Filter;
use trainer::train::Progress;
use trainer::training::{Amount, Data, TrainingPlan, TrainingReport, train};
use trainer::variety::{Banqi, Xiangqi};

use super::wording;
use crate::args::GameName;
use crate::output::{grouped, print, print_json};

/// Train a network from labelled positions
///
/// The network goes into FILE and its loss curve beside it (FILE with the ending .svg).
/// Some of the data is held out: at the end the network's loss on it stands beside the
/// hand-written evaluation's, and what rounding to whole numbers changed. Ctrl-C and a
/// kill leave a checkpoint; the same command goes on from there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe selfplay --game banqi --out positions --positions 200 --nodes 200\n  \
    chuhe train --game banqi --data positions --out tiny.chn --width 64 --batches 2 --batch 1024\n  \
    chuhe train --data generation-1=0.5 --data generation-2 --out new.chn …")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// A file of labelled positions or a folder of them, with a weight if it is to
    /// count less than others (the part of it that is read in each round)
    #[arg(long, required = true, value_name = "PATH[=WEIGHT]", value_hint = ValueHint::AnyPath)]
    data: Vec<Data>,
    /// The file that gets the network
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Columns for each side's view: 64, 128, 256, 512 or 1024
    #[arg(long, value_name = "N", default_value = "256", value_parser = width)]
    width: Width,
    /// Sets of weights the own king's place chooses from: 1, 2, 4 or 6 (xiangqi only)
    #[arg(long, value_name = "N", default_value = "1", value_parser = kings)]
    king_buckets: KingBuckets,
    /// How the board is seen while the own king stands in the middle (xiangqi only)
    #[arg(long, value_enum, default_value = "fixed")]
    middle: MiddleName,
    /// Train a correction that is added to the hand-written evaluation
    #[arg(long)]
    correction: bool,
    /// Rounds over the data
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = positive)]
    epochs: f64,
    /// Steps, instead of rounds
    #[arg(long, value_name = "N", conflicts_with = "epochs", value_parser = clap::value_parser!(u64).range(1..))]
    batches: Option<u64>,
    /// Positions of a step, a multiple of 1024
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    batch: usize,
    /// The learning rate at the beginning
    #[arg(long, value_name = "X", default_value_t = 1e-3)]
    rate: f32,
    /// The learning rate at the end, reached along half a cosine
    #[arg(long, value_name = "X", default_value_t = 1e-6)]
    last_rate: f32,
    /// How much the game's result counts beside the search's score, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.3)]
    result_share: f32,
    /// Train on positions in check, and on those whose best ply captures, too
    #[arg(long)]
    noisy: bool,
    /// Leave out the first plies of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    from_ply: u8,
    /// Leave out positions with larger scores
    #[arg(long, value_name = "N")]
    largest_score: Option<i16>,
    /// How much of the data is held out, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.02)]
    hold_out: f64,
    /// Positions in memory, to be mixed (about 32 bytes each)
    #[arg(long, value_name = "N", default_value_t = 1 << 21)]
    room: usize,
    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; the network does not depend on them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// The file that keeps an unfinished run (default: FILE with .checkpoint appended)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    checkpoint: Option<PathBuf>,
    /// A text for the network's file, beside what the run was
    #[arg(long, value_name = "TEXT", default_value = "")]
    comment: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MiddleName {
    /// As it is: cheapest
    Fixed,
    /// Mirrored by which wing is heavier: a position and its image have one value
    Balance,
}

fn width(text: &str) -> Result<Width, String> {
    let found = text.parse().ok().and_then(Width::from_columns);
    found.ok_or_else(|| "expected 64, 128, 256, 512 or 1024".to_owned())
}

fn kings(text: &str) -> Result<KingBuckets, String> {
    let found = text.parse().ok().and_then(KingBuckets::from_count);
    found.ok_or_else(|| "expected 1, 2, 4 or 6".to_owned())
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

static STOPPED: AtomicBool = AtomicBool::new(false);

pub fn run(args: &Args) -> Result<ExitCode> {
    let plan = plan(args);
    if plan.out.is_dir() {
        bail!("--out {}: a folder, expected a file", plan.out.display());
    }
    ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    let mut shown = None;
    let mut watch = |now: &Progress| {
        show(&mut shown, now);
        match STOPPED.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let report = match args.game.into() {
        GameKind::Xiangqi => train::<Xiangqi>(&plan, &mut watch),
        GameKind::Banqi => train::<Banqi>(&plan, &mut watch),
    };
    if shown.is_some() {
        eprintln!();
    }
    finish(args, &plan, &report?)
}

fn plan(args: &Args) -> TrainingPlan {
    let usual = TrainingPlan::new(args.data.clone(), args.out.clone());
    TrainingPlan {
        width: args.width,
        kings: args.king_buckets,
        middle: match args.middle {
            MiddleName::Fixed => Middle::Fixed,
            MiddleName::Balance => Middle::Balance,
        },
        role: if args.correction { Role::Correction } else { Role::Whole },
        comment: args.comment.clone(),
        amount: args.batches.map_or(Amount::Epochs(args.epochs), Amount::Batches),
        batch: args.batch,
        rates: [args.rate, args.last_rate],
        result_share: args.result_share,
        filter: Filter {
            from_ply: args.from_ply,
            quiet_only: !args.noisy,
            largest_score: args.largest_score,
            ..Filter::default()
        },
        seed: args.seed,
        threads: args.threads.into(),
        hold_out: args.hold_out,
        room: args.room,
        checkpoint: args.checkpoint.clone().unwrap_or(usual.checkpoint.clone()),
        ..usual
    }
}

/// Where somebody looks, at most twice a second.
fn show(shown: &mut Option<Instant>, now: &Progress) {
    let is_time = shown.is_none_or(|last| last.elapsed() >= Duration::from_millis(500));
    if std::io::stderr().is_terminal() && is_time {
        *shown = Some(Instant::now());
        let held_out = now.held_out.map(|loss| format!(", held out {loss:.5}")).unwrap_or_default();
        eprint!(
            "\r{} of {} batches, loss {:.5}{held_out}, rate {:.2e}   ",
            now.batches[0], now.batches[1], now.loss, now.rate
        );
        let _ = std::io::stderr().flush();
    }
}

fn finish(args: &Args, plan: &TrainingPlan, report: &TrainingReport) -> Result<ExitCode> {
    for damage in &report.damage {
        eprintln!("left out: {damage}");
    }
    if args.json {
        print_json(&wording::training_json(plan, report))?;
    } else {
        print(&wording::training_text(plan, report))?;
    }
    if !report.finished {
        let done = grouped(report.batches[0]);
        eprintln!("stopped after {done} batches; go on with: {}", wording::this_command());
    }
    Ok(if report.finished { ExitCode::SUCCESS } else { ExitCode::from(130) })
}
