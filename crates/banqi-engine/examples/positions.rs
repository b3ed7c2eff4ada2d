//! Prints positions from quick games of the default profile with itself: one
//! from each game, `plies` plies in.
//!
//! `cargo run --release -p chuhe-banqi-engine --example positions -- PLIES COUNT`

use banqi::Deal;
use banqi_engine::{BanqiGame, create};
use search::{Request, Settings, Unattended};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("a number"));
    let (plies, count) = (numbers.next().unwrap_or(30), numbers.next().unwrap_or(10));
    let mut engine = create("chuhe", &Settings::default()).expect("the default profile");
    let request = Request::of_nodes(2_000);
    for seed in 0..count as u64 {
        let deal = Deal::shuffled(seed);
        let mut game = BanqiGame::new(Default::default());
        while game.verdict().is_none() && game.plies().len() < plies {
            let answer = engine.search(&game, &request, &Unattended, &mut |_| {});
            let Some(ply) = answer.ply() else { break };
            if game.play(ply, deal.reveal(ply)).is_err() {
                break;
            }
        }
        if game.verdict().is_none() {
            println!("{}", game.position());
        }
    }
}
