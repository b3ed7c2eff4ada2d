//! `chuhe suite`: test sets and the three verdicts.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail};
use clap::ValueHint;
use game::GameKind;
use play::Stopwatch;
use play::player::Player;
use search::Limits;
use serde::Serialize;
use testset::Problem;
use tuner::suite::{Case, judge};

use crate::args::GameName;
use crate::games::table::table;
use crate::output::{self, grouped};

/// Let an engine solve test sets from EPD files
///
/// Uses the operations bm (best moves) and dm (mate in so many moves). A position is solved
/// if the engine proves a win, guessed if its move is one of bm without a proof, else wrong
/// (Kao 2009, section 2.2.3). The search ends early with a mate as short as dm. Lines with
/// neither bm nor dm and those that are no position are named, and the command then ends
/// with 1.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  chuhe suite mates.epd --movetime 1000 --max-dm 4 --only PROVED"
)]
pub struct Args {
    /// EPD files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", default_value_t = 1000, conflicts_with = "nodes")]
    movetime: u64,
    /// Nodes for each position, instead of time: the same answers on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Only positions with dm at least this
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_dm: u32,
    /// Only positions with dm at most this
    #[arg(long, value_name = "N")]
    max_dm: Option<u32>,
    /// Only lines that contain this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The program: a profile of the game's engine, such as chuhe, chuhe-hce or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes for each engine's table
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Positions at the same time, each with a table of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    concurrency: u16,
    /// Name the positions that were guessed or wrong
    #[arg(long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct Puzzle {
    case: Case,
    mate: Option<u32>,
    file: usize,
}

/// The verdicts on the positions of a file.
#[derive(Serialize, Default, Clone)]
struct Row {
    file: String,
    solved: usize,
    guessed: usize,
    wrong: usize,
    nodes: u64,
}

#[derive(Serialize, Default)]
struct Tally {
    solved: usize,
    guessed: Vec<String>,
    wrong: Vec<String>,
    nodes: u64,
    files: Vec<Row>,
    unreadable: Vec<String>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let kind = GameKind::from(args.game);
    let player = || Player::new(kind, &args.profile, &[("Hash".to_owned(), args.hash.to_string())]);
    let first = player()?;
    let mut tally = Tally::default();
    let puzzles = read(args, &mut tally)?;
    if puzzles.is_empty() {
        print_unreadable(&tally)?;
        bail!("no puzzle to solve");
    }
    // No more engines than positions, and all of them before the first one thinks:
    // too little memory is an error now, not a position left out.
    let workers = usize::from(args.concurrency).min(puzzles.len());
    let mut players = vec![first];
    for _ in 1..workers {
        players.push(player()?);
    }
    let verdicts = solve_all(args, players, &puzzles)?;
    for (puzzle, (verdict, nodes)) in puzzles.iter().zip(verdicts) {
        tally.add(puzzle, verdict, nodes);
    }
    print(args, &tally)?;
    Ok(if tally.unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The verdicts on all positions, in their order.
fn solve_all(args: &Args, players: Vec<Player>, puzzles: &[Puzzle]) -> Result<Vec<(char, u64)>> {
    let next = AtomicUsize::new(0);
    let shared: Mutex<Vec<_>> = Mutex::new((0..puzzles.len()).map(|_| None).collect());
    std::thread::scope(|scope| {
        for mut player in players {
            let (next, shared) = (&next, &shared);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(place) else { break };
                    let limits = Limits {
                        movetime: args
                            .nodes
                            .is_none()
                            .then(|| Duration::from_millis(args.movetime)),
                        nodes: args.nodes,
                        mate: puzzle.mate,
                        ..Limits::default()
                    };
                    let verdict = judge(&mut player, &puzzle.case, limits, &Stopwatch::start());
                    let mut all = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    all[place] = Some(verdict);
                }
            });
        }
    });
    let all = shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    all.into_iter().flatten().map(|verdict| verdict.map_err(|error| anyhow!(error))).collect()
}

