//! Small classes of xiangqi, built, written, read, asked and checked.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use tablebase::Builder;
use tablebase::file::{Distance, to_bytes};
use tablebase::xiangqi::{self, Material, XiangqiTables};

fn build(folder: &Path, names: &[&str]) -> XiangqiTables {
    let classes: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    let builder = Builder {
        folder,
        threads: 2,
        memory: 1 << 30,
        end_up_to: 1_000_000,
        stop: &AtomicBool::new(false),
    };
    xiangqi::build(&classes, &builder, &mut |_| {}).unwrap();
    XiangqiTables::open(folder.to_str().unwrap()).unwrap()
}

#[test]
fn every_class_agrees_with_its_successors() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["KRKA", "KPKB", "KNKA", "KCAKA", "KNPK", "KPPK", "KRKC", "KNKP", "KCKC"];
    let tables = build(folder.path(), &names);
    for (name, step) in names.iter().zip([97, 31, 97, 997, 1009, 499, 1999, 1999, 1999]) {
        let class = name.parse().unwrap();
        let verified = xiangqi::verify(&tables, class, 0, step, &|| false).unwrap();
        assert!(verified.positions > 50, "{name}: {}", verified.positions);
        assert_eq!(verified.disagreements, [], "{name}");
    }
}

/// Checks single entries.
fn wrong(folder: &Path, class: Material, entries: &[usize]) -> usize {
    let tables = XiangqiTables::open(folder.to_str().unwrap()).unwrap();
    let check = |&index: &usize| {
        let verified = xiangqi::verify(&tables, class, index, usize::MAX, &|| false).unwrap();
        verified.disagreements.len()
    };
    entries.iter().map(check).sum()
}

#[test]
fn ways_to_wins_by_the_law_lead_on_and_wrong_ones_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let tables = build(folder.path(), &["KCKPP"]);
    let class: Material = "KCKPP".parse().unwrap();
    let file = tables.shelf().get(&class.to_string()).unwrap().unwrap();
    let levels = file.read(Distance::Conversion).unwrap();
    let mut ways = file.read(Distance::Way).unwrap();
    let long = |&index: &usize| ways.iter().any(|side| (7..100).contains(&side[index]));
    let entries: Vec<usize> = (0..levels[0].len()).filter(long).step_by(199).collect();
    assert!(entries.len() > 10, "{} long ways", entries.len());
    assert_eq!(wrong(folder.path(), class, &entries), 0);
    for way in ways.iter_mut().flatten().filter(|way| **way > 3) {
        *way = if way.is_multiple_of(2) { 4 } else { 3 };
    }
    let bytes = to_bytes(file.header().clone(), &levels, None, Some(&ways)).unwrap();
    std::fs::write(folder.path().join(format!("xiangqi/{class}.chtab")), bytes).unwrap();
    assert!(wrong(folder.path(), class, &entries) > 0);
}
