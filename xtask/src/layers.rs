//! `cargo xtask layers`: which crate may use which.
//!
//! [`ROOMS`] and [`RESERVED`] are the whole law; `ARCHITECTURE.md` says why.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

use crate::process::root;

/// Where a reader is sent to change the law.
const HERE: &str = "xtask/src/layers.rs";

/// A crate's place in the direction of dependencies.
struct Room {
    name: &'static str,
    layer: u8,
    may_use: Uses,
}

/// The crates of the workspace a room may use.
enum Uses {
    /// These and no others.
    Only(&'static [&'static str]),
    /// Every crate of a lower layer.
    AllBelow,
    /// Every crate of a lower layer but these.
    AllBelowBut(&'static [&'static str]),
}

const fn room(name: &'static str, layer: u8, may_use: Uses) -> Room {
    Room { name, layer, may_use }
}

use Uses::{AllBelow, AllBelowBut, Only};

/// Every crate, from the ground up.
const ROOMS: &[Room] = &[
    // Ground: plain values. The reference boards are written independently of
    // everything they check.
    room("chuhe-game", 0, Only(&[])),
    room("chuhe-reference", 0, Only(&[])),
    // Drives a browser for tests and pictures; knows nothing of ours.
    room(BROWSER, 0, Only(&[])),
    // Hands out work; what work there is it does not know.
    room("chuhe-jobs", 0, Only(&[])),
    // The two games do not know each other.
    room("chuhe-xiangqi", 1, Only(&["chuhe-game"])),
    room("chuhe-banqi", 1, Only(&["chuhe-game"])),
    // Thinking: search knows no game.
    room("chuhe-search", 2, Only(&["chuhe-game"])),
    room("chuhe-network", 2, Only(GAMES)),
    room("chuhe-patterns", 2, AllBelow),
    room("chuhe-tablebase", 2, AllBelow),
    room("chuhe-xiangqi-engine", 3, Only(XIANGQI_ENGINE)),
    room("chuhe-banqi-engine", 3, Only(BANQI_ENGINE)),
    // Formats think nothing.
    room("chuhe-records", 3, Only(GAMES)),
    room("chuhe-protocol", 3, Only(GAMES)),
    // Opening books as they are asked; who makes them needs the archive and a search.
    room("chuhe-book", 4, AllBelow),
    // Both games behind one face.
    room("chuhe-play", 5, AllBelow),
    // Data and experiments.
    room("chuhe-library", 6, AllBelow),
    // Proofs of its own: no engine, no clock.
    room("chuhe-puzzles", 6, Only(PUZZLES)),
    room("chuhe-arena", 6, AllBelow),
    room("chuhe-trainer", 7, AllBelow),
    room("chuhe-tuner", 7, AllBelow),
    room("chuhe-bookmaker", 7, AllBelow),
    room("chuhe-testset", 7, AllBelow),
    // What users meet.
    // The page asks `play` for single searches, `arena` and `tuner` for runs of many; what an
    // engine is, it does not know.
    room("chuhe-server", 8, AllBelowBut(ENGINES)),
    room("chuhe", 9, AllBelow),
    room("xtask", 9, Only(&[BROWSER])),
    room("chuhe-fuzz", 9, AllBelow),
];

const ENGINES: &[&str] = &["chuhe-search", "chuhe-xiangqi-engine", "chuhe-banqi-engine"];
const PUZZLES: &[&str] = &[
    "chuhe-banqi",
    "chuhe-game",
    "chuhe-patterns",
    "chuhe-records",
    "chuhe-reference",
    "chuhe-tablebase",
    "chuhe-xiangqi",
];
const GAMES: &[&str] = &["chuhe-game", "chuhe-xiangqi", "chuhe-banqi"];
const XIANGQI_ENGINE: &[&str] = &[
    "chuhe-game",
    "chuhe-xiangqi",
    "chuhe-search",
    "chuhe-network",
    "chuhe-patterns",
    "chuhe-tablebase",
];
const BANQI_ENGINE: &[&str] = &[
    "chuhe-game",
    "chuhe-banqi",
    "chuhe-search",
    "chuhe-network",
    "chuhe-patterns",
    "chuhe-tablebase",
];

/// Libraries that only some rooms may know, whatever their layer.
const RESERVED: &[(&str, &[&str])] = &[
    ("tokio", &["chuhe-arena", "chuhe-jobs", "chuhe-server", "chuhe"]),
    ("async-nats", &["chuhe-jobs"]),
    ("axum", &["chuhe-server"]),
    ("hyper", &["chuhe-server"]),
    ("rusqlite", &["chuhe-library", "chuhe-bookmaker"]),
    ("clap", &["chuhe", "xtask"]),
    ("clap_complete", &["chuhe"]),
    ("clap_mangen", &["chuhe"]),
    // Slow boards belong into tests; the verifier of endgame tables ships with them,
    // since a table is worth something only if somebody else agrees with it; so does the
    // checker of puzzles.
    (REFERENCE, &["chuhe-tablebase", "chuhe-puzzles", "chuhe-testset", "chuhe-fuzz"]),
    (BROWSER, &["xtask"]),
];

