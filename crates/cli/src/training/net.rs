//! `chuhe net`: what a network is, and what it is worth.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Subcommand, ValueHint};
use game::GameKind;
use network::checksum::crc32;
use network::{Header, Inputs, Network};
use trainer::data::Filter;
use trainer::judging::{self, Drawn};
use trainer::training::Data;
use trainer::variety::{Banqi, InputsOf, Variety, Xiangqi};

use super::net_wording as wording;
use crate::output::{print, print_json};

/// Look at networks: what they are, and what they are worth on labelled positions
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe selfplay --game banqi --out positions --positions 200 --nodes 200\n  \
    chuhe train --game banqi --data positions --out tiny.chn --width 64 --batches 2 --batch 1024\n  \
    chuhe net info tiny.chn\n  \
    chuhe net test tiny.chn --data positions\n  \
    chuhe net compare tiny.chn tiny.chn --data positions")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Its game, shape, size, checksum, and where it comes from
    Info {
        /// The network
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Loss on labelled positions beside the hand-written evaluation's; symmetry,
    /// columns in use, time of an evaluation
    Test {
        /// The network
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        on: Positions,
    },
    /// Two networks side by side: losses, how they go together, where they differ most
    Compare {
        /// The one
        #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
        first: PathBuf,
        /// The other
        #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
        second: PathBuf,
        #[command(flatten)]
        on: Positions,
        /// How many of the largest differences are shown
        #[arg(long, value_name = "N", default_value_t = 10)]
        show: usize,
    },
}

/// The positions a network is judged by.
#[derive(clap::Args)]
struct Positions {
    /// A file of labelled positions or a folder of them; with a weight only a part
    #[arg(long, required = true, value_name = "PATH[=WEIGHT]", value_hint = ValueHint::AnyPath)]
    data: Vec<Data>,
    /// How many positions are drawn from it
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    positions: usize,
    /// How much the game's result counts beside the search's score, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    result_share: f32,
    /// Positions in check and those whose best ply captures, too
    #[arg(long)]
    noisy: bool,
    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Info { file, json } => {
            let bytes = read(file)?;
            match header(file, &bytes)?.game {
                GameKind::Xiangqi => info::<Xiangqi>(file, &bytes, *json),
                GameKind::Banqi => info::<Banqi>(file, &bytes, *json),
            }
        }
        Command::Test { file, on } => {
            let bytes = read(file)?;
            match header(file, &bytes)?.game {
                GameKind::Xiangqi => test::<Xiangqi>(file, &bytes, on),
                GameKind::Banqi => test::<Banqi>(file, &bytes, on),
            }
        }
        Command::Compare { first, second, on, show } => {
            let files = [(first, read(first)?), (second, read(second)?)];
            match header(first, &files[0].1)?.game {
                GameKind::Xiangqi => compare::<Xiangqi>(&files, on, *show),
                GameKind::Banqi => compare::<Banqi>(&files, on, *show),
            }
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn header(path: &Path, bytes: &[u8]) -> Result<Header> {
    Header::read(bytes).with_context(|| path.display().to_string())
}

fn network<I: Inputs>(path: &Path, bytes: &[u8]) -> Result<Network<I>> {
    Network::from_bytes(bytes).with_context(|| path.display().to_string())
}

fn info<V: Variety>(path: &Path, bytes: &[u8], json: bool) -> Result<()> {
    let network = network::<InputsOf<V>>(path, bytes)?;
    let facts = wording::Facts {
        path,
        header: header(path, bytes)?,
        inputs: network.shape().inputs.count(),
        bytes: bytes.len(),
        checksum: crc32(&bytes[..bytes.len() - 4]),
        comment: network.comment(),
    };
    if json { print_json(&facts.json()) } else { print(&facts.text()) }
}

fn draw<V: Variety>(on: &Positions) -> Result<Vec<V::Record>> {
    let filter = Filter { quiet_only: !on.noisy, ..Filter::default() };
    let Drawn { records, damage } = judging::draw(&on.data, on.positions, &filter, on.seed)?;
    for found in &damage {
        eprintln!("left out: {found}");
    }
    Ok(records)
}

fn test<V: Variety>(path: &Path, bytes: &[u8], on: &Positions) -> Result<()> {
    let network = network::<InputsOf<V>>(path, bytes)?;
    let found = judging::test::<V>(&network, &draw::<V>(on)?, on.result_share);
    if on.json {
        print_json(&wording::test_json(&found))
    } else {
        print(&wording::test_text(&found))
    }
}

fn compare<V: Variety>(
    files: &[(&PathBuf, Vec<u8>); 2],
    on: &Positions,
    show: usize,
) -> Result<()> {
    let [(first, first_bytes), (second, second_bytes)] = files;
    let networks = [network(first, first_bytes)?, network(second, second_bytes)?];
    let records = draw::<V>(on)?;
    let found =
        judging::compare::<V>([&networks[0], &networks[1]], &records, on.result_share, show);
    if on.json {
        print_json(&wording::comparison_json(&found))
    } else {
        print(&wording::comparison_text([first, second], &found))
    }
}
