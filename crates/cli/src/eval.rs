//! `chuhe eval`: the terms of an evaluation.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::json;
use xiangqi::{Position, Side};
use xiangqi_engine::Engine;
use xiangqi_engine::eval::TermRow;

use crate::args::GameName;
use crate::output;

/// Print every term of the evaluation of a position, for both sides
///
/// The rows sum exactly to the score, which is from the side to move's view. They are
/// in the engine's own units; `chuhe winrate` says how many of them are shown as +1.00.
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
    /// The xiangqi program: chuhe or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the evaluation's parameters as TOML instead
    #[arg(long, conflicts_with_all = ["fen", "json"])]
    params: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    match args.game {
        GameName::Xiangqi => run_xiangqi(args),
        GameName::Banqi => run_banqi(args),
    }
}

fn run_banqi(args: &Args) -> Result<ExitCode> {
    let game = crate::flips::game(args.fen.as_deref(), "tcga")?;
    let explanation = banqi_engine::explain(&game);
    if args.json {
        let terms: Vec<_> = explanation
            .rows
            .iter()
            .map(|row| json!({"name": row.name, "total": row.value}))
            .collect();
        let position = game.position().to_string();
        output::print_json(
            &json!({"position": position, "terms": terms, "score": explanation.total}),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for row in &explanation.rows {
        let _ = writeln!(text, "{:<24}{:>8}", row.name, row.value);
    }
    let _ = writeln!(text, "{:<24}{:>8}  for the side to move", "score", explanation.total);
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn run_xiangqi(args: &Args) -> Result<ExitCode> {
    let engine = Engine::new(&args.profile, 1, 1)?;
    if args.params {
        output::print(&engine.eval_params().to_toml())?;
        return Ok(ExitCode::SUCCESS);
    }
    let fen = args.fen.as_deref().unwrap_or(xiangqi::START_FEN);
    let position: Position = fen.parse().context("--fen")?;
    let rows = engine.explain(&position);
    if args.json {
        let terms: Vec<_> = rows
            .iter()
            .map(|row| json!({"name": row.name, "red": row.red, "black": row.black, "total": row.total}))
            .collect();
        let score: i32 = rows.iter().map(|row| row.total).sum();
        output::print_json(&json!({
            "position": position.to_string(),
            "profile": args.profile,
            "terms": terms,
            "score": score,
        }))?;
    } else {
        output::print(&table(&position, &rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The terms as a table. Totals are from the side to move's view.
pub fn table(position: &Position, rows: &[TermRow]) -> String {
    let mut text = format!("{:<24}{:>8}{:>8}{:>8}\n", "term", "red", "black", "total");
    for row in rows {
        let _ = writeln!(text, "{:<24}{:>8}{:>8}{:>8}", row.name, row.red, row.black, row.total);
    }
    let score: i32 = rows.iter().map(|row| row.total).sum();
    let side = if position.turn() == Side::Red { "red" } else { "black" };
    let _ = writeln!(text, "{:<24}{:>24}  for {side}, to move", "score", score);
    text
}
