//! `chuhe testset split`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use testset::split::split;

use super::write_lines;

/// Hold positions back by a hash, so that tuners cannot see them
///
/// Which side a position is on depends on the position alone (its mirror image goes with
/// it) and on --salt: it is the same in every file, in every order. Positions that are held
/// back say so in their lines, and `chuhe tune` refuses them.
#[derive(clap::Args)]
pub struct Args {
    /// EPD files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// So many percent are held back
    #[arg(long, value_name = "PERCENT", default_value_t = 20.0)]
    share: f64,
    /// Another number holds back others
    #[arg(long, default_value_t = 0)]
    salt: u64,
    /// The file for those to be tuned with
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    training: PathBuf,
    /// The file for those held back
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    held_out: PathBuf,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.training == args.held_out {
        bail!("--training and --held-out are the same file: nothing would be held back");
    }
    let mut files = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        files.push((name, text));
    }
    let split = split(&files, args.share, args.salt)?;
    write_lines(Some(&args.held_out), &split.held_out)?;
    write_lines(Some(&args.training), &split.training)?;
    eprintln!("{} to tune with, {} held out", split.training.len(), split.held_out.len());
    Ok(ExitCode::SUCCESS)
}
