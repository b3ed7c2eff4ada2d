//! `cargo xtask bench search --with OLD`: two builds of ours on the same trees.

use std::path::Path;

use anyhow::{Context, Result};

use crate::process::{command, output};

/// What `chuhe bench` said.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bench {
    nodes: u64,
    speed: u64,
}

/// Runs the bench of both games with both builds in turn, and compares the fastest
/// runs: whatever else the machine did can only have slowed a run down.
pub fn run(chuhe: &Path, old: &Path, rounds: u32) -> Result<()> {
    for game in ["xiangqi", "banqi"] {
        let (mut new_best, mut old_best) = (0, 0);
        let mut nodes = (0, 0);
        for _ in 0..rounds {
            let now = bench(chuhe, game)?;
            let then = bench(old, game)?;
            nodes = (now.nodes, then.nodes);
            new_best = new_best.max(now.speed);
            old_best = old_best.max(then.speed);
        }
        let tree = if nodes.0 == nodes.1 { "the same tree" } else { "DIFFERENT TREES" };
        println!(
            "{game}: {} nodes now, {} then ({tree}); {} kn/s now, {} then: ratio {:.3}",
            nodes.0,
            nodes.1,
            new_best / 1000,
            old_best / 1000,
            new_best as f64 / old_best as f64
        );
    }
    Ok(())
}

fn bench(program: &Path, game: &str) -> Result<Bench> {
    let text = output(command(program).args(["bench", game]))?;
    read(&text).with_context(|| format!("{} bench {game} said no count", program.display()))
}

/// The last line, `N nodes M nps`.
fn read(text: &str) -> Option<Bench> {
    let words: Vec<&str> = text.trim().lines().last()?.split_whitespace().collect();
    match words[..] {
        [nodes, "nodes", speed, "nps"] => {
            Some(Bench { nodes: nodes.parse().ok()?, speed: speed.parse().ok()? })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        let read_bench = read("position 1\n1511759 nodes 1200000 nps\n");
        assert_eq!(read_bench, Some(Bench { nodes: 1_511_759, speed: 1_200_000 }));
        assert_eq!(read("nothing"), None);
    }
}
