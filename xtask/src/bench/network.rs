//! `cargo xtask bench network`: nodes per second with a network beside those of the
//! hand-written evaluation, and what one evaluation costs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::engine::Engine;
use super::{is_noisy, median};
use crate::process::{cargo, run as run_command};

/// Two openings, two middlegames and an ending.
const XIANGQI: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "2bakab2/9/4c1n2/p3p1p1p/2p6/4P1P2/P1P5P/2N1C1N2/4A4/2BAK4 w - - 0 1",
    "r2akab1r/4n4/2n1b2c1/p1p1p3p/6p2/2PN5/P3P1P1P/C1N1B2C1/9/R2AKAB1R w - - 0 1",
    "3ak4/4a4/4b4/p3n3p/2b6/8P/P3P4/4C4/4A4/2BAK4 w - - 0 1",
];

/// From a full board to an open ending.
const BANQI: [&str; 5] = [
    "XXXXXXXX/PXXXrhXX/XRXXXXXH/hXP1XAX1 b K1A1E2R1H1C2P3k1a2e2r1c1p4 0 1",
    "pkXXXXrX/cpaXX1XP/hXPXXXC1/1eXHP1Pc b K1A1E1R2H1P1a1e1r1h1p2 0 1",
    "X2CX2X/RXpXAX1E/XcXpX2r/pXa2XHh b K1A1H1C1P2k1a1e1r1c1 0 1",
    "p1kX1R2/c1p1X1aP/hpaX2h1/eA2H3 b K1H1e1 0 1",
    "pp1e2Ka/ck2HR2/h2a4/eA6 b - 0 1",
];

/// Compare the search with a network and with the hand-written evaluation
///
/// Both programs search the same positions of both games in turn, in short slices and
/// one thread, so that whatever else the machine does hits both. Nodes are counted by
/// processor time where the system tells it. Then what one evaluation costs, by width.
#[derive(clap::Args)]
pub struct Network {
    /// Milliseconds for each position and program in a round
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(20..))]
    movetime: u64,
    /// How often each program searches each position
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Another network of xiangqi than that of the profile chuhe
    #[arg(long, value_name = "FILE")]
    xiangqi: Option<PathBuf>,
    /// Another network of dark chess
    #[arg(long, value_name = "FILE")]
    banqi: Option<PathBuf>,
    /// Leave the cost of single evaluations out
    #[arg(long)]
    nodes_only: bool,
}

/// Runs the comparison.
pub fn run(chuhe: &Path, options: &Network) -> Result<()> {
    let games = [("xiangqi", XIANGQI, &options.xiangqi), ("banqi", BANQI, &options.banqi)];
    for (game, positions, file) in games {
        compare(chuhe, game, &positions, file.as_deref(), options)?;
    }
    if options.nodes_only {
        return Ok(());
    }
    let example = ["run", "--release", "--package", "chuhe-network", "--example", "network_speed"];
    run_command(&mut cargo(&example))
}

/// Nodes and the processor time they took.
#[derive(Clone, Copy, Default)]
struct Sum {
    nodes: u64,
    seconds: f64,
}

impl Sum {
    fn speed(self) -> f64 {
        self.nodes as f64 / self.seconds / 1000.0
    }
}

fn compare(
    chuhe: &Path,
    game: &str,
    positions: &[&str],
    file: Option<&Path>,
    options: &Network,
) -> Result<()> {
    let start = |profile: &str| {
        let mut engine = Engine::start(chuhe, &["uci", "--variant", game, "--profile", profile])?;
        engine.prepare(&["setoption name Hash value 16"])?;
        Ok::<Engine, anyhow::Error>(engine)
    };
    let mut by_hand = start("chuhe-hce")?;
    let mut learned = start(if file.is_some() { "chuhe-hce" } else { "chuhe" })?;
    if let Some(file) = file {
        let file = file.canonicalize().with_context(|| file.display().to_string())?;
        learned.prepare(&[&format!("setoption name EvalFile value {}", file.display())])?;
    }
    let (mut hand, mut net, mut ratios) = (Sum::default(), Sum::default(), Vec::new());
    for _ in 0..options.rounds {
        let mut round = [Sum::default(); 2];
        for position in positions {
            for (engine, sum) in [&mut by_hand, &mut learned].into_iter().zip(&mut round) {
                let (nodes, seconds) = engine.count(position, options.movetime)?;
                (sum.nodes, sum.seconds) = (sum.nodes + nodes, sum.seconds + seconds);
            }
        }
        ratios.push(round[1].speed() / round[0].speed());
        for (all, of) in [&mut hand, &mut net].into_iter().zip(round) {
            (all.nodes, all.seconds) = (all.nodes + of.nodes, all.seconds + of.seconds);
        }
    }
    if is_noisy(&ratios) {
        println!("{game}: the rounds differ much: measure again on a quiet machine");
    }
    println!(
        "{game}: by hand {:.0} kn/s, with the network {:.0} kn/s, ratio {:.2} (median of {} rounds)",
        hand.speed(),
        net.speed(),
        median(ratios),
        options.rounds
    );
    Ok(())
}
