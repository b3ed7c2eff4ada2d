//! Tests of data and training through their public face.

mod blocks;
mod evolve;
mod evolve_faults;
mod judging;
mod labelling;
mod learning;
mod records;
mod runs;
mod selfplay;
mod shuffling;
mod tools;
mod training;

use game::Rng;
use game::conformance::random_position;
use network::Clock;
use trainer::data::{BanqiRecord, GameResult, Label, XiangqiRecord};

fn label(rng: &mut Rng) -> Label {
    let results = [GameResult::Loss, GameResult::Draw, GameResult::Win];
    Label {
        score: rng.below(2000) as i16 - 1000,
        result: results[rng.below(3)],
        ply: rng.below(256) as u8,
        in_check: rng.below(8) == 0,
        noisy: rng.below(4) == 0,
        exact: rng.below(16) == 0,
    }
}

/// Labelled positions of random games of xiangqi.
fn xiangqi_records(count: u64, seed: u64) -> Vec<XiangqiRecord> {
    let mut rng = Rng::new(seed);
    (0..count)
        .map(|n| {
            let position = random_position(seed ^ n << 20, rng.below(150));
            XiangqiRecord::new(&position, label(&mut rng))
        })
        .collect()
}

/// Labelled positions of random games of dark chess.
fn banqi_records(count: u64, seed: u64) -> Vec<BanqiRecord> {
    let mut rng = Rng::new(seed);
    (0..count)
        .map(|n| {
            let position = random_position(seed ^ n << 20, rng.below(200));
            let clock = Clock { plies: rng.below(60) as u16, limit: 60 };
            BanqiRecord::new(&position, clock, label(&mut rng))
        })
        .collect()
}
