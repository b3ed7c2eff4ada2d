//! From games against itself to a tested network, by the commands a user types; and
//! what they say about files that cannot be used.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use library::{Change, Ending, Library, NewGame, PlyRow};
use serde_json::Value;
use tempfile::TempDir;

fn chuhe(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// The standard output of a command that must succeed.
fn done(folder: &Path, line: &str) -> String {
    let output = chuhe(folder, line);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "chuhe {line}: {}\n{words}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&done(folder, &format!("{line} --json"))).unwrap()
}

/// What a command that must fail says.
fn refused(folder: &Path, line: &str) -> String {
    let output = chuhe(folder, line);
    assert_eq!(output.status.code(), Some(2), "chuhe {line}");
    String::from_utf8(output.stderr).unwrap()
}

const TRAIN: &str = "--width 64 --batch 1024 --batches 3 --noisy";

fn selfplay(folder: &Path, game: &str) {
    done(folder, &format!("selfplay --game {game} --out {game} --positions 300 --nodes 100"));
}

/// Self-play, a look at the data, training, a look at the network, its test.
fn chain(game: &str) {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    selfplay(folder, game);
    let info = &json(folder, &format!("data info {game}"))[0];
    let positions = info["positions"].as_u64().unwrap();
    assert!(positions >= 300 && info["game"] == game, "{info}");
    done(folder, &format!("data check {game}"));
    let sampled = json(folder, &format!("data sample {game} --out few.chd --positions 70"));
    assert_eq!(sampled["positions"], 70);
    let merged = json(folder, &format!("data merge few.chd {game} --out all.chd"));
    assert_eq!(merged["positions"].as_u64(), Some(positions + 70));

    let trained = json(folder, &format!("train --game {game} --data {game} --out a.chn {TRAIN}"));
    assert_eq!((&trained["finished"], &trained["batches"]), (&true.into(), &3.into()));
    assert!(trained["held_out"]["hand_written"].as_f64().unwrap() > 0.0, "{trained}");
    assert!(trained["quantisation"]["mean"].as_f64().unwrap() < 100.0, "{trained}");
    assert!(folder.join("a.svg").exists() && !folder.join("a.chn.checkpoint").exists());
    done(
        folder,
        &format!("train --game {game} --data all.chd=0.5 --out b.chn --correction {TRAIN}"),
    );

    let found = json(folder, "net info a.chn");
    assert_eq!((&found["game"], &found["width"]), (&game.into(), &64.into()));
    assert!(found["comment"].as_str().unwrap().contains("3 batches of 1024"), "{found}");
    assert_eq!(json(folder, "net info b.chn")["role"], "correction");
    let test = json(folder, &format!("net test a.chn --data {game}"));
    assert!(test["network"]["loss"].as_f64().unwrap() > 0.0 && test["positions"] != 0, "{test}");
    assert_eq!(test["labels"]["mean_error"], 0.0);
    let pair = json(folder, &format!("net compare a.chn b.chn --data {game} --show 2"));
    assert_eq!(pair["largest"].as_array().unwrap().len(), 2);
    for line in ["net info a.chn", &format!("net test a.chn --data {game}")] {
        assert!(done(folder, line).contains("columns"), "{line}");
    }

    let labelled = json(folder, &format!("label few.chd --game {game} --out again --nodes 50"));
    assert_eq!((&labelled["positions"], &labelled["finished"]), (&70.into(), &true.into()));
    assert_eq!(json(folder, "data info again")[0]["positions"], 70);
}

#[test]
fn xiangqi_from_games_to_a_tested_network() {
    chain("xiangqi");
}

#[test]
fn dark_chess_from_games_to_a_tested_network() {
    chain("banqi");
}

/// Keeps a finished game that the first player won.
fn keep_game(library: &Library, game: &str, start: &str, plies: &[(&str, Option<&str>)]) {
    let new = NewGame {
        owner: "local".into(),
        game: game.into(),
        start: start.into(),
        ..NewGame::default()
    };
    let id = library.create_game(&new, 1_000).unwrap();
    for (number, (ply, reveal)) in plies.iter().enumerate() {
        let reveal = reveal.map(str::to_owned);
        let row = PlyRow { ply: (*ply).into(), reveal, ..PlyRow::default() };
        let change = Change::after(number as u64, 1_001);
        library.append_ply(&id, change, number as u32, &row, start, None).unwrap();
    }
    let ending = Ending { winner: Some("first".into()), reason: "resignation".into() };
    library.finish(&id, Change::after(plies.len() as u64, 1_002), &ending).unwrap();
}

#[test]
fn finished_games_of_the_library_are_labelled() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    assert!(
        refused(folder, "label --library --data-dir . --out x").contains("there is no library")
    );
    let library = Library::open(&folder.join("library.sqlite")).unwrap();
    let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    keep_game(&library, "xiangqi", xiangqi, &[("h2e2", None), ("h9g7", None)]);
    let banqi = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1";
    keep_game(&library, "banqi", banqi, &[("a1a1", Some("R"))]);
    for (game, positions, won) in [("xiangqi", 3, 2), ("banqi", 2, 1)] {
        let line = format!("label --library --data-dir . --game {game} --out {game} --nodes 50");
        assert_eq!(json(folder, &line)["positions"], positions);
        assert_eq!(json(folder, &format!("data info {game}"))[0]["won"], won);
    }
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    selfplay(folder, "banqi");
    done(folder, &format!("train --game banqi --data banqi --out b.chn {TRAIN}"));
    let check = |line: &str, what: &str| {
        let said = refused(folder, line);
        assert!(said.contains(what), "chuhe {line}: {said}");
    };
    check("data info missing.chd", "missing.chd: ");
    check("train --data banqi --out x.chn", "positions of banqi, expected xiangqi");
    check("train --game banqi --data banqi --out x.chn --batch 1000", "a multiple of 1024");
    check("train --game banqi --data banqi --out x.chn --king-buckets 4", "4 king buckets");
    check("train --game banqi --data banqi --out no/x.chn", "its folder is missing");
    check("data merge banqi --out b.chn", "b.chn: there already");
    check("net test b.chn --data missing", "missing: ");
    check("net info banqi/positions.chd", "not a network: expected a file that begins with");

    let whole = std::fs::read(folder.join("b.chn")).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    write("cut.chn", &whole[..whole.len() / 2]);
    check("net info cut.chn", "network cut short");
    let mut changed = whole.clone();
    changed[1000] ^= 1;
    write("changed.chn", &changed);
    check("net test changed.chn --data banqi", "network damaged: checksum");
    changed[8] = 9;
    write("newer.chn", &changed);
    check("net info newer.chn", "network of version 9");

    write("empty.chd", b"");
    check("data info empty.chd", "no whole block in empty.chd");
    check("train --game banqi --data empty.chd --out x.chn", "no whole block in empty.chd");
    let data = std::fs::read(folder.join("banqi/positions.chd")).unwrap();
    write("torn.chd", &[data.as_slice(), &data[..500]].concat());
    let torn = chuhe(folder, "data check torn.chd");
    assert_eq!(torn.status.code(), Some(1));
    let said = String::from_utf8_lossy(&torn.stdout).into_owned();
    assert!(said.contains("the last block is not finished, 500 bytes are lost"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_checkpoint_and_says_how_to_go_on() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    selfplay(folder, "banqi");
    let line =
        "train --game banqi --data banqi --out x.chn --width 64 --batch 1024 --batches 100000";
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let interrupt = ["-INT", &child.id().to_string()].map(str::to_owned);
    assert!(Command::new("kill").args(interrupt).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("go on with: ") && said.contains("--batches 100000"), "{said}");
    assert!(folder.join("x.chn.checkpoint").exists() && !folder.join("x.chn").exists());
    let other = refused(folder, &line.replace("--width 64", "--width 128"));
    assert!(other.contains("width 64 there, 128 here"), "{other}");
}
