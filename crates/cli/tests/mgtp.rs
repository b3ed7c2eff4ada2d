//! `chuhe mgtp` as a real process: what goes where. What is answered is tested in the
//! crate `play`.

use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn answers_go_to_standard_output_and_remarks_to_standard_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["mgtp", "--hash", "1", "--movetime", "30", "--profile", "ta-1ply"])
        .args(["--rules", "ntu-2018"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = format!(
        "1 name\n{}\n7 reset_board\n11 flip b3 K\n12 genmove black\n5 quit\n1 name\n",
        "12 genmove ".repeat(20_000)
    );
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let [said, remarks] = [output.stdout, output.stderr].map(|bytes| {
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<String>>()
    });
    assert_eq!(&said[..3], ["=1 Chuhe", "=7", "=11"]);
    assert!(said[3].starts_with("=12 ") && said[4..] == ["=5"], "{said:?}");
    assert!(
        remarks[0].starts_with("depth ") && remarks[0].contains("(30 ms a ply)"),
        "{remarks:?}"
    );
}

#[test]
fn files_in_and_out() {
    let folder = std::env::temp_dir().join(format!("chuhe-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rows = "* X X X X\n".repeat(8);
    let record = |plies: &str| {
        format!(
            "* \n* A vs B\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n{rows}* first 0\n* time 900\n* 1. {plies}\n"
        )
    };
    let run = || {
        Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["mgtp", "--movetime", "30", "--hash", "1", "--file-mode"])
            .arg(&folder)
            .output()
            .unwrap()
    };
    std::fs::write(folder.join("board.txt"), record("a1(R) b2(k)")).unwrap();
    assert!(run().status.success());
    let answer = std::fs::read_to_string(folder.join("move.txt")).unwrap();
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0] == "0" || lines[0] == "1", "{answer}");
    std::fs::write(folder.join("board.txt"), record("a1(K) b2(K)")).unwrap();
    let failed = run();
    let said = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert_eq!(failed.status.code(), Some(2));
    assert!(said.contains("board.txt: ply 2: "), "{said}");
    std::fs::remove_dir_all(&folder).unwrap();
}
