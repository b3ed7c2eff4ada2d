//! `chuhe testset`: test sets out of the archive's games.

mod check;
mod hunts;
mod must_play;
mod split;
mod starts;

use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Subcommand, ValueHint};

use crate::output::print;

/// Make test sets out of games: must-play moves, start positions, proved mates, tactics
///
/// Sets are EPD, one position a line: `chuhe suite` lets an engine solve them, `chuhe tune`
/// tunes with them, `chuhe match --openings` begins from them. The games are those of the
/// archive (`chuhe games import`).
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe games import masters.pgn\n  \
    chuhe testset starts --games 2 --out starts.epd\n  \
    chuhe testset starts --table\n  \
    chuhe testset must-play --x 30 --min-games 1\n  \
    chuhe testset mates --most 4 --out found.epd\n  \
    chuhe testset check found.epd --sample 20\n  \
    chuhe testset split starts.epd --share 20 --training a.epd --held-out b.epd")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The folder of the archive
    #[arg(long, global = true, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    MustPlay(must_play::Args),
    Starts(starts::Args),
    Mates(hunts::MatesArgs),
    Tactics(hunts::TacticsArgs),
    Split(split::Args),
    Check(check::Args),
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = args.data_dir.as_deref();
    match &args.command {
        Command::MustPlay(options) => must_play::run(options, folder),
        Command::Starts(options) => starts::run(options, folder),
        Command::Mates(options) => hunts::mates(options, folder),
        Command::Tactics(options) => hunts::tactics(options, folder),
        Command::Split(options) => split::run(options),
        Command::Check(options) => check::run(options),
    }
}

/// Writes lines to a file, whole or not at all, or to standard output.
fn write_lines(out: Option<&Path>, lines: &[impl Display]) -> Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let Some(path) = out else { return print(&text) };
    let failed = || format!("cannot write {}", path.display());
    // What is no file (a pipe, a device) cannot be replaced.
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        return std::fs::write(path, text).with_context(failed);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let written = std::fs::File::create(&new)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&new, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written.with_context(failed)
}
