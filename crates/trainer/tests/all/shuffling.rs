//! Shuffled reading: everything once a round, the same with the same seed.

use super::*;
use std::collections::HashSet;
use trainer::data::{
    BLOCK_RECORDS, DataError, Dataset, Filter, Place, Record, Shuffled, Source, Writer,
};

fn numbered(count: usize) -> Vec<XiangqiRecord> {
    let record = xiangqi_records(1, 1)[0];
    let label = |n: usize| Label { score: n as i16, ply: (n % 256) as u8, ..Label::default() };
    (0..count).map(|n| record.relabelled(label(n))).collect()
}

fn draw(data: &mut Shuffled<XiangqiRecord>, count: usize) -> Vec<i16> {
    let mut records = Vec::new();
    data.draw(count, &mut records).unwrap();
    records.iter().map(|record| record.label().score).collect()
}

#[test]
fn every_round_has_every_record_once_in_another_order() {
    let count = 5 * BLOCK_RECORDS + 100;
    let all: HashSet<i16> = (0..count as i16).collect();
    for room in [1, 2 * BLOCK_RECORDS, 100 * BLOCK_RECORDS] {
        let mut data = Dataset::memory(numbered(count)).shuffled(room, Filter::default(), 3);
        let first = draw(&mut data, count);
        assert_eq!(data.place(), Place { round: 0, drawn: count as u64 });
        let second = draw(&mut data, count);
        assert_ne!(first, second);
        assert_eq!(data.place(), Place { round: 1, drawn: count as u64 });
        for round in [&first, &second] {
            assert_eq!(round.iter().copied().collect::<HashSet<_>>(), all);
        }
        let neighbours = first.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count();
        assert!(neighbours < 40, "{neighbours} pairs are not shuffled");
    }
}

#[test]
fn reading_can_go_on_where_it_stopped() {
    let count = 3 * BLOCK_RECORDS;
    let open = |seed| Dataset::memory(numbered(count)).shuffled(9000, Filter::default(), seed);
    let mut data = open(3);
    draw(&mut data, count + 5000);
    let place = data.place();
    let rest = draw(&mut data, 2 * count);
    let mut again = open(3);
    again.go_to(place).unwrap();
    assert_eq!(draw(&mut again, 2 * count), rest);
    assert_ne!(draw(&mut open(4), 100), draw(&mut open(3), 100));
}

#[test]
fn filters_and_shares_leave_out() {
    let records = numbered(2 * BLOCK_RECORDS);
    let filter = Filter { from_ply: 200, largest_score: Some(4000), ..Filter::default() };
    let mut data = Dataset::memory(records.clone()).shuffled(1 << 14, filter, 1);
    for score in draw(&mut data, 5000) {
        assert!(score <= 4000 && score % 256 >= 200, "{score}");
    }
    let noisy = Label { noisy: true, ..Label::default() };
    let exact = Label { exact: true, score: 30_000, ..noisy };
    let quiet_only = Filter { quiet_only: true, largest_score: Some(10), ..Filter::default() };
    assert!(!quiet_only.passes(&noisy) && quiet_only.passes(&exact));

    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("shared");
    let mut writer = Writer::append(&path, 5).unwrap();
    records.iter().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap();
    let open = |share| Dataset::open(&[Source { path: path.clone(), share, until: None }]).unwrap();
    let mut data = open(0.25).shuffled(1 << 14, Filter::default(), 1);
    draw(&mut data, 1);
    while data.place().round == 0 {
        draw(&mut data, 1);
    }
    let other = Filter { fingerprints: vec![6], ..Filter::default() };
    let nothing = open(1.0).shuffled(1 << 14, other, 1).draw(1, &mut Vec::new());
    assert!(matches!(nothing, Err(DataError::Empty(_))));
    let mut counted = open(0.25).shuffled(1 << 14, Filter::default(), 1);
    let mut drawn = 0;
    while counted.place().round == 0 {
        drawn = counted.place().drawn;
        draw(&mut counted, 1);
    }
    assert!((1800..2300).contains(&drawn), "{drawn} of 8192");
}

#[test]
fn no_data_is_an_error() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("empty");
    std::fs::write(&path, b"").unwrap();
    let empty = Dataset::<XiangqiRecord>::open(&[Source::whole(path)]);
    assert!(matches!(empty, Err(DataError::Empty(_))));
    let nothing = Dataset::<XiangqiRecord>::memory(Vec::new());
    let drawn = nothing.shuffled(1, Filter::default(), 1).draw(1, &mut Vec::new());
    assert!(matches!(drawn, Err(DataError::Empty(_))));
}

#[test]
fn what_is_held_out_is_not_trained_on() {
    let mut data = Dataset::memory(numbered(6 * BLOCK_RECORDS));
    let (held_out, damage) = data.hold_out(0.3, usize::MAX, 1);
    assert_eq!((held_out.len(), damage.len()), (2 * BLOCK_RECORDS, 0));
    let held_out: HashSet<i16> = held_out.iter().map(|record| record.label().score).collect();
    let mut rest = data.shuffled(1 << 14, Filter::default(), 1);
    assert!(draw(&mut rest, 4 * BLOCK_RECORDS).iter().all(|score| !held_out.contains(score)));
}
