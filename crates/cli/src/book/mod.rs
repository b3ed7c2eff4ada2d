//! `chuhe book`: opening books.

mod build;
mod files;
mod going;
mod look;
mod progress;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// Opening books: build them from games and searches, ask them, exchange them
///
/// Engines ask them by the option BookFile. A classic book has what was played in the
/// archive of games; a red or a black book is the one of Kao 2009: one side's own moves,
/// trusted or searched, against everything masters play.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe games import games.pgn\n  \
    chuhe book build classic my.book --games 1\n  \
    chuhe book build red red.book --plies 4 --nodes 500 --searches 20\n  \
    chuhe book extend red.book --searches 30\n  \
    chuhe book probe my.book --moves \"h2e2 h9g7\"\n  \
    chuhe book explore my.book --plies 2\n  \
    chuhe book merge my.book red.book --out both.book\n  \
    chuhe book export my.book tree.pgn\n  \
    chuhe book verify my.book red.book both.book")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Box<build::Args>),
    Extend(Box<build::ExtendArgs>),
    Probe(look::ProbeArgs),
    Explore(look::ExploreArgs),
    Merge(files::MergeArgs),
    Export(files::ExportArgs),
    Verify(look::VerifyArgs),
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Extend(args) => build::extend(args),
        Command::Probe(args) => look::probe(args),
        Command::Explore(args) => look::explore(args),
        Command::Merge(args) => files::merge(args),
        Command::Export(args) => files::export(args),
        Command::Verify(args) => look::verify(args),
    }
}
