//! `chuhe suite`: puzzles solved and unsolved.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use clap::ValueHint;
use game::{Game, Position as _};
use play::Stopwatch;
use search::{Limits, Request, Settings};
use serde::Serialize;
use xiangqi::{Ply, Position, XiangqiRules};
use xiangqi_engine::{BoxedEngine, create};

use crate::output;

/// Let the xiangqi engine solve puzzles from EPD files
///
/// Uses the operations bm (best moves) and dm (mate in so many moves). A puzzle is
/// solved if the engine's move is in bm, or its line is a forced mate no longer
/// than dm. The search ends early when it has found such a mate. A line that is not
/// a puzzle is named, and the command then ends with 1.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  chuhe suite mates.epd --movetime 1000 --max-dm 4 --only PROVED"
)]
pub struct Args {
    /// EPD files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Milliseconds for each puzzle
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
    /// Only puzzles with dm at least this
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_dm: u32,
    /// Only puzzles with dm at most this
    #[arg(long, value_name = "N")]
    max_dm: Option<u32>,
    /// Only lines that contain this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The program: chuhe, chuhe-hce or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes for each engine's table
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Puzzles at the same time, each with a table of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    concurrency: u16,
    /// Name the unsolved puzzles
    #[arg(long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct Puzzle {
    id: String,
    position: Position,
    best: Vec<Ply>,
    mate: Option<u32>,
}

#[derive(Serialize, Default)]
struct Tally {
    solved: usize,
    unsolved: Vec<String>,
    unreadable: Vec<String>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    create(&args.profile, &Settings { hash: 1, ..Settings::default() })?;
    let mut tally = Tally::default();
    let puzzles = read(args, &mut tally)?;
    if puzzles.is_empty() {
        print_unreadable(&tally)?;
        bail!("no puzzle to solve");
    }
    // No more engines than puzzles, and all of them before the first one thinks:
    // too little memory is an error now, not a puzzle left out.
    let workers = usize::from(args.concurrency).min(puzzles.len());
    let settings = Settings { hash: args.hash as usize, ..Settings::default() };
    let engines =
        (0..workers).map(|_| create(&args.profile, &settings)).collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(&mut tally);
    std::thread::scope(|scope| {
        for mut engine in engines {
            let (next, shared, puzzles) = (&next, &shared, &puzzles);
            scope.spawn(move || {
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let solved = solve(&mut engine, puzzle, args.movetime);
                    let mut tally = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    if solved { tally.solved += 1 } else { tally.unsolved.push(puzzle.id.clone()) }
                }
            });
        }
    });
    tally.unsolved.sort();
    print(args, &tally)?;
    Ok(if tally.unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(args: &Args, tally: &mut Tally) -> Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    for path in &args.files {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        for (number, line) in (1..).zip(text.lines()) {
            let wanted = args.only.as_ref().is_none_or(|only| line.contains(only.as_str()));
            if line.trim().is_empty() || line.starts_with('#') || !wanted {
                continue;
            }
            match puzzle(line) {
                Ok(puzzle) if in_range(args, &puzzle) => puzzles.push(puzzle),
                Ok(_) => {}
                Err(error) => tally.unreadable.push(format!("{name}:{number}: {error}")),
            }
        }
    }
    Ok(puzzles)
}

fn in_range(args: &Args, puzzle: &Puzzle) -> bool {
    let depth = puzzle.mate.unwrap_or(0);
    let solvable = !puzzle.best.is_empty() || puzzle.mate.is_some();
    solvable
        && depth >= args.min_dm
        && args.max_dm.is_none_or(|most| puzzle.mate.is_some() && depth <= most)
}

/// Reads `FEN-fields bm …; dm N; id "…";`.
fn puzzle(line: &str) -> Result<Puzzle> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let position: Position = fields.join(" ").parse()?;
    let rest = line.splitn(5, char::is_whitespace).nth(4).unwrap_or_default();
    let operation = |name: &str| {
        rest.split(';').map(str::trim).find_map(|part| part.strip_prefix(name)?.strip_prefix(' '))
    };
    let best: Vec<Ply> = operation("bm")
        .unwrap_or_default()
        .split_whitespace()
        .map(|text| position.parse_ply(text).map_err(Error::msg))
        .collect::<Result<_>>()?;
    let mate = operation("dm").map(str::parse).transpose().ok().context("dm is not a number")?;
    if best.is_empty() && mate.is_none() {
        bail!("neither bm nor dm says what would solve it");
    }
    let id = operation("id").unwrap_or("no id").trim_matches('"').to_owned();
    Ok(Puzzle { id, position, best, mate })
}

fn solve(engine: &mut BoxedEngine, puzzle: &Puzzle, movetime: u64) -> bool {
    engine.new_game();
    let game = Game::from_position(XiangqiRules::default(), puzzle.position.clone(), 0);
    let limits = Limits {
        movetime: Some(Duration::from_millis(movetime)),
        mate: puzzle.mate,
        ..Limits::default()
    };
    let request = Request { limits, lines: 1, ..Request::default() };
    let answer = engine.search(&game, &request, &Stopwatch::start(), &mut |_| {});
    let Some(line) = answer.lines.first() else { return false };
    let short_mate = puzzle.mate.is_some_and(|mate| {
        line.score.plies_to_end().is_some_and(|plies| plies > 0 && plies < 2 * mate as i32)
    });
    short_mate || puzzle.best.contains(&line.plies[0])
}

fn print_unreadable(tally: &Tally) -> Result<()> {
    let lines = tally.unreadable.iter().map(|line| format!("not readable: {line}\n"));
    output::print(&lines.collect::<String>())
}

fn print(args: &Args, tally: &Tally) -> Result<()> {
    if args.json {
        return output::print_json(tally);
    }
    print_unreadable(tally)?;
    let mut text = String::new();
    if args.verbose {
        for id in &tally.unsolved {
            text.push_str(&format!("unsolved: {id}\n"));
        }
    }
    let total = tally.solved + tally.unsolved.len();
    let share = 100.0 * tally.solved as f64 / total.max(1) as f64;
    text.push_str(&format!(
        "{} solved, {} unsolved of {total} ({share:.2} %)\n",
        tally.solved,
        tally.unsolved.len()
    ));
    output::print(&text)
}
