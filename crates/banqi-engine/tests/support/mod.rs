//! What several test files need.
// Each of them uses a part only.
#![allow(dead_code)]

use banqi::{BanqiRules, Ply, Position};
use banqi_engine::{BanqiGame, BoxedEngine};
use search::{Answer, Engine, Request, Settings, Unattended};

/// An engine with a small table.
pub fn create(profile: &str, hash: usize, threads: usize) -> BoxedEngine {
    banqi_engine::create(profile, &Settings { hash, threads, ..Settings::default() }).unwrap()
}

/// One search without a clock.
pub fn choose(
    engine: &mut dyn Engine<Position, BanqiRules>,
    game: &BanqiGame,
    request: &Request<Ply>,
) -> Answer<Ply> {
    engine.search(game, request, &Unattended, &mut |_| {})
}

/// A search of so many nodes.
pub fn nodes(count: u64) -> Request<Ply> {
    Request::of_nodes(count)
}
