//! `chuhe testset check`.

use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use serde_json::json;
use testset::{Problem, check, epd};

use crate::games::table::counted;
use crate::output::{grouped, print, print_json};

/// Prove mates again on slow boards that share no code with the prover
///
/// For each position of the sample: there is no shorter mate by checks than dm, and exactly
/// the moves of bm force it. Ends with 1 if that is wrong of any.
#[derive(clap::Args)]
pub struct Args {
    /// EPD files with mates (bm and dm)
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// So many positions, chosen by chance
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Only mates of at most so many moves: long ones take long on slow boards
    #[arg(long, value_name = "N")]
    max_dm: Option<u32>,
    /// Another sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut problems: Vec<Problem> = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let found = epd::read_text(&name, &text)?.into_iter().map(|(_, problem)| problem);
        problems.extend(found.filter(|problem| problem.mate.is_some()));
    }
    problems.retain(|problem| args.max_dm.is_none_or(|most| problem.mate <= Some(most)));
    if problems.is_empty() {
        bail!("no mate (dm) to prove");
    }
    let live = std::io::stderr().is_terminal();
    let checked = check::mates(&problems, args.sample as usize, args.seed, &mut |done| {
        if live {
            eprint!("\r{done} proved ");
            let _ = std::io::stderr().flush();
        }
    });
    if live {
        eprint!("\r{:40}\r", "");
    }
    if args.json {
        print_json(&json!({
            "positions": checked.positions, "of": problems.len(), "boards": checked.boards,
            "faults": checked.faults,
        }))?;
    } else {
        let faults: String =
            checked.faults.iter().map(|fault| format!("wrong: {fault}\n")).collect();
        print(&format!(
            "{faults}{} of {} proved again, {} wrong ({} boards)\n",
            counted(checked.positions as u64, "mate"),
            grouped(problems.len() as u64),
            checked.faults.len(),
            grouped(checked.boards)
        ))?;
    }
    Ok(if checked.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
