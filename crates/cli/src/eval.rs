//! `chuhe eval`: the terms of an evaluation.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueHint;
use game::Side;
use play::{AnyEngine, AnyGame};
use search::{Explanation, Row, Settings};
use serde_json::{Value, json};
use xiangqi_engine::eval::EvalParams;

use crate::args::GameName;
use crate::output;

/// Print every term of the evaluation of a position, for both sides
///
/// The rows of the hand-written evaluation sum exactly to its total, which is from the
/// side to move's view, in the engine's own units; `chuhe winrate` says how many of them
/// are shown as +1.00. If a network decides instead, or corrects them, the last line says
/// so with its value.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  chuhe eval --fen \"r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w\""
)]
pub struct Args {
    /// Which game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The program: chuhe, chuhe-hce or, of xiangqi, shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// A network to evaluate with, or for xiangqi the numbers of an evaluation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    eval_file: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the evaluation's parameters instead: of xiangqi as TOML for the option
    /// EvalFile, of dark chess a line each for the option Params
    #[arg(long, conflicts_with_all = ["fen", "json"])]
    params: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let kind = args.game.into();
    let settings = Settings { hash: 1, ..Settings::default() };
    let mut engine = AnyEngine::create(kind, &args.profile, &settings)?;
    if let Some(file) = &args.eval_file {
        engine.set_option("EvalFile", file)?;
    }
    if args.params {
        output::print(&params(&engine))?;
        return Ok(ExitCode::SUCCESS);
    }
    let game = AnyGame::open(kind, args.fen.as_deref(), None).context("--fen")?;
    let explanation = engine
        .explain(&game)
        .with_context(|| format!("the profile {} has no terms to show", args.profile))?;
    if args.json {
        output::print_json(&json(&game, &args.profile, &explanation))?;
    } else {
        output::print(&explanation.to_string())?;
        output::print(&shapes(&explanation))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The named shapes on the board, a line each.
fn shapes(explanation: &Explanation) -> String {
    let rows = explanation.rows.iter().filter(|row| row.key == "patterns");
    let line = |row: &Row| {
        let side = row.side.map_or(String::new(), |side| side.to_string());
        format!("  {:<34} {side:<6} {:>5}\n", row.key, row.value)
    };
    rows.flat_map(|row| &row.children).map(line).collect()
}

fn params(engine: &AnyEngine) -> String {
    match engine {
        AnyEngine::Xiangqi(engine) => EvalParams::of_set(&engine.params()).to_toml(),
        AnyEngine::Banqi(engine) => {
            let params = engine.params();
            let eval = params.iter().filter(|(name, _)| name.starts_with("eval."));
            eval.map(|(name, value)| format!("{name}={value}\n")).collect()
        }
    }
}

fn json(game: &AnyGame, profile: &str, explanation: &Explanation) -> Value {
    json!({
        "position": game.position(),
        "profile": profile,
        "terms": explanation.rows.iter().map(term).collect::<Vec<_>>(),
        "total": explanation.total,
        "decided_by": explanation.decided.by.name(),
        "score": explanation.decided.value,
    })
}

/// A row; what belongs to neither side alone has a total only.
fn term(row: &Row) -> Value {
    let mut term = json!({"name": row.key, "total": row.value});
    if !row.children.is_empty() {
        term["red"] = row.part(Side::Red).into();
        term["black"] = row.part(Side::Black).into();
    }
    term
}
