//! `cargo xtask bench patterns`: what patterns cost, and whether all matchers agree.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{cargo, command, find_program, root, run as run_command};

/// Scan games for the shipped patterns, measure their cost in the engine, compare matchers
///
/// Prints how long all positions of a table of games take on two threads, then the speed of
/// the engine's bench with patterns beside that without, all weights 0.
#[derive(clap::Args)]
pub struct Patterns {
    /// The table (a tsv file, or one in zst); without it the masters' games beside the
    /// repository
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Compare every compiler and back end with the reference instead
    #[arg(long)]
    agree: bool,
    /// On so many boards
    #[arg(long, default_value_t = 100_000, value_name = "NUMBER")]
    boards: u32,
    /// With so many random patterns besides the shipped ones
    #[arg(long, default_value_t = 2_000, value_name = "NUMBER")]
    patterns: u32,
    /// Depth of the engine's bench
    #[arg(long, default_value_t = 13)]
    depth: u32,
    /// How often each bench runs
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

pub fn run(options: &Patterns) -> Result<()> {
    if options.agree {
        let numbers = [options.boards.to_string(), options.patterns.to_string()];
        return measure(options, &["agree", &numbers[0], &numbers[1]]);
    }
    measure(options, &["scan"])?;
    let words =
        ["run", "--release", "-p", "chuhe-xiangqi-engine", "--example", "pattern_cost", "--"];
    let numbers = [options.depth.to_string(), options.rounds.to_string()];
    run_command(cargo(&words).args(numbers)).context("the example pattern_cost")
}

/// Runs the example `measure` with the table of games on its standard input; without one
/// only a comparison makes sense.
fn measure(options: &Patterns, words: &[&str]) -> Result<()> {
    let usual = root().join("../shared/data/games/masters.tsv.zst");
    let games = options.games.clone().unwrap_or(usual);
    let mut example =
        cargo(&["run", "--release", "-p", "chuhe-patterns", "--example", "measure", "--"]);
    example.args(words);
    if !games.exists() {
        if options.games.is_some() || !options.agree {
            bail!("{} is not there: name a table with --games", games.display());
        }
        println!("skipped: no {}; random boards only", games.display());
        return run_command(example.stdin(Stdio::null()));
    }
    if games.extension().is_none_or(|extension| extension != "zst") {
        let file = std::fs::File::open(&games)?;
        return run_command(example.stdin(file));
    }
    let zstd = find_program("zstd").context("zstd is missing: sudo apt-get install zstd")?;
    let mut opened = command(zstd).arg("-dc").arg(&games).stdout(Stdio::piped()).spawn()?;
    let table = opened.stdout.take().context("zstd has no output")?;
    run_command(example.stdin(table)).context("the example measure")?;
    ensure!(opened.wait()?.success(), "zstd cannot read {}", games.display());
    Ok(())
}
