//! Measures perft: leaves per second over ten positions that random play of 40
//! plies reaches, and the start position.
//!
//! `cargo run --release -p chuhe-banqi --example perft_speed [depth]`

use std::time::Instant;

use banqi::Position;
use game::Position as _;
use game::conformance::random_position;
use game::perft::perft;

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(4);
    let (mut leaves, mut seconds, mut speeds) = (0, 0.0, 0.0);
    for seed in 1..=10 {
        let position: Position = random_position(seed, 40);
        let (count, time) = measure(&position, depth);
        (leaves, seconds, speeds) = (leaves + count, seconds + time, speeds + count as f64 / time);
    }
    println!("all ten: {:.0} M leaves/s", leaves as f64 / seconds / 1e6);
    println!("mean of the ten speeds: {:.0} M leaves/s", speeds / 10.0 / 1e6);
    measure(&Position::start(), 3);
}

fn measure(position: &Position, depth: u32) -> (u64, f64) {
    let begin = Instant::now();
    let count = perft(position, depth);
    let time = begin.elapsed().as_secs_f64();
    let speed = count.kinds as f64 / time / 1e6;
    println!(
        "{:>13} kinds {:>16} weighted {speed:>6.0} M/s  {position}",
        count.kinds, count.weighted
    );
    (count.kinds, time)
}
