//! Runs for the tests.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use arena::engine::EngineConfig;
use arena::player::GameKind;
use arena::run::{Engine, Event, GameLine, RuleSet, RunConfig, RunDirectory, SeatRule, run};
use arena::schedule::Format;

/// A folder of its own for each test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("chuhe-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A match of two built-in players, named by their number.
pub fn config(game: GameKind, players: [&str; 2], games: u32) -> RunConfig {
    let engine = |(index, name): (usize, &str)| {
        let mut config = EngineConfig::builtin(name);
        config.name = format!("{name}-{index}");
        Engine { config, sha256: None }
    };
    RunConfig {
        chuhe: "test".into(),
        event: "test".into(),
        game,
        rules: RuleSet::usual(game).into(),
        format: Format::Match,
        seats: SeatRule::FirstSeat,
        games,
        tc: "10+0.1".parse().unwrap(),
        margin_ms: 50,
        concurrency: 2,
        pin: false,
        seed: 42,
        openings_sha256: None,
        openings: "test".into(),
        adjudication: Default::default(),
        table_path: None,
        sprt: None,
        engines: players.into_iter().enumerate().map(engine).collect(),
    }
}

pub fn openings(game: GameKind) -> Vec<String> {
    match game {
        GameKind::Xiangqi => arena::openings::balanced(50, 6, 9),
        GameKind::Banqi => Vec::new(),
    }
}

/// Plays a whole run from its own openings.
pub fn play_all(path: &Path, config: &RunConfig) -> Vec<GameLine> {
    play_from(path, config, openings(config.game))
}

/// Plays a whole run from openings.
pub fn play_from(path: &Path, config: &RunConfig, openings: Vec<String>) -> Vec<GameLine> {
    let mut directory = RunDirectory::create(path, config.clone(), openings).unwrap();
    let outcome = run(&mut directory, &mut |_: &Event<'_>| {}, &AtomicBool::new(false)).unwrap();
    assert!(outcome.complete);
    sorted(directory.lines())
}

/// Games in order, without what differs from run to run: times and file offsets.
pub fn sorted(lines: &[GameLine]) -> Vec<GameLine> {
    let mut lines = lines.to_vec();
    lines.sort_by_key(|line| line.game);
    for line in &mut lines {
        line.record_end = 0;
        line.times = Default::default();
        line.wall_ms = 0.0;
    }
    lines
}