/// Tests of any crate may use these.
const REFERENCE: &str = "chuhe-reference";
const BROWSER: &str = "chuhe-browser";

/// Check the direction of dependencies between the workspace's crates
#[derive(clap::Args)]
pub struct Arguments {}

/// Runs the task.
///
/// # Errors
/// Lists every dependency that goes the wrong way.
pub fn run(_: &Arguments) -> Result<()> {
    check()
}

/// Checks the workspace and prints what was checked.
///
/// # Errors
/// Lists every dependency that goes the wrong way.
pub fn check() -> Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cannot read the workspace with `cargo metadata`")?;
    let crates = crates_of(&metadata);
    print(&crates);
    let faults = faults(&crates);
    if !faults.is_empty() {
        bail!("the direction of dependencies is broken:\n  {}", faults.join("\n  "));
    }
    let count: usize = crates.iter().map(|krate| krate.uses.len()).sum();
    println!("{} crates, {count} direct dependencies: the direction holds", crates.len());
    crate::absent::check()
}

/// A crate of the workspace and what it names as dependencies.
struct Crate {
    name: String,
    uses: Vec<Use>,
}

struct Use {
    name: String,
    in_tests_only: bool,
}

fn crates_of(metadata: &Metadata) -> Vec<Crate> {
    let uses = |package: &cargo_metadata::Package| {
        let dependency = |d: &cargo_metadata::Dependency| Use {
            name: d.name.clone(),
            in_tests_only: d.kind == DependencyKind::Development,
        };
        package.dependencies.iter().map(dependency).collect()
    };
    metadata
        .workspace_packages()
        .iter()
        .map(|package| Crate { name: package.name.to_string(), uses: uses(package) })
        .collect()
}

fn print(crates: &[Crate]) {
    let rows = ROOMS.iter().filter_map(|room| {
        crates.iter().find(|krate| krate.name == room.name).map(|krate| (room, krate))
    });
    for (room, krate) in rows {
        let ours: BTreeSet<_> = krate
            .uses
            .iter()
            .map(|used| used.name.as_str())
            .filter(|n| find(n).is_some())
            .collect();
        let ours: Vec<_> = ours.into_iter().collect();
        println!("layer {}  {:<22} -> {}", room.layer, room.name, ours.join(", "));
    }
    for (library, users) in RESERVED {
        println!("reserved {library:<22} for {}", names_or_tests(users));
    }
}

fn faults(crates: &[Crate]) -> Vec<String> {
    let is_ours = |name: &str| find(name).is_some() || crates.iter().any(|c| c.name == name);
    let mut faults = Vec::new();
    for krate in crates {
        let Some(room) = find(&krate.name) else {
            let name = &krate.name;
            faults.push(format!("{name} has no row in ROOMS of {HERE}: add it with its layer"));
            continue;
        };
        faults.extend(krate.uses.iter().filter_map(|used| reserved_fault(room, used)));
        let ours = krate.uses.iter().filter(|used| is_ours(&used.name) && used.name != REFERENCE);
        faults.extend(ours.filter_map(|used| direction_fault(room, used)));
    }
    faults
}

fn reserved_fault(room: &Room, used: &Use) -> Option<String> {
    let (library, users) = RESERVED.iter().find(|(library, _)| *library == used.name)?;
    let test_use = used.in_tests_only && [REFERENCE, BROWSER].contains(library);
    if test_use || users.contains(&room.name) {
        return None;
    }
    let users = names_or_tests(users);
    Some(format!("{} uses {library}, reserved for {users} (RESERVED in {HERE})", room.name))
}

fn direction_fault(room: &Room, used: &Use) -> Option<String> {
    let target = find(&used.name);
    let allowed = match room.may_use {
        Only(names) => names.contains(&used.name.as_str()),
        AllBelow => target.is_some_and(|target| target.layer < room.layer),
        AllBelowBut(names) => {
            !names.contains(&used.name.as_str())
                && target.is_some_and(|target| target.layer < room.layer)
        }
    };
    if allowed {
        return None;
    }
    let below = match room.may_use {
        Only([]) => "no crate of the workspace".to_owned(),
        Only(names) => format!("only {}", names.join(", ")),
        AllBelow => format!("only layers below {}", room.layer),
        AllBelowBut(names) => {
            format!("only layers below {} without {}", room.layer, names.join(", "))
        }
    };
    Some(format!("{} uses {}, but may use {below} (ROOMS in {HERE})", room.name, used.name))
}

