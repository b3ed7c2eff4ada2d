//! What networks are worth on positions.

use super::*;
use network::{
    BanqiInputs, KingBuckets, Middle, Network, Shape, Width, XiangqiInputs, XiangqiNetwork,
};
use trainer::data::{DataError, Filter, Record, Writer};
use trainer::judging::{Drawn, compare, draw, test};
use trainer::training::Data;
use trainer::variety::{Banqi, Xiangqi};

fn network(middle: Middle, seed: u64) -> XiangqiNetwork {
    let inputs = XiangqiInputs { kings: KingBuckets::One, middle };
    Network::random(Shape { width: Width::W64, inputs }, seed)
}

#[test]
fn a_test_tells_losses_symmetry_and_columns() {
    let inexact =
        |record: &XiangqiRecord| record.relabelled(Label { exact: false, ..record.label() });
    let records: Vec<_> = xiangqi_records(500, 1).iter().map(inexact).collect();
    let found = test::<Xiangqi>(&network(Middle::Balance, 1), &records, 0.0);
    assert_eq!((found.positions, found.labels.loss, found.labels.mean_error), (500, 0.0, 0.0));
    assert!((found.labels.correlation - 1.0).abs() < 1e-9);
    assert!(found.network.loss > 0.0 && found.hand_written.loss > 0.0);
    assert!(found.asymmetries.iter().all(|image| image.different == 0 && image.most == 0));
    let fixed = test::<Xiangqi>(&network(Middle::Fixed, 1), &records, 0.0);
    let [mirror, colours] = &fixed.asymmetries[..] else { panic!() };
    assert!(mirror.different > 0 && mirror.most > 0 && colours.different == 0, "{mirror:?}");
    assert_eq!((found.columns.all, found.columns.dead), (64, 0));
    assert!(found.columns.off > 0.1 && found.columns.off + found.columns.full < 1.0);
}

#[test]
fn dead_columns_are_counted() {
    let network = network(Middle::Fixed, 1);
    let mut parameters = network.parameters();
    for weights in parameters.features.chunks_mut(64) {
        weights[5] = 0;
    }
    parameters.bias[5] = -1;
    let dull = Network::new(network.shape(), network.scale(), &parameters).unwrap();
    let found = test::<Xiangqi>(&dull, &xiangqi_records(500, 1), 0.0);
    assert_eq!(found.columns.dead, 1);
}

#[test]
fn a_network_goes_together_with_itself_and_others_are_told_apart() {
    let records = banqi_records(300, 1);
    let shape = Shape { width: Width::W64, inputs: BanqiInputs };
    let [one, other] = [1, 2].map(|seed| Network::random(shape, seed));
    let same = compare::<Banqi>([&one, &one], &records, 0.0, 3);
    assert!((same.correlation - 1.0).abs() < 1e-9 && same.mean_difference == 0.0);
    let apart = compare::<Banqi>([&one, &other], &records, 0.0, 3);
    assert!(apart.correlation < 0.99 && apart.largest.len() == 3);
    let size = |at: usize| (apart.largest[at].scores[0] - apart.largest[at].scores[1]).abs();
    assert!(size(0) >= size(1) && size(1) >= size(2) && size(2) > 0.0);
    let first = apart.largest[0].position.parse::<banqi::Position>();
    assert!(first.is_ok(), "{}", apart.largest[0].position);
}

#[test]
fn positions_are_drawn_once_and_by_filter() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.chd");
    let mut writer = Writer::append(&path, 1).unwrap();
    let records = xiangqi_records(5000, 1);
    records.iter().for_each(|record| writer.push(record).unwrap());
    writer.finish().unwrap();
    let data = [Data { path, weight: 1.0 }];
    let drawn = |count, filter: &Filter| draw::<XiangqiRecord>(&data, count, filter, 1);
    let Drawn { records: all, damage } = drawn(usize::MAX, &Filter::default()).unwrap();
    assert_eq!((all.len(), damage.len()), (5000, 0));
    assert_eq!(drawn(70, &Filter::default()).unwrap().records.len(), 70);
    let quiet = Filter { quiet_only: true, ..Filter::default() };
    let quiet = drawn(usize::MAX, &quiet).unwrap().records;
    assert!(quiet.len() < 4500);
    let loud = |record: &XiangqiRecord| record.label().in_check && !record.label().exact;
    assert!(!quiet.iter().any(loud));
    let none = Filter { fingerprints: vec![9], ..Filter::default() };
    assert!(matches!(drawn(5, &none), Err(DataError::Empty(_))));
}
