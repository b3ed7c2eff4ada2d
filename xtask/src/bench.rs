//! `cargo xtask bench`: speed, measured side by side with something known.

mod arena;
mod depth;
mod engine;
mod jobs;
mod library;
mod network;
mod patterns;
mod search;
mod versions;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::Value;

use crate::dist::release_binary;
use crate::process::{command, find_program, output};

/// Measure speed
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Perft(Perft),
    Arena(arena::Arena),
    Search(search::Search),
    Depth(depth::Depth),
    Network(network::Network),
    Library(library::Library),
    Jobs(jobs::Jobs),
    Patterns(patterns::Patterns),
}

/// Count leaves: xiangqi side by side with fairy-stockfish, dark chess alone
///
/// Both programs run alternately, on one thread each, so that a change of the
/// machine's clock hits both. The ratio is the median over the rounds.
#[derive(clap::Args)]
struct Perft {
    /// How often each program runs
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Depth of the xiangqi tree, from the start position
    #[arg(long, default_value_t = 5)]
    depth: u32,
    /// Depth of the dark chess trees: less than 6 is over in milliseconds
    #[arg(long, default_value_t = 6)]
    banqi_depth: u32,
}

/// Runs the task.
///
/// # Errors
/// If a program is missing or answers nonsense.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.what {
        What::Jobs(options) => return jobs::run(options),
        What::Patterns(options) => return patterns::run(options),
        _ => {}
    }
    let chuhe = release_binary()?;
    match &arguments.what {
        What::Perft(options) => {
            xiangqi(&chuhe, options)?;
            banqi(&chuhe, options.banqi_depth)
        }
        What::Arena(options) => arena::run(&chuhe, options),
        What::Search(options) => search::run(&chuhe, options),
        What::Depth(options) => depth::run(&chuhe, options),
        What::Network(options) => network::run(&chuhe, options),
        What::Library(options) => library::run(&chuhe, options),
        What::Jobs(options) => jobs::run(options),
        What::Patterns(options) => patterns::run(options),
    }
}

/// Leaves counted and the seconds that took.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Measured {
    leaves: u64,
    seconds: f64,
}

impl Measured {
    /// Millions of leaves a second.
    fn speed(self) -> f64 {
        self.leaves as f64 / self.seconds / 1e6
    }
}

fn xiangqi(chuhe: &Path, options: &Perft) -> Result<()> {
    let rival = find_program("fairy-stockfish")
        .context("fairy-stockfish is missing: sudo apt-get install fairy-stockfish")?;
    println!("xiangqi, start position, depth {}, one thread", options.depth);
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=options.rounds {
        let them = fairy_stockfish(&rival, options.depth)?;
        let depth = options.depth.to_string();
        let us = chuhe_perft(chuhe, &["--game", "xiangqi", "--depth", &depth])?;
        ensure!(
            us.leaves == them.leaves,
            "counts differ: chuhe {}, fairy-stockfish {}",
            us.leaves,
            them.leaves
        );
        let ratio = us.speed() / them.speed();
        println!(
            "round {round}: fairy-stockfish {:.1} M/s, chuhe {:.1} M/s, ratio {ratio:.2}",
            them.speed(),
            us.speed()
        );
        ours.push(us.speed());
        theirs.push(them.speed());
        ratios.push(ratio);
    }
    if is_noisy(&ratios) {
        println!("the rounds differ by more than {NOISE} times: measure again on a quiet machine");
    }
    println!(
        "median: fairy-stockfish {:.1} M/s, chuhe {:.1} M/s, ratio {:.2}",
        median(theirs),
        median(ours),
        median(ratios)
    );
    Ok(())
}

/// Ten positions, each reached by 40 random plies.
fn banqi(chuhe: &Path, depth: u32) -> Result<()> {
    println!("dark chess, 40 random plies with seeds 1 to 10, depth {depth}, one thread");
    let mut sum = Measured { leaves: 0, seconds: 0.0 };
    for seed in 1..=10 {
        let (seed, depth) = (seed.to_string(), depth.to_string());
        let arguments =
            ["--game", "banqi", "--random-plies", "40", "--seed", &seed, "--depth", &depth];
        let one = chuhe_perft(chuhe, &arguments)?;
        println!("seed {seed:>2}: {:>13} kinds leaves, {:.1} M/s", one.leaves, one.speed());
        sum.leaves += one.leaves;
        sum.seconds += one.seconds;
    }
    println!("all: {} kinds leaves, {:.1} M/s", sum.leaves, sum.speed());
    Ok(())
}

fn chuhe_perft(chuhe: &Path, arguments: &[&str]) -> Result<Measured> {
    let text = output(command(chuhe).arg("perft").args(arguments).arg("--json"))?;
    measured(&text).with_context(|| format!("chuhe perft answered {}", text.trim()))
}

fn measured(json: &str) -> Result<Measured> {
    let value: Value = serde_json::from_str(json)?;
    let leaves = value["kinds"].as_u64().ok_or_else(|| anyhow!("no whole number `kinds`"))?;
    let seconds = value["seconds"].as_f64().ok_or_else(|| anyhow!("no number `seconds`"))?;
    ensure!(seconds > 0.0, "`seconds` is not above 0");
    Ok(Measured { leaves, seconds })
}

/// Timed from the command to the answer, so that starting up does not count.
fn fairy_stockfish(program: &PathBuf, depth: u32) -> Result<Measured> {
    let mut child = command(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut answer = |prefix: &str| -> Result<String> {
        for line in lines.by_ref() {
            if let Some(rest) = line?.strip_prefix(prefix) {
                return Ok(rest.trim().to_owned());
            }
        }
        Err(anyhow!("fairy-stockfish ended without saying `{prefix}`"))
    };
    writeln!(input, "uci\nsetoption name UCI_Variant value xiangqi\nposition startpos\nisready")?;
    answer("readyok")?;
    let start = Instant::now();
    writeln!(input, "go perft {depth}")?;
    let leaves = answer("Nodes searched:")?;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(input, "quit")?;
    child.wait()?;
    let leaves = leaves.parse().with_context(|| format!("`{leaves}` is not a count"))?;
    Ok(Measured { leaves, seconds })
}

/// Ratios of one machine at rest differ less than this from round to round.
const NOISE: f64 = 1.2;

fn is_noisy(ratios: &[f64]) -> bool {
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    ratios.iter().any(|&ratio| ratio > least * NOISE)
}

/// The middle value; of an even number, the upper of the two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_perft_is_read() {
        let text = r#"{"kinds": 1920, "weighted": 2000, "seconds": 0.5}"#;
        assert_eq!(measured(text).expect("good"), Measured { leaves: 1920, seconds: 0.5 });
        for bad in ["", "{}", r#"{"kinds": 1}"#, r#"{"kinds": 1, "seconds": 0}"#] {
            assert!(measured(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rounds_that_disagree_are_noticed() {
        assert!(is_noisy(&[22.8, 13.9, 28.1]));
        assert!(!is_noisy(&[20.0, 21.0, 19.5]));
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 5.0]), 5.0);
        assert_eq!(median(vec![2.0]), 2.0);
    }
}
