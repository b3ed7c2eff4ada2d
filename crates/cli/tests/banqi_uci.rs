//! Dark chess behind UCI as a real process: a few words, and matches under our own
//! referee. What is said in a session is tested in the crate `play`.

mod support;

use std::path::PathBuf;
use std::process::Command;

use support::Engine;

#[test]
fn the_game_is_chosen_on_the_command_line_or_by_an_option() {
    let mut engine = Engine::start(&["--variant", "banqi", "--profile", "ta-1ply"]);
    engine.send("uci");
    let introduction = engine.until("uciok").join("\n");
    assert!(introduction.contains("Game type combo default banqi var xiangqi var banqi"));
    assert!(introduction.contains("Profile type combo default ta-1ply"), "{introduction}");
    assert!(engine.remark("d").contains("XXXXXXXX"));
    engine.send("setoption name Game value xiangqi");
    assert!(engine.remark("d").contains("rnbakabnr"));
    engine.quit();
}

/// Plays a match with our engine behind the protocol; the lines of the results.
fn play(name: &str, engine: &str, extra: &[&str]) -> Vec<serde_json::Value> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("chuhe-dark-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let program = env!("CARGO_BIN_EXE_chuhe");
    let engine = format!("name=outside,cmd={program},args=uci,option.Hash=2,{engine}");
    let output = Command::new(program)
        .args(["match", "--game", "banqi", "--engine", &engine])
        .args(["--engine", "name=inside,builtin=chuhe,option.Hash=2", "--seed", "11", "--no-pin"])
        .args(extra)
        .arg("--out")
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// No engine lost by a fault, and every game was played to its end.
fn check_played(results: &[serde_json::Value], games: usize) {
    assert_eq!(results.len(), games);
    for result in results {
        let cause = result["cause"].as_str().unwrap();
        let faults = ["time", "illegal", "crash", "hang", "garbage"];
        assert!(!faults.contains(&cause), "{result}");
    }
}

#[test]
fn our_own_referee_plays_matches_through_it() {
    for protocol in ["banqi-uci", "uci", "auto"] {
        let engine = format!("proto={protocol}");
        let results = play(protocol, &engine, &["--tc", "nodes=400", "--games", "2"]);
        check_played(&results, 2);
    }
    let engine = "proto=banqi-uci,option.Profile=ta-1ply,option.Rules=ntu-2018";
    let extra = ["--tc", "1+0.01", "--games", "2", "--rules", "ntu-2018"];
    check_played(&play("clock", engine, &extra), 2);
}

/// The same engine, the same nodes, the same deal: behind the protocol it plays
/// as it does inside.
#[test]
fn the_protocol_changes_no_ply() {
    let plies = |name: &str| {
        let results = play(name, "proto=banqi-uci", &["--tc", "nodes=300", "--games", "2"]);
        check_played(&results, 2);
        results.iter().map(|result| result["plies"].clone()).collect::<Vec<_>>()
    };
    let first = plies("first");
    assert_eq!(first[0], first[1], "with seats swapped the same game is played");
    assert_eq!(first, plies("second"));
}
