//! `chuhe testset must-play`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueHint;
use game::Side;
use records::GameKind;
use serde_json::json;
use testset::must_play::{MustPlay, Rule, find};

use super::write_lines;
use crate::games::filled_archive;
use crate::games::filter::Filter;
use crate::games::table::counted;
use crate::output::print_json;

/// Positions in which one move did much better than all others (Kao 2009, section 2.3.4)
///
/// With d = won - lost in percent of a move's games: the best d is at least X above the
/// second, and at least X + c for red, X - c for black, where c is red's own d over all
/// chosen games. A move that nobody varied from needs only the latter.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    filter: Filter,
    /// X, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 30.0)]
    x: f64,
    /// c, in percent; measured from the chosen games if it is not given
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    c: Option<f64>,
    /// Moves with fewer games are left out
    #[arg(long, value_name = "GAMES", default_value_t = 10)]
    min_games: u32,
    /// The EPD file to write; standard output if there is none
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Print the numbers as JSON; the positions then go to --out alone
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, folder: Option<&Path>) -> Result<ExitCode> {
    let archive = filled_archive(folder)?;
    let ids = args.filter.select_kind(&archive, GameKind::Xiangqi)?;
    let rule = Rule { gap: args.x, advantage: args.c, min_games: args.min_games };
    let set = find(&archive, &ids, &rule)?;
    if set.positions.is_empty() {
        bail!(
            "none of {} positions with a move of at least {} has one that must be played: a \
             smaller --x or --min-games finds more",
            set.considered,
            counted(args.min_games.into(), "game")
        );
    }
    let lines: Vec<_> = set.positions.iter().map(MustPlay::problem).collect();
    if args.out.is_some() || !args.json {
        write_lines(args.out.as_deref(), &lines)?;
    }
    let red = set.positions.iter().filter(|one| one.turn == Side::Red).count();
    let lone = set.positions.iter().filter(|one| one.second.is_none()).count();
    if args.json {
        print_json(&json!({
            "games": ids.len(), "x": args.x, "c": set.advantage, "min_games": args.min_games,
            "considered": set.considered, "positions": lines.len(), "red": red,
            "black": lines.len() - red, "lone": lone,
        }))?;
    } else {
        eprintln!(
            "{} of {} ({red} for red, {} for black; {lone} without a second move), c = {:.2}",
            counted(lines.len() as u64, "position"),
            set.considered,
            lines.len() - red,
            set.advantage,
        );
    }
    Ok(ExitCode::SUCCESS)
}
