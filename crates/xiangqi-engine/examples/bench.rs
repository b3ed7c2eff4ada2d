//! The bench of the engine alone, without the command line around it: for
//! counting instructions (`perf stat -e instructions:u`) and comparing builds.
//!
//! `cargo run --release -p chuhe-xiangqi-engine --example bench [PROFILE] [DEPTH]`

use search::Unattended;
use xiangqi_engine::bench::{BENCH_DEPTH, bench};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let profile = arguments.next().unwrap_or_else(|| "chuhe".to_owned());
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(BENCH_DEPTH);
    match bench(&profile, depth, &Unattended) {
        Ok(result) => println!("{profile} to depth {depth}: {} nodes", result.nodes),
        Err(error) => eprintln!("{error}"),
    }
}
