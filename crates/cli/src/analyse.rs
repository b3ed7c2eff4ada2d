//! `chuhe analyse`: the best lines of a position, or a review of whole games.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::{ValueEnum, ValueHint};
use serde_json::{Value, json};
use server::board::Line;
use server::board::line::Kind;
use server::board::paste;
use server::error::ApiError;
use server::think::analysis::{Wanted, analyse};
use server::think::gate::Class;
use server::think::pool::{Pool, Time};
use server::think::review::review;

use crate::agreement::Agreement;
use crate::args::GameName;
use crate::output;

/// Show the best lines of a position, or review whole games
///
/// With --pgn every ply of every game is judged: what was best, what was lost by
/// what was played, and in dark chess what was luck. Scores are from red's view, in
/// dark chess from the view of who moved first.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe analyse --moves \"炮二平五 馬8進7\" --lines 3 --movetime 2000\n  \
    chuhe analyse --fen \"3k5/9/9/9/9/9/9/9/9/R3K4 w\" --json\n  \
    chuhe analyse --pgn game.pgn --movetime 300 --notation wxf\n  \
    chuhe analyse --pgn games.pgn --movetime 400 --agreement --stride 5")]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves from there, in any notation
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Games to review: PGN, or moves in any notation; - reads standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["fen", "moves"])]
    pgn: Option<PathBuf>,
    /// Milliseconds for the position, or for each ply of a game
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// How many lines
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    lines: u8,
    /// The xiangqi program: chuhe or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes of the table
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads, for xiangqi
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// How moves are written
    #[arg(long, value_enum, default_value = "iccs")]
    notation: Words,
    /// Print only how well the review agrees with itself: the winning chance after
    /// each ply against that before the next
    #[arg(long, requires = "pgn")]
    agreement: bool,
    /// Review at most so many games
    #[arg(long, value_name = "N", requires = "pgn", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Review every n-th game only
    #[arg(long, value_name = "N", requires = "pgn", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    stride: u32,
    /// Print JSON, one value a line
    #[arg(long)]
    json: bool,
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Words {
    /// h2e2
    Iccs,
    /// C2.5
    Wxf,
    /// 炮二平五
    Traditional,
    /// 炮二平五, simplified characters
    Simplified,
}

