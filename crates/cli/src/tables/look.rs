//! `chuhe tables list`, `stats`, `longest` and `verify`.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use game::{GameKind, Side};
use serde_json::json;
use tablebase::Shelf;
use tablebase::banqi::{self, BanqiTables};
use tablebase::header::Header;
use tablebase::verify::{Verified, step_for};
use tablebase::xiangqi::{self, Layout, XiangqiTables};

use super::{AnyClass, Folder};
use crate::output::{grouped, print, print_json};

/// List the tables there are
#[derive(clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    folder: Folder,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Say what is in tables: wins, draws, losses, the longest win
#[derive(clap::Args)]
pub struct StatsArgs {
    /// Classes; without any all there are
    #[arg(value_name = "CLASS")]
    classes: Vec<AnyClass>,
    #[command(flatten)]
    folder: Folder,
    /// Print JSON, one line a table
    #[arg(long)]
    json: bool,
}

/// Show a position with the longest way to the next capture or the end
#[derive(clap::Args)]
pub struct LongestArgs {
    /// Classes
    #[arg(value_name = "CLASS", required = true)]
    classes: Vec<AnyClass>,
    #[command(flatten)]
    folder: Folder,
}

/// Check tables entry by entry against independent boards
///
/// Every value must follow from those of its successors, whose plies the slow reference
/// boards find. The exit code is 1 if one does not.
#[derive(clap::Args)]
pub struct VerifyArgs {
    /// Classes; without any all there are
    #[arg(value_name = "CLASS")]
    classes: Vec<AnyClass>,
    #[command(flatten)]
    folder: Folder,
    /// Only every so many entries
    #[arg(long, value_name = "N", default_value_t = 1)]
    step: usize,
    /// At most so many entries of a class, evenly spread
    #[arg(long, value_name = "N")]
    most: Option<usize>,
}

fn shelves(folder: &Folder) -> Result<[(GameKind, Shelf); 2]> {
    let text = folder.text()?;
    Ok([
        (GameKind::Xiangqi, Shelf::open(GameKind::Xiangqi, &text)?),
        (GameKind::Banqi, Shelf::open(GameKind::Banqi, &text)?),
    ])
}

/// The classes asked for, or all that have tables.
fn chosen(classes: &[AnyClass], folder: &Folder) -> Result<Vec<AnyClass>> {
    if !classes.is_empty() {
        return Ok(classes.to_vec());
    }
    let shelves = shelves(folder)?;
    let names = shelves.iter().flat_map(|(_, shelf)| shelf.names());
    Ok(names.filter_map(|name| name.parse().ok()).collect())
}

