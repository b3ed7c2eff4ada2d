//! `chuhe tables probe`.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use serde_json::json;
use tablebase::banqi::BanqiTables;
use tablebase::xiangqi::XiangqiTables;
use tablebase::{Probe, Rated, Value};

use super::{Folder, game_name};
use crate::args::GameName;
use crate::output::{print, print_json};

/// Show the exact value of a position, and of each of its legal plies
#[derive(clap::Args)]
pub struct Args {
    /// The position
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// Which game (default: as the board looks)
    #[arg(long, value_enum)]
    game: Option<GameName>,
    #[command(flatten)]
    folder: Folder,
    /// Dark chess: plies without progress that make a draw; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 60)]
    limit: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A ply as a text, with its values.
type Shown = (String, Value, Option<Value>);

fn shown<Ply: ToString>(rated: Vec<Rated<Ply>>) -> Vec<Shown> {
    rated.into_iter().map(|rated| (rated.ply.to_string(), rated.conversion, rated.end)).collect()
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = args.folder.text()?;
    let (probe, plies) = match game_name(args.game, &args.fen) {
        GameName::Xiangqi => {
            let position: ::xiangqi::Position = args.fen.parse()?;
            let tables = XiangqiTables::open(&folder)?;
            (tables.try_probe(&position)?, tables.plies(&position).map(shown))
        }
        GameName::Banqi => {
            let position: ::banqi::Position = args.fen.parse()?;
            let tables = BanqiTables::open(&folder)?;
            let plies = tables.plies(&position, args.limit).map(shown);
            (tables.try_probe(&position, args.limit)?, plies)
        }
    };
    let probe = probe.ok_or_else(|| anyhow!("no table has this position: chuhe tables list"))?;
    show(args, &probe, &plies.unwrap_or_default())?;
    Ok(ExitCode::SUCCESS)
}

fn show(args: &Args, probe: &Probe, plies: &[Shown]) -> Result<()> {
    if args.json {
        let value = |value: Value| json!({ "value": value.name(), "plies": value.plies() });
        let ply = |(text, conversion, end): &Shown| json!({ "ply": text, "conversion": value(*conversion), "end": end.map(value) });
        return print_json(&json!({
            "conversion": value(probe.conversion),
            "end": probe.end.map(value),
            "plies": plies.iter().map(ply).collect::<Vec<_>>(),
        }));
    }
    let both = |conversion: Value, end: Option<Value>| match end.and_then(Value::plies) {
        Some(end) => format!("{conversion}, {end} to the end"),
        None => conversion.to_string(),
    };
    let mut text = both(probe.conversion, probe.end) + "\n";
    for (ply, conversion, end) in plies {
        text += &format!("  {ply}  {}\n", both(*conversion, *end));
    }
    print(&text)
}