impl Words {
    fn of(self, ply: &Value) -> &str {
        let key = match self {
            Words::Iccs => "iccs",
            Words::Wxf => "wxf",
            Words::Traditional => "zh_hant",
            Words::Simplified => "zh_hans",
        };
        ply["text"][key].as_str().unwrap_or("?")
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if !xiangqi_engine::PROFILES.iter().any(|(name, _)| *name == args.profile) {
        bail!("--profile: no profile is named '{}': expected chuhe or shenxiang", args.profile);
    }
    match &args.pgn {
        Some(path) => games(args, path),
        None => position(args),
    }
}

fn kind(args: &Args) -> Kind {
    match args.game {
        GameName::Xiangqi => Kind::Xiangqi,
        GameName::Banqi => Kind::Banqi,
    }
}

fn plain(error: ApiError) -> anyhow::Error {
    anyhow!("{}", error.message)
}

/// The line a text tells of.
fn line(kind: Kind, text: &str) -> Result<Line> {
    let pasted = paste::read(kind, text, 0).map_err(plain)?;
    line_of(&pasted.game)
}

/// The main line of a record. Unlike on the web page, half a game is an error.
fn line_of(game: &records::Game) -> Result<Line> {
    match game.main_problem() {
        Some(problem) if game.start_problem().is_none() => bail!(
            "move {}, '{}': {}",
            game.tree.main_line().len() + 1,
            problem.token,
            problem.message
        ),
        _ => Line::of_record(game).map_err(plain),
    }
}

fn position(args: &Args) -> Result<ExitCode> {
    let moves = moves(args);
    let line = match &args.fen {
        Some(fen) => line(kind(args), &format!("{fen} moves {moves}")).context("--fen")?,
        None if moves.is_empty() => Line::open(kind(args), None, None).map_err(plain)?,
        None => line(kind(args), &moves).context("--moves")?,
    };
    if let Some(result) = line.verdict() {
        bail!("the game is over here: {}", result.reason);
    }
    let fen = line.position();
    let found = search(args, line)?;
    if args.json {
        let mut value = found;
        value["position"] = json!(fen);
        output::print_json(&value)?;
    } else {
        output::print(&format!("{fen}\n{}", lines_text(args.notation, &found)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves, with ranks 0–9 if they are a game with ranks 1–10; otherwise as they
/// are, for the reader to explain.
fn moves(args: &Args) -> String {
    let moves = args.moves.as_deref().unwrap_or_default();
    let start = args.fen.as_deref().unwrap_or(xiangqi::START_FEN).parse();
    let words: Vec<&str> = moves.split_whitespace().collect();
    let (GameName::Xiangqi, Ok(start)) = (args.game, start) else { return moves.to_owned() };
    match xiangqi::notation::read_game(&start, &words) {
        Ok(plies) => plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Err(_) => moves.to_owned(),
    }
}

fn pool(args: &Args) -> Arc<Pool> {
    Pool::new(usize::from(args.threads), args.hash as usize, 4)
}

/// The last thing the analysis said when its time was over.
fn search(args: &Args, line: Line) -> Result<Value> {
    let wanted = Wanted {
        lines: usize::from(args.lines),
        profile: args.profile.clone(),
        hash: args.hash as usize,
        threads: usize::from(args.threads),
        tag: 0,
    };
    let last = Arc::new(Mutex::new(Value::Null));
    let heard = Arc::clone(&last);
    let (sender, ended) = mpsc::channel();
    let work = move |run: &_| {
        analyse(&line, &wanted, run, &mut |state| {
            *heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = state;
        })
    };
    let done = move |result: Result<Result<(), ApiError>, ApiError>| {
        let _ = sender.send(result.and_then(|inner| inner));
    };
    let width = usize::from(args.threads);
    let search = pool(args).start(Class::Analysis, width, Time::Wall, work, done).map_err(plain)?;
    let result = match ended.recv_timeout(Duration::from_millis(args.movetime)) {
        Ok(result) => result,
        Err(_) => {
            search.stop();
            ended.recv().context("the search ended without a word")?
        }
    };
    result.map_err(plain)?;
    let found = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    if found["lines"].as_array().is_none_or(Vec::is_empty) {
        bail!("nothing found in {} ms: give it more time", args.movetime);
    }
    Ok(found)
}

fn lines_text(words: Words, found: &Value) -> String {
    let number = |name: &str| found[name].as_u64().unwrap_or(0);
    let mut text = format!(
        "depth {}, {} nodes, {} a second\n",
        found["depth"],
        output::grouped(number("nodes")),
        output::grouped(number("nps"))
    );
    for (rank, line) in (1..).zip(found["lines"].as_array().into_iter().flatten()) {
        let plies = line["plies"].as_array().into_iter().flatten();
        let plies: Vec<&str> = plies.map(|ply| words.of(ply)).collect();
        let _ = writeln!(text, "{rank}. {:>7}  {}", score_text(&line["score"]), plies.join(" "));
    }
    text
}

/// `+0.35`, or `mate 3` for whom it is positive; a result when the game is over.
fn score_text(score: &Value) -> String {
    match (score["cp"].as_i64(), score["mate"].as_i64()) {
        (Some(points), Some(0)) => if points < 0 { "0-1" } else { "1-0" }.to_owned(),
        (_, Some(mate)) => format!("mate {mate}"),
        (Some(points), None) => format!("{:+.2}", points as f64 / 100.0),
        _ => "?".to_owned(),
    }
}

fn games(args: &Args, path: &Path) -> Result<ExitCode> {
    let record = records::read(&read(path)?, kind(args).into());
    if record.games.is_empty() {
        bail!("{} holds no game", path.display());
    }
    let mut agreement = Agreement::default();
    let wanted = (1..).zip(&record.games).step_by(args.stride as usize);
    for (number, game) in wanted.take(args.limit.unwrap_or(u32::MAX) as usize) {
        agreement.next_game();
        let line = game.main_problem().map_or(game.place.line, |problem| problem.place.line);
        let name = || format!("{}:{line}, game {number}", path.display());
        let line = line_of(game).with_context(name)?;
        if !args.json && !args.agreement && record.games.len() > 1 {
            output::print(&format!("game {number}\n"))?;
        }
        review_one(args, number, line, &mut agreement).with_context(name)?;
    }
    if args.agreement && args.json {
        output::print_json(&agreement.to_json())?;
    } else if args.agreement {
        output::print(&agreement.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn review_one(args: &Args, number: usize, line: Line, agreement: &mut Agreement) -> Result<()> {
    let plies = serde_json::to_value(line.ply_views())?;
    let (hash, budget) = (args.hash as usize, Duration::from_millis(args.movetime));
    let (sender, news) = mpsc::channel();
    let (finished, ended) = mpsc::channel();
    let work = move |run: &_| {
        review(&line, hash, budget, run, &mut |event| {
            let _ = sender.send(event);
        })
    };
    let done = move |result: Result<Result<(), ApiError>, ApiError>| {
        let _ = finished.send(result.and_then(|inner| inner));
    };
    let search = pool(args).start(Class::Review, 1, Time::Running, work, done).map_err(plain)?;
    let _stop = search.stop_on_drop();
    for mut event in news {
        agreement.hear(&event);
        if args.agreement {
            // Only the figure at the end is wanted.
        } else if args.json {
            event["game"] = json!(number);
            output::print_json(&event)?;
        } else {
            output::print(&event_text(args.notation, &plies, &event))?;
        }
        progress(&event);
    }
    ended.recv().context("the review ended without a word")?.map_err(plain)
}

/// A line for the eye while the result goes into a file.
fn progress(event: &Value) {
    if std::io::stdout().is_terminal() || !std::io::stderr().is_terminal() {
        return;
    }
    if let (Some(index), Some(all)) = (event["index"].as_u64(), event["of"].as_u64()) {
        eprint!("\r{} of {all} plies", index + 1);
        if index + 1 == all {
            eprintln!();
        }
    }
}

fn event_text(words: Words, plies: &Value, event: &Value) -> String {
    let Some(index) = event["index"].as_u64() else { return summary_text(&event["summary"]) };
    let played = words.of(&plies[index as usize]);
    let sign = match event["mark"].as_str() {
        Some("inaccuracy") => "?!",
        Some("mistake") => "?",
        Some("blunder") => "??",
        _ => "",
    };
    let mut text = format!(
        "{:>3}{} {:<8}{:<3}{:>8}",
        index / 2 + 1,
        if index % 2 == 0 { ". " } else { "…" },
        played,
        sign,
        score_text(&event["after"])
    );
    if !sign.is_empty() {
        let _ = write!(text, "   better {}", words.of(&event["best"]));
    }
    if let Some(luck) = event["luck"].as_i64() {
        let _ = write!(text, "   luck {:+.2}", luck as f64 / 100.0);
    }
    text + "\n"
}

fn summary_text(summary: &Value) -> String {
    let mut text = String::new();
    for (seat, name) in [("first", "first"), ("second", "second")] {
        let of = &summary[seat];
        let _ = writeln!(
            text,
            "{name}: accuracy {} %, {} inaccuracies, {} mistakes, {} blunders",
            of["accuracy"], of["inaccuracy"], of["mistake"], of["blunder"]
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_for_people() {
        assert_eq!(score_text(&json!({"cp": -35, "mate": null})), "-0.35");
        assert_eq!(score_text(&json!({"cp": null, "mate": 3})), "mate 3");
        assert_eq!(score_text(&json!({"cp": -10_000, "mate": 0})), "0-1");
    }
}
