//! Targets of files that training reads and writes: networks and labelled positions.
//! Whatever the bytes, they are refused or mean something.

use std::path::{Path, PathBuf};

use game::conformance::random_position;
use network::checksum::crc32;
use network::{
    BanqiInputs, BanqiNetwork, Clock, Header, Inputs, Network, Shape, Width, XiangqiInputs,
    XiangqiNetwork,
};
use trainer::data::{
    BanqiRecord, DataFile, Dataset, Filter, GameResult, Label, Record, Source, Writer,
    XiangqiRecord,
};

use crate::Target;

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "network_file", run: network_file, seeds: networks, words: &["CHUHENET"] },
    Target { name: "data_file", run: data_file, seeds: data_files, words: &["CHUHEPOS"] },
];

fn networks() -> Vec<Vec<u8>> {
    let width = Width::W64;
    let xiangqi = Shape { width, inputs: XiangqiInputs::default() };
    let banqi = Shape { width, inputs: BanqiInputs };
    vec![
        XiangqiNetwork::random(xiangqi, 1).with_comment("comment").to_bytes(),
        BanqiNetwork::random(banqi, 1).to_bytes(),
    ]
}

fn network_file(input: &[u8]) {
    // A right checksum, so that what stands behind it is tried too.
    let mut sealed = input.to_vec();
    if let Some((content, stored)) = sealed.split_last_chunk_mut::<4>() {
        *stored = crc32(content).to_le_bytes();
    }
    for bytes in [input, &sealed] {
        let _ = Header::read(bytes);
        read_network::<XiangqiInputs>(bytes, &game::Position::start(), ());
        read_network::<BanqiInputs>(bytes, &game::Position::start(), Clock::default());
    }
}

fn read_network<I: Inputs>(bytes: &[u8], position: &I::Position, clock: I::Clock) {
    let Ok(network) = Network::<I>::from_bytes(bytes) else { return };
    network.evaluate(position, clock);
    let again = Network::<I>::from_bytes(&network.to_bytes()).expect("what is written is read");
    assert_eq!(again.parameters(), network.parameters());
    assert_eq!(again.comment(), network.comment());
}

/// A file of this thread.
fn path() -> PathBuf {
    let thread = format!("{:?}", std::thread::current().id());
    let number: String = thread.chars().filter(char::is_ascii_digit).collect();
    std::env::temp_dir().join(format!("chuhe-fuzz-{}-{number}", std::process::id()))
}

fn written<R: Record>(records: &[R]) -> Vec<u8> {
    let path = path();
    let mut writer = Writer::append(&path, 7).expect("a file can be written");
    for part in records.chunks(3) {
        part.iter().for_each(|record| writer.push(record).expect("there is room"));
        writer.flush().expect("there is room");
    }
    writer.finish().expect("there is room");
    let bytes = std::fs::read(&path).expect("it was written");
    let _ = std::fs::remove_file(&path);
    bytes
}

fn data_files() -> Vec<Vec<u8>> {
    let label = Label { score: 77, result: GameResult::Win, ply: 9, ..Label::default() };
    let clock = Clock { plies: 3, limit: 60 };
    let plies = |n: u64| 5 + 9 * n as usize;
    let xiangqi: Vec<_> =
        (0..7).map(|n| XiangqiRecord::new(&random_position(n, plies(n)), label)).collect();
    let banqi: Vec<_> =
        (0..7).map(|n| BanqiRecord::new(&random_position(n, plies(n)), clock, label)).collect();
    vec![written(&xiangqi), written(&banqi)]
}

fn data_file(input: &[u8]) {
    let path = path();
    std::fs::write(&path, input).expect("a file can be written");
    read_data::<XiangqiRecord>(&path);
    read_data::<BanqiRecord>(&path);
    let _ = std::fs::remove_file(&path);
}

fn read_data<R: Record>(path: &Path) {
    let Ok(mut file) = DataFile::<R>::open(path) else { return };
    let mut records = Vec::new();
    for block in file.blocks().to_vec() {
        let before = records.len();
        match file.read(block, &mut records) {
            Ok(()) => assert_eq!(records.len() - before, block.count as usize),
            Err(_) => assert_eq!(records.len(), before, "damaged blocks give nothing"),
        }
    }
    let mut rows = Vec::new();
    for record in &records {
        assert_eq!(R::read(record.bytes()).as_ref(), Ok(record));
        assert_eq!(record.relabelled(record.label()), *record);
        let _ = record.position();
        record.rows(Default::default(), 1, &mut rows);
    }
    let Ok(data) = Dataset::<R>::open(&[Source::whole(path.to_owned())]) else { return };
    let drawn = data.shuffled(64, Filter::default(), 1).draw_of_round(usize::MAX);
    assert_eq!(drawn.len(), records.len());
}
