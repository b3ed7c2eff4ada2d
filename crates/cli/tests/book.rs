//! `chuhe book`: killed builds, bad input, and books in an engine's session.

#[path = "support/killed.rs"]
mod killed;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use game::{NullObserver, Position as _, Rng};
use killed::kill_until_done;
use tempfile::TempDir;

struct Place(TempDir);

impl Place {
    /// An archive of random games that share their openings.
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        std::fs::write(place.path("games.tsv"), games(300)).unwrap();
        place.well(&["games", "--data-dir", "data", "import", "games.tsv"]);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null());
        command
    }

    fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn well(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What is said when a command cannot be carried out.
    fn fault(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn games(count: usize) -> String {
    let mut rng = Rng::new(11);
    let mut text = "id\tresult\tdate\tmoves\n".to_owned();
    for id in 0..count {
        let mut position = xiangqi::Position::start();
        text += &format!("{id}\t{}\t2001.02.03\t", ["1-0", "0-1", "1/2-1/2"][rng.below(3)]);
        for ply in 0..20 {
            let plies = position.legal_plies();
            let among = if ply < 6 { 3 } else { plies.len() };
            let ply = plies[rng.below(among.min(plies.len()))];
            text += &format!("{ply} ");
            position.make_ply(ply, &mut NullObserver);
        }
        text += "\n";
    }
    text
}

const RED: [&str; 13] = [
    "book",
    "build",
    "red",
    "red.book",
    "--data-dir",
    "data",
    "--plies",
    "9",
    "--nodes",
    "4000",
    "--hash",
    "1",
    "--threads=2",
];

#[test]
fn a_killed_build_goes_on_to_the_same_book() {
    let place = Place::new();
    place.well(&RED);
    let whole = std::fs::read(place.path("red.book")).unwrap();
    std::fs::remove_file(place.path("red.book")).unwrap();
    kill_until_done(|| {
        // What a kill left half-written is no book.
        std::fs::write(place.path("red.book.part"), b"CHUHEBOK").unwrap();
        let mut command = place.command(&RED);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    });
    assert!(std::fs::read(place.path("red.book")).unwrap() == whole);
    assert!(!place.path("red.book.build").exists());
}

#[test]
fn bad_input_is_said() {
    let place = Place::new();
    let empty = place.fault(&["book", "build", "classic", "no.book", "--data-dir", "none"]);
    assert!(empty.contains("no game is chosen"), "{empty}");
    let nobody = ["book", "build", "red", "no.book", "--data-dir", "data", "--player", "nobody"];
    assert!(place.fault(&nobody).contains("no game is chosen"));
    let second = ["book", "build", "red", "no.book", "--data-dir", "data", "--second", "nowhere"];
    assert!(place.fault(&second).contains("--second nowhere: no game comes from such a file"));
    let dark = ["book", "build", "red", "no.book", "--data-dir", "data", "--game", "banqi"];
    assert!(place.fault(&dark).contains("a classic book only"));
    let rules = ["book", "build", "red", "no.book", "--data-dir", "data", "--rules", "mine"];
    assert!(place.fault(&rules).contains("--rules"));
    assert!(!place.path("no.book").exists());

    let classic = ["book", "build", "classic", "my.book", "--data-dir", "data", "--games", "1"];
    let told = place.well(&classic);
    assert!(told.starts_with("my.book: "), "{told}");
    let bytes = std::fs::read(place.path("my.book")).unwrap();
    std::fs::write(place.path("cut.book"), &bytes[..bytes.len() / 2]).unwrap();
    let cut = place.fault(&["book", "probe", "cut.book"]);
    assert!(cut.contains("cut short or half written"), "{cut}");
    let mut other = bytes.clone();
    *other.last_mut().unwrap() ^= 1;
    std::fs::write(place.path("bad.book"), &other).unwrap();
    assert!(place.fault(&["book", "verify", "bad.book"]).contains("damaged: checksum"));
    let extended = place.fault(&["book", "extend", "my.book", "--data-dir", "data"]);
    assert!(extended.contains("no red or black book"), "{extended}");
    let export = place.fault(&["book", "export", "my.book", "my.txt"]);
    assert!(export.contains("expected a name that ends with .pgn or .obk"), "{export}");
    let asian =
        ["book", "build", "classic", "asian.book", "--data-dir", "data", "--rules", "asian"];
    place.well(&asian);
    let merged = place.fault(&["book", "merge", "my.book", "asian.book", "--out", "both.book"]);
    assert!(merged.contains("it is for the rules 'asian', not 'computer'"), "{merged}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_keeps_what_was_found_and_says_how_to_go_on() {
    let place = Place::new();
    // A limit on the size of files stands for a disk that is full. The database needs 32 kB
    // beside it; a long line that belongs to nobody leaves room for a few results.
    std::fs::create_dir(place.path("red.book.build")).unwrap();
    let line = format!("{{\"index\":99999,\"output\":\"{}\"}}\n", "-".repeat(40_300));
    std::fs::write(place.path("red.book.build/searches.jsonl"), line).unwrap();
    let limited = format!(
        "trap '' XFSZ; ulimit -f 40; exec {} {}",
        env!("CARGO_BIN_EXE_chuhe"),
        RED.join(" ")
    );
    let mut command = Command::new("bash");
    command.current_dir(place.0.path()).args(["-c", &limited]).stdin(Stdio::null());
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("what was found is kept; to go on: "), "{error}");
    assert!(error.contains("--nodes 4000"), "{error}");
    let kept = std::fs::read_to_string(place.path("red.book.build/searches.jsonl")).unwrap();
    assert!(kept.ends_with('\n') && kept.lines().count() > 2);
    let json: Vec<&str> = [&RED[..], &["--json"]].concat();
    let told: serde_json::Value = serde_json::from_str(&place.well(&json)).unwrap();
    assert_eq!(told["resumed"].as_u64(), Some(kept.lines().count() as u64));
}

#[test]
fn books_are_looked_at_merged_and_exported() {
    let place = Place::new();
    place.well(&["book", "build", "classic", "my.book", "--data-dir", "data", "--games", "1"]);
    place.well(&RED);
    let json = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&place.well(arguments)).unwrap()
    };
    let told = json(&["book", "probe", "my.book", "--json"]);
    // The archive counts the same games its own way.
    let archive = json(&["games", "--data-dir", "data", "opening", "--json"]);
    let games = |value: &serde_json::Value, name: &str| {
        let rows = value[name].as_array().unwrap().iter();
        rows.map(|row| row["games"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(games(&told, "moves"), games(&archive, "plies"));
    assert_eq!(games(&told, "moves").iter().sum::<u64>(), 300);
    let sound = json(&["book", "verify", "red.book", "--json"]);
    assert_eq!(sound["well"], true);
    assert!(sound["searches"].as_u64().unwrap() > 10);
    assert_eq!(sound["moves"], sound["reached_moves"]);
    let tree = place.well(&["book", "explore", "my.book", "--plies", "2", "--width", "2"]);
    assert_eq!(tree.lines().count(), 6, "{tree}");
    place.well(&["book", "export", "my.book", "my.pgn"]);
    place.well(&["book", "merge", "my.pgn", "--out", "again.book"]);
    let again = json(&["book", "probe", "again.book", "--json"]);
    assert_eq!(again["moves"], told["moves"]);
    place.well(&["book", "export", "my.book", "my.obk"]);
    place.well(&["book", "merge", "my.obk", "red.book", "--out", "both.book"]);
    let both = json(&["book", "verify", "both.book", "--json"]);
    assert_eq!((&both["well"], &both["searches"]), (&sound["well"], &sound["searches"]));
    let time = place.well(&["book", "verify", "red.book", "--time"]);
    assert!(time.contains("a question takes"), "{time}");
}

/// What an engine says.
fn session(folder: &Path, lines: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.current_dir(folder).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn an_engine_plays_from_its_book_and_says_why() {
    let place = Place::new();
    place.well(&["book", "build", "classic", "my.book", "--data-dir", "data", "--games", "1"]);
    let start = ["setoption name BookFile value my.book", "position startpos", "go nodes 100"];
    let said = session(place.0.path(), &start);
    assert!(said.contains("info string book my.book: "), "{said}");
    assert!(said.contains("% of the points"), "{said}");
    for off in ["Book Red value false", "Book Depth value 0", "Book Variety value best"] {
        let option = format!("setoption name {off}");
        let said = session(place.0.path(), &[start[0], &option, start[1], start[2]]);
        assert_eq!(said.contains("info string book"), !off.contains("Red"), "{off}: {said}");
    }
    let deep = "position startpos moves h2e2 h9g7 h2h2";
    let said = session(place.0.path(), &[start[0], deep]);
    assert!(!said.contains("bestmove"), "{said}");
    let asian = "setoption name Repetition Rule value asian";
    let said = session(place.0.path(), &[asian, start[0], start[1], start[2]]);
    assert!(said.contains("a book for the rules 'computer': expected 'asian'"), "{said}");
    assert!(!said.contains("info string book my"), "{said}");
    let said = session(place.0.path(), &[start[0], asian, start[1], start[2]]);
    assert!(!said.contains("info string book my"), "rules that change later: {said}");
    let said = session(place.0.path(), &["setoption name BookFile value none.book"]);
    assert!(said.contains("option BookFile: none.book: "), "{said}");
}
