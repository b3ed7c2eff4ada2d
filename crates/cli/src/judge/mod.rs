//! `chuhe judge`: what the rules say about a game.

mod cases;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
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
#[command(after_help = "Rules of xiangqi (options after a comma: fold=2|3, natural-limit=N|off,\n\
    insufficient-material=on|off, mate-threat-depth=0..10):\n  \
    computer     program competition rules, third occurrence (default)\n  \
    asian        Asian rules as servers have them, second occurrence\n  \
    chinese      Chinese rules as far as engines implement them\n  \
    allow-chase  only perpetual check loses\n  \
    none         every repetition is a draw\n\
    Rules of dark chess: tcga (default), ntu-2018, thesis-2010, olympiad-2022.\n\n\
    Examples:\n  \
    chuhe judge --rules computer --moves \"h2e2 h9g7\"\n  \
    chuhe judge --game banqi --moves \"a1=R b2=k a1a2\"\n  \
    chuhe judge --cases testdata/rules/repetition_cases.json")]
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
    /// Which field of the cases holds the expected verdict
    #[arg(long, default_value = "computer_rule", requires = "cases")]
    field: String,
    /// Only cases whose rule_set contains this text
    #[arg(long, value_name = "TEXT", requires = "cases")]
    only: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(path) = &args.cases {
        let rules: XiangqiRules = args.rules.as_deref().unwrap_or("computer").parse()?;
        return cases::run(path, &rules, &args.field, args.only.as_deref());
    }
    let verdict = match args.game {
        GameName::Xiangqi => judge_xiangqi(args)?,
        GameName::Banqi => judge_banqi(args)?,
    };
    print(verdict.as_ref(), args.json)?;
    Ok(ExitCode::SUCCESS)
}

fn judge_xiangqi(args: &Args) -> Result<Option<Verdict>> {
    let rules: XiangqiRules = args.rules.as_deref().unwrap_or("computer").parse()?;
    let fen = args.fen.as_deref().unwrap_or(xiangqi::START_FEN);
    let mut game = start_xiangqi(&rules, fen)?;
    for (number, text) in words(&args.moves) {
        play_xiangqi(&mut game, text).with_context(|| format!("ply {number}"))?;
    }
    Ok(game.verdict().cloned())
}

fn judge_banqi(args: &Args) -> Result<Option<Verdict>> {
    let rules: BanqiRules = args.rules.as_deref().unwrap_or("tcga").parse()?;
    let setup: banqi::Setup = match &args.fen {
        Some(fen) => fen.parse().context("--fen")?,
        None => banqi::Position::start().setup(),
    };
    let position = banqi::Position::try_from(&setup).context("--fen")?;
    let mut game = Game::from_position(rules, position, setup.clock);
    for (number, text) in words(&args.moves) {
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

/// The words of a move list, numbered from 1.
fn words(moves: &str) -> impl Iterator<Item = (usize, &str)> {
    let separators = |c: char| c.is_whitespace() || c == ',' || c == '，';
    (1..).zip(moves.split(separators).filter(|word| !word.is_empty()))
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
