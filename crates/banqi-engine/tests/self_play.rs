//! Whole games: no illegal ply, and the reference board agrees with every end.

#[path = "../examples/support/mod.rs"]
mod support;

use banqi::BanqiRules;
use banqi_engine::PROFILES;
use search::Request;
use support::{create, play_and_replay};

#[test]
fn the_default_profile_plays_two_hundred_games_by_the_rules() {
    let mut engines = [create("chuhe", 1, 1), create("chuhe", 1, 1)];
    for seed in 0..200 {
        play_and_replay(&mut engines, "tcga", seed, &Request::of_nodes(120));
    }
}

#[test]
fn every_profile_plays_by_every_preset() {
    for (first, (name, _)) in PROFILES.iter().enumerate() {
        let other = PROFILES[(first + 1) % PROFILES.len()].0;
        let mut engines = [create(name, 1, 1), create(other, 1, 1)];
        for (number, preset) in BanqiRules::names().iter().enumerate() {
            play_and_replay(
                &mut engines,
                preset,
                (10 * first + number) as u64,
                &Request::of_nodes(400),
            );
        }
    }
}
