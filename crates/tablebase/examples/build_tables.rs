//! Builds tables of xiangqi into a folder and says how fast: `build_tables FOLDER THREADS
//! CLASS-OR-SET…`. Positions are counted for both sides to move, time is that of the
//! processor, all threads together, with packing and writing.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rustix::time::{ClockId, clock_gettime};
use tablebase::xiangqi::{self, Layout, Material};
use tablebase::{Builder, Event};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, threads, names @ ..] = &arguments[..] else {
        eprintln!("usage: build_tables FOLDER THREADS CLASS-OR-SET…");
        return;
    };
    let mut classes: Vec<Material> = Vec::new();
    for name in names {
        match xiangqi::set(name) {
            Some(set) => classes.extend(set),
            None => classes.push(name.parse().expect("a class or a set")),
        }
    }
    let builder = Builder {
        folder: Path::new(folder),
        threads: threads.parse().expect("a number of threads"),
        memory: 6 << 30,
        end_up_to: 700_000,
        stop: &AtomicBool::new(false),
    };
    let mut before = cpu();
    let (mut positions, begin) = (0, before);
    let result = xiangqi::build(&classes, &builder, &mut |event| {
        if let Event::Ends { name, bytes, .. } = event {
            let own = 2 * name.parse().map_or(0, Layout::size_of);
            let seconds = cpu() - before;
            let speed = own as f64 / 1e6 / seconds;
            println!("{name} {own} positions {bytes} bytes {seconds:.2} s {speed:.2} M/s");
            positions += own;
            before = cpu();
        }
    });
    let seconds = cpu() - begin;
    println!("{positions} positions, {seconds:.1} s, {:.2} M/s", positions as f64 / 1e6 / seconds);
    if let Err(error) = result {
        eprintln!("{error}");
    }
}

/// Seconds of processor time used so far.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
