//! Prints positions from quick games of the default profile with itself: one
//! from each game, `plies` plies in.
//!
//! `cargo run --release -p chuhe-banqi-engine --example positions -- PLIES COUNT`

use std::sync::atomic::AtomicBool;

use banqi::Deal;
use banqi_engine::{BanqiGame, Signals, create};
use search::Limits;
use search::control::NoClock;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("a number"));
    let (plies, count) = (numbers.next().unwrap_or(30), numbers.next().unwrap_or(10));
    let mut engine = create("chuhe", 8, 1).expect("the default profile");
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    for seed in 0..count as u64 {
        let deal = Deal::shuffled(seed);
        let mut game = BanqiGame::new(Default::default());
        while game.verdict().is_none() && game.plies().len() < plies {
            let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
            let signals = Signals { clock: &NoClock, stop: &stop, pondering: &pondering };
            let Some(ply) = engine.search(&game, &limits, signals, &mut |_| {}).ply else { break };
            if game.play(ply, deal.reveal(ply)).is_err() {
                break;
            }
        }
        if game.verdict().is_none() {
            println!("{}", game.position());
        }
    }
}
