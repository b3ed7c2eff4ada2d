//! `chuhe perft`: counting the game tree.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use game::conformance::random_position;
use game::perft::{Branch, Count, divide, perft};
use serde::Serialize;

use crate::args::GameName;
use crate::output::{self, grouped};

/// Count the leaves of the game tree, or check a file of counts
///
/// The first proof of a move generator. In dark chess two counts are reported:
/// `kinds` (a flip branches once per kind that may appear) and `weighted` (each
/// branch times the number of such pieces). The last ply is counted in bulk.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe perft --game xiangqi --depth 4\n  \
    chuhe perft --game banqi --depth 2 --json\n  \
    chuhe perft --fen \"3k5/9/9/9/9/9/9/9/9/R3K4 w\" --depth 3 --divide\n  \
    chuhe perft --epd perft.epd\n\n\
    An EPD line is a position followed by counts: FEN ;D1 44 ;D2 1920\n\
    (dark chess: ;D1 448/1024 for kinds/weighted).")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN", conflicts_with = "epd")]
    fen: Option<String>,
    /// How many plies deep
    #[arg(long, required_unless_present = "epd", value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: Option<u32>,
    /// Count separately below each first ply
    #[arg(long, conflicts_with = "epd")]
    divide: bool,
    /// Check every line of this file; ends with "N passed, M failed"
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    epd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Start from a position this many random plies after the start
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "epd"])]
    random_plies: Option<usize>,
    /// The seed of the random plies
    #[arg(long, default_value_t = 1, requires = "random_plies")]
    seed: u64,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match args.game {
        GameName::Xiangqi => run_game::<xiangqi::Position>(args),
        GameName::Banqi => run_game::<banqi::Position>(args),
    }
}

fn run_game<P: game::Position>(args: &Args) -> Result<ExitCode>
where
    P::Err: Send + Sync + 'static,
{
    if let Some(path) = &args.epd {
        return check_file::<P>(path, args.depth);
    }
    let position: P = match (&args.fen, args.random_plies) {
        (Some(fen), _) => fen.parse().context("--fen")?,
        (None, Some(plies)) => random_position(args.seed, plies),
        (None, None) => P::start(),
    };
    let depth = args.depth.unwrap_or(1);
    if args.divide && depth > 0 {
        print_divided(args, &position, depth)
    } else {
        print_total(args, &position, depth)
    }
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    position: String,
    depth: u32,
    kinds: u64,
    weighted: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DividedReport>>,
}

#[derive(Serialize)]
struct DividedReport {
    ply: String,
    weight: u32,
    kinds: u64,
    weighted: u64,
}

fn print_total<P: game::Position>(args: &Args, position: &P, depth: u32) -> Result<ExitCode> {
    let begin = Instant::now();
    let count = perft(position, depth);
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        output::print_json(&report(args, position, depth, count, seconds, None))?;
    } else {
        output::print(&format!("{position}\n{}\n", summary(args.game, depth, count, seconds)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_divided<P: game::Position>(args: &Args, position: &P, depth: u32) -> Result<ExitCode> {
    let begin = Instant::now();
    let branches = divide(position, depth);
    let seconds = begin.elapsed().as_secs_f64();
    let total = branches.iter().fold(Count::default(), |sum, branch| Count {
        kinds: sum.kinds + branch.count.kinds,
        weighted: sum.weighted + branch.count.weighted * u64::from(branch.weight),
    });
    if args.json {
        let rows = branches.iter().map(divided_report).collect();
        output::print_json(&report(args, position, depth, total, seconds, Some(rows)))?;
    } else {
        let mut text = format!("{position}\n");
        for branch in branches.iter().map(divided_report) {
            match args.game {
                GameName::Xiangqi => writeln!(text, "{}: {}", branch.ply, branch.kinds)?,
                GameName::Banqi => writeln!(
                    text,
                    "{}: {} kinds, {} weighted × {}",
                    branch.ply, branch.kinds, branch.weighted, branch.weight
                )?,
            }
        }
        output::print(&(text + &summary(args.game, depth, total, seconds) + "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn divided_report<P: game::Position>(branch: &Branch<P>) -> DividedReport {
    DividedReport {
        ply: P::played_text(branch.ply, branch.reveal),
        weight: branch.weight,
        kinds: branch.count.kinds,
        weighted: branch.count.weighted,
    }
}

fn report<P: game::Position>(
    args: &Args,
    position: &P,
    depth: u32,
    count: Count,
    seconds: f64,
    divide: Option<Vec<DividedReport>>,
) -> Report {
    Report {
        game: args.game.name(),
        position: position.to_string(),
        depth,
        kinds: count.kinds,
        weighted: count.weighted,
        seconds,
        divide,
    }
}

fn summary(game: GameName, depth: u32, count: Count, seconds: f64) -> String {
    let speed = grouped((count.kinds as f64 / seconds.max(1e-9)) as u64);
    let counts = match game {
        GameName::Xiangqi => format!("{} nodes", grouped(count.kinds)),
        GameName::Banqi => {
            format!("{} kinds, {} weighted", grouped(count.kinds), grouped(count.weighted))
        }
    };
    format!("depth {depth}: {counts}, {seconds:.3} s, {speed} per second")
}

/// Checks every line of a file; a broken line counts as failed.
fn check_file<P: game::Position>(path: &Path, deepest: Option<u32>) -> Result<ExitCode> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let (mut passed, mut failed) = (0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match check_line::<P>(line, deepest) {
            Ok(()) => passed += 1,
            Err(error) => {
                failed += 1;
                output::print(&format!("{name}:{number}: {error:#}\n"))?;
            }
        }
    }
    output::print(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check_line<P: game::Position>(line: &str, deepest: Option<u32>) -> Result<()> {
    let (fen, counts) =
        line.split_once(';').context("expected counts after the position: ;D1 44")?;
    let position: P = fen.trim().parse().map_err(|error: P::Err| anyhow::anyhow!("{error}"))?;
    for field in counts.split(';') {
        let (depth, expected) = read_count(field)?;
        if deepest.is_some_and(|deepest| depth > deepest) {
            continue;
        }
        let count = perft(&position, depth);
        let found = match expected {
            (_, None) => (count.kinds, None),
            (_, Some(_)) => (count.kinds, Some(count.weighted)),
        };
        if found != expected {
            bail!("depth {depth}: counted {}, the file says {}", show(found), show(expected));
        }
    }
    Ok(())
}

fn show((kinds, weighted): (u64, Option<u64>)) -> String {
    weighted.map_or_else(|| kinds.to_string(), |weighted| format!("{kinds}/{weighted}"))
}

/// Reads `D3 79666` or `D2 192448/984064`.
fn read_count(field: &str) -> Result<(u32, (u64, Option<u64>))> {
    let wrong = || format!("'{}' is not a count: expected such as D3 79666", field.trim());
    let rest = field.trim().strip_prefix('D').with_context(wrong)?;
    let (depth, counts) = rest.split_once(' ').with_context(wrong)?;
    let (kinds, weighted) = match counts.trim().split_once('/') {
        Some((kinds, weighted)) => (kinds, Some(weighted.parse().with_context(wrong)?)),
        None => (counts.trim(), None),
    };
    Ok((depth.parse().with_context(wrong)?, (kinds.parse().with_context(wrong)?, weighted)))
}
