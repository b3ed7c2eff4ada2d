//! Small classes of xiangqi, built, written, read, asked and checked.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use tablebase::Builder;
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
