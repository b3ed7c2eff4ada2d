//! Targets of endgame tables: files and names. Whatever the bytes, they are refused or
//! mean something.

use tablebase::banqi::{self, Class};
use tablebase::file::{Distance, TableFile};
use tablebase::xiangqi::Material;
use tablebase::{Builder, TableError};

use crate::Target;

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "table_file", run: table_file, seeds: files, words: &["CHUHETAB"] },
    Target { name: "table_names", run: table_names, seeds: names, words: &["KRCKR", "KA-R"] },
];

/// The smallest table, built in a folder that is removed again.
fn files() -> Vec<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("chuhe-fuzz-tables-{}", std::process::id()));
    let stop = std::sync::atomic::AtomicBool::new(false);
    let builder =
        Builder { folder: &folder, threads: 1, memory: 1 << 20, end_up_to: 1_000, stop: &stop };
    let class: Class = "K-A".parse().expect("a class");
    let path = folder.join(format!("banqi/{class}.chtab"));
    let built = banqi::build(&[class], &builder, &mut |_| {});
    let bytes = std::fs::read(path);
    let _ = std::fs::remove_dir_all(&folder);
    built.ok().and(bytes.ok()).into_iter().collect()
}

fn table_file(input: &[u8]) {
    let Ok(file) = TableFile::open(Box::new(input.to_vec())) else { return };
    for distance in [Distance::Conversion, Distance::End] {
        let read = file.read(distance);
        if let Ok(levels) = read {
            assert!(levels.iter().all(|side| side.len() as u64 == file.header().size));
        } else {
            assert!(!matches!(read, Err(TableError::Magic)), "the head was read before");
        }
    }
}

fn names() -> Vec<Vec<u8>> {
    ["KRCKR", "KPPPKAABB", "KA-R", "CC-K"].map(|name| name.as_bytes().to_vec()).to_vec()
}

fn table_names(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(class) = text.parse::<Material>() {
        assert_eq!(class.to_string().parse::<Material>(), Ok(class));
    }
    if let Ok(class) = text.parse::<Class>() {
        assert_eq!(class.to_string().parse::<Class>(), Ok(class));
    }
}
