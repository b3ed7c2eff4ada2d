//! `chuhe elo`: a rating list from saved results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::arena::player::Seat;
use ::arena::run::{GameLine, time_warning};
use ::arena::stats::{RatingOptions, ResultTable};
use anyhow::{Context, Result, bail};
use clap::ValueHint;

use crate::output;

/// Make a rating list from the results of runs
///
/// Reads run directories of `chuhe match` or their results.jsonl. Ratings are
/// relative: their mean is 0. Games of a pair are counted together, so the error
/// bars know that they share an opening or a deal.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe elo runs/a-b runs/b-c")]
pub struct Args {
    /// Run directories or results.jsonl files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// Draws added between every two engines that met, for lists with perfect scores
    #[arg(long, value_name = "N", default_value_t = 0.0)]
    prior: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut table = ResultTable::default();
    for file in &args.files {
        add(&mut table, file)?;
    }
    let options = RatingOptions { prior_draws: args.prior, ..RatingOptions::default() };
    let list = table.rate(&options)?;
    if args.json {
        output::print_json(&list)?;
    } else {
        output::print(&format!("{list}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn add(table: &mut ResultTable, file: &Path) -> Result<()> {
    let path = if file.is_dir() { file.join("results.jsonl") } else { file.to_owned() };
    let name = path.display();
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
    let mut games: Vec<GameLine> = Vec::new();
    let all = text.lines().count();
    for (number, line) in (1..).zip(text.lines()) {
        match serde_json::from_str(line) {
            Ok(game) => games.push(game),
            // The last line may be cut off by a run that was killed.
            Err(_) if !text.ends_with('\n') && number == all && line.starts_with("{\"") => {}
            Err(error) => bail!("{name}:{number}: not a result of chuhe match: {error}"),
        }
    }
    if games.is_empty() {
        bail!("{name} holds no finished game");
    }
    games.sort_by_key(|game| game.game);
    games.dedup_by_key(|game| game.game);
    warn_of_clocks(&path, &games);
    add_games(table, &games)
}

/// Says on standard error which results tell of clocks rather than of strength.
fn warn_of_clocks(path: &Path, games: &[GameLine]) {
    let mut meetings: BTreeMap<[&str; 2], [u32; 2]> = BTreeMap::new();
    for game in games {
        let mut names = [game.first.as_str(), game.second.as_str()];
        names.sort_unstable();
        let [decided, on_time] = meetings.entry(names).or_default();
        *decided += u32::from(game.winner.is_some());
        *on_time += u32::from(game.is_decided_on_time());
    }
    for ([engine, opponent], [decided, on_time]) in meetings {
        if let Some(warning) = time_warning(engine, opponent, decided, on_time) {
            eprintln!("WARNING: {}: {warning}", path.display());
        }
    }
}

fn add_games(table: &mut ResultTable, games: &[GameLine]) -> Result<()> {
    let mut rest = games;
    while let [game, others @ ..] = rest {
        rest = others;
        if let [partner, after @ ..] = others
            && partner.pair == game.pair
        {
            let mut pairs = ::arena::stats::Pentanomial::default();
            pairs.add_pair(game.result(Seat::First), partner.result(Seat::Second));
            table.add_pairs(&game.first, &game.second, pairs)?;
            rest = after;
        } else {
            table.add_game(&game.first, &game.second, game.result(Seat::First))?;
        }
    }
    Ok(())
}
