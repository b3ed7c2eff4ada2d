//! A record keeps the position and the label.

use super::*;
use game::Position as _;
use network::{BanqiInputs, Inputs, KingBuckets, Middle, XiangqiInputs};
use trainer::data::{Record, RecordFault};

fn rows<R: Record>(record: &R, inputs: R::Inputs, symmetry: usize) -> Vec<u16> {
    let mut rows = Vec::new();
    record.rows(inputs, symmetry, &mut rows);
    let half = rows.len() / 2;
    rows[..half].sort_unstable();
    rows[half..].sort_unstable();
    rows
}

#[test]
fn xiangqi_positions_come_back() {
    let mut rng = Rng::new(2);
    for seed in 0..500 {
        let position: xiangqi::Position = random_position(seed, seed as usize % 200);
        let label = label(&mut rng);
        let record = XiangqiRecord::new(&position, label);
        assert_eq!(record.position(), Ok(position.clone()));
        assert_eq!(record.label(), label);
        assert_eq!(XiangqiRecord::read(record.bytes()), Ok(record));
        assert_eq!(record.output(), XiangqiInputs::output(&position));
    }
}

#[test]
fn dark_chess_positions_come_back() {
    let mut rng = Rng::new(2);
    for seed in 0..500 {
        let position: banqi::Position = random_position(seed, seed as usize % 200);
        let (label, clock) = (label(&mut rng), Clock { plies: seed as u16 % 60, limit: 60 });
        let record = BanqiRecord::new(&position, clock, label);
        assert_eq!(record.position(), Ok(position.clone()));
        assert_eq!((record.label(), record.clock()), (label, clock));
        assert_eq!(BanqiRecord::read(record.bytes()), Ok(record));
        assert_eq!(record.output(), BanqiInputs::output(&position));
        assert!(record.bytes().len() <= 32);
    }
}

#[test]
fn images_have_the_rows_of_the_image() {
    let inputs = XiangqiInputs { kings: KingBuckets::Six, middle: Middle::Fixed };
    for seed in 0..100 {
        let position: xiangqi::Position = random_position(seed, seed as usize);
        let record = XiangqiRecord::new(&position, Label::default());
        let image = XiangqiRecord::new(&position.mirror(0), Label::default());
        assert_eq!(rows(&record, inputs, 1), rows(&image, inputs, 0));
        let symmetric = XiangqiInputs { middle: Middle::Balance, ..inputs };
        assert_eq!(rows(&record, symmetric, 1), rows(&record, symmetric, 0));
    }
    for seed in 0..100 {
        let position: banqi::Position = random_position(seed, seed as usize);
        let clock = Clock { plies: 50, limit: 60 };
        let record = BanqiRecord::new(&position, clock, Label::default());
        for symmetry in 1..4 {
            let image = BanqiRecord::new(&position.mirror(symmetry - 1), clock, Label::default());
            assert_eq!(rows(&record, BanqiInputs, symmetry), rows(&image, BanqiInputs, 0));
        }
    }
}

#[test]
fn impossible_records_are_refused() {
    let start = XiangqiRecord::new(&xiangqi::Position::start(), Label::default());
    let changed = |at: usize, byte: u8| {
        let mut bytes = start.bytes().to_vec();
        bytes[at] = byte;
        XiangqiRecord::read(&bytes)
    };
    assert_eq!(changed(12, 0xff), Err(RecordFault::Piece(15)));
    assert_eq!(changed(11, 0x80), Err(RecordFault::Bits));
    assert_eq!(changed(1, 0xff), Err(RecordFault::TooMany(39)));
    assert_eq!(changed(30, 3).map(|record| record.label().result), Ok(GameResult::Unknown));
    // The red king becomes a second black one.
    let kings = changed(14, start.bytes()[14] & 0xf0 | 7);
    assert_eq!(kings, Err(RecordFault::Kings(2)));
    assert_eq!(XiangqiRecord::read(&[0; 31]), Err(RecordFault::Bits));

    let start = BanqiRecord::new(&banqi::Position::start(), Clock::default(), Label::default());
    let mut bytes = start.bytes().to_vec();
    bytes[0] = 0xff;
    assert_eq!(BanqiRecord::read(&bytes), Err(RecordFault::Pool));
}

#[test]
fn no_bytes_make_a_panic() {
    let mut rng = Rng::new(3);
    let good = xiangqi_records(50, 1);
    let dark = banqi_records(50, 1);
    for n in 0..20_000 {
        let mut bytes = good[n % 50].bytes().to_vec();
        let mut dark = dark[n % 50].bytes().to_vec();
        for _ in 0..=rng.below(3) {
            bytes[rng.below(32)] = rng.next_u64() as u8;
            dark[rng.below(26)] = rng.next_u64() as u8;
        }
        if let Ok(record) = XiangqiRecord::read(&bytes) {
            let inputs = XiangqiInputs { kings: KingBuckets::Six, middle: Middle::Balance };
            assert!(rows(&record, inputs, 1).iter().all(|&row| usize::from(row) < inputs.count()));
            let _ = (record.position(), record.output(), record.label());
        }
        if let Ok(record) = BanqiRecord::read(&dark) {
            let rows = rows(&record, BanqiInputs, 3);
            assert!(rows.iter().all(|&row| usize::from(row) < BanqiInputs.count()));
            let _ = (record.position(), record.output(), record.label());
        }
    }
}