fn find(name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| room.name == name)
}

fn names_or_tests(names: &[&str]) -> String {
    if names.is_empty() { "tests".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `"a: b c +d"` is crate a that uses b and c, and d in tests.
    fn graph(text: &str) -> Vec<Crate> {
        let parse_use = |word: &str| Use {
            name: word.trim_start_matches('+').to_owned(),
            in_tests_only: word.starts_with('+'),
        };
        let parse_crate = |line: &str| {
            let (name, uses) = line.split_once(':').expect("a colon");
            Crate {
                name: name.trim().to_owned(),
                uses: uses.split_whitespace().map(parse_use).collect(),
            }
        };
        text.lines().map(parse_crate).collect()
    }

    #[test]
    fn a_graph_that_keeps_the_direction_passes() {
        let good = "chuhe-game: arrayvec thiserror
            chuhe-xiangqi: chuhe-game +chuhe-reference +arbtest
            chuhe-reference:
            chuhe-search: chuhe-game
            chuhe-xiangqi-engine: chuhe-search chuhe-xiangqi
            chuhe-arena: tokio chuhe-xiangqi-engine chuhe-protocol
            chuhe-protocol: chuhe-banqi
            chuhe-server: axum tokio chuhe-arena chuhe-play +chuhe-browser
            chuhe: clap chuhe-server chuhe-game
            chuhe-browser: tempfile
            xtask: clap chuhe-browser";
        assert_eq!(faults(&graph(good)), [""; 0]);
    }

    #[test]
    fn each_wrong_dependency_is_named() {
        let cases = [
            ("chuhe-game: chuhe-xiangqi", "chuhe-game uses chuhe-xiangqi, but may use no crate"),
            ("chuhe-xiangqi: chuhe-banqi", "only chuhe-game (ROOMS"),
            ("chuhe-game: +chuhe-xiangqi", "chuhe-game uses chuhe-xiangqi"),
            ("chuhe-search: chuhe-xiangqi", "chuhe-search uses chuhe-xiangqi"),
            ("chuhe-arena: chuhe-server", "only layers below 6"),
            ("chuhe-play: chuhe-arena", "chuhe-play uses chuhe-arena"),
            ("chuhe-play: tokio", "chuhe-play uses tokio, reserved for"),
            ("chuhe-server: chuhe-search", "chuhe-server uses chuhe-search"),
            ("chuhe-arena: chuhe-library", "chuhe-arena uses chuhe-library"),
            ("chuhe-xiangqi-engine: chuhe-banqi", "chuhe-xiangqi-engine uses chuhe-banqi"),
            ("chuhe-protocol: tokio", "reserved for chuhe-arena, chuhe-jobs"),
            ("chuhe-server: chuhe-xiangqi-engine", "chuhe-server uses chuhe-xiangqi-engine"),
            ("chuhe-server: chuhe-banqi-engine", "chuhe-server uses chuhe-banqi-engine"),
            ("chuhe-server: +chuhe-search", "chuhe-server uses chuhe-search"),
            ("chuhe-server: clap", "chuhe-server uses clap, reserved for chuhe, xtask"),
            ("chuhe: axum", "chuhe uses axum"),
            (
                "chuhe-xiangqi: chuhe-reference",
                "chuhe-reference, reserved for chuhe-tablebase, chuhe-puzzles, chuhe-testset, chuhe-fuzz",
            ),
            ("chuhe-server: chuhe-browser", "chuhe-browser, reserved for xtask"),
            ("chuhe-reference: chuhe-xiangqi", "chuhe-reference uses chuhe-xiangqi"),
            ("chuhe-new:", "chuhe-new has no row in ROOMS of xtask/src/layers.rs"),
        ];
        for (text, expected) in cases {
            let found = faults(&graph(text));
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].contains(expected), "{text}: {found:?}");
        }
    }

    #[test]
    fn using_a_crate_without_a_row_is_a_fault_of_both() {
        assert_eq!(faults(&graph("chuhe: chuhe-new\nchuhe-new:")).len(), 2);
    }

    #[test]
    fn the_table_itself_only_points_downwards() {
        for room in ROOMS {
            if let Only(names) | AllBelowBut(names) = room.may_use {
                for name in names {
                    let target = find(name).unwrap_or_else(|| panic!("{name} has no row"));
                    assert!(target.layer < room.layer, "{} may use {name}", room.name);
                }
            }
        }
        let names: BTreeSet<_> = ROOMS.iter().map(|room| room.name).collect();
        assert_eq!(names.len(), ROOMS.len(), "a room stands in the table twice");
    }
}
