//! `chuhe games dedupe`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use library::Archive;
use library::archive::Summary;
use library::archive::duplicates::{Nearness, Pair, Sameness};
use serde_json::json;

use super::table::{counted, cut, table};
use crate::output::{grouped, print, print_json};

/// Find games that are the same (also as mirror images), the beginning of another, or
/// nearly the same
///
/// Nothing is changed: what an import leaves out are games with the same moves, players
/// and date. A game that others begin with is told once, with the longest of them. Two
/// games are near if they share many positions beyond known openings, whatever the order
/// of the moves.
#[derive(clap::Args)]
pub struct Args {
    /// Positions that near games share at least
    #[arg(long, value_name = "POSITIONS", default_value_t = 20)]
    least: u32,
    /// The part of the shorter game that these positions are at least
    #[arg(long, default_value_t = 0.6)]
    share: f64,
    /// So many pairs are shown
    #[arg(long, default_value_t = 50)]
    limit: usize,
    /// Print JSON, a pair a line, all of them
    #[arg(long)]
    json: bool,
}

pub fn run(archive: &Archive, args: &Args) -> Result<ExitCode> {
    let pairs = archive.duplicates(Nearness { least: args.least, share: args.share })?;
    if args.json {
        for pair in &pairs {
            print_json(&json!({
                "first": pair.first,
                "second": pair.second,
                "sameness": pair.sameness.name(),
                "shared": pair.shared,
            }))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let shown = &pairs[..pairs.len().min(args.limit)];
    let ids: Vec<u32> = shown.iter().flat_map(|pair| [pair.first, pair.second]).collect();
    let games: BTreeMap<u32, Summary> =
        archive.summaries(&ids)?.into_iter().map(|game| (game.id, game)).collect();
    if !shown.is_empty() {
        let rows: Vec<Vec<String>> = shown.iter().map(|pair| row(pair, &games)).collect();
        print(&table(&["first", "second", "how", "shared", "first game", "second game"], &rows))?;
    }
    let count = |sameness| pairs.iter().filter(|pair| pair.sameness == sameness).count() as u64;
    print(&format!(
        "{} of the same game, {} of a game and its beginning, {} nearly the same\n",
        counted(count(Sameness::Same), "pair"),
        grouped(count(Sameness::Prefix)),
        grouped(count(Sameness::Near)),
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn row(pair: &Pair, games: &BTreeMap<u32, Summary>) -> Vec<String> {
    let text = |id: u32| {
        games.get(&id).map_or_else(String::new, |game| {
            let name = |name: &str| if name.is_empty() { "?".to_owned() } else { cut(name, 12) };
            format!(
                "{} – {}, {} plies {}",
                name(&game.red),
                name(&game.black),
                game.plies,
                game.date
            )
        })
    };
    vec![
        pair.first.to_string(),
        pair.second.to_string(),
        pair.sameness.name().to_owned(),
        pair.shared.to_string(),
        text(pair.first),
        text(pair.second),
    ]
}
