//! `chuhe testset starts`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueHint;
use records::GameKind;
use serde_json::json;
use testset::starts::{DOCUMENTED, Tree, problem};

use super::write_lines;
use crate::games::filled_archive;
use crate::games::filter::Filter;
use crate::games::table::{counted, table};
use crate::output::{grouped, print, print_json};

/// Positions to begin matches from: the leaves of the tree of positions with at least Y
/// games (Kao 2009, section 2.3.5)
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    filter: Filter,
    /// Y: at least so many games
    #[arg(long = "games", value_name = "Y", default_value_t = 100)]
    least: u32,
    /// How many positions other Y make, beside the document's table 2-32; writes no
    /// positions
    #[arg(long)]
    table: bool,
    /// The EPD file to write; standard output if there is none
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long, requires = "table")]
    json: bool,
}

pub fn run(args: &Args, folder: Option<&Path>) -> Result<ExitCode> {
    let archive = filled_archive(folder)?;
    let ids = args.filter.select_kind(&archive, GameKind::Xiangqi)?;
    if args.table {
        let least = DOCUMENTED[0].0.min(ids.len() as u32).max(2);
        return show_table(&Tree::read(&archive, &ids, least)?, least, ids.len(), args.json);
    }
    let tree = Tree::read(&archive, &ids, args.least)?;
    let mut leaves = tree.leaves(args.least)?;
    if leaves.is_empty() {
        bail!("no position has {}: a smaller --games finds some", args.least);
    }
    leaves.sort_by_key(|leaf| (std::cmp::Reverse(leaf.tally.games), leaf.key));
    let lines: Vec<_> = leaves.into_iter().map(problem).collect();
    write_lines(args.out.as_deref(), &lines)?;
    eprintln!("{}", counted(lines.len() as u64, "position"));
    Ok(ExitCode::SUCCESS)
}

fn show_table(tree: &Tree, least: u32, games: usize, json: bool) -> Result<ExitCode> {
    let mut rows = Vec::new();
    for (at_least, printed) in DOCUMENTED {
        rows.push((at_least, tree.leaves(at_least.max(least))?.len(), printed));
    }
    if json {
        let row = |&(games, ours, document): &(u32, usize, usize)| json!({"games": games, "positions": ours, "document": document});
        print_json(&json!({"games": games, "rows": rows.iter().map(row).collect::<Vec<_>>()}))?;
        return Ok(ExitCode::SUCCESS);
    }
    let cells = |&(games, ours, printed): &(u32, usize, usize)| {
        [games as usize, ours, printed].map(|number| grouped(number as u64)).to_vec()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    print(&table(&["games Y", "positions", "table 2-32"], &rows))?;
    Ok(ExitCode::SUCCESS)
}
