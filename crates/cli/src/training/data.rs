//! `chuhe data`: files of labelled positions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueHint};
use game::GameKind;
use serde_json::{Value, json};
use trainer::data::{
    self, BanqiRecord, Damage, DataError, FileInfo, XiangqiRecord, game_of, new_file,
};
use trainer::training::data_files;

use crate::output::{grouped, print, print_json};

/// Look into files of labelled positions, and put them together
///
/// A path is a file or a folder; of a folder every file *.chd below it counts. Damaged
/// blocks are named and left out, and the command then ends with 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe selfplay --game banqi --out positions --positions 200 --nodes 200\n  \
    chuhe data info positions\n  \
    chuhe data sample positions --out few.chd --positions 50")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What files hold: positions, results, marks, engines
    Info(Inputs),
    /// Read everything and name what is damaged
    Check(Inputs),
    /// Put everything readable into one new file
    Merge(Outputs),
    /// Put positions drawn by chance into one new file
    Sample {
        #[command(flatten)]
        files: Outputs,
        /// How many positions
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        positions: u64,
        /// Where all chance comes from
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(clap::Args)]
struct Inputs {
    /// Files or folders
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Outputs {
    #[command(flatten)]
    inputs: Inputs,
    /// The new file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Info(inputs) => info(inputs),
        Command::Check(inputs) => check(inputs),
        Command::Merge(files) => build(files, "merged", |game, from, to, damage| match game {
            GameKind::Xiangqi => data::merge::<XiangqiRecord>(from, to, damage),
            GameKind::Banqi => data::merge::<BanqiRecord>(from, to, damage),
        }),
        Command::Sample { files, positions, seed } => {
            build(files, "drawn", |game, from, to, damage| match game {
                GameKind::Xiangqi => {
                    data::sample::<XiangqiRecord>(from, to, *positions, *seed, damage)
                }
                GameKind::Banqi => data::sample::<BanqiRecord>(from, to, *positions, *seed, damage),
            })
        }
    }
}

fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(data_files(path)?);
    }
    Ok(all)
}

/// What an exit code says about damage.
fn code(damage: usize) -> ExitCode {
    if damage == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn info(inputs: &Inputs) -> Result<ExitCode> {
    let (mut list, mut text, mut damage) = (Vec::new(), String::new(), 0);
    for path in files(&inputs.paths)? {
        let game = game_of(&path)?;
        let info = match game {
            GameKind::Xiangqi => data::info::<XiangqiRecord>(&path),
            GameKind::Banqi => data::info::<BanqiRecord>(&path),
        }?;
        damage += info.damage.len();
        text.push_str(&info_text(&path, game, &info));
        list.push(info_json(&path, game, &info));
    }
    if inputs.json {
        print_json(&json!(list))?;
    } else {
        print(&text)?;
    }
    Ok(code(damage))
}

fn info_text(path: &Path, game: GameKind, info: &FileInfo) -> String {
    let part = |count: u64| 100.0 * count as f64 / info.records.max(1) as f64;
    let [lost, drawn, won, unknown] = info.results.map(part);
    let [check, noisy, exact] = info.marks.map(part);
    let mut text = format!(
        "{}: {} positions of {game} in {} blocks, {} bytes\n  \
         won {won:.1} %, drawn {drawn:.1} %, lost {lost:.1} % for the side to move, not known {unknown:.1} %\n  \
         in check {check:.1} %, best ply captures {noisy:.1} %, exact {exact:.1} %; \
         mean size of scores {:.0}\n",
        path.display(),
        grouped(info.records),
        grouped(info.blocks),
        grouped(info.bytes),
        info.mean_score,
    );
    for (fingerprint, count) in &info.by_fingerprint {
        let _ = writeln!(text, "  {} by engine {fingerprint:016x}", grouped(*count));
    }
    for damage in &info.damage {
        let _ = writeln!(text, "  damaged: {damage}");
    }
    text
}

fn info_json(path: &Path, game: GameKind, info: &FileInfo) -> Value {
    let engines = info.by_fingerprint.iter();
    let engines = engines.map(|(print, count)| (format!("{print:016x}"), json!(count))).collect();
    let ([lost, drawn, won, unknown], [in_check, noisy, exact]) = (info.results, info.marks);
    json!({
        "path": path,
        "game": game.name(),
        "positions": info.records,
        "blocks": info.blocks,
        "bytes": info.bytes,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "result_unknown": unknown,
        "in_check": in_check,
        "best_ply_captures": noisy,
        "exact": exact,
        "mean_score": info.mean_score,
        "engines": Value::Object(engines),
        "damage": texts(&info.damage),
    })
}

fn texts(damage: &[Damage]) -> Vec<String> {
    damage.iter().map(ToString::to_string).collect()
}

fn check(inputs: &Inputs) -> Result<ExitCode> {
    let (mut list, mut text, mut count) = (Vec::new(), String::new(), 0);
    for path in files(&inputs.paths)? {
        let damage = match game_of(&path)? {
            GameKind::Xiangqi => data::check::<XiangqiRecord>(&path),
            GameKind::Banqi => data::check::<BanqiRecord>(&path),
        }?;
        count += damage.len();
        for found in &damage {
            let _ = writeln!(text, "damaged: {found}");
        }
        if damage.is_empty() {
            let _ = writeln!(text, "{}: whole", path.display());
        }
        list.push(json!({"path": path, "damage": texts(&damage)}));
    }
    if inputs.json {
        print_json(&json!(list))?;
    } else {
        print(&text)?;
    }
    Ok(code(count))
}

/// Makes a new file of others, which are all of one game.
fn build(
    args: &Outputs,
    done: &str,
    work: impl Fn(GameKind, &[PathBuf], &Path, &mut Vec<Damage>) -> Result<u64, DataError>,
) -> Result<ExitCode> {
    let from = files(&args.inputs.paths)?;
    let Some(first) = from.first() else { bail!("no file") };
    let game = game_of(first)?;
    let mut damage = Vec::new();
    new_file(&args.out, |to| work(game, &from, to, &mut damage)).context("--out")?;
    let positions = match game {
        GameKind::Xiangqi => data::info::<XiangqiRecord>(&args.out),
        GameKind::Banqi => data::info::<BanqiRecord>(&args.out),
    }?;
    let (count, out) = (positions.records, args.out.display());
    for found in &damage {
        eprintln!("left out: {found}");
    }
    if args.inputs.json {
        let damage = texts(&damage);
        print_json(&json!({"path": args.out, "positions": count, "damage": damage}))?;
    } else {
        let (positions, files) = (grouped(count), from.len());
        print(&format!("{out}: {positions} positions {done} from {files} files\n"))?;
    }
    Ok(code(damage.len()))
}
