//! `chuhe judge`: what the rules say about a game.

mod cases;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use banqi::BanqiRules;
use banqi::notation::coordinate;
use clap::ValueHint;
use game::{Game, Position as _, Verdict};
use serde::Serialize;
use xiangqi::{Setup, XiangqiRules};

use crate::args::GameName;
use crate::output;

/// Say what the rules make of a game: who has won, or why it is drawn
///
/// Plays the moves from the position and judges the last position under the
/// chosen rules, even if an earlier position had already ended the game.
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The rules to judge by: a preset, with options after commas
    #[arg(long)]
    rules: Option<String>,
    /// The position before the first move; the start position if not given
    #[arg(long, value_name = "FEN", conflicts_with = "cases")]
    fen: Option<String>,
    /// The moves, separated by spaces or commas, in any notation
    #[arg(long, value_name = "PLIES", conflicts_with = "cases", default_value = "")]
    moves: String,
    /// Judge every case of a JSON file instead; ends with "N passed, M failed"
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    cases: Option<PathBuf>,
    /// Which field of the cases holds the expected verdict (default: computer_rule,
    /// in dark chess verdict)
    #[arg(long, requires = "cases")]
    field: Option<String>,
    /// Only cases whose rule_set contains this text
    #[arg(long, value_name = "TEXT", requires = "cases")]
    only: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--rules` takes.
fn after_help() -> String {
    let mut options = String::new();
    for option in &xiangqi::rules::OPTIONS {
        let _ = writeln!(options, "  {:<21}  {}", option.name, option.expected);
    }
    format!("{PRESETS}\nOptions of xiangqi, after commas (asian,fold=3):\n{options}\n{EXAMPLES}")
}

const PRESETS: &str = "Rules of xiangqi:
  computer     program competition rules, third occurrence (default)
  asian        Asian rules as servers have them, second occurrence
  chinese      Chinese rules as far as engines implement them
  allow-chase  only perpetual check loses
  none         every repetition is a draw
Rules of dark chess: tcga (default), ntu-2018, thesis-2010, olympiad-2022.
";

const EXAMPLES: &str = "Examples:
  chuhe judge --rules computer --moves \"h2e2 h9g7\"
  chuhe judge --game banqi --moves \"a1=P a2=k a1a2\"
  chuhe judge --cases testdata/rules/repetition_cases.json";

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(path) = &args.cases {
        return match args.game {
            GameName::Xiangqi => {
                let field = args.field.as_deref().unwrap_or("computer_rule");
                cases::run(path, &xiangqi_rules(args)?, field, args.only.as_deref())
            }
            GameName::Banqi => {
                let field = args.field.as_deref().unwrap_or("verdict");
                cases::run(path, &banqi_rules(args)?, field, args.only.as_deref())
            }
        };
    }
    let verdict = match args.game {
        GameName::Xiangqi => judge_xiangqi(args)?,
        GameName::Banqi => judge_banqi(args)?,
    };
    print(verdict.as_ref(), args.json)?;
    Ok(ExitCode::SUCCESS)
}

fn judge_xiangqi(args: &Args) -> Result<Option<Verdict>> {
    let fen = args.fen.as_deref().unwrap_or(xiangqi::START_FEN);
    xiangqi_verdict(&xiangqi_rules(args)?, fen, &words(&args.moves))
}

fn xiangqi_rules(args: &Args) -> Result<XiangqiRules> {
    Ok(args.rules.as_deref().unwrap_or("computer").parse()?)
}

fn banqi_rules(args: &Args) -> Result<BanqiRules> {
    Ok(args.rules.as_deref().unwrap_or("tcga").parse()?)
}

fn xiangqi_verdict(rules: &XiangqiRules, fen: &str, moves: &[&str]) -> Result<Option<Verdict>> {
    let mut game = start_xiangqi(rules, fen)?;
    let plies = xiangqi::notation::read_game(game.position(), moves);
    let plies = plies.map_err(|(place, error)| anyhow!("ply {}: {error}", place + 1))?;
    for (number, ply) in (1..).zip(plies) {
        game.play_on(ply, ()).with_context(|| format!("ply {number}"))?;
    }
    Ok(game.verdict().cloned())
}

fn judge_banqi(args: &Args) -> Result<Option<Verdict>> {
    let start = banqi::Position::start().to_string();
    let fen = args.fen.as_deref().unwrap_or(&start);
    banqi_verdict(&banqi_rules(args)?, fen, &words(&args.moves))
}

fn banqi_verdict(rules: &BanqiRules, fen: &str, moves: &[&str]) -> Result<Option<Verdict>> {
    let setup: banqi::Setup = fen.parse().context("the position")?;
    let position = banqi::Position::try_from(&setup).context("the position")?;
    let mut game = Game::from_position(*rules, position, setup.clock);
    for (number, text) in (1..).zip(moves) {
        let ply_number = || format!("ply {number}");
        let played = coordinate::read(text).with_context(ply_number)?;
        game.position().check(played.ply).with_context(ply_number)?;
        game.play_on(played.ply, played.reveal).with_context(ply_number)?;
    }
    Ok(game.verdict().cloned())
}

type XiangqiGame = Game<xiangqi::Position, XiangqiRules>;

fn start_xiangqi(rules: &XiangqiRules, fen: &str) -> Result<XiangqiGame> {
    let setup: Setup = fen.parse().context("the position")?;
    let position = xiangqi::Position::try_from(&setup).context("the position")?;
    Ok(Game::from_position(rules.clone(), position, setup.halfmoves))
}

fn play_xiangqi(game: &mut XiangqiGame, text: &str) -> Result<()> {
    let ply = xiangqi::notation::read(game.position(), text)?;
    game.play_on(ply, ())?;
    Ok(())
}

/// The words of a move list.
fn words(moves: &str) -> Vec<&str> {
    let separators = |c: char| c.is_whitespace() || c == ',' || c == '，';
    moves.split(separators).filter(|word| !word.is_empty()).collect()
}

#[derive(Serialize)]
struct Report<'a> {
    verdict: &'a str,
    reason: &'a str,
}

fn print(verdict: Option<&Verdict>, json: bool) -> Result<()> {
    let report = match verdict {
        Some(verdict) => Report { verdict: verdict.outcome.name(), reason: &verdict.reason },
        None => Report { verdict: "none", reason: "no rule ends the game here" },
    };
    if json {
        output::print_json(&report)
    } else {
        output::print(&format!("{}: {}\n", report.verdict, report.reason))
    }
}
