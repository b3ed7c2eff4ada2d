//! A build that goes on: who does it, how it ends, what is told of it.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bookmaker::{Build, Built};
use serde_json::json;

use super::progress::Progress;
use crate::broker::Broker;
use crate::interrupt::stop_on_interrupt;
use crate::output::{grouped, print, print_json};

/// Who does the work.
#[derive(clap::Args)]
pub struct WorkArgs {
    /// Searches at the same time on this machine (default: one a core)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub broker: Broker,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Builds, or goes on with what was begun.
pub fn go_on(build: &Build<'_>, args: &WorkArgs) -> Result<ExitCode> {
    let stop = stop_on_interrupt()?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let name = build.path.file_stem().map_or_else(String::new, |name| {
        name.to_string_lossy().chars().filter(char::is_ascii_alphanumeric).collect()
    });
    let executor = args.broker.executor(&name, args.threads.unwrap_or_else(cores))?;
    let mut progress = Progress::new(args.json);
    let began = std::time::Instant::now();
    let built = build.run(&executor, &stop, &mut |event| progress.told(event));
    progress.end();
    let built = built.with_context(|| format!("what was found is kept; {}", resume()))?;
    if built.size.is_none() {
        eprintln!("stopped; {}", resume());
        return Ok(ExitCode::from(130));
    }
    tell(build.path, &built, began.elapsed().as_secs_f64(), args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// How to go on.
fn resume() -> String {
    let quoted = |word: String| match word.contains(char::is_whitespace) {
        true => format!("\"{word}\""),
        false => word,
    };
    let words: Vec<String> = std::env::args().map(quoted).collect();
    format!("to go on: {}", words.join(" "))
}

fn tell(path: &Path, built: &Built, seconds: f64, json: bool) -> Result<()> {
    let figures = &built.figures;
    let (moves, bytes) = built.size.unwrap_or_default();
    if json {
        let resumed = built.resumed;
        return print_json(&json!({
            "book": path, "moves": moves, "bytes": bytes, "seconds": seconds,
            "resumed": resumed, "figures": figures,
        }));
    }
    let number = |value: u64| grouped(value);
    print(&format!(
        "{}: {} moves, {} bytes, {} plies deep, {seconds:.1} s\n\
         own positions {}, others {}\n\
         search moves {}, of them {} equal a recorded move; {} were known, {} left out\n\
         searches: {} nodes, {} ms, the shortest {} ms\n",
        path.display(),
        number(moves as u64),
        number(bytes),
        figures.deepest,
        number(figures.own as u64),
        number(figures.other as u64),
        number(figures.searches),
        number(figures.matched),
        number(figures.reused),
        number(figures.left_out),
        number(figures.nodes),
        number(figures.milliseconds),
        number(figures.shortest),
    ))
}
