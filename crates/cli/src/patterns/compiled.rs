//! Compiled patterns: compile, cost, bench.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use game::Rng;
use patterns::compile::{Facts, Method, costs, program_source, to_dot, to_ir, verifier_source};
use patterns::{Matcher, PatternSet, interpret, random};
use serde_json::{Value, json};
use xiangqi::Position;

use super::{load, only};
use crate::output;

/// Boards for probabilities and measurements.
const SAMPLE: usize = 500;

/// Compile patterns by one of the methods and print the result
#[derive(clap::Args)]
pub struct Compile {
    /// A file; the shipped patterns if not given
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// basic, improved-basic, switch, improved-switch, if or bits
    #[arg(long, default_value = "if")]
    method: String,
    /// rust, dot or ir
    #[arg(long, default_value = "rust")]
    emit: String,
    /// Only these patterns, separated by commas
    #[arg(long)]
    only: Option<String>,
}

pub fn compile(args: &Compile) -> Result<ExitCode> {
    let set = only(load(args.file.as_deref())?, args.only.as_deref())?;
    if args.method == "bits" {
        if args.emit != "rust" {
            bail!("--emit {}: the method bits has only rust", args.emit);
        }
        output::print(&verifier_source(&set))?;
        return Ok(ExitCode::SUCCESS);
    }
    let method = method(&args.method)?;
    let program = Facts::new(&set.grounds, &boards(1, SAMPLE)).compile(method);
    let name = |ground: usize| set.patterns[set.grounds[ground].pattern as usize].key.clone();
    let text = match &*args.emit {
        "rust" if program.lines > 200_000.0 => {
            bail!(
                "the source would have {:.0} lines: choose fewer patterns with --only",
                program.lines
            )
        }
        "rust" => program_source(&program, &set),
        "dot" => to_dot(&program, name),
        "ir" => to_ir(&program, name),
        other => bail!("--emit {other}: expected rust, dot or ir"),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn method(name: &str) -> Result<Method> {
    let names: Vec<&str> = Method::ALL.iter().map(|(_, name)| *name).collect();
    Method::named(name)
        .with_context(|| format!("--method {name}: expected bits or one of {}", names.join(", ")))
}

/// Positions of random games.
pub fn boards(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| random::played(&mut rng)).collect()
}

/// What each method costs by the document's model: cycles (test 1, switch 3) and lines
#[derive(clap::Args)]
pub struct Cost {
    /// A file; the shipped patterns if not given
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// Only the first so many ground patterns
    #[arg(long)]
    count: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn cost(args: &Cost) -> Result<ExitCode> {
    let mut set = load(args.file.as_deref())?;
    set.grounds.truncate(args.count.unwrap_or(usize::MAX));
    for row in rows(&set, false) {
        print_row(&row, args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The same, and nanoseconds a board on this machine
#[derive(clap::Args)]
pub struct Bench {
    /// A file; the shipped patterns if not given
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// Only the first so many ground patterns
    #[arg(long)]
    count: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn bench(args: &Bench) -> Result<ExitCode> {
    let mut set = load(args.file.as_deref())?;
    set.grounds.truncate(args.count.unwrap_or(usize::MAX));
    for row in rows(&set, true) {
        print_row(&row, args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_row(row: &Row, as_json: bool) -> Result<()> {
    if as_json {
        return output::print_json(&row.json());
    }
    let time = row.nanoseconds.map_or(String::new(), |time| format!(" {time:>9.0} ns a board"));
    let (cycles, lines) = (number(row.cycles), number(row.lines));
    let cut = if row.is_cut { "  (cut off)" } else { "" };
    output::print(&format!("{:<16} {cycles:>9} cycles {lines:>12} lines{time}{cut}\n", row.method))
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.1}"))
}

/// What one method costs.
pub struct Row {
    pub method: &'static str,
    pub cycles: Option<f64>,
    /// Cycles that boards took.
    pub counted: Option<f64>,
    pub lines: Option<f64>,
    pub nanoseconds: Option<f64>,
    pub is_cut: bool,
}

impl Row {
    fn json(&self) -> Value {
        json!({
            "method": self.method, "cycles": self.cycles,
            "counted_cycles": self.counted, "lines": self.lines,
            "nanoseconds": self.nanoseconds, "cut": self.is_cut,
        })
    }
}

/// What every method costs for a set.
pub fn rows(set: &PatternSet, timed: bool) -> Vec<Row> {
    let sample = boards(1, SAMPLE);
    let mut rows = Vec::new();
    for cost in costs(&set.grounds, &sample) {
        let mut run = |board: &Position| {
            let mut found = 0;
            cost.program.for_each(board, |_| found += 1);
            found
        };
        rows.push(Row {
            method: cost.method,
            cycles: Some(cost.cycles),
            counted: Some(cost.counted),
            lines: Some(cost.lines),
            nanoseconds: timed.then(|| time(&sample, &mut run)),
            is_cut: cost.is_cut,
        });
    }
    if timed {
        let mut plain = |board: &Position| {
            set.grounds.iter().filter(|ground| interpret::matches(board, ground)).count()
        };
        rows.push(measured("interpreter", time(&sample, &mut plain)));
        let matcher = Matcher::new(&set.grounds);
        let mut state = matcher.start();
        let mut run = |board: &Position| {
            let mut found = 0;
            matcher.for_each(&mut state, board, |_, _| found += 1);
            found
        };
        rows.push(measured("bits", time(&sample, &mut run)));
    }
    rows
}

fn measured(method: &'static str, nanoseconds: f64) -> Row {
    Row {
        method,
        cycles: None,
        counted: None,
        lines: None,
        nanoseconds: Some(nanoseconds),
        is_cut: false,
    }
}

/// The shortest of some rounds: what else the machine does only makes it longer.
fn time(boards: &[Position], run: &mut dyn FnMut(&Position) -> usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let begin = Instant::now();
        let found: usize = boards.iter().map(&mut *run).sum();
        std::hint::black_box(found);
        best = best.min(begin.elapsed().as_nanos() as f64 / boards.len() as f64);
    }
    best
}
