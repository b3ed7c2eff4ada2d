//! Files: whole, torn, damaged.

use super::*;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use trainer::data::{BLOCK_RECORDS, DamageKind, DataError, DataFile, Record, Writer, check};

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn write<R: Record>(path: &Path, records: &[R], fingerprint: u64) {
    let mut writer = Writer::append(path, fingerprint).unwrap();
    for record in records {
        writer.push(record).unwrap();
    }
    writer.finish().unwrap();
}

/// Every readable record, and the damage.
fn read<R: Record>(path: &Path) -> (Vec<R>, Vec<DamageKind>) {
    let mut file = DataFile::<R>::open(path).unwrap();
    let mut damage: Vec<_> = file.damage().iter().map(|damage| damage.kind.clone()).collect();
    let mut records = Vec::new();
    for place in file.blocks().to_vec() {
        damage.extend(file.read(place, &mut records).err().map(|damage| damage.kind));
    }
    (records, damage)
}

#[test]
fn what_is_written_is_read_back() {
    let place = Place::new();
    let records = xiangqi_records(3, 1).repeat(3000);
    write(&place.file("a"), &records[..5000], 7);
    write(&place.file("a"), &records[5000..], 8);
    assert_eq!(read(&place.file("a")), (records, vec![]));
    let file = DataFile::<XiangqiRecord>::open(&place.file("a")).unwrap();
    let blocks: Vec<_> =
        file.blocks().iter().map(|block| (block.count, block.fingerprint)).collect();
    assert_eq!(blocks, [(4096, 7), (904, 7), (4000, 8)]);
    let dark = banqi_records(100, 1);
    write(&place.file("b"), &dark, 7);
    assert_eq!(read(&place.file("b")), (dark, vec![]));
}

#[test]
fn a_torn_block_is_reported_and_the_next_writer_cuts_it_off() {
    let place = Place::new();
    let path = place.file("torn");
    let records = banqi_records(30, 1);
    write(&path, &records[..10], 1);
    let first = fs::metadata(&path).unwrap().len();
    write(&path, &records[10..], 1);
    let whole = fs::read(&path).unwrap();
    // However far the second block came.
    for length in first as usize + 1..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let bytes = length as u64 - first;
        let torn = vec![DamageKind::Torn { bytes }];
        let expected = if bytes < 28 || whole.len() > length { torn } else { vec![] };
        assert_eq!(read(&path), (records[..10].to_vec(), expected), "{length} bytes");
        if length % 64 == 0 {
            write::<BanqiRecord>(&path, &[], 1);
            assert_eq!(fs::metadata(&path).unwrap().len(), first, "{length} bytes");
        }
        write(&path, &records[10..], 1);
        assert_eq!(fs::read(&path).unwrap(), whole, "{length} bytes");
    }
}

#[test]
fn records_wait_for_their_block_and_a_killed_writer_loses_only_them() {
    let place = Place::new();
    let path = place.file("killed");
    let records = xiangqi_records(2, 1).repeat(3000);
    let mut writer = Writer::append(&path, 1).unwrap();
    for record in &records {
        writer.push(record).unwrap();
    }
    assert_eq!(writer.waiting(), records.len() - BLOCK_RECORDS);
    // Dropped without finishing, as a kill would.
    drop(writer);
    assert_eq!(read(&path), (records[..BLOCK_RECORDS].to_vec(), vec![]));
}

#[test]
fn damage_in_one_block_leaves_the_others_readable() {
    let place = Place::new();
    let path = place.file("damaged");
    let records = banqi_records(30, 1);
    for part in records.chunks(10) {
        write(&path, part, 1);
    }
    let whole = fs::read(&path).unwrap();
    let block = whole.len() / 3;
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let at = block + rng.below(block);
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << rng.below(8);
        fs::write(&path, &bytes).unwrap();
        let (read, damage) = read::<BanqiRecord>(&path);
        assert_eq!(read, [&records[..10], &records[20..]].concat(), "byte {at}");
        let named = match damage.as_slice() {
            [DamageKind::Garbage { bytes }] => at < block + 28 && *bytes == block as u64,
            [DamageKind::Checksum { positions: 10, .. }] => at >= block + 28,
            _ => false,
        };
        assert!(named, "byte {at}: {damage:?}");
        assert_eq!(check::<BanqiRecord>(&path).unwrap().len(), 1);
    }
}

#[test]
fn a_file_cut_anywhere_gives_its_whole_blocks() {
    let place = Place::new();
    let path = place.file("cut");
    let records = banqi_records(30, 1);
    for part in records.chunks(10) {
        write(&path, part, 1);
    }
    let whole = fs::read(&path).unwrap();
    let block = whole.len() / 3;
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let (read, damage) = read::<BanqiRecord>(&path);
        assert_eq!(read, records[..10 * (length / block)], "{length} bytes");
        let torn = matches!(damage.as_slice(), [DamageKind::Torn { bytes }]
            if *bytes == (length % block) as u64);
        assert!(if length % block == 0 { damage.is_empty() } else { torn }, "{length}: {damage:?}");
    }
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let place = Place::new();
    let path = place.file("xiangqi");
    write(&path, &xiangqi_records(3, 1), 1);
    let error = DataFile::<BanqiRecord>::open(&path).err().unwrap().to_string();
    assert!(error.ends_with("positions of xiangqi, expected banqi"), "{error}");
    assert!(matches!(Writer::<BanqiRecord>::append(&path, 1), Err(DataError::Game { .. })));
    let missing = DataFile::<BanqiRecord>::open(&place.file("missing"));
    assert!(matches!(missing, Err(DataError::File { .. })));

    let writer = Writer::<XiangqiRecord>::append(&path, 1).unwrap();
    let second = Writer::<XiangqiRecord>::append(&path, 1);
    assert!(matches!(second, Err(DataError::InUse { .. })));
    drop(writer);

    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    let checksum = network::checksum::crc32(&bytes[..24]).to_le_bytes();
    bytes[24..28].copy_from_slice(&checksum);
    fs::write(&path, bytes).unwrap();
    let other = DataFile::<XiangqiRecord>::open(&path);
    assert!(matches!(other, Err(DataError::Version { found: 9, .. })));
}

#[test]
fn any_bytes_can_be_opened() {
    let place = Place::new();
    let path = place.file("any");
    write(&path, &xiangqi_records(20, 1), 1);
    let whole = fs::read(&path).unwrap();
    let mut rng = Rng::new(9);
    for _ in 0..200 {
        let mut bytes = [whole.as_slice(), &whole, b"CHUHEPOS", &whole].concat();
        for _ in 0..rng.below(5) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        bytes.drain(..rng.below(60));
        fs::write(&path, &bytes).unwrap();
        let (records, _) = read::<XiangqiRecord>(&path);
        assert!(records.len() <= 60);
    }
    fs::write(&path, b"").unwrap();
    assert_eq!(read::<XiangqiRecord>(&path), (vec![], vec![]));
}
