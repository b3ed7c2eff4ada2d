//! Whole games: no illegal ply, and the reference board agrees with every end.

#[path = "../examples/support/mod.rs"]
mod support;

use banqi::BanqiRules;
use banqi_engine::{PROFILES, create};
use search::Limits;
use support::play_and_replay;

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

#[test]
fn the_default_profile_plays_two_hundred_games_by_the_rules() {
    let mut engines = [create("chuhe", 1, 1).unwrap(), create("chuhe", 1, 1).unwrap()];
    for seed in 0..200 {
        play_and_replay(&mut engines, "tcga", seed, &nodes(120));
    }
}

#[test]
fn every_profile_plays_by_every_preset() {
    for (first, (name, _)) in PROFILES.iter().enumerate() {
        let other = PROFILES[(first + 1) % PROFILES.len()].0;
        let mut engines = [create(name, 1, 1).unwrap(), create(other, 1, 1).unwrap()];
        for (number, preset) in BanqiRules::names().iter().enumerate() {
            play_and_replay(&mut engines, preset, (10 * first + number) as u64, &nodes(400));
        }
    }
}
