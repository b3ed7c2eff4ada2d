//! `cargo xtask bench depth`: the nodes the xiangqi search needs to reach a depth.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::engine::Engine;

/// Ten middlegames of our own games: closed and open, with an attack and without.
const POSITIONS: [&str; 10] = [
    "2bak1bn1/4a4/n2c5/2p1p1p1p/p8/6P2/P1P1P3P/2r1B1N2/2CN5/R2AKAB2 w - - 0 1",
    "2bak1br1/4a4/n6c1/p1p1p3p/2c2np2/9/1r2P1P1P/C1C1B1N2/3R5/N1RAKAB2 w - - 0 1",
    "2bakabr1/9/9/p1pn2p2/4p2np/2P3P2/P3P3P/2N1BrNR1/9/R2AKAB2 w - - 0 1",
    "3akab1r/9/3rb1c1n/p3p4/2P3p1R/6PC1/P1n1P4/2N3N2/4A4/R1BAK1B2 w - - 0 1",
    "4kabn1/4a4/b6cr/p3pP2p/2r3p2/1p5R1/P3P3P/C2AB1N2/9/R3KAB2 w - - 0 1",
    "r3kab1r/4a4/b3c4/p3C3p/1cp6/5p3/P1P1P3P/1CN1B4/4A4/R3KABR1 w - - 0 1",
    "2bak1b2/4a4/4c1n2/p1p3p1p/1C7/2nN5/P3P1P1P/4C4/4A2r1/1cBAK1BNR w - - 0 1",
    "3akab2/4c4/4b1n2/p1C1n1p2/8r/2P1p4/P3P1P2/4B1N2/4A4/1N1AK1BR1 w - - 0 1",
    "2bakabr1/9/6r2/p1pn1c2p/3Np4/2P3B2/P3P3P/2N6/4A4/1RB1KAR2 w - - 0 1",
    "1nb1kac2/4a4/4bc3/p1N1p1C1p/5np2/2P1P4/P2r2P1P/C3B1N2/4A4/2B1KA1R1 w - - 0 1",
];

/// Count the nodes the xiangqi search needs to reach a depth
///
/// Ten middlegames, one thread, a table of 64 MB, emptied before each. Nodes do not
/// depend on the machine.
#[derive(clap::Args)]
pub struct Depth {
    /// How deep
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [14, 18])]
    depths: Vec<u64>,
    /// Another build of ours, to compare with
    #[arg(long, value_name = "PROGRAM")]
    with: Option<PathBuf>,
    /// Options of our engine, such as Profile=chuhe-hce; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// Runs the count.
pub fn run(chuhe: &Path, options: &Depth) -> Result<()> {
    ensure!(!options.depths.is_empty(), "--depths: expected at least one depth");
    let ours = count(chuhe, options)?;
    let theirs = options.with.as_deref().map(|path| count(path, options)).transpose()?;
    for (number, depth) in options.depths.iter().enumerate() {
        let sum = |all: &[Vec<u64>]| all.iter().map(|row| row[number]).sum::<u64>();
        let line = format!(
            "depth {depth:>2}: {:>11} nodes, geometric mean {:>9.0}",
            sum(&ours),
            mean(&ours, number)
        );
        match &theirs {
            None => println!("{line}"),
            Some(old) => println!(
                "{line}; before {:>11}, {:>9.0}; ratio of the means {:.3}",
                sum(old),
                mean(old, number),
                mean(&ours, number) / mean(old, number)
            ),
        }
    }
    Ok(())
}

/// The nodes of every position at every depth.
fn count(program: &Path, options: &Depth) -> Result<Vec<Vec<u64>>> {
    let mut engine = Engine::start(program, &["uci"])?;
    let mut settings = vec![
        "setoption name UCI_Variant value xiangqi".to_owned(),
        "setoption name Hash value 64".to_owned(),
        "setoption name Threads value 1".to_owned(),
    ];
    for option in &options.option {
        let (name, value) = option
            .split_once('=')
            .with_context(|| format!("--option {option}: expected NAME=VALUE"))?;
        settings.push(format!("setoption name {name} value {value}"));
    }
    engine.prepare(&settings.iter().map(String::as_str).collect::<Vec<_>>())?;
    let most = options.depths.iter().copied().max().unwrap_or(1);
    POSITIONS
        .iter()
        .map(|position| {
            let reached = engine.deepen(position, most)?;
            let nodes = |&depth: &u64| {
                let said = reached.iter().rfind(|said| said.depth == depth);
                said.map(|said| said.nodes).with_context(|| format!("{position}: no depth {depth}"))
            };
            options.depths.iter().map(nodes).collect()
        })
        .collect()
}

/// Of trees that differ a hundredfold in size, the mean of what they are multiplied by.
fn mean(all: &[Vec<u64>], number: usize) -> f64 {
    let logarithms = all.iter().map(|row| (row[number].max(1) as f64).ln());
    (logarithms.sum::<f64>() / all.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_factors() {
        let mean = mean(&[vec![10, 5], vec![1000, 5]], 0);
        assert!((mean - 100.0).abs() < 1e-9, "{mean}");
    }
}
