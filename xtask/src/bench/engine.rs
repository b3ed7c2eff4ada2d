//! A UCI engine in a process of its own.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, anyhow};

use crate::process::command;

/// What an engine said about its search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Said {
    pub speed: u64,
    pub depth: u64,
    pub nodes: u64,
}

/// A UCI engine in a process of its own.
pub struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

/// Parts of a second in which the system counts processor time.
const TICKS: f64 = 100.0;

impl Engine {
    /// Starts a program; it has read `uci`.
    pub fn start(program: &Path, arguments: &[&str]) -> Result<Engine> {
        let mut process = command(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = process.stdin.take().expect("piped");
        let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let mut engine = Engine { process, input, lines };
        engine.prepare(&["uci"])?;
        Ok(engine)
    }

    /// Says some lines and waits until they are carried out.
    ///
    /// # Errors
    /// If it has something to say against them.
    pub fn prepare(&mut self, lines: &[&str]) -> Result<()> {
        self.say(&lines.join("\n"))?;
        self.say("isready")?;
        self.wait_for("readyok").map(drop)
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
            if let Some(remark) = line.strip_prefix("info string ")
                && remark.starts_with("option ")
            {
                return Err(anyhow!("the engine says: {remark}"));
            }
            last = said(&line).or(last);
        }
        Err(anyhow!("the engine ended without saying `{word}`"))
    }

    /// Searches a position for a time.
    pub fn search(&mut self, position: &str, movetime: u64) -> Result<Said> {
        self.prepare(&["ucinewgame"])?;
        self.say(&format!("position fen {position}\ngo movetime {movetime}"))?;
        self.wait_for("bestmove")?.ok_or_else(|| anyhow!("no `info` line with `nps`"))
    }

    /// Searches a position to a depth; every `info` line with a speed.
    pub fn deepen(&mut self, position: &str, depth: u64) -> Result<Vec<Said>> {
        self.prepare(&["ucinewgame"])?;
        self.say(&format!("position fen {position}\ngo depth {depth}"))?;
        let mut all = Vec::new();
        for line in self.lines.by_ref() {
            let line = line?;
            if line.starts_with("bestmove") {
                return Ok(all);
            }
            // A score outside the window ends no iteration.
            let bound = line.contains(" lowerbound") || line.contains(" upperbound");
            all.extend(said(&line).filter(|_| !bound));
        }
        Err(anyhow!("the engine ended without saying `bestmove`"))
    }

    /// Searches for a time; its nodes and the seconds it took, of the processor if the system
    /// tells them.
    pub fn count(&mut self, position: &str, movetime: u64) -> Result<(u64, f64)> {
        let (begin, used) = (Instant::now(), self.processor_time());
        let said = self.search(position, movetime)?;
        let wall = begin.elapsed().as_secs_f64();
        let seconds = used.and_then(|used| Some(self.processor_time()? - used));
        Ok((said.nodes, seconds.filter(|&seconds| seconds > 0.0).unwrap_or(wall)))
    }

    /// Seconds of the processor that the process has used, all its threads together.
    fn processor_time(&self) -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        processor_ticks(&text).map(|ticks| ticks as f64 / TICKS)
    }
}

/// User and system time of a line of `/proc/PID/stat`; the name before may hold spaces.
fn processor_ticks(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
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
    Some(Said { speed: number("nps")?, depth: number("depth")?, nodes: number("nodes")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_depth_are_read_from_info_lines() {
        let line = "info depth 7 seldepth 9 score cp 12 nodes 3000 nps 450000 time 6 pv h2e2";
        assert_eq!(said(line), Some(Said { speed: 450_000, depth: 7, nodes: 3000 }));
        for other in ["info string nps", "info depth 3", "bestmove h2e2", ""] {
            assert_eq!(said(other), None, "{other}");
        }
    }

    #[test]
    fn processor_time_is_read_behind_the_name() {
        let stat = "17 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 31 11 0 0 20 0";
        assert_eq!(processor_ticks(stat), Some(42));
        assert_eq!(processor_ticks("17"), None);
    }
}
