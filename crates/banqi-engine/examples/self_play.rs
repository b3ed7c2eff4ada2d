//! Plays games of a profile with itself (or another), and replays each on the
//! reference board to the same end. Without `--release` every debug assertion is
//! on.
//!
//! `cargo run -p chuhe-banqi-engine --example self_play -- \
//!     [count=2000] [seed=0] [nodes=500] [rules=tcga] [PROFILE [PROFILE]]`

mod support;

use game::Outcome;
use search::Request;
use support::{Words, create, play_and_replay};

fn main() {
    let words = Words::of_command_line();
    let (count, seed) = (words.number("count").unwrap_or(2_000), words.number("seed").unwrap_or(0));
    let nodes = words.number("nodes").unwrap_or(500);
    let request = Request::of_nodes(nodes);
    let preset = words.value("rules").unwrap_or("tcga");
    let plain = words.plain();
    let first = plain.first().copied().unwrap_or("chuhe");
    let second = plain.get(1).copied().unwrap_or(first);
    let mut engines = [first, second].map(|name| create(name, 4, 1));
    let (mut decided, mut plies) = (0, 0);
    for game in 0..count {
        let (outcome, length) = play_and_replay(&mut engines, preset, seed + game, &request);
        decided += u64::from(outcome != Outcome::Draw);
        plies += length as u64;
        if (game + 1) % 200 == 0 {
            println!("{} games", game + 1);
        }
    }
    let assertions = if cfg!(debug_assertions) { "with" } else { "without" };
    println!(
        "{count} games of {first} - {second} at {nodes} nodes, seeds {seed} to {}, {assertions} \
         debug assertions: {decided} decided, {} drawn, {plies} plies, no illegal ply, every game \
         ends the same on the reference board",
        seed + count.max(1) - 1,
        count - decided,
    );
}
