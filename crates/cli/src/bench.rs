//! `chuhe bench`: the engines' signatures.

use std::process::ExitCode;

use anyhow::{Error, Result};
use play::session::bench;

use crate::args::GameName;
use crate::output;

/// Search fixed positions to a fixed depth and count the nodes
///
/// The count is the engine's signature: the same number means that the search
/// does the same. One thread, always.
#[derive(clap::Args)]
pub struct Args {
    /// Which engine
    #[arg(value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The program: chuhe, chuhe-hce or, of xiangqi, shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// How deep; without it 13 plies, in dark chess 14
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=60))]
    depth: Option<i32>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let result = bench(args.game.into(), &args.profile, args.depth).map_err(Error::msg)?;
    output::print(&format!("{result}\n"))?;
    Ok(ExitCode::SUCCESS)
}
