//! Targets of files that tuning reads: test sets, and the archive of results. Whatever the
//! bytes, they are refused or mean something.

use game::GameKind;
use jobs::Archive;
use tuner::suite::Suite;

use crate::Target;

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target {
        name: "test_set",
        run: test_set,
        seeds: sets,
        words: &[" bm ", "; ", "id ", " w - - ", "h2e2", "a1a2"],
    },
    Target {
        name: "job_archive",
        run: job_archive,
        seeds: archives,
        words: &["{\"index\":", ",\"output\":", "}\n"],
    },
];

fn sets() -> Vec<Vec<u8>> {
    crate::seeds(&[
        "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm b0b9; dm 1; id \"a\";\n",
        "# comment\n\n8/8/8/Kp5r r bm a1a2;\n",
    ])
}

fn test_set(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for game in GameKind::ALL {
        let mut suite = Suite::default();
        if suite.read(game, "input", &text).is_err() || suite.check().is_err() {
            continue;
        }
        let before = suite.clone();
        suite.check().expect("what was checked stays good");
        assert_eq!(suite, before);
        let (training, held) = suite.split(0.3, 7);
        assert_eq!(training.cases.len() + held.cases.len(), before.cases.len());
    }
}

fn archives() -> Vec<Vec<u8>> {
    crate::seeds(&["{\"index\":1,\"output\":5}\n{\"index\":2,\"output\":6}\n{\"ind"])
}

fn job_archive(input: &[u8]) {
    let thread = format!("{:?}", std::thread::current().id());
    let number: String = thread.chars().filter(char::is_ascii_digit).collect();
    let name = format!("chuhe-fuzz-archive-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, input).expect("a file can be written");
    if let Ok(mut archive) = Archive::open(&path) {
        let known = archive.len();
        archive.keep(u64::MAX, &9).expect("there is room");
        let _ = archive.get::<u64>(u64::MAX);
        drop(archive);
        let again = Archive::open(&path).expect("what was opened can be opened again");
        assert!(again.len() >= known);
    }
    let _ = std::fs::remove_file(&path);
}
