//! Positions a second: `cargo run --release -p chuhe-trainer --example training_speed`.
//!
//! Arguments: widths and threads to measure, as `128x2`; without any, the usual ones.

use std::ops::ControlFlow;
use std::time::Instant;

use game::Rng;
use game::conformance::random_position;
use network::{BanqiInputs, Clock, Inputs, Shape, Width, XiangqiInputs};
use trainer::data::{
    BanqiRecord, Dataset, Filter, GameResult, Label, Record, Source, Writer, XiangqiRecord,
};
use trainer::train::{Options, Trainer};

const RECORDS: u64 = 40_000;
const BATCHES: u64 = 24;

fn label(rng: &mut Rng) -> Label {
    let score = rng.below(1200) as i16 - 600;
    let result = if score > 0 { GameResult::Win } else { GameResult::Loss };
    Label { score, result, ..Label::default() }
}

fn measure<R: Record>(name: &str, records: &[R], inputs: R::Inputs, width: Width, threads: usize) {
    let shape = Shape { width, inputs };
    let options = Options { threads, report_every: BATCHES / 3, ..Options::new(shape) };
    let positions = BATCHES * options.batch as u64;
    let options = Options { positions, ..options };
    let mut trainer = Trainer::<R>::new(options).expect("the options are right");
    let mut data = Dataset::memory(records.repeat(25)).shuffled(1 << 18, Filter::default(), 1);
    let mut begin = Instant::now();
    let mut best = f64::MAX;
    let run = trainer.run(&mut data, &mut |_, _| {
        best = best.min(begin.elapsed().as_secs_f64());
        begin = Instant::now();
        ControlFlow::Continue(())
    });
    run.expect("there is data");
    let speed = positions as f64 / 3.0 / best / 1e6;
    println!("{name:<12} {:>5} {threads:>8} {speed:>10.3}", width.columns());
}

/// Reads labelled positions from a file as training does: checksums, checks, shuffling.
fn measure_reading<R: Record>(name: &str, records: &[R]) {
    let path = std::env::temp_dir().join(format!("training_speed.{}", std::process::id()));
    let mut writer = Writer::append(&path, 1).expect("the file can be written");
    for _ in 0..25 {
        records.iter().for_each(|record| writer.push(record).expect("there is room"));
    }
    writer.finish().expect("there is room");
    let data = Dataset::<R>::open(&[Source::whole(path.clone())]);
    let mut data = data.expect("the file is whole").shuffled(1 << 19, Filter::default(), 1);
    let count = 25 * records.len();
    let mut drawn = Vec::with_capacity(count);
    let begin = Instant::now();
    data.draw(count, &mut drawn).expect("there is data");
    let speed = count as f64 / begin.elapsed().as_secs_f64() / 1e6;
    println!("{name:<12} reading alone  {speed:>10.3}");
    let _ = std::fs::remove_file(path);
}

fn main() {
    let mut rng = Rng::new(1);
    let xiangqi: Vec<_> = (0..RECORDS)
        .map(|n| XiangqiRecord::new(&random_position(n, 10 + n as usize % 120), label(&mut rng)))
        .collect();
    let clock = Clock { plies: 3, limit: 60 };
    let banqi: Vec<_> = (0..RECORDS)
        .map(|n| {
            let position = random_position(n, 1 + n as usize % 80);
            BanqiRecord::new(&position, clock, label(&mut rng))
        })
        .collect();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usual = ["128x1", "128x2", "256x1", "256x2", "512x1", "512x2"].map(String::from);
    let chosen = if arguments.is_empty() { usual.to_vec() } else { arguments };
    println!("{:<12} {:>5} {:>8} {:>10}", "million/s", "width", "threads", "positions");
    measure_reading("xiangqi", &xiangqi);
    measure_reading("dark chess", &banqi);
    for choice in &chosen {
        let (columns, threads) = choice.split_once('x').unwrap_or((choice, "1"));
        let width = columns.parse().ok().and_then(Width::from_columns).unwrap_or(Width::W128);
        let threads = threads.parse().unwrap_or(1);
        measure("xiangqi", &xiangqi, XiangqiInputs::default(), width, threads);
        measure("dark chess", &banqi, BanqiInputs, width, threads);
    }
    debug_assert_eq!(XiangqiInputs::default().count(), 1260);
}
