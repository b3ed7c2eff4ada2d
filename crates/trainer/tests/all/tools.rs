//! Merging, sampling, counting.

use super::*;
use std::path::{Path, PathBuf};
use trainer::data::{Record, Writer, check, info, merge, sample};

fn write(path: &Path, records: &[XiangqiRecord], fingerprint: u64) {
    let mut writer = Writer::append(path, fingerprint).unwrap();
    records.iter().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap();
}

/// Two files of different engines, and room for a third.
fn files() -> (tempfile::TempDir, Vec<PathBuf>, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let paths = ["a", "b", "c"].map(|name| place.path().join(name));
    write(&paths[0], &xiangqi_records(300, 1), 1);
    write(&paths[1], &xiangqi_records(200, 2), 2);
    (place, paths[..2].to_vec(), paths[2].clone())
}

#[test]
fn merged_files_hold_everything() {
    let (_place, from, to) = files();
    let mut damage = Vec::new();
    assert_eq!(merge::<XiangqiRecord>(&from, &to, &mut damage).unwrap(), 500);
    let found = info::<XiangqiRecord>(&to).unwrap();
    assert_eq!((found.records, found.blocks), (500, 2));
    assert_eq!(found.by_fingerprint.into_iter().collect::<Vec<_>>(), [(1, 300), (2, 200)]);
    assert_eq!(found.results.iter().sum::<u64>(), 500);
    let noisy = xiangqi_records(300, 1)
        .iter()
        .chain(&xiangqi_records(200, 2))
        .filter(|record| record.label().noisy)
        .count();
    assert_eq!(found.marks[1], noisy as u64);
    assert!(found.mean_score > 100.0 && damage.is_empty() && found.damage.is_empty());
}

#[test]
fn samples_have_the_size_asked_for() {
    let (_place, from, to) = files();
    let mut damage = Vec::new();
    assert_eq!(sample::<XiangqiRecord>(&from, &to, 120, 3, &mut damage).unwrap(), 500);
    let found = info::<XiangqiRecord>(&to).unwrap();
    assert_eq!(found.records, 120);
    assert!(found.by_fingerprint[&1] > 40 && found.by_fingerprint[&2] > 20);
}

#[test]
fn damaged_blocks_are_left_out_and_named() {
    let (_place, from, to) = files();
    let mut bytes = std::fs::read(&from[0]).unwrap();
    bytes[500] ^= 1;
    std::fs::write(&from[0], bytes).unwrap();
    let mut damage = Vec::new();
    assert_eq!(merge::<XiangqiRecord>(&from, &to, &mut damage).unwrap(), 200);
    assert_eq!(damage.len(), 1);
    assert!(damage[0].to_string().contains("checksum"), "{}", damage[0]);
    assert_eq!(check::<XiangqiRecord>(&from[0]).unwrap(), damage);
}
