//! `chuhe games export`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueHint;
use library::Archive;
use records::write::Target;
use xiangqi::notation::Notation;

use super::filter::Filter;
use super::table::counted;
use crate::convert::{Sink, is_standard, read_notation, read_target};

/// Write games to a file: PGN in any notation, XQF, CBR, DhtmlXQ, a table, JSON, contest
/// records
///
/// The file's name tells the format, or --to; a folder (a name that ends with /) gets a
/// file for each game, - is standard output.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    filter: Filter,
    /// These games, by their numbers
    #[arg(long, value_delimiter = ',')]
    ids: Vec<u32>,
    /// The format: pgn, xqf, cbr, dhtmlxq, tsv, json or record
    #[arg(long, value_name = "FORMAT", value_parser = read_target)]
    to: Option<Target>,
    /// How moves are written in PGN
    #[arg(long, default_value = "iccs", value_parser = read_notation)]
    notation: Notation,
    /// The file or folder to write
    #[arg(value_name = "OUT", value_hint = ValueHint::AnyPath)]
    output: PathBuf,
}

pub fn run(archive: &Archive, args: &Args) -> Result<ExitCode> {
    let name = args.output.to_string_lossy();
    let Some(target) = args.to.or_else(|| Target::of_file(&name)) else {
        bail!("--to: the format of {name} cannot be told by its name");
    };
    let ids = args.filter.select(archive, &args.ids)?;
    if ids.is_empty() {
        bail!("no game is like that: nothing is written");
    }
    let mut sink = Sink::open(&args.output, target, args.notation)?;
    let mut written = 0;
    for id in ids {
        if let Some(stored) = archive.game(id)? {
            sink.write(&stored.game)?;
            written += 1;
        }
    }
    sink.close()?;
    if !is_standard(&args.output) {
        eprintln!("{} written", counted(written, "game"));
    }
    Ok(ExitCode::SUCCESS)
}
