//! `chuhe puzzles`: puzzles out of the archive's games, and the shipped ones looked at.

use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Subcommand, ValueHint};
use game::GameKind;
use puzzles::find::{Finder, Hunt};
use puzzles::{Puzzle, check, shipped};

use crate::args::GameName;
use crate::games::filled_archive;
use crate::games::filter::Filter;
use crate::games::table::counted;
use crate::interrupt::stop_on_interrupt;
use crate::output::{grouped, print};

/// Make puzzles out of games, prove them again, list them
///
/// Xiangqi: mates by checks and forced wins of material. Dark chess: forced wins of material
/// whatever turns up, and endings in which exactly one ply keeps the exact value. The games
/// are those of the archive (`chuhe games import`).
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe puzzles make --game xiangqi --out xiangqi.puzzles\n  \
    chuhe puzzles check --game banqi\n  \
    chuhe puzzles list --game xiangqi")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The folder of the archive
    #[arg(long, global = true, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Make(Box<Make>),
    Check(Check),
    List(List),
}

/// Look for puzzles in games and write them into a packed file
#[derive(clap::Args)]
struct Make {
    #[command(flatten)]
    filter: Filter,
    /// The file to write
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// So many of the last positions of each game are looked at
    #[arg(long, value_name = "PLIES", default_value_t = 80)]
    last: usize,
    /// A position is given up after so many nodes
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Every so many plies a win of material is looked for
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    every: usize,
    /// At most so many of each kind and length
    #[arg(long, value_name = "N", default_value_t = 400)]
    most: usize,
}

/// Prove puzzles again
///
/// Ends with 1 if any is wrong.
#[derive(clap::Args)]
struct Check {
    #[command(flatten)]
    set: Set,
    /// Also on slow boards that share no code with the prover: short ones alone, unless
    /// --all is given
    #[arg(long)]
    slow: bool,
    /// Long ones on slow boards too
    #[arg(long, requires = "slow")]
    all: bool,
}

/// Print puzzles, one a line: name, goal, position, first plies, solution, themes, rating
#[derive(clap::Args)]
struct List {
    #[command(flatten)]
    set: Set,
}

/// Which puzzles.
#[derive(clap::Args)]
struct Set {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// A file of puzzles; the shipped set if not given
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

impl Set {
    fn read(&self) -> Result<Vec<Puzzle>> {
        let game = GameKind::from(self.game);
        let Some(path) = &self.file else { return Ok(shipped::shipped(game).to_vec()) };
        let name = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        shipped::unpack(game, &bytes).map_err(|error| anyhow!("{name}: {error}"))
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Make(options) => make(options, args.data_dir.as_deref()),
        Command::Check(options) => again(options),
        Command::List(options) => {
            let lines = options.set.read()?;
            let lines: String = lines.iter().map(|puzzle| format!("{puzzle}\n")).collect();
            print(&lines)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn make(options: &Make, folder: Option<&Path>) -> Result<ExitCode> {
    let archive = filled_archive(folder)?;
    let kind = options.filter.game.map_or(GameKind::Xiangqi, GameKind::from);
    let ids = options.filter.select_kind(&archive, kind)?;
    let &Make { last, nodes, every, most, .. } = options;
    let mut finder = Finder::new(Hunt { last, nodes, every, most, ..Hunt::default() });
    let stop = stop_on_interrupt()?;
    let live = std::io::stderr().is_terminal();
    let mut seen = 0;
    archive.each_line(&ids, |line| {
        let mut boards = Vec::new();
        line.each_board(|board, _| {
            boards.push(board.clone());
            true
        });
        finder.look(&boards);
        seen += 1;
        if live && seen % 16 == 0 {
            eprint!("\r{seen} of {} games, {} puzzles ", ids.len(), finder.found().len());
            let _ = std::io::stderr().flush();
        }
        !stop.is_set()
    })?;
    if seen < ids.len() {
        bail!("interrupted: nothing was written");
    }
    let counts = finder.counts().map(|(name, moves, count)| format!("{name} in {moves}: {count}"));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let mut found = finder.into_found();
    if found.is_empty() {
        bail!("none of {} has a puzzle", counted(ids.len() as u64, "game"));
    }
    found.sort_by(|one, other| (one.rating, &one.id).cmp(&(other.rating, &other.id)));
    let path = options.out.display();
    let packed = shipped::pack(&found)?;
    std::fs::write(&options.out, &packed).with_context(|| format!("cannot write {path}"))?;
    let size = grouped(packed.len() as u64);
    print(&format!(
        "{} ({counts}) in {path}, {size} bytes\n",
        counted(found.len() as u64, "puzzle")
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn again(options: &Check) -> Result<ExitCode> {
    let puzzles = options.set.read()?;
    let live = std::io::stderr().is_terminal();
    let (mut faults, mut slow) = (0, 0);
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mut fault = check::fault(puzzle);
        if options.slow && (options.all || check::is_short(puzzle)) {
            slow += 1;
            fault = fault.or_else(|| check::slow_fault(puzzle));
        }
        if let Some(fault) = fault {
            faults += 1;
            print(&format!("wrong: {} ({}): {fault}\n", puzzle.id, puzzle.goal))?;
        }
        if live && number % 16 == 0 {
            eprint!("\r{number} of {} ", puzzles.len());
            let _ = std::io::stderr().flush();
        }
    }
    let all = counted(puzzles.len() as u64, "puzzle");
    let slow =
        if options.slow { format!(", {} on slow boards", grouped(slow)) } else { String::new() };
    print(&format!("{all} proved again{slow}, {faults} wrong\n"))?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
