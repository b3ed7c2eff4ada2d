//! `chuhe mgtp`: the dark chess engine behind the tournament protocol.

mod files;
mod platform_text;
mod session;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueHint;

use crate::uci::Lines;
use session::Session;

/// Run the dark chess engine for a tournament platform (MGTP)
///
/// Reads numbered commands from standard input and answers each; depth and score
/// of every search go to standard error. With --file-mode
/// it reads board.txt, writes move.txt and ends, as older platforms want it.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  printf '7 reset_board\\n12 genmove unknown\\n5 quit\\n' | chuhe mgtp"
)]
pub struct Args {
    /// The program: chuhe, ntu-2018, foodchain-2010, static-2008 or ta-1ply
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes for the transposition table
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The rules, as for `chuhe judge --game banqi`
    #[arg(long, default_value = "tcga")]
    rules: String,
    /// Milliseconds for a ply, whatever clock the platform tells; without it the
    /// clock decides, and 3,000 as long as none was told
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: Option<u64>,
    /// Read board.txt and write move.txt in the folder given (default: here)
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = ".",
          value_hint = ValueHint::DirPath)]
    file_mode: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut session = Session::new(args)?;
    if let Some(folder) = &args.file_mode {
        return files::run(&mut session, folder);
    }
    for line in Lines::of(std::io::stdin().lock()) {
        if !session.hear(&line) {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
