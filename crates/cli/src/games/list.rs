//! `chuhe games list` and `chuhe games search`.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueEnum;
use library::Archive;
use library::archive::Summary;
use serde_json::{Value, json};

use super::filter::Filter;
use super::shape::Shape;
use super::table::{counted, cut, table};
use crate::output::{grouped, print, print_json};

/// List games
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    listing: Listing,
}

/// Search games by players, event, date, result, opening, position, material, pieces on
/// points or named shapes
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe games search --player 胡榮華 --opponent 吕钦\n  \
    chuhe games search --fen FEN --result black\n  \
    chuhe games search --material RC-r --min-plies 100\n  \
    chuhe games search --places \"e2=C, ?9=r, c4=.\"\n  \
    chuhe games search --pattern palace-horse --result red")]
pub struct SearchArgs {
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    listing: Listing,
}

#[derive(clap::Args)]
struct Listing {
    /// So many games at most
    #[arg(long, default_value_t = 50)]
    limit: usize,
    /// Leave out so many first
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    skip: usize,
    /// In which order
    #[arg(long, value_enum, default_value = "id")]
    sort: Sort,
    /// The last first
    #[arg(long)]
    reverse: bool,
    /// Print JSON, a game a line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// As they were imported
    Id,
    /// By date
    Date,
    /// By length
    Plies,
}

pub fn run(archive: &Archive, args: &Args) -> Result<ExitCode> {
    show(archive, &args.filter, &args.listing)
}

pub fn search(archive: &Archive, args: &SearchArgs) -> Result<ExitCode> {
    if !args.filter.has_others() && args.filter.position()?.is_none() && args.filter.game.is_none()
    {
        bail!("search for what? Name a player, an event, a position, …: chuhe games search --help");
    }
    show(archive, &args.filter, &args.listing)
}

fn show(archive: &Archive, filter: &Filter, listing: &Listing) -> Result<ExitCode> {
    let mut ids = filter.select(archive, &[])?;
    let found = ids.len();
    let summaries = if listing.sort == Sort::Id {
        if listing.reverse {
            ids.reverse();
        }
        let shown: Vec<u32> = ids.into_iter().skip(listing.skip).take(listing.limit).collect();
        archive.summaries(&shown)?
    } else {
        let mut all = archive.summaries(&ids)?;
        match listing.sort {
            Sort::Plies => all.sort_by_key(|game| (game.plies, game.id)),
            _ => all.sort_by_key(|game| (game.date, game.id)),
        }
        if listing.reverse {
            all.reverse();
        }
        all.into_iter().skip(listing.skip).take(listing.limit).collect()
    };
    let shape = filter.shape()?;
    let first = |summary: &Summary| {
        let of = |shape: &Shape| shape.first(archive, summary.id);
        shape.as_ref().map(of).transpose()
    };
    if listing.json {
        for summary in &summaries {
            let mut value = value(summary);
            if let Some(first) = first(summary)? {
                value["first"] = json!({
                    "pattern": first.key,
                    "side": first.side.to_string(),
                    "ply": first.ply,
                    "fen": first.fen,
                });
            }
            print_json(&value)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !summaries.is_empty() {
        let mut names = vec!["id", "date", "result", "red", "black", "plies", "code", "event"];
        let mut rows: Vec<Vec<String>> = summaries.iter().map(row).collect();
        if shape.is_some() {
            names.push("first");
            for (row, summary) in rows.iter_mut().zip(&summaries) {
                row.extend(
                    first(summary)?.map(|first| {
                        format!("ply {}: {} for {}", first.ply, first.key, first.side)
                    }),
                );
            }
        }
        print(&table(&names, &rows))?;
    }
    let games = counted(found as u64, "game");
    print(&match summaries.len() == found {
        true => format!("{games}\n"),
        false => format!("{games}, {} shown (--limit, --skip)\n", grouped(summaries.len() as u64)),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn row(summary: &Summary) -> Vec<String> {
    vec![
        summary.id.to_string(),
        summary.date.to_string(),
        summary.result.text().to_owned(),
        cut(&summary.red, 16),
        cut(&summary.black, 16),
        summary.plies.to_string(),
        summary.opening.map_or_else(String::new, |opening| opening.code.to_owned()),
        cut(&summary.event, 40),
    ]
}

/// A game of a list as JSON.
pub fn value(summary: &Summary) -> Value {
    json!({
        "id": summary.id,
        "game": summary.kind.name(),
        "red": summary.red,
        "black": summary.black,
        "event": summary.event,
        "date": summary.date.to_string(),
        "result": summary.result.text(),
        "opening": summary.opening.map(|opening| opening.code),
        "plies": summary.plies,
        "file": summary.source,
        "place": summary.place,
    })
}
