//! Builds tables into a folder: `build_tables FOLDER THREADS CLASS-OR-SET…`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use tablebase::xiangqi::{self, Material};
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
    let result = xiangqi::build(&classes, &builder, &mut |event| {
        if let Event::Ends { name, bytes, time } = event {
            println!("{name} {bytes} bytes {:.1} s", time.as_secs_f64());
        }
    });
    if let Err(error) = result {
        eprintln!("{error}");
    }
}
