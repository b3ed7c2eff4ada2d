//! `cargo xtask bench library`: how fast and how large the archive of games is.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, output, root, run as run_command};

/// Read, import and ask for the games of a table
///
/// Prints games decoded and imported a second, bytes a game, and how long answers take
/// with the games and their mirror and colour images (four times as many) in the
/// archive; then how long `chuhe games` takes to start and answer.
#[derive(clap::Args)]
pub struct Library {
    /// The table; without it the masters' games beside the repository
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// How often the program is started
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    starts: u32,
}

pub fn run(chuhe: &Path, options: &Library) -> Result<()> {
    let games = match &options.games {
        Some(games) => games.clone(),
        None => root().join("../shared/data/games/masters.tsv.zst"),
    };
    if !games.exists() {
        bail!("{} is not there: name a table with --games", games.display());
    }
    let folder = std::env::temp_dir().join(format!("chuhe-bench-library-{}", std::process::id()));
    let measured = measure(chuhe, &games, &folder, options.starts);
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

fn measure(chuhe: &Path, games: &Path, folder: &Path, starts: u32) -> Result<()> {
    let example = ["run", "--release", "-p", "chuhe-library", "--example", "archive_speed", "--"];
    run_command(cargo(&example).arg(games).arg(folder)).context("the example archive_speed")?;
    let questions: [(&str, &[&str]); 3] = [
        ("list", &["list", "--limit", "1"]),
        ("opening", &["opening"]),
        ("player", &["search", "--player", "胡荣华"]),
    ];
    for (name, arguments) in questions {
        let mut times = Vec::new();
        for _ in 0..starts {
            let begin = Instant::now();
            let mut asked = command(chuhe);
            asked.args(["games", "--data-dir"]).arg(folder).args(arguments);
            output(&mut asked)?;
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
        println!("chuhe games {name}: {:.1} ms from start to end (median)", super::median(times));
    }
    Ok(())
}
