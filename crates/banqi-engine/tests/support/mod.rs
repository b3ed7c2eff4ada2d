//! What several test files need.

use std::sync::atomic::AtomicBool;

use banqi_engine::{BanqiGame, Choice, Engine, Signals};
use search::Limits;
use search::control::NoClock;

/// One search without a clock.
pub fn choose(engine: &mut dyn Engine, game: &BanqiGame, limits: &Limits) -> Choice {
    let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
    let signals = Signals { clock: &NoClock, stop: &stop, pondering: &pondering };
    engine.search(game, limits, signals, &mut |_| {})
}

/// A search of so many nodes.
#[allow(dead_code)]
pub fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}
