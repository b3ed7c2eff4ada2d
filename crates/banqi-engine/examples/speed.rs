//! Nodes per second and depth on middlegames with face-down pieces.
//!
//! `cargo run --release -p chuhe-banqi-engine --example speed -- [ms=300] [PROFILE]`

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use banqi_engine::{BENCH_POSITIONS, BanqiGame, Signals, create};
use search::{Clock, Limits};

struct Wall(Instant);

impl Clock for Wall {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ms = words.iter().find_map(|word| word.strip_prefix("ms=")?.parse().ok()).unwrap_or(300);
    let profile = words.iter().find(|word| !word.contains('=')).map_or("chuhe", |word| word);
    let mut engine = create(profile, 16, 1).unwrap_or_else(|error| panic!("{error}"));
    let (mut nodes, mut chance, mut time) = (0, 0, Duration::ZERO);
    for text in BENCH_POSITIONS {
        let game =
            BanqiGame::from_position(Default::default(), text.parse().expect("a position"), 0);
        engine.new_game();
        let limits = Limits { movetime: Some(Duration::from_millis(ms)), ..Limits::default() };
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = Wall(Instant::now());
        let signals = Signals { clock: &clock, stop: &stop, pondering: &pondering };
        let choice = engine.search(&game, &limits, signals, &mut |_| {});
        let took = clock.elapsed();
        (nodes, chance, time) = (nodes + choice.nodes, chance + choice.chance_nodes, time + took);
        let line: Vec<String> = choice.line.iter().map(ToString::to_string).collect();
        println!(
            "{:>3} face down  depth {:>2}  {:>9} nodes  {:>6} chance nodes  {:?}  {}",
            game.position().face_down().count(),
            choice.depth,
            choice.nodes,
            choice.chance_nodes,
            choice.score,
            line.join(" "),
        );
    }
    let second = time.as_secs_f64();
    println!("{:.0} nodes/s, {:.0} chance nodes/s", nodes as f64 / second, chance as f64 / second);
}
