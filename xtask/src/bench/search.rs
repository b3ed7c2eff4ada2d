//! `cargo xtask bench search`: nodes per second, side by side with fairy-stockfish.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use anyhow::{Context, Result, anyhow};

use super::versions;
use crate::process::{command, find_program};

/// An opening, a middlegame with everything on the board, one with rooks gone, one
/// with open lines, and an ending.
const POSITIONS: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "2bakab2/9/4c1n2/p3p1p1p/2p6/4P1P2/P1P5P/2N1C1N2/4A4/2BAK4 w - - 0 1",
    "r2akab1r/4n4/2n1b2c1/p1p1p3p/6p2/2PN5/P3P1P1P/C1N1B2C1/9/R2AKAB1R w - - 0 1",
    "3ak4/4a4/4b4/p3n3p/2b6/8P/P3P4/4C4/4A4/2BAK4 w - - 0 1",
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

/// What an engine said about its search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Said {
    speed: u64,
    depth: u64,
}

/// A UCI engine in a process of its own.
struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(program: &Path, arguments: &[&str]) -> Result<Engine> {
        let mut process = command(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = process.stdin.take().expect("piped");
        let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let mut engine = Engine { process, input, lines };
        engine.say("uci\nsetoption name UCI_Variant value xiangqi")?;
        engine.say("setoption name Hash value 64\nsetoption name Threads value 1\nisready")?;
        engine.wait_for("readyok")?;
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("the engine does not listen any more")
    }

    /// Reads up to a line that begins so; the last `info` line with a speed.
    fn wait_for(&mut self, word: &str) -> Result<Option<Said>> {
        let mut last = None;
        for line in self.lines.by_ref() {
            let line = line?;
            if line.starts_with(word) {
                return Ok(last);
            }
            last = said(&line).or(last);
        }
        Err(anyhow!("the engine ended without saying `{word}`"))
    }

    fn search(&mut self, position: &str, movetime: u64) -> Result<Said> {
        self.say("ucinewgame\nisready")?;
        self.wait_for("readyok")?;
        self.say(&format!("position fen {position}\ngo movetime {movetime}"))?;
        self.wait_for("bestmove")?.ok_or_else(|| anyhow!("no `info` line with `nps`"))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn said(line: &str) -> Option<Said> {
    let words: Vec<&str> = line.strip_prefix("info ")?.split_whitespace().collect();
    let number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1)?.parse().ok()
    };
    Some(Said { speed: number("nps")?, depth: number("depth")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_depth_are_read_from_info_lines() {
        let line = "info depth 7 seldepth 9 score cp 12 nodes 3000 nps 450000 time 6 pv h2e2";
        assert_eq!(said(line), Some(Said { speed: 450_000, depth: 7 }));
        for other in ["info string nps", "info depth 3", "bestmove h2e2", ""] {
            assert_eq!(said(other), None, "{other}");
        }
    }
}
