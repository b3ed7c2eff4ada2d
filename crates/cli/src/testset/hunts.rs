//! `chuhe testset mates` and `chuhe testset tactics`.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use game::GameKind;
use jobs::End;
use testset::Problem;
use testset::dark::Dark;
use testset::hunt::{Hunt, Quarry, journal_of, run};
use testset::mates::Mates;
use testset::tactics::Tactics;

use super::write_lines;
use crate::games::filled_archive;
use crate::games::filter::Filter;
use crate::games::table::counted;
use crate::interrupt::stop_on_interrupt;
use crate::output::grouped;

/// What all searches for positions share.
#[derive(clap::Args)]
struct Common {
    #[command(flatten)]
    filter: Filter,
    /// So many of the last positions of each game are looked at
    #[arg(long, value_name = "PLIES", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    last: u32,
    /// Threads; all cores if it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The EPD file to write; a search that was interrupted goes on when the same command
    /// is given again
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
}

/// Positions from which who is to move mates by checks alone, proved and graded by length
#[derive(clap::Args)]
pub struct MatesArgs {
    #[command(flatten)]
    common: Common,
    /// At least so many moves
    #[arg(long, value_name = "MOVES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=30))]
    least: u32,
    /// At most so many moves
    #[arg(long, value_name = "MOVES", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=30))]
    most: u32,
    /// A position is given up after so many nodes
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Not one ply beyond the end of games
    #[arg(long)]
    no_variations: bool,
}

/// Positions with a single move that wins material by force, proved; of dark chess
/// (--game banqi) those where exactly one ply keeps the value
///
/// Xiangqi: the attacker plays checks and captures only, the defender anything; won is what
/// no sequence of captures takes back. Dark chess: exact values of endings with at most four
/// pieces, and with --search deep searches of all others.
#[derive(clap::Args)]
pub struct TacticsArgs {
    #[command(flatten)]
    common: Common,
    /// At least so many moves
    #[arg(long, value_name = "MOVES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10))]
    least: u32,
    /// At most so many moves
    #[arg(long, value_name = "MOVES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10))]
    most: u32,
    /// At least so much is won: pawn 100, advisor and elephant 200, horse 400, cannon 450,
    /// rook 900
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(i32).range(1..=5000))]
    gain: i32,
    /// A position is given up after so many nodes
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Dark chess: nodes of a deep search; 0 for exact values only
    #[arg(long, value_name = "NODES", default_value_t = 0)]
    search: u64,
    /// Dark chess: how much better the move of a deep search is, in percent of a game
    #[arg(long, value_name = "PERCENT", default_value_t = 25.0)]
    gap: f64,
    /// Dark chess: every so many plies a position is searched
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

pub fn mates(args: &MatesArgs, folder: Option<&Path>) -> Result<ExitCode> {
    let &MatesArgs { least, most, nodes, no_variations, .. } = args;
    if least > most {
        bail!("--least {least} is more than --most {most}");
    }
    let mates = Mates { least, most, nodes, variations: !no_variations };
    hunt(&args.common, Quarry::Mates(mates), folder)
}

pub fn tactics(args: &TacticsArgs, folder: Option<&Path>) -> Result<ExitCode> {
    let &TacticsArgs { least, most, gain, nodes, search, gap, every, .. } = args;
    if least > most {
        bail!("--least {least} is more than --most {most}");
    }
    if !(gap > 0.0 && gap <= 100.0) {
        bail!("--gap {gap}: expected more than 0 and at most 100 percent");
    }
    let dark = args.common.filter.game.map(GameKind::from) == Some(GameKind::Banqi);
    let quarry = match dark {
        true => Quarry::Dark(Dark { nodes: search, gap, every }),
        false => Quarry::Tactics(Tactics { least, most, gain, nodes }),
    };
    hunt(&args.common, quarry, folder)
}

fn hunt(common: &Common, quarry: Quarry, folder: Option<&Path>) -> Result<ExitCode> {
    let archive = filled_archive(folder)?;
    let ids = common.filter.select_kind(&archive, quarry.kind())?;
    let hunt = Hunt { quarry, last: common.last };
    let journal = journal_of(&common.out, &hunt, &ids);
    let stop = stop_on_interrupt()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or(cores, usize::from);
    let kept =
        || format!("what was found is kept in {}: the same command goes on", journal.display());
    let mut tell = progress();
    let done = run(&archive, &ids, &hunt, threads, Some(&journal), &stop, &mut tell);
    drop(tell);
    let (end, problems) = match done {
        Err(error) if journal.exists() => return Err(error).with_context(kept),
        other => other?,
    };
    if end == End::Stopped {
        bail!("interrupted; {}", kept());
    }
    if problems.is_empty() {
        let _ = std::fs::remove_file(&journal);
        bail!("none of {} has such a position", counted(ids.len() as u64, "game"));
    }
    write_lines(Some(&common.out), &problems).with_context(kept)?;
    let _ = std::fs::remove_file(&journal);
    eprintln!("{} ({})", counted(problems.len() as u64, "position"), by_length(&problems));
    Ok(ExitCode::SUCCESS)
}

/// A line that moves, where somebody looks.
fn progress() -> impl FnMut(usize, usize, usize) {
    let live = std::io::stderr().is_terminal();
    let began = Instant::now();
    move |done, all, found| {
        if !live {
            return;
        }
        let left = began.elapsed().as_secs_f64() * (all - done) as f64 / done.max(1) as f64;
        let [done, all, found] = [done, all, found].map(|number| grouped(number as u64));
        eprint!("\r{done} of {all} games, {found} positions, about {left:.0} s left   ");
        let _ = std::io::stderr().flush();
    }
}

/// How many there are of each length.
fn by_length(problems: &[Problem]) -> String {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for problem in problems {
        let length = problem.id.split('-').nth(1).and_then(|text| text.parse().ok());
        *counts.entry(length.unwrap_or_default()).or_default() += 1;
    }
    let words = counts.iter().map(|(length, count)| format!("in {length}: {count}"));
    words.collect::<Vec<_>>().join(", ")
}
