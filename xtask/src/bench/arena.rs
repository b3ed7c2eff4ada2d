//! `cargo xtask bench arena`: what the match runner costs.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use serde_json::Value;

use crate::process::{command, find_program, output};

/// Play fast games and see what the runner loses between the plies
///
/// fairy-stockfish against itself at 10 ms a ply. The runner's share is the time
/// in which no engine was thinking.
#[derive(clap::Args)]
pub struct Arena {
    /// How many games
    #[arg(long, default_value_t = 20)]
    games: u32,
}

pub fn run(chuhe: &Path, options: &Arena) -> Result<()> {
    let rival = find_program("fairy-stockfish")
        .context("fairy-stockfish is missing: sudo apt-get install fairy-stockfish")?;
    let folder = std::env::temp_dir().join(format!("chuhe-bench-arena-{}", std::process::id()));
    let engine = |name: &str| format!("name={name},cmd={},proto=uci", rival.display());
    let text = output(
        command(chuhe)
            .args(["match", "--json", "--tc", "movetime=10", "--margin", "1000"])
            .args(["--engine", &engine("one"), "--engine", &engine("two")])
            .args(["--games", &options.games.to_string(), "--out"])
            .arg(&folder),
    );
    let _ = std::fs::remove_dir_all(&folder);
    let text = text?;
    let last = text.lines().last().ok_or_else(|| anyhow!("chuhe match said nothing"))?;
    let end: Value = serde_json::from_str(last)?;
    let summary = &end["summary"];
    let number = |value: &Value| value.as_f64().ok_or_else(|| anyhow!("no number in {last}"));
    let engines = summary["engines"].as_array().ok_or_else(|| anyhow!("no engines in {last}"))?;
    println!("{} games at 10 ms a ply", options.games);
    for engine in engines {
        println!("{}: {:.2} ms a ply", engine["name"], number(&engine["wall_ms"])?);
    }
    println!(
        "runner: {:.3} ms a ply besides the engines' thinking",
        number(&summary["runner_ms"])?
    );
    Ok(())
}
