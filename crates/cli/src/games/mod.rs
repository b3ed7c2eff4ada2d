//! `chuhe games`: the archive of games.

mod dedupe;
mod emit;
mod export;
pub mod filter;
mod import;
mod list;
mod opening;
mod shape;
mod show;
mod statistics;
pub mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Subcommand, ValueEnum, ValueHint};
use library::Archive;
use library::archive::openings::Opening;

use crate::user_data::data_folder;

/// Keep games by the thousand: import, search, what was played in a position, export
///
/// Games go into an archive in the data folder, beside what is played on the page.
/// Names are found in either script, positions whichever way round they are.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe games import games.pgn\n  \
    chuhe games list --limit 5\n  \
    chuhe games show 1\n  \
    chuhe games search --player 胡榮華 --result red --since 1980\n  \
    chuhe games search --material RC-r --places \"e2=C, g?=N\"\n  \
    chuhe games search --pattern hollow-cannon --player 胡榮華\n  \
    chuhe games opening --moves \"炮二平五 马8进7\"\n  \
    chuhe games stats --opening C\n  \
    chuhe games stats --emit params --out first.toml\n  \
    chuhe games export --opening B all.pgn\n  \
    chuhe games dedupe")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The folder of the archive
    #[arg(long, global = true, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Import(import::Args),
    List(list::Args),
    Search(list::SearchArgs),
    Show(show::Args),
    Stats(statistics::Args),
    Export(export::Args),
    Dedupe(dedupe::Args),
    Opening(opening::Args),
}

/// The archive in a data folder, or in the usual one.
pub fn open_archive(folder: Option<&Path>) -> Result<Archive> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => data_folder("--data-dir")?,
    };
    Ok(Archive::open(&folder.join(Archive::FILE))?)
}

/// The same, with games in it.
pub fn filled_archive(folder: Option<&Path>) -> Result<Archive> {
    let archive = open_archive(folder)?;
    if archive.count()? == 0 {
        bail!("{} holds no games yet: `chuhe games import` adds some", archive.path().display());
    }
    Ok(archive)
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Command::Opening(options) = &args.command
        && options.lists()
    {
        return opening::list(options);
    }
    let folder = args.data_dir.as_deref();
    if let Command::Import(options) = &args.command {
        return import::run(&open_archive(folder)?, options, folder);
    }
    let archive = filled_archive(folder)?;
    match &args.command {
        Command::Import(options) => import::run(&archive, options, folder),
        Command::List(options) => list::run(&archive, options),
        Command::Search(options) => list::search(&archive, options),
        Command::Show(options) => show::run(&archive, options),
        Command::Stats(options) => statistics::run(&archive, options),
        Command::Export(options) => export::run(&archive, options),
        Command::Dedupe(options) => dedupe::run(&archive, options),
        Command::Opening(options) => opening::run(&archive, options),
    }
}

/// The language of names of openings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// 繁體中文
    Hant,
    /// 简体中文
    Hans,
}

impl Language {
    fn name(self, opening: &Opening) -> &'static str {
        match self {
            Language::En => opening.english,
            Language::Hant => opening.traditional,
            Language::Hans => opening.simplified,
        }
    }
}
