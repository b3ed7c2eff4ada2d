//! What is wrong with a file is said, and no wrong value is ever given.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use tablebase::banqi::{self, BanqiTables, Class};
use tablebase::file::{Distance, TableFile};
use tablebase::{Builder, Shelf, TableError};

fn builder<'a>(folder: &'a Path, stop: &'a AtomicBool) -> Builder<'a> {
    Builder { folder, threads: 1, memory: 1 << 30, end_up_to: 1_000_000, stop }
}

/// The bytes of a small table.
fn bytes() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let class: Class = "K-A".parse().unwrap();
    let path = folder.path().join(format!("banqi/{class}.chtab"));
    banqi::build(&[class], &builder(folder.path(), &AtomicBool::new(false)), &mut |_| {}).unwrap();
    std::fs::read(path).unwrap()
}

/// The name of its class: colours may have changed places.
fn name() -> String {
    "K-A".parse::<Class>().unwrap().to_string()
}

fn open(bytes: Vec<u8>) -> Result<TableFile, TableError> {
    TableFile::open(Box::new(bytes))
}

#[test]
fn a_whole_file_is_read() {
    let file = open(bytes()).unwrap();
    assert_eq!((file.header().name.clone(), file.header().size), (name(), 256));
    let levels = file.read(Distance::End).unwrap();
    assert_eq!(levels[0].len(), 256);
}

#[test]
fn every_damage_is_noticed() {
    let whole = bytes();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x40;
        let read = open(damaged).and_then(|file| {
            file.read(Distance::Conversion)?;
            file.read(Distance::End)
        });
        assert!(read.is_err(), "byte {at} of {}", whole.len());
    }
    for length in 0..whole.len() {
        assert!(open(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
    let longer = [&whole[..], &[0]].concat();
    assert!(matches!(open(longer), Err(TableError::Truncated { .. })));
}

#[test]
fn errors_say_what_would_be_right() {
    let whole = bytes();
    let cases: [(usize, u8, &str); 2] =
        [(0, b'X', "expected a file that begins with CHUHETAB"), (8, 9, "expected version 2")];
    for (at, byte, words) in cases {
        let mut changed = whole.clone();
        changed[at] = byte;
        let error = open(changed).err().unwrap().to_string();
        assert!(error.contains(words), "{error}");
    }
    let error = open(whole[..40].to_vec()).err().unwrap().to_string();
    assert!(error.contains("cut short"), "{error}");
}

#[test]
fn a_damaged_table_has_no_values_and_a_half_written_one_is_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("banqi");
    std::fs::create_dir_all(&own).unwrap();
    let mut damaged = bytes();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    std::fs::write(own.join(format!("{}.chtab", name())), &damaged[..last]).unwrap();
    std::fs::write(own.join("K-K.part"), &damaged).unwrap();
    std::fs::write(own.join("K-K.chtab"), bytes()).unwrap();
    let tables = BanqiTables::open(folder.path().to_str().unwrap()).unwrap();
    for text in ["8/8/8/K4r2 r", "8/8/8/K4k2 r"] {
        assert_eq!(tables.probe(&text.parse().unwrap(), 0), None, "{text}");
    }
    let problems = tables.shelf().problems();
    assert!(problems.iter().any(|text| text.contains("cut short")), "{problems:?}");
    assert!(problems.iter().any(|text| text.contains("expected K-K")), "{problems:?}");
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let class: Class = "KA-E".parse().unwrap();
    let stop = AtomicBool::new(false);
    let stopped =
        banqi::build(std::slice::from_ref(&class), &builder(folder.path(), &stop), &mut |event| {
            if matches!(event, tablebase::Event::Ends { .. }) {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
    assert!(stopped.is_err());
    let files = std::fs::read_dir(folder.path().join("banqi")).unwrap();
    let is_table = |path: std::path::PathBuf| path.extension().is_some_and(|end| end == "chtab");
    assert_eq!(files.filter(|file| is_table(file.as_ref().unwrap().path())).count(), 1);
    let mut there = 0;
    let again = AtomicBool::new(false);
    banqi::build(&[class], &builder(folder.path(), &again), &mut |event| {
        there += usize::from(matches!(event, tablebase::Event::There { .. }));
    })
    .unwrap();
    assert_eq!(there, 1);
}

#[test]
fn a_needed_table_that_is_damaged_is_named_and_nothing_is_built_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let (small, large): (Class, Class) = ("K-A".parse().unwrap(), "KA-E".parse().unwrap());
    banqi::build(&[small], &builder(folder.path(), &stop), &mut |_| {}).unwrap();
    let path = folder.path().join(format!("banqi/{}.chtab", name()));
    let mut damaged = std::fs::read(&path).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let built =
        banqi::build(std::slice::from_ref(&large), &builder(folder.path(), &stop), &mut |_| {});
    let error = built.unwrap_err().to_string();
    assert!(error.contains(&format!("the table of {}", name())), "{error}");
    assert!(error.contains("remove it and build again"), "{error}");
    assert!(!folder.path().join(format!("banqi/{large}.chtab")).exists());
}

#[test]
fn a_missing_sub_table_is_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let class: Class = "KE-A".parse().unwrap();
    banqi::build(std::slice::from_ref(&class), &builder(folder.path(), &stop), &mut |_| {})
        .unwrap();
    for small in class.after_captures() {
        std::fs::remove_file(folder.path().join(format!("banqi/{small}.chtab"))).unwrap();
    }
    let tables = BanqiTables::open(folder.path().to_str().unwrap()).unwrap();
    let position = "8/8/8/Ea5K b".parse().unwrap();
    assert!(tables.probe(&position, 0).is_some());
    assert_eq!(tables.plies(&position, 0), None, "the capture's value is unknown");
    let verified = banqi::verify(&tables, &class, 0, 1, &|| false);
    assert!(matches!(verified, Err(TableError::Missing(_))));
}

#[test]
fn two_builders_do_not_meet_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let class: Class = "K-A".parse().unwrap();
    let mut met = None;
    banqi::build(std::slice::from_ref(&class), &builder(folder.path(), &stop), &mut |event| {
        if matches!(event, tablebase::Event::Begins { .. }) {
            let second = banqi::build(
                std::slice::from_ref(&class),
                &builder(folder.path(), &stop),
                &mut |_| {},
            );
            met = second.err().map(|error| error.to_string());
        }
    })
    .unwrap();
    assert!(met.unwrap().contains("another program builds tables"));
}

/// A disk without room: the half-written file is a name for a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("banqi");
    std::fs::create_dir_all(&own).unwrap();
    let part = own.join(format!("{}.part", name()));
    std::os::unix::fs::symlink("/dev/full", &part).unwrap();
    let stop = AtomicBool::new(false);
    let class: Class = "K-A".parse().unwrap();
    let built =
        banqi::build(std::slice::from_ref(&class), &builder(folder.path(), &stop), &mut |_| {});
    let error = built.unwrap_err().to_string();
    assert!(error.contains("cannot write") && error.contains("No space left"), "{error}");
    assert!(!part.exists() && !own.join(format!("{}.chtab", name())).exists());
    banqi::build(&[class], &builder(folder.path(), &stop), &mut |_| {}).unwrap();
}

#[test]
fn a_missing_folder_and_one_without_tables() {
    assert!(Shelf::open(game::GameKind::Banqi, "/no/such/folder").is_err());
    let folder = tempfile::tempdir().unwrap();
    let tables = BanqiTables::open(folder.path().to_str().unwrap()).unwrap();
    assert_eq!(tables.probe(&"8/8/8/K4r2 r".parse().unwrap(), 0), None);
}
