//! `chuhe book probe`, `explore` and `verify`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use book::choose::{Variety, good};
use book::{BookFile, Books, Entry, Policy};
use bookmaker::{games, walk};
use clap::ValueHint;
use game::{GameKind, Rng, Side};
use records::fold::Folded;
use records::{Board, Played};
use serde_json::{Value, json};
use xiangqi::notation::Notation;

use crate::convert::read_notation;
use crate::games::table::{counted, table};
use crate::output::{grouped, print, print_json};

/// A book and a position.
#[derive(clap::Args)]
pub struct Asked {
    /// The book
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    book: PathBuf,
    /// The position (default: the start)
    #[arg(long)]
    fen: Option<String>,
    /// Moves from there, in any notation
    #[arg(long)]
    moves: Option<String>,
    /// How moves are written
    #[arg(long, default_value = "iccs", value_parser = read_notation)]
    notation: Notation,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a book says of a position, and what an engine would play
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe book probe my.book --moves h2e2")]
pub struct ProbeArgs {
    #[command(flatten)]
    asked: Asked,
    /// How a move is chosen among good ones: best, weighted or uniform
    #[arg(long, default_value = "best")]
    variety: Variety,
    /// The dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The lines of a book from a position on
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe book explore my.book --moves h2e2 --plies 2")]
pub struct ExploreArgs {
    #[command(flatten)]
    asked: Asked,
    /// So many plies
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// So many moves of a position, the most played first
    #[arg(long, value_name = "N", default_value_t = 5)]
    width: usize,
}

/// Look through whole books: checksum, order, legal moves, stale searches
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chuhe book verify my.book --time")]
pub struct VerifyArgs {
    /// The books
    #[arg(value_name = "BOOK", required = true, value_hint = ValueHint::FilePath)]
    books: Vec<PathBuf>,
    /// Measure how long a question takes
    #[arg(long)]
    time: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Asked {
    fn board(&self, kind: GameKind) -> Result<Board> {
        let mut board = match &self.fen {
            Some(fen) => library::archive::select::read_position(fen)?,
            None => games::start(kind)?,
        };
        for word in self.moves.as_deref().unwrap_or_default().split_whitespace() {
            board.read(word).map_err(|error| anyhow!("--moves: {error}"))?;
        }
        Ok(board)
    }
}

fn side(board: &Board) -> Option<Side> {
    match board {
        Board::Xiangqi(position) => Some(position.turn()),
        Board::Banqi(position) => position.turn(),
    }
}

pub fn probe(args: &ProbeArgs) -> Result<ExitCode> {
    let file = BookFile::open(&args.asked.book)?;
    let kind = file.header().game;
    let board = args.asked.board(kind)?;
    let folded = Folded::of(&board);
    let mut moves = walk::moves(&file, kind, &folded);
    moves.sort_by_key(|(_, entry)| {
        (!entry.marks.chosen, std::cmp::Reverse(entry.counts.games()), entry.code)
    });
    let good = good(&file.header().trust, file.find(folded.key)).len();
    let books = Books::new(vec![file], Policy { variety: args.variety, ..Policy::default() });
    let choice = books.choice(kind, side(&board), &folded, &mut Rng::new(args.seed));
    if args.asked.json {
        let rows: Vec<Value> =
            moves.iter().map(|(ply, entry)| value(&board, *ply, entry, &args.asked)).collect();
        print_json(&json!({
            "moves": rows,
            "good": good,
            "plays": choice.as_ref().map(|choice| choice.ply.to_string()),
            "why": choice.as_ref().map(|choice| choice.why.clone()),
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    if moves.is_empty() {
        print("the book does not know this position\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&rows(&board, &moves, args.asked.notation))?;
    print(&match choice {
        Some(choice) => {
            format!("\nplays {}: {}\n", board.write(choice.ply, args.asked.notation), choice.why)
        }
        None => "\nplays none of them: an engine would search\n".to_owned(),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn value(board: &Board, ply: Played, entry: &Entry, asked: &Asked) -> Value {
    let (counts, marks) = (entry.counts, entry.marks);
    json!({
        "ply": ply.to_string(),
        "text": board.write(ply, asked.notation),
        "games": counts.games(),
        "wins": counts.wins,
        "draws": counts.draws,
        "losses": counts.losses,
        "score": (counts.games() > 0).then(|| counts.score()),
        "lower": (counts.games() > 0).then(|| counts.lower()),
        "last_year": Some(entry.year).filter(|&year| year > 0),
        "record": marks.record,
        "second": marks.second,
        "chosen": marks.chosen,
        "search": marks.search.then(|| json!({"score": entry.score, "depth": entry.depth})),
    })
}

/// What an entry is for, in a word.
fn marks(entry: &Entry) -> String {
    let marks = entry.marks;
    let words = [
        (marks.chosen, "own".to_owned()),
        (marks.search, format!("search {}/{}", entry.score, entry.depth)),
        (marks.second && !marks.record, "second source".to_owned()),
    ];
    let words = words.into_iter().filter(|(said, _)| *said).map(|(_, word)| word);
    words.collect::<Vec<_>>().join(", ")
}

fn rows(board: &Board, moves: &[(Played, Entry)], notation: Notation) -> String {
    let percent = |share: f64, games: u32| match games {
        0 => String::new(),
        _ => format!("{:.1} %", 100.0 * share),
    };
    let row = |(ply, entry): &(Played, Entry)| {
        let (counts, games) = (entry.counts, entry.counts.games());
        vec![
            board.write(*ply, notation),
            grouped(games.into()),
            grouped(counts.wins.into()),
            grouped(counts.draws.into()),
            grouped(counts.losses.into()),
            percent(counts.score(), games),
            percent(counts.lower(), games),
            if entry.year > 0 { entry.year.to_string() } else { String::new() },
            marks(entry),
        ]
    };
    let names = ["move", "games", "won", "drawn", "lost", "score", "cautious", "last", "marks"];
    table(&names, &moves.iter().map(row).collect::<Vec<_>>())
}

pub fn explore(args: &ExploreArgs) -> Result<ExitCode> {
    let file = BookFile::open(&args.asked.book)?;
    let board = args.asked.board(file.header().game)?;
    let mut lines = Vec::new();
    describe(&file, args, &board, 0, &mut lines);
    if lines.is_empty() && !args.asked.json {
        lines.push("the book does not know this position\n".to_owned());
    }
    print(&lines.concat())?;
    Ok(ExitCode::SUCCESS)
}

/// A line for each move, those that follow it below it.
fn describe(file: &BookFile, args: &ExploreArgs, board: &Board, ply: u32, lines: &mut Vec<String>) {
    if ply >= args.plies {
        return;
    }
    let mut moves = walk::moves(file, file.header().game, &Folded::of(board));
    moves.sort_by_key(|(_, entry)| {
        (!entry.marks.chosen, std::cmp::Reverse(entry.counts.games()), entry.code)
    });
    for (played, entry) in moves.iter().take(args.width) {
        if args.asked.json {
            let mut all = value(board, *played, entry, &args.asked);
            all["plies"] = json!(ply);
            lines.push(format!("{all}\n"));
        } else {
            let counts = entry.counts;
            let games = match counts.games() {
                0 => String::new(),
                games => {
                    format!("  {}, {:.1} %", counted(games.into(), "game"), 100.0 * counts.score())
                }
            };
            let (text, marks) = (board.write(*played, args.asked.notation), marks(entry));
            let marks = if marks.is_empty() { marks } else { format!("  ({marks})") };
            lines.push(format!("{}{text}{games}{marks}\n", "  ".repeat(ply as usize)));
        }
        // A flip may turn up anything: what follows is not one line.
        if let [next] = walk::outcomes(board, *played).as_slice() {
            describe(file, args, next, ply + 1, lines);
        }
    }
}

pub fn verify(args: &VerifyArgs) -> Result<ExitCode> {
    let mut all_well = true;
    for path in &args.books {
        let file = BookFile::open(path)?;
        let sound = walk::check(&file)?;
        let well = sound.is_well();
        all_well &= well;
        let time = args.time.then(|| question_time(&file)).transpose()?;
        let header = file.header();
        let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
        if args.json {
            print_json(&json!({
                "book": path, "well": well, "header": header, "moves": file.len(), "bytes": bytes,
                "reached_positions": sound.positions, "reached_moves": sound.moves,
                "deepest": sound.deepest, "searches": sound.searches, "matched": sound.matched,
                "illegal": sound.illegal, "disordered": sound.disordered,
                "nanoseconds": time.map(|time| time.as_nanos() as u64),
            }))?;
            continue;
        }
        let mut text = verified(path, &file, &sound, bytes);
        if let Some(time) = time {
            text += &format!("a question takes {:.2} µs\n", time.as_nanos() as f64 / 1_000.0);
        }
        print(&text)?;
    }
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What was found in a book, in words.
fn verified(path: &Path, file: &BookFile, sound: &walk::Sound, bytes: u64) -> String {
    let (header, well) = (file.header(), sound.is_well());
    let number = |value: usize| grouped(value as u64);
    let mut text = format!(
        "{}: {}, for {} under the rules {}, asked by {}\n\
         {} moves in {} bytes; {} moves of {} positions are reached, {} plies deep\n\
         {} search moves, {} equal a recorded move\n",
        path.display(),
        if well { "sound" } else { "NOT SOUND" },
        header.game,
        header.rules,
        header.owner.name(),
        number(file.len()),
        grouped(bytes),
        number(sound.moves),
        number(sound.positions),
        sound.deepest,
        number(sound.searches),
        number(sound.matched),
    );
    for maker in &header.makers {
        text += &format!("searched by {maker}\n");
    }
    for fault in sound.illegal.iter().take(10) {
        text += &format!("not legal: {fault}\n");
    }
    text
}

/// How many positions are asked about, and how often.
const QUESTIONS: (usize, u32) = (4_096, 8);

/// How long a question takes, key and choice included, when the book is in memory.
fn question_time(file: &BookFile) -> Result<Duration> {
    let kind = file.header().game;
    let mut boards = Vec::new();
    walk::each(file, u32::MAX, &mut |stop| {
        if boards.len() < QUESTIONS.0 {
            boards.push(stop.board.clone());
        }
        Ok(())
    })?;
    let books = Books::new(vec![file.clone()], Policy::default());
    let mut dice = Rng::new(1);
    let mut known = 0_u64;
    let mut ask = |boards: &[Board]| {
        for board in boards {
            let choice = books.choice(kind, side(board), &Folded::of(board), &mut dice);
            known += u64::from(choice.is_some());
        }
    };
    // The quickest round: the others met somebody else's work.
    let mut best = Duration::MAX;
    for _ in 0..QUESTIONS.1 {
        let began = Instant::now();
        ask(&boards);
        best = best.min(began.elapsed() / boards.len().max(1) as u32);
    }
    std::hint::black_box(known);
    Ok(best)
}
