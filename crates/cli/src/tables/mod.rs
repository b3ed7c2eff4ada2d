//! `chuhe tables`: endgame tables, built, checked and asked.

mod build;
mod draw;
mod look;
mod probe;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::{Subcommand, ValueHint};
use play::AnyGame;
use play::tables::{AnyTables, RatedPly, TableView};
use tablebase::banqi::Class;
use tablebase::xiangqi::Material;

use crate::args::GameName;
use crate::user_data::data_folder;

/// Endgame tables: exact values of every position of a class of pieces
///
/// A class of xiangqi is named by the pieces of both sides, KRCKR is rook and cannon
/// against rook; one of dark chess by the kinds, KA-R. Engines use tables with the option
/// TablePath.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
        chuhe tables build --dir DIR KRK KPK K-A\n  \
        chuhe tables list --dir DIR\n  \
        chuhe tables verify --dir DIR KPK --step 10\n  \
        chuhe tables stats --dir DIR KRK K-A\n  \
        chuhe tables longest --dir DIR KPK\n  \
        chuhe tables draw --dir DIR KPK --count 5 --least 5\n  \
        chuhe tables probe --dir DIR --fen \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Verify(look::VerifyArgs),
    Probe(probe::Args),
    Draw(draw::Args),
    Stats(look::StatsArgs),
    List(look::ListArgs),
    Longest(look::LongestArgs),
}

/// Where the tables are.
#[derive(clap::Args)]
struct Folder {
    /// The folder of all tables (default: tables in the user's data folder)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> Result<PathBuf> {
        match &self.dir {
            Some(folder) => Ok(folder.clone()),
            None => Ok(data_folder("--dir")?.join("tables")),
        }
    }

    fn text(&self) -> Result<String> {
        let path = self.path()?;
        path.to_str().map(str::to_owned).context("the folder's name is no text")
    }
}

/// A class of either game: those of dark chess have a dash.
#[derive(Clone)]
enum AnyClass {
    Xiangqi(Material),
    Banqi(Class),
}

impl std::str::FromStr for AnyClass {
    type Err = String;

    fn from_str(text: &str) -> Result<AnyClass, String> {
        if text.contains('-') {
            text.parse().map(AnyClass::Banqi).map_err(|error| format!("{error}"))
        } else {
            text.parse().map(AnyClass::Xiangqi).map_err(|error| format!("{error}"))
        }
    }
}

impl std::fmt::Display for AnyClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnyClass::Xiangqi(class) => class.fmt(f),
            AnyClass::Banqi(class) => class.fmt(f),
        }
    }
}

/// Which game of a position.
fn game_name(game: Option<GameName>, fen: &str) -> GameName {
    // A board of dark chess has four ranks, one of xiangqi ten.
    let ranks = fen.split_whitespace().next().unwrap_or_default().split('/').count();
    game.unwrap_or(if ranks == 4 { GameName::Banqi } else { GameName::Xiangqi })
}

/// What the tables of a folder say of a game's present position; `None` if they have
/// nothing to say.
pub fn view(game: &AnyGame, folder: &str) -> Result<Option<TableView>> {
    let tables = AnyTables::open(game.kind(), folder).map_err(|error| anyhow!(error))?;
    Ok(tables.view(game.into()))
}

/// The exact value of a position, and of every legal ply.
pub fn text(view: &TableView) -> String {
    let ply = |rated: &RatedPly| format!("  {}  {}\n", rated.ply, rated.worth);
    format!("table: {}\n", view.worth) + &view.plies.iter().map(ply).collect::<String>()
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Verify(args) => look::verify(args),
        Command::Probe(args) => probe::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Stats(args) => look::stats(args),
        Command::List(args) => look::list(args),
        Command::Longest(args) => look::longest(args),
    }
}
