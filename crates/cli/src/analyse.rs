//! `chuhe analyse`: the best lines of a position, or a review of whole games.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{ValueEnum, ValueHint};
use play::analysis::{State, analyse};
use play::engine::profiles;
use play::review::{self, Mark, PlyReview, Summary, review};
use play::stopwatch::Timed;
use play::tables::TABLE_PATH;
use play::{AnyEngine, AnyGame, GameKind, PlyView, ScoreView, Settings, Stopwatch};
use records::Hint;
use serde_json::{Value, json};

use crate::agreement::Agreement;
use crate::args::GameName;
use crate::{output, tables};

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
    /// Games to review: PGN, XQF or any other record, or moves in any notation; - reads
    /// standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["fen", "moves"])]
    pgn: Option<PathBuf>,
    /// Milliseconds for the position, or for each ply of a game
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// How many lines
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    lines: u8,
    /// The xiangqi program: chuhe, chuhe-hce or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// A network to evaluate with, or for xiangqi the numbers of an evaluation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    eval_file: Option<String>,
    /// Endgame tables: show the value of the position and of every legal move, and search
    /// with them
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    table_path: Option<String>,
    /// Megabytes of the table
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads of the analysis
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
    fn of(self, ply: &PlyView) -> &str {
        match self {
            Words::Iccs => &ply.text.iccs,
            Words::Wxf => &ply.text.wxf,
            Words::Traditional => &ply.text.zh_hant,
            Words::Simplified => &ply.text.zh_hans,
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if !profiles(GameKind::Xiangqi).iter().any(|(name, _)| *name == args.profile) {
        bail!(
            "--profile: no profile is named '{}': expected chuhe, chuhe-hce or shenxiang",
            args.profile
        );
    }
    match &args.pgn {
        Some(path) => games(args, path),
        None => position(args),
    }
}

fn kind(args: &Args) -> GameKind {
    match args.game {
        GameName::Xiangqi => GameKind::Xiangqi,
        GameName::Banqi => GameKind::Banqi,
    }
}

/// The game a text tells of.
fn told(kind: GameKind, text: &str) -> Result<AnyGame> {
    let record = records::read_text(text, kind);
    let Some(game) = record.games.first() else {
        bail!("nothing to read: expected a FEN, moves or a game");
    };
    match game.main_problem() {
        Some(problem) if record.format == "moves" && game.tree.is_empty() => {
            bail!("neither a position nor moves: {}", problem.message)
        }
        _ => main_line(game),
    }
}

/// The main line of a record. Unlike on the web page, half a game is an error.
fn main_line(game: &records::Game) -> Result<AnyGame> {
    match game.main_problem() {
        Some(problem) if game.start_problem().is_none() => bail!(
            "move {}, '{}': {}",
            game.tree.main_line().len() + 1,
            problem.token,
            problem.message
        ),
        _ => Ok(AnyGame::of_record(game)?),
    }
}

fn position(args: &Args) -> Result<ExitCode> {
    let moves = moves(args);
    let game = match &args.fen {
        Some(fen) => told(kind(args), &format!("{fen} moves {moves}")).context("--fen")?,
        None if moves.is_empty() => AnyGame::open(kind(args), None, None)?,
        None => told(kind(args), &moves).context("--moves")?,
    };
    if let Some(end) = game.verdict() {
        bail!("the game is over here: {}", end.cause);
    }
    let fen = game.position();
    let tables = match &args.table_path {
        Some(path) => tables::view(&game, path).context("--table-path")?,
        None => None,
    };
    let found = search(args, &game)?;
    if args.json {
        let mut value = serde_json::to_value(&found)?;
        value["nps"] = json!(found.nodes_per_second());
        value["position"] = json!(fen);
        if let Some(tables) = &tables {
            value["tables"] = json!(tables);
        }
        output::print_json(&value)?;
    } else {
        let tables = tables.as_ref().map(tables::text).unwrap_or_default();
        output::print(&format!("{fen}\n{}{tables}", lines_text(args.notation, &found)))?;
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

/// The engine for an analysis, or for reviews.
fn engine(args: &Args, profile: &str, threads: usize) -> Result<AnyEngine> {
    let settings = Settings { hash: args.hash as usize, threads, ..Settings::default() };
    let mut engine = AnyEngine::create(kind(args), profile, &settings)?;
    if let Some(file) = &args.eval_file {
        engine.set_option("EvalFile", file)?;
    }
    if let Some(path) = &args.table_path {
        engine.set_option(TABLE_PATH, path)?;
    }
    Ok(engine)
}

/// The last thing the analysis said when its time was over.
fn search(args: &Args, game: &AnyGame) -> Result<State> {
    let profile = match game.kind() {
        GameKind::Xiangqi => args.profile.as_str(),
        GameKind::Banqi => profiles(GameKind::Banqi)[0].0,
    };
    let mut engine = engine(args, profile, usize::from(args.threads))?;
    let stopwatch = Stopwatch::start();
    let host = Timed::new(&stopwatch, Duration::from_millis(args.movetime));
    let mut last = State::default();
    analyse(game, &mut engine, usize::from(args.lines), &host, &mut |state| {
        last.clone_from(state);
    })?;
    if last.lines.is_empty() {
        bail!("nothing found in {} ms: give it more time", args.movetime);
    }
    Ok(last)
}

fn lines_text(words: Words, found: &State) -> String {
    let mut text = format!(
        "depth {}, {} nodes, {} a second\n",
        found.depth,
        output::grouped(found.nodes),
        output::grouped(found.nodes_per_second())
    );
    for (rank, line) in (1..).zip(&found.lines) {
        let plies: Vec<&str> = line.plies.iter().map(|ply| words.of(ply)).collect();
        let _ = writeln!(text, "{rank}. {:>7}  {}", score_text(line.score), plies.join(" "));
    }
    text
}

/// `+0.35`, or `mate 3` for whom it is positive; a result when the game is over.
fn score_text(score: ScoreView) -> String {
    match (score.cp, score.mate) {
        (Some(points), Some(0)) => if points < 0 { "0-1" } else { "1-0" }.to_owned(),
        (_, Some(mate)) => format!("mate {mate}"),
        (Some(points), None) => format!("{:+.2}", f64::from(points) / 100.0),
        (None, None) => "?".to_owned(),
    }
}

fn games(args: &Args, path: &Path) -> Result<ExitCode> {
    let record = records::read(&read(path)?, Hint::new(kind(args)).named(&path.to_string_lossy()));
    if record.games.is_empty() {
        bail!("{} holds no game", path.display());
    }
    let mut agreement = Agreement::default();
    let mut engine = engine(args, profiles(kind(args))[0].0, 1)?;
    let wanted = (1..).zip(&record.games).step_by(args.stride as usize);
    for (number, game) in wanted.take(args.limit.unwrap_or(u32::MAX) as usize) {
        agreement.next_game();
        let place = game.main_problem().map_or(game.place, |problem| problem.place);
        let line = place.line().map_or_else(|| format!(" {place}"), |line| line.to_string());
        let name = || format!("{}:{line}, game {number}", path.display());
        let played = main_line(game).with_context(name)?;
        if !args.json && !args.agreement && record.games.len() > 1 {
            output::print(&format!("game {number}\n"))?;
        }
        engine.new_game();
        let reviewed = Reviewed { args, number, game: &played };
        reviewed.review(&mut engine, &mut agreement).with_context(name)?;
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

/// A game that is being reviewed.
struct Reviewed<'a> {
    args: &'a Args,
    number: usize,
    game: &'a AnyGame,
}

impl Reviewed<'_> {
    fn review(&self, engine: &mut AnyEngine, agreement: &mut Agreement) -> Result<()> {
        let host = Stopwatch::start();
        let budget = Duration::from_millis(self.args.movetime);
        let settings = review::Settings { budget, host: &host };
        let mut printed = Ok(());
        let sums = review(self.game, engine, &settings, &mut |ply| {
            agreement.add(ply);
            printed = self.print_ply(ply);
            if printed.is_err() {
                host.signals().stop();
            }
            progress(ply);
        })?;
        printed?;
        sums.map_or(Ok(()), |sums| self.print_sums(&sums))
    }

    fn print_ply(&self, ply: &PlyReview) -> Result<()> {
        if self.args.agreement {
            // Only the figure at the end is wanted.
            Ok(())
        } else if self.args.json {
            self.print_json("review_ply", serde_json::to_value(ply)?)
        } else {
            let played = self.game.ply_view(ply.index);
            output::print(&ply_text(self.args.notation, &played, ply))
        }
    }

    fn print_sums(&self, [first, second]: &[Summary; 2]) -> Result<()> {
        if self.args.agreement {
            Ok(())
        } else if self.args.json {
            let sums = json!({"summary": {"first": first, "second": second}});
            self.print_json("review_end", sums)
        } else {
            output::print(&[("first", first), ("second", second)].map(summary_text).concat())
        }
    }

    fn print_json(&self, kind: &str, mut event: Value) -> Result<()> {
        event["type"] = json!(kind);
        event["game"] = json!(self.number);
        output::print_json(&event)
    }
}

/// A line for the eye while the result goes into a file.
fn progress(ply: &PlyReview) {
    if std::io::stdout().is_terminal() || !std::io::stderr().is_terminal() {
        return;
    }
    eprint!("\r{} of {} plies", ply.index + 1, ply.of);
    if ply.index + 1 == ply.of {
        eprintln!();
    }
}

fn ply_text(words: Words, played: &PlyView, ply: &PlyReview) -> String {
    let sign = match ply.mark {
        Mark::Inaccuracy => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
        Mark::Best | Mark::Good => "",
    };
    let mut text = format!(
        "{:>3}{} {:<8}{:<3}{:>8}",
        ply.index / 2 + 1,
        if ply.index.is_multiple_of(2) { ". " } else { "…" },
        words.of(played),
        sign,
        score_text(ply.after)
    );
    if !sign.is_empty() {
        let _ = write!(text, "   better {}", words.of(&ply.best));
    }
    if let Some(luck) = ply.luck {
        let _ = write!(text, "   luck {:+.2}", f64::from(luck) / 100.0);
    }
    text + "\n"
}

fn summary_text((name, of): (&str, &Summary)) -> String {
    format!(
        "{name}: accuracy {} %, {} inaccuracies, {} mistakes, {} blunders\n",
        of.accuracy, of.inaccuracy, of.mistake, of.blunder
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_for_people() {
        let text = |cp, mate| score_text(ScoreView { cp, mate, share: 0 });
        assert_eq!(text(Some(-35), None), "-0.35");
        assert_eq!(text(None, Some(3)), "mate 3");
        assert_eq!(text(Some(-10_000), Some(0)), "0-1");
    }
}