impl Tally {
    fn add(&mut self, puzzle: &Puzzle, verdict: char, nodes: u64) {
        let row = &mut self.files[puzzle.file];
        row.nodes += nodes;
        self.nodes += nodes;
        let id = puzzle.case.id.clone();
        match verdict {
            's' => (self.solved, row.solved) = (self.solved + 1, row.solved + 1),
            'g' => {
                row.guessed += 1;
                self.guessed.push(id);
            }
            _ => {
                row.wrong += 1;
                self.wrong.push(id);
            }
        }
    }
}

fn read(args: &Args, tally: &mut Tally) -> Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    for (file, path) in args.files.iter().enumerate() {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        tally.files.push(Row { file: name.to_string(), ..Row::default() });
        for (number, line) in (1..).zip(text.lines()) {
            let wanted = args.only.as_ref().is_none_or(|only| line.contains(only.as_str()));
            if !wanted {
                continue;
            }
            match puzzle(args.game.into(), file, line) {
                Ok(Some(puzzle)) if in_range(args, &puzzle) => puzzles.push(puzzle),
                Ok(_) => {}
                Err(error) => tally.unreadable.push(format!("{name}:{number}: {error}")),
            }
        }
    }
    Ok(puzzles)
}

fn in_range(args: &Args, puzzle: &Puzzle) -> bool {
    let depth = puzzle.mate.unwrap_or(0);
    depth >= args.min_dm && args.max_dm.is_none_or(|most| puzzle.mate.is_some() && depth <= most)
}

/// Reads `FEN-fields bm …; dm N; id "…";`.
fn puzzle(kind: GameKind, file: usize, line: &str) -> Result<Option<Puzzle>> {
    let Some(problem) = Problem::read(line).map_err(Error::msg)? else { return Ok(None) };
    let board = problem.board().map_err(Error::msg)?;
    if board.kind() != kind {
        bail!("a position of {}: expected {}", board.kind(), kind);
    }
    let ply = |text: &String| -> Result<String> { Ok(play::ply::read(kind, text)?.0.to_string()) };
    let best = problem.best.iter().map(ply).collect::<Result<Vec<_>>>()?;
    if best.is_empty() && problem.mate.is_none() {
        bail!("neither bm nor dm says what would solve it");
    }
    let id = if problem.id.is_empty() { "no id".to_owned() } else { problem.id };
    let case = Case { id, fen: problem.fen, best };
    Ok(Some(Puzzle { case, mate: problem.mate, file }))
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
        for (verdict, ids) in [("guessed", &tally.guessed), ("wrong", &tally.wrong)] {
            ids.iter().for_each(|id| text.push_str(&format!("{verdict}: {id}\n")));
        }
    }
    if tally.files.len() > 1 {
        let names = ["file", "positions", "solved", "guessed", "wrong", "nodes a position"];
        text.push_str(&table(&names, &tally.files.iter().map(cells).collect::<Vec<_>>()));
    }
    let (guessed, wrong) = (tally.guessed.len(), tally.wrong.len());
    let total = tally.solved + guessed + wrong;
    let share = 100.0 * (tally.solved + guessed) as f64 / total.max(1) as f64;
    text.push_str(&format!(
        "{} solved, {guessed} guessed, {wrong} wrong of {total} ({share:.2} % right), {} nodes a \
         position\n",
        tally.solved,
        grouped(tally.nodes / total.max(1) as u64)
    ));
    output::print(&text)
}

fn cells(row: &Row) -> Vec<String> {
    let all = row.solved + row.guessed + row.wrong;
    let mut cells = vec![row.file.clone()];
    let numbers = [all, row.solved, row.guessed, row.wrong];
    cells.extend(numbers.iter().map(|&number| grouped(number as u64)));
    cells.push(grouped(row.nodes / all.max(1) as u64));
    cells
}
