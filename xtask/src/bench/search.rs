//! `cargo xtask bench search`: nodes per second, side by side with fairy-stockfish.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::engine::Engine;
use super::versions;
use crate::process::find_program;

/// An opening, a middlegame with everything on the board, one with rooks gone, one
/// with open lines, and an ending.
const POSITIONS: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "2bakab2/9/4c1n2/p3p1p1p/2p6/4P1P2/P1P5P/2N1C1N2/4A4/2BAK4 w - - 0 1",
    "r2akab1r/4n4/2n1b2c1/p1p1p3p/6p2/2PN5/P3P1P1P/C1N1B2C1/9/R2AKAB1R w - - 0 1",
    "3ak4/4a4/4b4/p3n3p/2b6/8P/P3P4/4C4/4A4/2BAK4 w - - 0 1",
];

/// What both are told.
const SETTINGS: [&str; 3] = [
    "setoption name UCI_Variant value xiangqi",
    "setoption name Hash value 64",
    "setoption name Threads value 1",
];

/// Count the nodes the xiangqi search visits in a second, side by side with
/// fairy-stockfish
///
/// Five positions, both programs one after the other on each, one thread, a table
/// of 64 MB.
#[derive(clap::Args)]
pub struct Search {
    /// Milliseconds for each position and program
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    movetime: u64,
    /// Another build of ours, to compare with instead: the bench of both games
    #[arg(long, value_name = "PROGRAM")]
    with: Option<PathBuf>,
    /// How often each of two builds runs
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Runs the comparison.
pub fn run(chuhe: &Path, options: &Search) -> Result<()> {
    if let Some(old) = &options.with {
        return versions::run(chuhe, old, options.rounds);
    }
    let rival = find_program("fairy-stockfish")
        .context("fairy-stockfish is missing: sudo apt-get install fairy-stockfish")?;
    let mut us = Engine::start(chuhe, &["uci"])?;
    let mut them = Engine::start(&rival, &[])?;
    for engine in [&mut us, &mut them] {
        engine.prepare(&SETTINGS)?;
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for position in POSITIONS {
        let us = us.search(position, options.movetime)?;
        let them = them.search(position, options.movetime)?;
        println!(
            "chuhe {:>5} kn/s, depth {:>2}; fairy-stockfish {:>4} kn/s, depth {:>2}; ratio {:.2}",
            us.speed / 1000,
            us.depth,
            them.speed / 1000,
            them.depth,
            us.speed as f64 / them.speed as f64
        );
        ours.push(us.speed);
        theirs.push(them.speed);
    }
    let mean = |speeds: &[u64]| speeds.iter().sum::<u64>() as f64 / speeds.len() as f64 / 1000.0;
    println!(
        "mean: chuhe {:.0} kn/s, fairy-stockfish {:.0} kn/s, ratio {:.2}",
        mean(&ours),
        mean(&theirs),
        mean(&ours) / mean(&theirs)
    );
    Ok(())
}
