//! kill -9 during an import: nothing committed is lost, nothing comes in twice, and the
//! end is that of an undisturbed import.

#[path = "support/killed.rs"]
mod killed;

use std::path::Path;
use std::process::{Command, Stdio};

use game::{NullObserver, Position as _, Rng};
use killed::kill_until_done;

fn chuhe(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["games", "--data-dir"]).arg(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    command
}

/// A table of random games.
fn table(count: usize) -> String {
    let mut rng = Rng::new(11);
    let mut text = "id\tresult\tdate\tred\tblack\tmoves\n".to_owned();
    for id in 0..count {
        let mut position = xiangqi::Position::start();
        text +=
            &format!("{id}\t1-0\t2001.02.03\tplayer{}\tplayer{}\t", rng.below(50), rng.below(50));
        for _ in 0..40 {
            let plies = position.legal_plies();
            let Some(&ply) = rng.choose(&plies) else { break };
            text += &format!("{ply} ");
            position.make_ply(ply, &mut NullObserver);
        }
        text += "\n";
    }
    text
}

/// Everything that a program sees of an archive.
fn content(folder: &Path) -> Vec<String> {
    let ask = |arguments: &[&str]| {
        let mut command = chuhe(folder);
        let output = command.args(arguments).stdout(Stdio::piped()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    vec![
        ask(&["list", "--limit", "100000", "--json"]),
        ask(&["opening", "--json"]),
        ask(&["opening", "--moves", "h2e2", "--json"]),
        ask(&["stats", "--json"]),
        ask(&["export", "--to", "tsv", "-"]),
    ]
}

#[test]
fn a_killed_import_ends_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let games = folder.path().join("games.tsv");
    std::fs::write(&games, table(12_000)).unwrap();
    let import = |folder: &Path| {
        let mut command = chuhe(folder);
        command.args(["import", "--batch", "500"]).arg(&games);
        command
    };
    assert!(import(&whole).status().unwrap().success());
    let kills = kill_until_done(|| import(&parts).spawn().unwrap());
    let (expected, found) = (content(&whole), content(&parts));
    assert_eq!(expected[0].lines().count(), 12_000);
    for (expected, found) in expected.iter().zip(&found) {
        assert!(expected == found, "after {kills} kills the archive differs");
    }
}
