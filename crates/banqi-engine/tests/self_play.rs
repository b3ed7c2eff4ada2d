//! Whole games: no illegal ply, and the reference board agrees with every end.

mod support;

use banqi::{BanqiRules, Deal, Reveal};
use banqi_engine::{BanqiGame, Engine, PROFILES, create};
use game::Outcome;
use game::Side;
use reference::banqi as slow;
use support::{choose, nodes};

/// Plays one game and replays it on the reference board.
fn play(
    engines: &mut [Box<dyn Engine>; 2],
    preset: &str,
    slow_rules: slow::Rules,
    seed: u64,
    budget: u64,
) {
    let deal = Deal::shuffled(seed);
    let mut game = BanqiGame::new(BanqiRules::preset(preset).unwrap());
    let mut reference = slow::Game::new(&game.position().to_string(), slow_rules).unwrap();
    engines.iter_mut().for_each(|engine| engine.new_game());
    while game.verdict().is_none() {
        let engine = &mut engines[game.plies().len() % 2];
        let choice = choose(engine.as_mut(), &game, &nodes(budget));
        let ply = choice.ply.expect("a game that goes on has a legal ply");
        let reveal = deal.reveal(ply);
        game.play(ply, reveal).unwrap_or_else(|error| panic!("{}: {error}", engine.name()));
        let letter = match reveal {
            Reveal::Piece(piece) => Some(piece.letter()),
            Reveal::Nothing => None,
        };
        reference.play(&ply.to_string(), letter).unwrap();
    }
    let ours = game.verdict().map(|verdict| verdict.outcome);
    let (plies, result) = reference.ending().expect("the reference board sees the end too");
    assert_eq!(plies, game.plies().len(), "ends at the same ply");
    let theirs = match result {
        slow::GameResult::RedWins(_) => Outcome::Win(Side::Red),
        slow::GameResult::BlackWins(_) => Outcome::Win(Side::Black),
        _ => Outcome::Draw,
    };
    assert_eq!(ours, Some(theirs));
}

#[test]
fn the_default_profile_plays_two_hundred_games_by_the_rules() {
    let mut engines = [create("chuhe", 1, 1).unwrap(), create("chuhe", 1, 1).unwrap()];
    for seed in 0..200 {
        play(&mut engines, "tcga", slow::Rules::tcga(), seed, 120);
    }
}

#[test]
fn every_profile_plays_by_every_preset() {
    let rules = [
        ("tcga", slow::Rules::tcga()),
        ("ntu-2018", slow::Rules::ntu_2018()),
        ("thesis-2010", slow::Rules::thesis_2010()),
        ("olympiad-2022", slow::Rules::olympiad_2022()),
    ];
    for (first, (name, _)) in PROFILES.iter().enumerate() {
        let other = PROFILES[(first + 1) % PROFILES.len()].0;
        let mut engines = [create(name, 1, 1).unwrap(), create(other, 1, 1).unwrap()];
        for (number, (preset, slow_rules)) in rules.iter().enumerate() {
            play(&mut engines, preset, *slow_rules, (10 * first + number) as u64, 400);
        }
    }
}
