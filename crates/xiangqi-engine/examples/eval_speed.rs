//! How long one evaluation takes, in each style, over positions of random games.
//!
//! `cargo run --release -p chuhe-xiangqi-engine --example eval_speed [ROUNDS]`
//!
//! Processor time where the system tells it, so that a busy machine does not
//! disturb the figure; wall time otherwise.

use std::hint::black_box;
use std::time::Instant;

use game::conformance::random_position;
use xiangqi::Position;
use xiangqi_engine::eval::{Accumulator, EvalStyle, Evaluation};

const POSITIONS: u64 = 2_000;

/// Nanoseconds this process has run on a processor, as Linux counts them.
fn processor_time() -> Option<u128> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn timed(work: impl FnOnce()) -> u128 {
    let (begin, wall) = (processor_time(), Instant::now());
    work();
    match (begin, processor_time()) {
        (Some(begin), Some(end)) => end - begin,
        _ => wall.elapsed().as_nanos(),
    }
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(500);
    let positions: Vec<Position> =
        (0..POSITIONS).map(|seed| random_position(seed, 10 + seed as usize % 110)).collect();
    for style in EvalStyle::ALL {
        let evaluator = Evaluation::of_style(style);
        let accumulators: Vec<Accumulator> =
            positions.iter().map(|position| evaluator.refresh(position)).collect();
        let mut sum = 0;
        let nanoseconds = timed(|| {
            for _ in 0..rounds {
                for (position, accumulator) in positions.iter().zip(&accumulators) {
                    sum += evaluator.evaluate(black_box(position), accumulator).get();
                }
            }
        });
        let count = positions.len() * rounds;
        let each = nanoseconds as f64 / count as f64;
        println!("{:<10} {each:6.1} ns per evaluation ({count}, sum {sum})", style.name());
    }
}
