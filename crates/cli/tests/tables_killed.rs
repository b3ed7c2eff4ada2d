//! kill -9 while tables are built: what is complete stays, nothing half-written is ever
//! read, and building goes on to the same files.

#[path = "support/killed.rs"]
mod killed;

use std::path::Path;
use std::process::{Command, Stdio};

use killed::kill_until_done;

fn build(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["tables", "build", "AC-KC", "KP-KA", "KA-KA", "KE-KA", "KA-CP", "KP-AC"]);
    command.args(["--threads", "1", "--dir"]);
    command.arg(folder).stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    command
}

/// What every table holds, without the time it took.
fn stats(folder: &Path) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(["tables", "stats", "--dir"]).arg(folder);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_killed_build_goes_on_to_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    assert!(build(&whole).status().unwrap().success());
    kill_until_done(|| {
        // What a kill left half-written is no table.
        std::fs::create_dir_all(parts.join("banqi")).unwrap();
        std::fs::write(parts.join("banqi/K-A.part"), b"CHUHETAB").unwrap();
        build(&parts).spawn().unwrap()
    });
    assert_eq!(stats(&whole), stats(&parts));
}