pub fn list(args: &ListArgs) -> Result<ExitCode> {
    let mut bytes = 0;
    let mut count = 0;
    for (game, shelf) in shelves(&args.folder)? {
        for name in shelf.names() {
            match shelf.get(name) {
                Some(Ok(file)) => {
                    let header = file.header();
                    bytes += file.bytes();
                    count += 1;
                    if args.json {
                        print_json(&summary(header, file.bytes()))?;
                    } else {
                        let size = grouped(2 * header.size);
                        let own = grouped(file.bytes());
                        print(&format!("{game} {name}: {size} entries, {own} bytes\n"))?;
                    }
                }
                Some(Err(error)) => print(&format!("{game} {name}: {error}\n"))?,
                None => {}
            }
        }
    }
    if !args.json {
        print(&format!("{count} tables, {} bytes\n", grouped(bytes)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(header: &Header, bytes: u64) -> serde_json::Value {
    let planes = header.figures.iter().take(2 + 2 * usize::from(header.has_end)).map(|figures| {
        json!({
            "wins": figures.wins, "draws": figures.draws, "losses": figures.losses,
            "by_rule": figures.by_rule, "broken": figures.broken, "cursed": figures.cursed,
            "longest": figures.longest,
        })
    });
    json!({
        "game": header.game.name(), "class": header.name, "size": header.size, "bytes": bytes,
        "rules": header.rules(), "milliseconds": header.built_in,
        "planes": planes.collect::<Vec<_>>(), "longest_way": longest_way(header),
    })
}

fn kind_of(class: &AnyClass) -> GameKind {
    match class {
        AnyClass::Xiangqi(_) => GameKind::Xiangqi,
        AnyClass::Banqi(_) => GameKind::Banqi,
    }
}

/// The head of a class's table, and the bytes of its file.
fn head(class: &AnyClass, folder: &Folder) -> Result<(Header, u64)> {
    let shelf = Shelf::open(kind_of(class), &folder.text()?)?;
    let name = class.to_string();
    let file = shelf.get(&name).with_context(|| format!("no table of {name}: build it first"))?;
    let file = file.map_err(|error| anyhow!("{name}: {error}"))?;
    Ok((file.header().clone(), file.bytes()))
}

pub fn stats(args: &StatsArgs) -> Result<ExitCode> {
    for class in chosen(&args.classes, &args.folder)? {
        let (header, bytes) = head(&class, &args.folder)?;
        if args.json {
            print_json(&summary(&header, bytes))?;
            continue;
        }
        let mut text =
            format!("{class}: {} indices a side, {}\n", grouped(header.size), header.rules());
        let planes = ["red to move, to conversion", "black to move, to conversion"];
        let ends = ["red to move, to the end", "black to move, to the end"];
        let planes = planes.into_iter().chain(ends.into_iter().filter(|_| header.has_end));
        for (figures, plane) in header.figures.iter().zip(planes) {
            text += &format!(
                "  {plane}: {} won, {} drawn, {} lost ({} by the law, {} beyond the limit), longest {}\n",
                grouped(figures.wins),
                grouped(figures.draws),
                grouped(figures.losses),
                grouped(figures.by_rule),
                figures.cursed,
                figures.longest
            );
        }
        if let Some(longest) = longest_way(&header) {
            text += &format!("  the longest way to a win by the law: {longest}\n");
        }
        print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The longest way to a win by the law, in plies.
fn longest_way(header: &Header) -> Option<u8> {
    let ways = header.figures.iter().rev().take(2).filter(|_| header.has_ways);
    ways.map(|figures| figures.longest).max()
}

pub fn longest(args: &LongestArgs) -> Result<ExitCode> {
    for class in &args.classes {
        let (header, _) = head(class, &args.folder)?;
        let sides = Side::BOTH.into_iter().zip(&header.figures);
        let longest = sides.max_by_key(|(_, figures)| figures.longest);
        let Some((side, figures)) = longest else { continue };
        let index = figures.longest_index as usize;
        let position = match class {
            AnyClass::Xiangqi(class) => {
                let setup = Layout::new(*class, u64::MAX)?.setup(index, side);
                setup
                    .and_then(|setup| ::xiangqi::Position::try_from(&setup).ok())
                    .map(|position| position.to_string())
            }
            AnyClass::Banqi(class) => banqi::position_text(class, index, side),
        };
        let position = position.unwrap_or_else(|| "no position".to_owned());
        print(&format!("{class}: {} plies, {position}\n", figures.longest))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub fn verify(args: &VerifyArgs) -> Result<ExitCode> {
    let folder = args.folder.text()?;
    let of_xiangqi = XiangqiTables::open(&folder)?;
    let of_banqi = BanqiTables::open(&folder)?;
    let mut failed = false;
    for class in chosen(&args.classes, &args.folder)? {
        let size = match &class {
            AnyClass::Xiangqi(class) => Layout::size_of(*class) as usize,
            AnyClass::Banqi(class) => class.size(),
        };
        let step = args.most.map_or(args.step, |most| step_for(size, most).max(args.step));
        let verified: Verified = match &class {
            AnyClass::Xiangqi(class) => xiangqi::verify(&of_xiangqi, *class, 0, step, &|| false)?,
            AnyClass::Banqi(class) => banqi::verify(&of_banqi, class, 0, step, &|| false)?,
        };
        let wrong = verified.disagreements.len();
        print(&format!("{class}: {} positions, {wrong} wrong\n", grouped(verified.positions)))?;
        for found in &verified.disagreements {
            failed = true;
            let (said, expected) = (found.said, found.expected);
            print(&format!("  {}: {said}, expected {expected}\n", found.position))?;
        }
    }
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
