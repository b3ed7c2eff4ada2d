//! `chuhe explain`: the named shapes of a position, in words.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueHint;
use patterns::pattern::Verdict;
use patterns::remark::remarks;
use patterns::{Match, PatternSet, shipped};
use play::{AnyEngine, AnyGame};
use search::{Row, Settings};
use serde_json::json;
use xiangqi::{Bitboard, Position};

use crate::output;

/// Name the shapes on the board: whose, where, what to do about them
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chuhe explain --fen \"4k4/9/9/9/9/9/4C4/9/9/3K5 b\"\n  chuhe explain --language hant --fen \"4k4/9/4N4/9/9/4C4/9/9/9/3K5 b\""
)]
pub struct Args {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The language of names and plans: en, hant or hans
    #[arg(long, default_value = "en", value_parser = ["en", "hant", "hans"])]
    language: String,
    /// More patterns besides the shipped ones
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    patterns: Option<String>,
    /// Say everything at length, also what a stronger shape says already
    #[arg(long)]
    all: bool,
    /// Print JSON: every shape
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let kind = game::GameKind::Xiangqi;
    let game = AnyGame::open(kind, args.fen.as_deref(), None).context("--fen")?;
    let mut engine =
        AnyEngine::create(kind, "chuhe-hce", &Settings { hash: 1, ..Settings::default() })?;
    let mut set = shipped::shipped().clone();
    if let Some(file) = &args.patterns {
        engine.set_option("PatternFile", file)?;
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        set = set.with(PatternSet::read(&text).0);
    }
    let AnyGame::Xiangqi { game: board, .. } = &game else { return Ok(ExitCode::FAILURE) };
    let position = board.position();
    let rows = engine.explain(&game).map(|explained| explained.rows).unwrap_or_default();
    let weights = rows.into_iter().find(|row| row.key == "patterns").map(|row| row.children);
    let found = set.matches(position);
    let weight = |one: &Match| weight_of(weights.as_deref().unwrap_or(&[]), &set, one, position);
    if args.json {
        let all: Vec<_> = found
            .iter()
            .map(|one| {
                let pattern = &set.patterns[one.pattern];
                json!({
                    "pattern": pattern.key, "name": pattern.name.of(&args.language),
                    "side": one.side.to_string(), "points": points(one.points),
                    "weight": weight(one), "plan": pattern.plan.of(&args.language),
                    "verdict": pattern.verdict.map(word),
                })
            })
            .collect();
        output::print_json(&json!({"position": position.to_string(), "patterns": all}))?;
        return Ok(ExitCode::SUCCESS);
    }
    for remark in remarks(&set, position, &args.language, args.all, weight) {
        output::print(&format!("{remark}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// What the engine counts a shape for its side.
fn weight_of(rows: &[Row], set: &PatternSet, one: &Match, position: &Position) -> i32 {
    let key = &set.patterns[one.pattern].key;
    let row = rows.iter().find(|row| row.key == **key && row.side == Some(one.side));
    let value = row.map_or(0, |row| row.value);
    if one.side == position.turn() { value } else { -value }
}

fn points(points: u128) -> Vec<String> {
    Bitboard(points).into_iter().map(|square| square.to_string()).collect()
}
