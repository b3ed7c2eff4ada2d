//! `chuhe mgtp`: the dark chess engine behind the tournament protocol.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::ValueHint;
use play::session::Next;
use play::session::mgtp::{Config, MgtpSession};
use search::Settings;

use crate::stdio;

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
    /// The program: chuhe, chuhe-hce, ntu-2018, foodchain-2010, static-2008 or ta-1ply
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// A network of dark chess to evaluate with
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    eval_file: Option<String>,
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
    let config = Config {
        profile: args.profile.clone(),
        settings: Settings { hash: args.hash, threads: args.threads, ..Settings::default() },
        eval_file: args.eval_file.clone().unwrap_or_default(),
        rules: args.rules.parse()?,
        movetime: args.movetime.map(Duration::from_millis),
        seed: None,
    };
    let mut session = MgtpSession::new(&config, stdio::output(), stdio::errors())?;
    if let Some(folder) = &args.file_mode {
        return answer_file(&mut session, folder);
    }
    // A line that is too long has no number to answer to.
    stdio::each_line(|line| line.map_or(Next::Continue, |line| session.command(&line)));
    Ok(ExitCode::SUCCESS)
}

/// The older way of contests: `board.txt` in, `move.txt` out, one run per ply.
fn answer_file(session: &mut MgtpSession, folder: &Path) -> Result<ExitCode> {
    let board = folder.join("board.txt");
    let name = board.display();
    let text = std::fs::read_to_string(&board).with_context(|| format!("cannot read {name}"))?;
    let answer = session.answer_record(&text).with_context(|| format!("{name}"))?;
    let out = folder.join("move.txt");
    std::fs::write(&out, answer).with_context(|| format!("cannot write {}", out.display()))?;
    Ok(ExitCode::SUCCESS)
}
