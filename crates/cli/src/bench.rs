//! `chuhe bench`: the engines' signatures.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use xiangqi_engine::bench::{BENCH_DEPTH, bench};

use crate::args::GameName;
use crate::output;
use crate::uci::Stopwatch;

/// Search fixed positions to a fixed depth and count the nodes
///
/// The count is the engine's signature: the same number means that the search
/// does the same. One thread, always.
#[derive(clap::Args)]
pub struct Args {
    /// Which engine
    #[arg(value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The xiangqi program: chuhe or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// How deep, for xiangqi
    #[arg(long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(i32).range(1..=60))]
    depth: i32,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match args.game {
        GameName::Xiangqi => {
            let result = bench(&args.profile, args.depth, &Stopwatch::start())?;
            output::print(&(line(result.nodes, result.seconds) + "\n"))?;
        }
        GameName::Banqi => {
            let begin = Instant::now();
            let nodes = banqi_engine::bench()?;
            output::print(&(line(nodes, begin.elapsed().as_secs_f64()) + "\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `N nodes M nps`.
pub fn line(nodes: u64, seconds: f64) -> String {
    format!("{nodes} nodes {} nps", (nodes as f64 / seconds.max(1e-9)) as u64)
}
