//! Nodes per second and depth on middlegames with face-down pieces, by processor
//! time where the system tells it.
//!
//! `cargo run --release -p chuhe-banqi-engine --example speed -- \
//!     [ms=300 | nodes=N | depth=N] [hash=16] [o.OPTION=VALUE] [network=FILE] [PROFILE]`

mod support;

use std::time::Duration;

use banqi_engine::{BENCH_POSITIONS, BanqiGame};
use search::Host as _;
use support::{Processor, Words, choose, create};

fn main() {
    let words = Words::of_command_line();
    let request = words.request(300);
    let plain = words.plain();
    let profile = plain.first().copied().unwrap_or("chuhe");
    let mut engine = create(profile, words.number("hash").unwrap_or(16) as usize, 1);
    for word in words.0.iter().filter_map(|word| word.strip_prefix("o.")) {
        let (name, value) = word.split_once('=').expect("o.OPTION=VALUE");
        engine.set_option(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    if let Some(path) = words.value("network") {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        engine.set_network(Some(&bytes)).unwrap_or_else(|error| panic!("{error}"));
    }
    let (mut nodes, mut chance, mut time, mut depth) = (0, 0, Duration::ZERO, 0);
    for text in BENCH_POSITIONS {
        let game =
            BanqiGame::from_position(Default::default(), text.parse().expect("a position"), 0);
        engine.new_game();
        let clock = Processor::start();
        let choice = choose(engine.as_mut(), &game, &request);
        let took = clock.elapsed();
        (nodes, chance, time) = (nodes + choice.nodes, chance + choice.chance_nodes, time + took);
        depth += choice.depth;
        let line: Vec<String> =
            choice.lines.iter().flat_map(|line| &line.plies).map(ToString::to_string).collect();
        println!(
            "{:>3} face down  depth {:>2}  {:>9} nodes  {:>6} chance nodes  {:>6.0} ms  {:?}  {}",
            game.position().face_down().count(),
            choice.depth,
            choice.nodes,
            choice.chance_nodes,
            took.as_secs_f64() * 1000.0,
            choice.score(),
            line.join(" "),
        );
    }
    let second = time.as_secs_f64();
    println!(
        "{nodes} nodes, {:.0} nodes/s, {chance} chance nodes, {:.0} chance nodes/s, mean depth {:.1}",
        nodes as f64 / second,
        chance as f64 / second,
        f64::from(depth) / BENCH_POSITIONS.len() as f64,
    );
}
